#include "core/base/parallel.h"
#include "core/graph/knowledge.h"
#include "core/groups/groups.h"
#include "core/planner/engine.h"

#include <algorithm>

namespace spanscope {

namespace {

/// The splits that manual hints ask for: those on output symbols as levels, the others by symbol.
Placement manualPlacement(const Graph &graph, std::size_t opIndex)
{
    Placement out;
    const std::vector<HostDimInfo> dims = hostDims(graph, opIndex);
    for (const DimHint &hint : graph.operations[opIndex].dimHints) {
        if (hint.splitCount <= 1) {
            continue;
        }
        const auto dim = std::find_if(dims.begin(), dims.end(), [&hint](const HostDimInfo &d) {
            return !hint.loopVar.empty() && d.symbol == hint.loopVar;
        });
        if (dim != dims.end() && !hint.isReduction) {
            out.levels.push_back({dim->dim, hint.splitCount, false});
        } else if (!hint.loopVar.empty()) {
            out.storage.reductionSplits.emplace_back(hint.loopVar, hint.splitCount);
        }
    }
    std::stable_sort(out.levels.begin(), out.levels.end(),
                     [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    return out;
}

/// Whether the compiler's decision itself could not be computed, or a coordinate of what the op addresses.
/// What a foreign kernel keeps outside the device's sticks is none of the planner's business.
/// The decision itself could not be computed.
bool isDecisionUnknown(const OpAnalysis &analysis)
{
    return analysis.code == Code::Overflow63 || analysis.code == Code::UnknownDtype ||
           analysis.code == Code::IncompleteText ||
           std::any_of(analysis.skipped.begin(), analysis.skipped.end(),
                       [](const SkippedCoordinate &skipped) { return skipped.code == Code::EffortSpent; });
}

bool isPartlyUnknown(const OpAnalysis &analysis, const OpAudit &audit)
{
    if (isDecisionUnknown(analysis)) {
        return true;
    }
    const bool foreign = analysis.code == Code::NotComputedBuffer;
    return audit.hasUnknown && std::any_of(audit.rows.begin(), audit.rows.end(), [foreign](const AuditRow &row) {
               return row.exactness == Exactness::Unknown && (row.hasDeviceLayout || !foreign);
           });
}

bool wasSkipped(const OpAnalysis &analysis)
{
    return analysis.outcome == Outcome::None && analysis.code && *analysis.code != Code::NoOverflow;
}

} // namespace

StoragePlan storagePlan(const Graph &graph, const GroupResult &groups, std::size_t opIndex)
{
    StoragePlan out;
    if (groups.groupOf[opIndex] < 0) {
        return out;
    }
    const Operation &op = graph.operations[opIndex];
    const std::string &own = op.writes.empty() ? op.name : op.writes.front().buffer;
    out.output = groups.storedPerTile.contains(own) ? Storage::Tile : Storage::Full;
    for (const Dep &read : op.reads) {
        const bool tile = groups.storedPerTile.contains(read.buffer);
        out.reads.push_back(tile ? Storage::Tile : Storage::Full);
        out.readLevels.push_back(tile ? groups.levelsOf(*graph.producerIndex(read.buffer)) : std::vector<Level>());
    }
    return out;
}

Placement placementOf(const Graph &graph, const GroupResult &groups, std::size_t opIndex)
{
    if (!graph.operations[opIndex].dimHints.empty()) {
        return manualPlacement(graph, opIndex);
    }
    return {groups.levelsOf(opIndex), storagePlan(graph, groups, opIndex)};
}

GraphResultPtr runGraph(GraphPtr graph, const RulesInForce &rules, const RunOptions &options,
                        const WorkContext &context)
{
    auto out = std::make_shared<GraphResult>();
    out->graph = std::move(graph);
    out->rules = rules;
    const Graph &g = *out->graph;
    const std::size_t count = g.operations.size();
    // Two passes over the ops: progress counts both.
    WorkContext first{context.stop, {}};
    WorkContext second{context.stop, {}};
    if (context.progress) {
        first.progress = [&context, count](std::size_t done, std::size_t) { context.report(done, 2 * count); };
        second.progress = [&context, count](std::size_t done, std::size_t) { context.report(count + done, 2 * count); };
    }
    out->analyses = analyseAll(g, rules.rules, options.jobs, {options.trace}, first);
    if (context.cancelled()) {
        out->complete = false;
        return out;
    }
    out->groups = group(g, out->analyses, rules.rules, options.ignoreSwitches);
    out->audits.resize(count);
    out->untiledWorst.resize(count);
    out->causes.resize(count);
    out->contradictions.resize(count);
    parallelFor(count, options.jobs, second, [&](std::size_t i) {
        out->contradictions[i] = contradictionsOf(g, i);
        const Placement placement = placementOf(g, out->groups, i);
        out->audits[i] = audit(g, i, placement.levels, rules.rules, &out->analyses[i], placement.storage);
        const bool untiled = placement.levels.empty() && placement.storage.reductionSplits.empty();
        out->untiledWorst[i] =
            untiled ? out->audits[i].worstSpan : audit(g, i, {}, rules.rules, &out->analyses[i]).worstSpan;
        if (auto cause = decisiveCause(g, i, out->analyses[i], rules.rules)) {
            out->causes[i] = std::make_shared<const Cause>(*std::move(cause));
        }
    });
    out->complete = !context.cancelled();
    return out;
}

std::shared_ptr<const Cause> causeOf(const GraphResult &result, std::size_t opIndex)
{
    if (opIndex < result.causes.size()) {
        return result.causes[opIndex];
    }
    auto cause = decisiveCause(*result.graph, opIndex, result.analyses.at(opIndex), result.rules.rules);
    return cause ? std::make_shared<const Cause>(*std::move(cause)) : nullptr;
}

Int untiledWorstSpan(const GraphResult &result, std::size_t opIndex)
{
    return opIndex < result.untiledWorst.size() ? result.untiledWorst[opIndex] : 0;
}

std::span<const Contradiction> contradictionsOf(const GraphResult &result, std::size_t opIndex)
{
    return opIndex < result.contradictions.size() ? std::span<const Contradiction>(result.contradictions[opIndex])
                                                  : std::span<const Contradiction>();
}

bool isMeaningless(const GraphResult &result, std::size_t opIndex)
{
    return opIndex < result.contradictions.size() && isMeaningless(result.contradictions[opIndex]);
}

namespace {

/// The verdict that follows from the op's numbers as they stand.
Verdict verdictOnNumbers(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    const bool over = result.audits[opIndex].anyOver();
    // What the compiler does to a tensor that only stands for the output says nothing about the op.
    const bool assumed =
        !analysis.manual && analysis.outcome == Outcome::Unsupported && tensorUnnamed(*result.graph, opIndex);
    if (!analysis.manual && analysis.outcome == Outcome::Unsupported && (analysis.asReported || !assumed)) {
        return Verdict::Unsupported;
    }
    if (!analysis.manual && !result.groups.conflictsOf(opIndex).empty()) {
        return Verdict::Conflict;
    }
    // What is known of such an op may all be different in the whole of it.
    if (incompleteness(*result.graph, opIndex) != nullptr) {
        return isReportedRisk(result, opIndex) ? Verdict::ResidualRisk : Verdict::Unknown;
    }
    if (over || assumed || isReportedRisk(result, opIndex)) {
        return Verdict::ResidualRisk;
    }
    if (isPartlyUnknown(analysis, result.audits[opIndex])) {
        return Verdict::Unknown;
    }
    if (undecidedProducer(result, opIndex) != nullptr) {
        return Verdict::Unknown;
    }
    if (analysis.manual || analysis.outcome == Outcome::Planned) {
        return Verdict::Planned;
    }
    if (inputsUnknown(*result.graph, opIndex)) {
        return Verdict::Unknown;
    }
    return wasSkipped(analysis) ? Verdict::Skipped : Verdict::Fits;
}

} // namespace

Verdict verdictOf(const GraphResult &result, std::size_t opIndex)
{
    return isMeaningless(result, opIndex) ? Verdict::Unknown : verdictOnNumbers(result, opIndex);
}

const Operation *undecidedProducer(const GraphResult &result, std::size_t opIndex)
{
    const Graph &graph = *result.graph;
    const OpAnalysis &analysis = result.analyses[opIndex];
    if (analysis.manual || analysis.outcome != Outcome::Planned) {
        return nullptr;
    }
    for (const Dep &read : graph.operations[opIndex].reads) {
        const auto producer = graph.producerIndex(read.buffer);
        if (producer && *producer != opIndex && isDecisionUnknown(result.analyses[*producer])) {
            return &graph.operations[*producer];
        }
    }
    return nullptr;
}

bool isReportedRisk(const GraphResult &result, std::size_t opIndex)
{
    const Graph &graph = *result.graph;
    return !result.analyses[opIndex].manual && inputsUnknown(graph, opIndex) &&
           (result.analyses[opIndex].outcome != Outcome::Unsupported || tensorUnnamed(graph, opIndex)) &&
           reportedOverLimit(graph, opIndex) != nullptr;
}

Compiles compilesOf(const GraphResult &result)
{
    bool unknown = missingOperations(*result.graph) != nullptr;
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        // Also of contradictory numbers: the compiler takes them as they stand.
        if (forbidsCompile(verdictOnNumbers(result, i))) {
            return Compiles::No;
        }
        unknown = unknown || isMeaningless(result, i) || !result.graph->operations[i].relayoutable ||
                  inputsUnknown(*result.graph, i) || isDecisionUnknown(result.analyses[i]);
    }
    if (unknown) {
        return Compiles::Unknown;
    }
    return result.groups.compiles ? Compiles::Yes : Compiles::No;
}

bool forbidsCompile(Verdict verdict)
{
    return verdict == Verdict::Unsupported || verdict == Verdict::Conflict;
}

bool needsAttention(Verdict verdict)
{
    return verdict < Verdict::Planned;
}

std::string_view verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unsupported:
        return "Unsupported";
    case Verdict::Conflict:
        return "Conflict";
    case Verdict::ResidualRisk:
        return "Residual risk";
    case Verdict::Unknown:
        return "Unknown";
    case Verdict::Planned:
        return "Planned";
    case Verdict::Fits:
        return "Fits";
    case Verdict::Skipped:
        return "Skipped";
    }
    return "";
}

} // namespace spanscope
