#pragma once
/// From the text of a pass dump to operations and buffers.

#include "core/graph/graph.h"
#include "core/importers/log_collector.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spanscope {

using CoreSplits = std::vector<std::pair<std::string, Int>>;

/// A line of a dump that should have been readable.
struct DumpProblem
{
    std::size_t line = 0;
    std::string op;
    std::string text;
};

struct ParsedDump
{
    std::vector<Buffer> buffers; ///< graph inputs, layouts inferred from how they are read
    std::vector<Operation> operations;
    std::vector<std::size_t> lines; ///< per operation: its head line
    std::vector<InferredFact> inferred;
    std::vector<DumpProblem> problems;
    std::map<std::string, std::string, std::less<>> bufferOfOp; ///< op0 -> buf0
};

[[nodiscard]] ParsedDump parseDump(const DumpText &dump);

/// Tells in graph.reported which lines of the dump are of which op, and what they tell of it.
void reportOps(const ParsedDump &parsed, const std::string &pass, Graph &graph);

/// Only the core splits, by the name of the op's buffer.
[[nodiscard]] std::map<std::string, CoreSplits> splitsOfDump(const DumpText &dump);

/// `{d0: 4, d1: 1}`; empty when it is no such dict.
[[nodiscard]] CoreSplits coreSplitsOf(std::string_view text);

/// Buffers that are read and not written: contiguous layouts inferred from the reads.
/// Appends to parsed.buffers and parsed.inferred.
void inferInputs(ParsedDump &parsed, const std::map<std::string, std::string> &dtypeOfLoad);

} // namespace spanscope
