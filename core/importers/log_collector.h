#pragma once
/// The streaming half of the log importer: facts, pass dumps and near misses, nothing kept that
/// was already there.

#include "core/importers/import.h"
#include "core/importers/log_reader.h"
#include "core/importers/log_records.h"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spanscope {

/// Bounds of what one log may leave in memory; beyond them it is counted, not kept.
inline constexpr std::size_t kMaxLogFacts = 100'000;
inline constexpr std::size_t kMaxUnderstoodLines = 50'000;
inline constexpr std::size_t kMaxNearMissLines = 10'000;
inline constexpr std::size_t kMaxFactBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMaxDumpBytes = std::size_t{128} << 20;
inline constexpr std::size_t kMaxDumpGroups = 20'000;                   ///< compiles with pass dumps
inline constexpr std::size_t kMaxAllDumpBytes = std::size_t{384} << 20; ///< of all dumps that are kept

/// The pass after which manual hints are assigned and nothing is tiled yet.
inline constexpr std::string_view kHintsPass = "assign_dim_hints";

/// The text of one pass dump with the number of each line.
struct DumpText
{
    struct Line
    {
        std::size_t begin = 0; ///< offset in text
        std::size_t number = 0;
    };
    std::string pass;
    std::size_t line = 0; ///< of the AFTER line
    std::string text;     ///< cleaned lines, each with a line break
    std::vector<Line> lines;
    std::size_t ops = 0;
    bool tiled = false;    ///< some op carries loop_info: its ranges are a tile's
    bool splits = false;   ///< some op carries core splits
    bool cut = false;      ///< longer than kMaxDumpBytes
    bool headless = false; ///< begins with lines of an op whose first line is missing
    bool endsOpen = false; ///< nothing follows it in the text: it may go on where that was cut off
    std::size_t hash = 0;
};

/// The dumps of one compile: the one to build the graph from, and the last with core splits.
struct DumpGroup
{
    std::shared_ptr<const DumpText> best;
    std::shared_ptr<const DumpText> latestSplits; ///< null when no dump has core splits; may be `best`
    std::set<std::string> passes;
    std::size_t line = 0;
    std::size_t repeats = 0; ///< identical dumps seen again
};

struct CollectedLog
{
    std::vector<ReportedFact> facts; ///< in order of first appearance
    std::vector<DumpGroup> dumps;
    std::vector<LogLine> lines;
    std::size_t linesRead = 0;
    std::size_t notUnderstood = 0;
    std::size_t repeatedFacts = 0;
    std::size_t droppedFacts = 0;
    std::size_t droppedDumps = 0;
    std::size_t longLines = 0;
    bool cancelled = false;
};

/// Reads the whole stream once.
[[nodiscard]] CollectedLog collectLog(std::istream &in, const WorkContext &context);

} // namespace spanscope
