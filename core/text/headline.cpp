/// The verdict on an op in one or two sentences, and in a few words for a table.

#include "core/graph/knowledge.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

const Conflict *conflictOf(const GraphResult &result, std::size_t opIndex)
{
    const std::span<const Conflict> conflicts = result.groups.conflictsOf(opIndex);
    return conflicts.empty() ? nullptr : &conflicts.front();
}

const AuditRow *worstOver(const OpAudit &audit)
{
    const AuditRow *worst = nullptr;
    for (const AuditRow &row : audit.rows) {
        if (row.over && (worst == nullptr || row.span > worst->span)) {
            worst = &row;
        }
    }
    return worst;
}

/// What an op of single log lines must not be said without.
std::string unknownInputs(const GraphResult &result, std::size_t opIndex)
{
    return inputsUnknown(*result.graph, opIndex) ? " Judged by its output alone: its inputs are unknown." : "";
}

/// The row that decides how many cores the op needs: one that no number helps, else the worst.
const AuditRow *decidingOver(const OpAudit &audit)
{
    if (!audit.coresNeeded) {
        for (const AuditRow &row : audit.rows) {
            if (row.over && !row.coresNeeded) {
                return &row;
            }
        }
    }
    return worstOver(audit);
}

std::string worstText(const OpAudit &audit, const Rules &rules)
{
    if (audit.worstSpan == 0) {
        return isNothingKnown(audit) && audit.hasUnknown ? "no span could be computed"
                                                         : "nothing spans more than one value";
    }
    return "the worst span is " + bytesAgainstLimit(audit.worstSpan, rules.maxSpanBytes);
}

std::string unsupportedHeadline(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    if (analysis.asReported) {
        return reportedRefusalHeadline(result, opIndex);
    }
    const Rules &rules = result.rules.rules;
    const auto cause = causeOf(result, opIndex);
    std::string out;
    if (cause) {
        out = "Unsupported" + (cause->overflowed ? std::string() : ": " + causeWord(cause->kind)) + ". " +
              causeSentence(*cause, *result.graph, opIndex, analysis, rules);
    } else {
        out = "Unsupported: " + (analysis.code ? codeSentence(*analysis.code) : "no plan") + ".";
    }
    out += unknownInputs(result, opIndex);
    return analysis.manual ? out + " Its manual hints take precedence." : out;
}

std::string howTiled(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    const std::vector<Level> &levels = result.audits[opIndex].splits;
    if (!levels.empty()) {
        return (analysis.manual ? "tiled by hand into " : "planned as ") + tilesText(levels);
    }
    if (analysis.outcome == Outcome::Planned) {
        const bool off = result.groups.disabledBy != DisabledBy::Nothing;
        return std::string(off ? "switched off, so left untiled (it would be " : "left untiled (its own plan is ") +
               tilesText(analysis.levels) + ")";
    }
    const bool skipped = analysis.code && *analysis.code != Code::NoOverflow;
    const std::string why = skipped ? " (" + codeSentence(*analysis.code) + ")" : "";
    // The loops of generated code are tiles already: its ranges are those of one of them.
    const bool inLoops = !result.graph->operations[opIndex].loops.empty();
    return (inLoops ? "one tile of the loops around it" : "not tiled") + why;
}

std::string coresHint(const Operation &op, const OpAudit &audit, Int sencores)
{
    if (!audit.coresNeeded) {
        const AuditRow *row = decidingOver(audit);
        const bool one = row != nullptr && !row->coresNeeded && row != worstOver(audit);
        return "No number of cores helps" + (one ? " " + rowPlace(*row) : std::string()) + ".";
    }
    const std::string cores = coresSentence(audit.coresNeeded, audit.coreFactors, sencores);
    if (*audit.coresNeeded > sencores) {
        return capitalised(cores) + ".";
    }
    const std::string given = coreSplitsSentence(op, audit);
    return given.empty() ? "Work Division must spend " + cores + "." : "It takes " + cores + ". " + given;
}

std::string residualHeadline(const GraphResult &result, std::size_t opIndex)
{
    if (isReportedRisk(result, opIndex)) {
        return reportedRiskHeadline(result, opIndex);
    }
    const OpAudit &audit = result.audits[opIndex];
    const AuditRow *worst = worstOver(audit);
    std::string out = "Residual risk: " + howTiled(result, opIndex);
    if (worst != nullptr) {
        const auto count =
            std::count_if(audit.rows.begin(), audit.rows.end(), [](const AuditRow &r) { return r.over; });
        out += ", but " +
               (count > 1 ? std::to_string(count) + " spans are over the limit, the worst: " : std::string()) +
               rowPlace(*worst) + (count > 1 ? " with " : " still spans ") +
               bytesAgainstLimit(worst->span, result.rules.rules.maxSpanBytes);
    }
    return out + ". " + coresHint(result.graph->operations[opIndex], audit, result.graph->sencores()) +
           unknownInputs(result, opIndex);
}

std::string conflictHeadline(const GraphResult &result, std::size_t opIndex)
{
    const Conflict *conflict = conflictOf(result, opIndex);
    std::string out = "Conflict: " + (conflict != nullptr ? conflictSentence(*result.graph, *conflict) : "") + ".";
    if (const AuditRow *worst = worstOver(result.audits[opIndex])) {
        out += " Untiled, " + rowPlace(*worst) + " spans " +
               bytesAgainstLimit(worst->span, result.rules.rules.maxSpanBytes) + ".";
    }
    return out;
}

/// Why nothing can be said of an op that single log lines tell of.
std::string loneReason(const GraphResult &result, std::size_t opIndex)
{
    return result.graph->operations[opIndex].layout ? "inputs not told; the output fits" : "shape not told";
}

/// The contradictions of an op, joined.
std::string contradictionsText(const GraphResult &result, std::size_t opIndex)
{
    std::string out;
    for (const Contradiction &contradiction : contradictionsOf(result, opIndex)) {
        out += (out.empty() ? "" : "; ") + contradictionSentence(contradiction);
    }
    return out;
}

/// What follows from numbers that cannot all be true, and why it means nothing.
std::string meaninglessHeadline(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    std::string taken = "not tiled";
    if (!result.audits[opIndex].splits.empty() || analysis.outcome == Outcome::Planned) {
        taken = howTiled(result, opIndex);
    } else if (analysis.outcome == Outcome::Unsupported) {
        taken = "unsupported";
    }
    return "Unknown: its numbers contradict each other: " + contradictionsText(result, opIndex) +
           ". Taken as they stand it is " + taken + ", which means nothing.";
}

std::string unknownHeadline(const GraphResult &result, std::size_t opIndex)
{
    if (isMeaningless(result, opIndex)) {
        return meaninglessHeadline(result, opIndex);
    }
    const OpAnalysis &analysis = result.analyses[opIndex];
    const OpAudit &audit = result.audits[opIndex];
    if (const InferredFact *why = incompleteness(*result.graph, opIndex)) {
        return "Unknown: this op cannot be judged, " + why->how + "." +
               (isNothingKnown(audit) ? std::string()
                                      : " As far as it is told, " + worstText(audit, result.rules.rules) + ".");
    }
    if (const Operation *producer = undecidedProducer(result, opIndex)) {
        return "Unknown: " + howTiled(result, opIndex) + ", but nothing is decided of " + producer->name +
               ", which it reads: whether both can share a loop is not known.";
    }
    if (inputsUnknown(*result.graph, opIndex)) {
        return result.graph->operations[opIndex].layout
                   ? "Unknown: its inputs are not in the log. As far as the output goes, " +
                         worstText(audit, result.rules.rules) + "."
                   : "Unknown: the log names this op but tells no shape, so nothing can be computed.";
    }
    const std::string missing = "Not computed: " + unknownSentence(analysis, audit) + ".";
    if (isNothingKnown(audit)) {
        return "Unknown: no span could be computed. " + missing;
    }
    const bool plain = audit.splits.empty() && analysis.code == Code::NoOverflow;
    return "Unknown: " + (plain ? std::string() : howTiled(result, opIndex) + "; ") +
           "it fits as far as can be computed (" + worstText(audit, result.rules.rules) + "). " + missing;
}

std::string skippedHeadline(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    const OpAudit &audit = result.audits[opIndex];
    std::string out = "Skipped: " + (analysis.code ? codeSentence(*analysis.code) : "not looked at") + ".";
    if (audit.worstSpan > 0) {
        out += " " + capitalised(worstText(audit, result.rules.rules)) + ".";
    }
    return out;
}

std::string shortUnsupported(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    if (analysis.code == Code::TooManyDims) {
        return std::to_string(analysis.searchDims.size()) + " dims to tile, at most " +
               std::to_string(result.rules.rules.maxTileDims) + " are searched";
    }
    std::vector<std::string> parts;
    for (const SplitTable &table : analysis.tables) {
        if (table.error || table.legal.size() <= 1) {
            parts.push_back(tableSentence(table, result.rules.rules));
        }
    }
    if (!parts.empty()) {
        return parts.front();
    }
    const auto cause = causeOf(result, opIndex);
    if (cause && cause->kind == CauseKind::Validation && cause->wouldFit) {
        return levelsText(cause->wouldFit->levels) + " fits, but the final check refuses it";
    }
    return analysis.code ? codeSentence(*analysis.code) : "";
}

std::string shortResidual(const GraphResult &result, std::size_t opIndex)
{
    const OpAudit &audit = result.audits[opIndex];
    const AuditRow *worst = decidingOver(audit);
    if (worst == nullptr) {
        return "";
    }
    return rowPlace(*worst) + " " + ratioText(worst->span, result.rules.rules.maxSpanBytes) + ": " +
           coresSentence(audit.coresNeeded, audit.coreFactors, result.graph->sencores());
}

std::string shortConflict(const GraphResult &result, std::size_t opIndex)
{
    const Conflict *conflict = conflictOf(result, opIndex);
    if (conflict == nullptr) {
        return "";
    }
    switch (conflict->code) {
    case ConflictCode::ReadsClosedGroup:
        return "reads " + listed(conflict->producers) + " of a closed group";
    case ConflictCode::ReadsManualHint:
        return "reads " + listed(conflict->producers) + " with manual hints";
    case ConflictCode::ReadsOpenRun:
        return "reads " + listed(conflict->producers) + " but cannot share its loop";
    case ConflictCode::ReadsJoinedProducer:
        return "reads " + listed(conflict->producers) + ", already joined by a reduction";
    case ConflictCode::NoSingleLoopVar:
        return "dim " + std::to_string(conflict->hostDim.index) + " has no single loop variable";
    }
    return "";
}

} // namespace

std::string headline(const GraphResult &result, std::size_t opIndex)
{
    if (opIndex >= result.analyses.size() || opIndex >= result.audits.size()) {
        return "Not analysed.";
    }
    const OpAudit &audit = result.audits[opIndex];
    const Rules &rules = result.rules.rules;
    switch (verdictOf(result, opIndex)) {
    case Verdict::Unsupported:
        return unsupportedHeadline(result, opIndex);
    case Verdict::Conflict:
        return conflictHeadline(result, opIndex);
    case Verdict::ResidualRisk:
        return residualHeadline(result, opIndex);
    case Verdict::Unknown:
        return unknownHeadline(result, opIndex);
    case Verdict::Planned:
        return capitalised(howTiled(result, opIndex)) + "; " + worstText(audit, rules) + "." +
               unknownInputs(result, opIndex);
    case Verdict::Fits:
        return "Fits: " + worstText(audit, rules) + "; no tiling is needed.";
    case Verdict::Skipped:
        return skippedHeadline(result, opIndex);
    }
    return "";
}

std::string splitsInForceText(const GraphResult &result, std::size_t opIndex, const DimAliases &aliases)
{
    const std::vector<Level> &inForce = result.audits.at(opIndex).splits;
    const std::vector<Level> &own = result.analyses.at(opIndex).levels;
    const bool applied = !inForce.empty() || own.empty();
    return applied ? levelsText(inForce, aliases) : "(" + levelsText(own, aliases) + ")";
}

std::string spansOverTitle(const GraphResult &result, std::size_t opIndex)
{
    return forbidsCompile(verdictOf(result, opIndex)) || isReportedRisk(result, opIndex) ? "Spans over the limit"
                                                                                         : "Residual risk";
}

std::string shortReason(const GraphResult &result, std::size_t opIndex)
{
    if (opIndex >= result.analyses.size() || opIndex >= result.audits.size()) {
        return "not analysed";
    }
    const OpAnalysis &analysis = result.analyses[opIndex];
    if (!isMeaningless(result, opIndex) && (analysis.asReported || isReportedRisk(result, opIndex))) {
        return reportedReason(result, opIndex);
    }
    switch (verdictOf(result, opIndex)) {
    case Verdict::Unsupported:
        return shortUnsupported(result, opIndex);
    case Verdict::Conflict:
        return shortConflict(result, opIndex);
    case Verdict::ResidualRisk:
        return shortResidual(result, opIndex);
    case Verdict::Unknown:
        if (const InferredFact *why = incompleteness(*result.graph, opIndex)) {
            return "cannot be judged: " + why->how;
        }
        if (const Operation *producer = undecidedProducer(result, opIndex)) {
            return "reads " + producer->name + ", of which nothing is decided";
        }
        if (isMeaningless(result, opIndex)) {
            return "contradictory: " + contradictionsText(result, opIndex);
        }
        return inputsUnknown(*result.graph, opIndex)
                   ? loneReason(result, opIndex)
                   : "not computed: " + unknownSentence(analysis, result.audits[opIndex]);
    case Verdict::Planned:
        return analysis.manual ? "manual hints" : analysis.reason;
    case Verdict::Fits:
        return analysis.outcome == Outcome::Planned ? analysis.reason : "no span over the limit";
    case Verdict::Skipped:
        return analysis.code ? codeSentence(*analysis.code) : "";
    }
    return "";
}

} // namespace spanscope
