#pragma once
/// Hint groups: which planned ops share one tile loop, and what forbids it.

#include "core/graph/graph.h"
#include "core/planner/analysis.h"
#include "core/planner/audit.h"
#include "core/planner/contradictions.h"
#include "core/planner/rules.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace spanscope {

enum class ConflictCode { ReadsClosedGroup, ReadsManualHint, ReadsOpenRun, ReadsJoinedProducer, NoSingleLoopVar };
[[nodiscard]] std::string_view conflictName(ConflictCode code);

struct Conflict
{
    std::size_t opIndex = 0;
    ConflictCode code = ConflictCode::ReadsClosedGroup;
    std::vector<std::string> producers;
    HostDim hostDim;        ///< NoSingleLoopVar
    std::string coordinate; ///< NoSingleLoopVar
};

enum class Membership { Started, SameSignature, Conformed, Joined };

struct GroupMember
{
    std::size_t opIndex = 0;
    Membership membership = Membership::Started;
    std::vector<DimHint> hints; ///< one per level
};

struct GroupLevel
{
    Int hintId = 0;
    Int splitCount = 1;
    bool isReduction = false;
    HostDim hostDim; ///< of the first member
};

/// Why no further op joined a run.
enum class RunEnd { GraphEnd, ManualHint, NotPlanned, Unsupported, Conflict, OtherSplits, Reduction, ReductionJoined };
[[nodiscard]] std::string_view runEndName(RunEnd end); ///< graph_end, manual_hint, not_planned, ...

struct Group
{
    std::vector<GroupMember> members;
    RunEnd end = RunEnd::GraphEnd;
    std::optional<std::size_t> endedBy; ///< the op that ended it; none at the end of the graph and for a reduction
    std::vector<GroupLevel> levels;
    /// The splits of a member: the group's, in that op's host dims.
    std::vector<std::vector<Level>> memberLevels;
};

/// The torch-spyre switch that disables the planner for a graph, if any.
enum class DisabledBy { Nothing, IgnoreWsrHints, IgnoreSpanOverflowHints };

struct GroupResult
{
    std::vector<Group> groups;
    std::vector<Conflict> conflicts;
    bool compiles = true;
    DisabledBy disabledBy = DisabledBy::Nothing;
    /// Per op: the group it is in (index) or -1.
    std::vector<int> groupOf;
    /// Per op: its place among the group's members, or -1.
    std::vector<int> memberIndex;
    /// Per op: the place of its first conflict in `conflicts`, or -1. Those of one op follow each other.
    std::vector<int> firstConflict;
    [[nodiscard]] const GroupMember *memberOf(std::size_t opIndex) const;
    /// Buffers that live per tile: produced and read inside one group and nowhere else.
    std::unordered_set<std::string> storedPerTile;
    /// The conflicts of an op; empty when it has none.
    [[nodiscard]] std::span<const Conflict> conflictsOf(std::size_t opIndex) const;
    /// The splits an op is compiled with: its group's levels, else none.
    [[nodiscard]] std::vector<Level> levelsOf(std::size_t opIndex) const;
};

/// \param ignoreSwitches show what the groups would be although a switch disables them
[[nodiscard]] GroupResult group(const Graph &graph, const std::vector<OpAnalysis> &analyses, const Rules &rules,
                                bool ignoreSwitches = false);

/// Whether a buffer lives per tile: made and read inside one group of `groupOf` and nowhere else.
[[nodiscard]] bool isStoredPerTile(const Graph &graph, const std::vector<int> &groupOf, const std::string &buffer);

/// Where the op's tensors are stored, given the groups (tile = produced and read inside one group and nowhere else).
[[nodiscard]] StoragePlan storagePlan(const Graph &graph, const GroupResult &groups, std::size_t opIndex);

/// Everything there is to say about a graph under one set of rules.
struct GraphResult
{
    GraphPtr graph;
    RulesInForce rules;
    std::vector<OpAnalysis> analyses; ///< one per op
    GroupResult groups;
    std::vector<OpAudit> audits;                      ///< one per op, under its group's levels (none when untiled)
    std::vector<Int> untiledWorst;                    ///< per op: the largest span over all rows without any split
    std::vector<std::shared_ptr<const Cause>> causes; ///< per op; null for all but unsupported ones
    /// Per op: where its numbers contradict each other.
    std::vector<std::vector<Contradiction>> contradictions;
    bool complete = true; ///< false when cancelled
};
using GraphResultPtr = std::shared_ptr<const GraphResult>;

struct RunOptions
{
    unsigned jobs = 1; ///< 0: one per core
    bool ignoreSwitches = false;
    bool trace = false;
};

/// analyse + group + audit of a whole graph.
[[nodiscard]] GraphResultPtr runGraph(GraphPtr graph, const RulesInForce &rules, const RunOptions &options = {},
                                      const WorkContext &context = {});

/// What a person calls the op's state; order = worst first. Unknown: nothing is known to be over the limit,
/// but something could not be computed, so nobody can say that it fits; or the op's numbers contradict each other,
/// so that whatever is computed of it means nothing.
enum class Verdict { Unsupported, Conflict, ResidualRisk, Unknown, Planned, Fits, Skipped };
[[nodiscard]] std::string_view
verdictWord(Verdict verdict); ///< Unsupported, Conflict, Residual risk, Unknown, Planned, Fits, Skipped
[[nodiscard]] Verdict verdictOf(const GraphResult &result, std::size_t opIndex);
/// A producer of which nothing could be decided: whether a planned op may be tiled beside it, nobody knows. Null when
/// there is none, or when the op is not planned by the compiler.
[[nodiscard]] const Operation *undecidedProducer(const GraphResult &result, std::size_t opIndex);
/// The verdict rests on the log's word about a span over the limit: the inputs or the tensor it speaks of are unknown.
[[nodiscard]] bool isReportedRisk(const GraphResult &result, std::size_t opIndex);

/// Where the op's numbers contradict each other; empty for nearly every op.
[[nodiscard]] std::span<const Contradiction> contradictionsOf(const GraphResult &result, std::size_t opIndex);
/// Whether one of them takes the meaning from what is computed of the op.
[[nodiscard]] bool isMeaningless(const GraphResult &result, std::size_t opIndex);

/// Whether the planner lets the compile pass. Unknown: nothing seen forbids it, but not all is seen (generated
/// code, ops of single log lines, decisions that could not be computed).
enum class Compiles { Yes, No, Unknown };
[[nodiscard]] Compiles compilesOf(const GraphResult &result);
/// Whether an op with that verdict stops the compile.
[[nodiscard]] bool forbidsCompile(Verdict verdict);
/// Whether an op with that verdict wants a person's attention: all that are worse than Planned.
[[nodiscard]] bool needsAttention(Verdict verdict);

/// The decisive cause of an unsupported op, null for others. Taken from the result, computed where it has none.
[[nodiscard]] std::shared_ptr<const Cause> causeOf(const GraphResult &result, std::size_t opIndex);

/// The worst span with no splits at all, bytes.
[[nodiscard]] Int untiledWorstSpan(const GraphResult &result, std::size_t opIndex);

/// Where the op's tensors are stored under manual hints or its group, and the splits it runs with.
struct Placement
{
    std::vector<Level> levels;
    StoragePlan storage;
};
[[nodiscard]] Placement placementOf(const Graph &graph, const GroupResult &groups, std::size_t opIndex);

} // namespace spanscope
