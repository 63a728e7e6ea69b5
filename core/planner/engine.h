#pragma once
/// The planner's entry points: what the compiler would decide (core/planner/README.md).
/// What-if, search, CLI, exports and window all call these.

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/planner/analysis.h"
#include "core/planner/rules.h"

#include <memory>
#include <vector>

namespace spanscope {

struct AnalyseOptions
{
    bool trace = false; ///< keep every combo
};

/// The decision for one op. Never throws: overflow is the op's code Overflow63.
[[nodiscard]] OpAnalysis analyse(const Graph &graph, std::size_t opIndex, const Rules &rules,
                                 const AnalyseOptions &options = {});

/// All ops in graph order, on `jobs` threads (0: one per core). A cancelled run returns
/// fewer entries.
[[nodiscard]] std::vector<OpAnalysis> analyseAll(const Graph &graph, const Rules &rules, unsigned jobs = 1,
                                                 const AnalyseOptions &options = {}, const WorkContext &context = {});

/// The judgement on every divisor of one host dim of any op that has output ranges, whether or not
/// the search would use that dim. `required` is 1 when the dim has no candidate.
[[nodiscard]] SplitTable splitTable(const Graph &graph, std::size_t opIndex, HostDim dim, const Rules &rules);
/// The same for several dims of an op that was analysed under these rules.
[[nodiscard]] std::vector<SplitTable> splitTables(const Graph &graph, std::size_t opIndex,
                                                  const std::vector<HostDim> &dims, const OpAnalysis &analysis,
                                                  const Rules &rules);

/// The divisors closest to a count that does not divide the range: at most one below, one above.
[[nodiscard]] std::vector<Int> nearestDivisors(Int range, Int count);

/// The host dims of an op's output, with what the bench shows of them.
struct HostDimInfo
{
    HostDim dim;
    Extent range;
    std::string symbol; ///< the output symbol of that dim, empty for size 1
};
[[nodiscard]] std::vector<HostDimInfo> hostDims(const Graph &graph, std::size_t opIndex);

/// The user's splits judged as the compiler would (8.1 to 8.3), or as a manual hint
/// (no caps, no unit-tile rule; the stick and span truth is still told).
struct Trial
{
    std::vector<Level> splits;       ///< as asked, ascending host dim, ones dropped
    std::vector<SplitEntry> entries; ///< one per split
    ComboStep step;
    bool accepted = false;     ///< every split is allowed, and the compiler's validation passes; a manual
                               ///< hint is not validated. The spans that remain are the audit's to tell
    std::optional<Code> error; ///< DimOutOfRange ... for splits that cannot be applied at all
    std::optional<HostDim> errorDim;
};
[[nodiscard]] Trial trySplits(const Graph &graph, std::size_t opIndex, const std::vector<Level> &splits,
                              const Rules &rules, bool manual = false);

/// Whether an op may take over the splits of a group it reads from (planner README, "Groups"): every
/// dim exists, divides and is larger than 1, no stick is cut, and validation leaves nothing.
[[nodiscard]] bool conformsTo(const Graph &graph, std::size_t opIndex, const std::vector<Level> &levels,
                              const Rules &rules);

/// The output host coordinate of a dim: its text and its free symbols. Empty text: there is none.
struct HostCoordinate
{
    std::string text;
    std::vector<std::string> symbols;
};
[[nodiscard]] HostCoordinate outputHostCoordinate(const Graph &graph, std::size_t opIndex, HostDim dim);
/// The same for one dim of read number `read`, in the read buffer's own layout.
[[nodiscard]] HostCoordinate readHostCoordinate(const Graph &graph, std::size_t opIndex, std::size_t read, HostDim dim);

} // namespace spanscope
