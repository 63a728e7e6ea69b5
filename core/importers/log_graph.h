#pragma once
/// From what a log said to graphs: one per compile.

#include "core/graph/graph.h"
#include "core/importers/log_collector.h"
#include "core/importers/log_dump.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace spanscope {

/// What lone lines told about an op that no dump shows.
struct LoneOp
{
    std::string name;
    std::size_t line = 0;
    std::optional<std::vector<Int>> shape;
    std::optional<std::vector<Int>> deviceSize;
    std::optional<std::vector<Int>> ranges;
    std::optional<std::vector<Int>> reductionRanges;
    std::string dtype;
    bool shapeOfUnnamedTensor = false; ///< from a work_division line, which does not name the tensor
    /// Tensors that warnings about this op named, with the span they told.
    std::vector<std::pair<std::string, Int>> namedTensors;
    std::string namedInput; ///< the warning with the work_division line's span names this input
    CoreSplits splits;
};

/// A graph in the making.
struct GraphDraft
{
    Graph graph;
    std::size_t line = 0; ///< where it begins
    bool fromDump = false;
    std::string pass;
    std::map<std::string, std::string, std::less<>> bufferOfOp;
    std::vector<LoneOp> lone;
    std::map<std::string, std::size_t, std::less<>> loneByName;
};

/// Distributes facts over dumps and lone ops, builds everything, calls finish(). Adds to `lines` what
/// a dump had that could not be read, and tells in `notes` where each graph comes from.
/// Once cancelled, no further dump is read, and the log is marked so.
[[nodiscard]] std::vector<GraphDraft> buildDrafts(CollectedLog &log, std::vector<std::string> &notes,
                                                  const WorkContext &context = {});

/// The op of what lone lines told; what had to be assumed goes to `inferred`.
[[nodiscard]] Operation buildLoneOp(const LoneOp &lone, std::vector<InferredFact> &inferred);

/// A list in a fact's details; nullopt when absent or not all integers.
[[nodiscard]] std::optional<std::vector<Int>> integersOf(const ReportedFact &fact, const std::string &key);

} // namespace spanscope
