/// What a person can do next.

#include "core/graph/knowledge.h"
#include "core/text/joint.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

const Fit *firstOf(const Fits &fits, FitKind kind)
{
    const auto it =
        std::find_if(fits.fits.begin(), fits.fits.end(), [kind](const Fit &fit) { return fit.kind == kind; });
    return it == fits.fits.end() ? nullptr : &*it;
}

std::string hintSentence(const Fit &fit, const Rules &rules)
{
    const std::string worst =
        fit.worstSpan == 0 ? "no span left" : "worst span " + bytesAgainstLimit(fit.worstSpan, rules.maxSpanBytes);
    return "A manual spyre_hint of " + levelsText(fit.levels) + " (" + counted(fit.tiles, "tile", "tiles") + ", " +
           worst + ")";
}

std::string everySpan(const Fits &fits)
{
    return fits.inputsUnknown ? "every known span" : "every span of the op";
}

std::string unsupportedStep(const GraphResult &result, std::size_t opIndex, const Fits &fits)
{
    const Rules &rules = result.rules.rules;
    const Fit *complete = firstOf(fits, FitKind::Complete);
    const Fit *covered = firstOf(fits, FitKind::Covered);
    if (result.analyses[opIndex].asReported) {
        return capitalised(moreToLog()) + ": then it can be recomputed.";
    }
    if (complete != nullptr) {
        std::string out = hintSentence(*complete, rules) + " clears " + everySpan(fits);
        if (complete->tiles > rules.maxAutoSplit) {
            out += "; expect one kernel per tile, so weigh it against padding or reshaping the tensor";
        }
        return out + ".";
    }
    if (covered != nullptr) {
        return hintSentence(*covered, rules) + " clears what the compiler checks; the other spans need more cores.";
    }
    const auto cause = causeOf(result, opIndex);
    if (cause && cause->kind == CauseKind::StickAlignment && cause->blockedBy) {
        if (cause->blockedBy->stick != StickFailure::Cut) {
            return "Padding does not help: give " + tensorText(cause->blockedBy->tensor) +
                   " a layout in which one of its dims carries the stick, for instance by a copy before this op.";
        }
        return "Pad " + dimText(cause->blockedBy->tensorDim) + " of " + tensorText(cause->blockedBy->tensor) +
               " so that a tile is a multiple of " + std::to_string(cause->blockedBy->elemsPerStick) +
               " elements, or give the tensor another layout.";
    }
    if (fits.overflowed || (cause && cause->overflowed)) {
        return "Which splits would fit could not be computed: a size or product exceeds 63 bits.";
    }
    return "No split helps: change the shape or the layout, or tile the reduction.";
}

std::string conflictStep(const GraphResult &result, std::size_t opIndex)
{
    const std::span<const Conflict> conflicts = result.groups.conflictsOf(opIndex);
    if (conflicts.empty()) {
        return "";
    }
    const Conflict *const conflict = &conflicts.front();
    const Operation &op = result.graph->operations.at(opIndex);
    const bool joinable = conflict->code == ConflictCode::ReadsOpenRun && op.data && op.data->type == "Reduction";
    if (joinable && !result.rules.rules.reductionJoin) {
        return "Later torch-spyre versions let a reduction join its producer's loop: see the rule reduction_join. " +
               jointSentence(result, jointFit(result, opIndex));
    }
    if (conflict->code == ConflictCode::NoSingleLoopVar) {
        return "Tile another dim with a manual spyre_hint, or keep the two loop variables from being fused.";
    }
    const JointAnswer joint = jointFit(result, opIndex);
    const std::string suggestion = jointSentence(result, joint);
    if (joint.fit || !suggestion.empty()) {
        return suggestion + (joint.fit ? " The Python export writes it out." : "");
    }
    return "Put " + op.name + " and " + listed(conflict->producers) +
           " under one manual spyre_hint with the same splits.";
}

/// Ops that conflict because of what this one produces.
std::vector<std::string> readersInConflict(const GraphResult &result, std::size_t opIndex)
{
    const std::string &name = result.graph->operations.at(opIndex).name;
    std::vector<std::string> out;
    for (const std::size_t reader : result.graph->readersOf(name)) {
        for (const Conflict &conflict : result.groups.conflictsOf(reader)) {
            if (std::find(conflict.producers.begin(), conflict.producers.end(), name) != conflict.producers.end()) {
                out.push_back(result.graph->operations.at(reader).name);
                break;
            }
        }
    }
    return out;
}

/// An op that is fine by itself but whose splits its readers cannot take.
std::string producerStep(const std::vector<std::string> &readers)
{
    const bool one = readers.size() == 1;
    return "By itself nothing, but " + listed(shortened(readers, 8)) + (one ? " conflicts" : " conflict") +
           " with its tiles and so stops the compile: see the next step there.";
}

/// The same for an op that has something of its own to do.
std::string conflictNote(const GraphResult &result, std::size_t opIndex)
{
    const std::vector<std::string> readers = readersInConflict(result, opIndex);
    return readers.empty() ? ""
                           : " " + listed(shortened(readers, 8)) + (readers.size() == 1 ? " conflicts" : " conflict") +
                                 " with its tiles and so stops the compile: see the next step there.";
}

std::string residualStep(const GraphResult &result, std::size_t opIndex, const Fits &fits)
{
    const OpAudit &audit = result.audits[opIndex];
    const Int sencores = result.graph->sencores();
    std::string out;
    if (audit.reliesOnWorkDivision(sencores)) {
        // Where the artefact tells the cores there is nothing to look up.
        const std::string given = coreSplitsSentence(result.graph->operations.at(opIndex), audit);
        out = !given.empty() ? given
                             : "Check in the work_division log that it gets " +
                                   coresSentence(audit.coresNeeded, audit.coreFactors, sencores) + ".";
    } else {
        out = "Work Division cannot clear this.";
    }
    const Fit *complete = firstOf(fits, FitKind::Complete);
    if (complete == nullptr && !audit.reliesOnWorkDivision(sencores)) {
        out +=
            " No split that keeps the sticks whole does either: change the layout or the shape, or tile the reduction.";
    }
    if (complete != nullptr) {
        out += " " + hintSentence(*complete, result.rules.rules) + " clears " + everySpan(fits) + " without its help.";
    }
    return out;
}

/// For an op that the log tells of with a span over the limit and not much else.
std::string reportedStep(const GraphResult &result, std::size_t opIndex, const Fits &fits)
{
    const Rules &rules = result.rules.rules;
    const Fit *complete = firstOf(fits, FitKind::Complete);
    const std::string more = "To see its inputs, " + moreToLog() + ".";
    const OpAnalysis &analysis = result.analyses[opIndex];
    const std::string condition = tensorUnnamed(*result.graph, opIndex) ? "If the reported tensor is its output: " : "";
    if (analysis.outcome == Outcome::Planned) {
        const auto whole = std::find_if(fits.fits.begin(), fits.fits.end(), [&](const Fit &fit) {
            return fit.kind == FitKind::Complete && fit.levels == analysis.levels;
        });
        const std::string rest = whole != fits.fits.end() ? " and clears " + everySpan(fits) : "";
        return condition + (condition.empty() ? "Try " : "try ") + levelsText(analysis.levels) +
               ": it is what the planner chooses under these rules" + rest + ". " + more;
    }
    if (complete != nullptr) {
        std::string hint = hintSentence(*complete, rules) + " clears " + everySpan(fits) + ". " + more;
        hint.front() = condition.empty() ? 'A' : 'a';
        return condition + hint;
    }
    return capitalised(moreToLog()) + ".";
}

/// Whether a log told of a span over the limit although the plan fits.
bool wasReportedOver(const Graph &graph, std::size_t opIndex)
{
    const std::string &op = graph.operations.at(opIndex).name;
    return std::any_of(graph.reported.begin(), graph.reported.end(), [&op](const ReportedFact &fact) {
        return fact.op == op && (fact.kind == "work_division_span" || fact.kind == "cannot_satisfy");
    });
}

} // namespace

std::string nextStep(const GraphResult &result, std::size_t opIndex, const Fits &fits)
{
    switch (verdictOf(result, opIndex)) {
    case Verdict::Unsupported:
        return unsupportedStep(result, opIndex, fits);
    case Verdict::Conflict:
        return conflictStep(result, opIndex);
    case Verdict::ResidualRisk:
        if (isReportedRisk(result, opIndex)) {
            return reportedStep(result, opIndex, fits);
        }
        return residualStep(result, opIndex, fits) + conflictNote(result, opIndex);
    case Verdict::Unknown:
        if (incompleteness(*result.graph, opIndex) != nullptr) {
            return "Open a text that tells all of this op, or " + moreToLog() + ".";
        }
        if (isMeaningless(result, opIndex)) {
            return "Correct the graph where its numbers contradict each other: until then no answer about this op "
                   "means anything.";
        }
        if (inputsUnknown(*result.graph, opIndex)) {
            return capitalised(moreToLog()) + ": then it can be computed.";
        }
        return "Nobody can say yet whether this fits: give the layouts, sizes and indices that are missing (for "
               "symbolic sizes, those of one run), or look up its spans in the work_division log.";
    case Verdict::Planned:
    case Verdict::Fits:
    case Verdict::Skipped:
        break;
    }
    if (const std::vector<std::string> readers = readersInConflict(result, opIndex); !readers.empty()) {
        return producerStep(readers);
    }
    if (wasReportedOver(*result.graph, opIndex)) {
        return "This fits, but the log reports a span over the limit: that compile followed other rules (compare with "
               "the preset torch-spyre-2026-07) or other splits (try those that were inferred).";
    }
    return "Nothing to do.";
}

std::string nothingFitsSentence(const Fits &fits)
{
    if (fits.overflowed) {
        return "which splits would fit could not be computed: a size or product exceeds 63 bits";
    }
    if (fits.dims.empty()) {
        return "nothing: no split of an output dim moves the spans over the limit";
    }
    std::vector<std::string> dims;
    for (const HostDim dim : fits.dims) {
        dims.push_back(dimText(dim));
    }
    const std::string which = listed(shortened(dims, 8), "or");
    if (fits.looked == 0) {
        return "nothing: no split of " + which + " keeps the sticks whole";
    }
    const std::string looked = counted(static_cast<Int>(fits.looked), "combination", "combinations");
    return "nothing: no splits of " + which + ", at most three dims at once, keep the sticks whole and bring every " +
           "span within the limit (" +
           (fits.cutShort ? "the first " + looked + " looked at; there are more)"
                          : looked + " looked at, which are all)");
}

std::string neighboursSentence(const Graph &graph, std::size_t opIndex)
{
    constexpr std::size_t kShown = 9;
    if (inputsUnknown(graph, opIndex)) {
        return "inputs and readers unknown";
    }
    const Operation &op = graph.operations.at(opIndex);
    std::vector<std::string> reads;
    for (const Dep &read : op.reads) {
        if (std::find(reads.begin(), reads.end(), read.buffer) == reads.end()) {
            reads.push_back(read.buffer);
        }
    }
    std::vector<std::string> readers;
    for (const std::size_t reader : graph.readersOf(op.name)) {
        readers.push_back(graph.operations.at(reader).name);
    }
    std::string out = reads.empty() ? "reads nothing" : "reads " + listed(shortened(reads, kShown));
    out += readers.empty() ? "; no op reads it" : "; read by " + listed(shortened(readers, kShown));
    return graph.isOutput(op.name) ? out + "; a graph output" : out;
}

} // namespace spanscope
