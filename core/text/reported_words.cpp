/// What to say where an artefact leaves something open: never more than it tells.

#include "core/graph/knowledge.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

std::string atLine(const ReportedFact &fact)
{
    return fact.line > 0 ? "line " + std::to_string(fact.line) : "the log";
}

std::string detail(const ReportedFact &fact, const std::string &key)
{
    const auto it = fact.details.find(key);
    return it == fact.details.end() ? std::string() : it->second;
}

/// Without the full stop at the end, on one line.
std::string clause(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && (text.back() == '.' || text.back() == ' ')) {
        text.pop_back();
    }
    return text;
}

/// `382.812 MB per core` as the line printed it.
std::string reportedSpan(const ReportedFact &fact)
{
    const std::string megabytes = detail(fact, "span_mb");
    if (!megabytes.empty()) {
        return megabytes + " MB per core";
    }
    const auto best = fact.figures.find("best_span");
    return best == fact.figures.end() ? "a span over the limit" : exactBytes(best->second);
}

/// What the compiler would do if the known tensor were the output and there were no inputs.
std::string assumedDecision(const GraphResult &result, std::size_t opIndex)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    const Rules &rules = result.rules.rules;
    if (analysis.outcome == Outcome::Planned) {
        const Int worst = audit(*result.graph, opIndex, analysis.levels, rules, &analysis).worstSpan;
        return tilesText(analysis.levels) + " would do (worst span then " +
               bytesAgainstLimit(worst, rules.maxSpanBytes) + ")";
    }
    if (analysis.outcome == Outcome::Unsupported) {
        const auto cause = causeOf(result, opIndex);
        std::string why = cause ? causeSentence(*cause, *result.graph, opIndex, analysis, rules) : std::string();
        return "the planner would refuse it (" + (cause ? causeWord(cause->kind) : "no plan") + ")" +
               (why.empty() ? "" : ": " + clause(why));
    }
    const OpAudit &audit = result.audits[opIndex];
    return audit.worstSpan > 0 ? "the planner would leave it untiled: its worst span is " +
                                     bytesAgainstLimit(audit.worstSpan, rules.maxSpanBytes)
                               : "nothing can be recomputed";
}

} // namespace

std::string reportedRefusalHeadline(const GraphResult &result, std::size_t opIndex)
{
    const ReportedFact *refusal = reportedRefusal(*result.graph, opIndex);
    std::string out = "Unsupported, as reported by the log";
    if (refusal != nullptr) {
        out += " (" + atLine(*refusal) + ": " + clause(detail(*refusal, "message")) + ")";
    }
    const Operation &op = result.graph->operations.at(opIndex);
    if (!op.layout) {
        return out + ". Its shape is not in the log, so nothing can be recomputed.";
    }
    return out + ". Its inputs are not in the log. Its output alone gives no reason: the inputs, or other rules, must.";
}

std::string reportedRiskHeadline(const GraphResult &result, std::size_t opIndex)
{
    const Graph &graph = *result.graph;
    const Operation &op = graph.operations.at(opIndex);
    std::string out = "Residual risk";
    if (const ReportedFact *over = reportedOverLimit(graph, opIndex)) {
        out += ", as reported by the log: " + atLine(*over) + " tells " + reportedSpan(*over) + " for ";
        out += tensorUnnamed(graph, opIndex) ? "a tensor of " + op.name + " that it does not name" : op.name;
    }
    if (!op.layout) {
        return out + ". Its shape is not in the log, so nothing can be recomputed.";
    }
    const bool unnamed = tensorUnnamed(graph, opIndex);
    out += unnamed ? ". If that is its output, " : ". Its inputs are unknown; as far as the output goes, ";
    return out + assumedDecision(result, opIndex) + ".";
}

std::string reportedReason(const GraphResult &result, std::size_t opIndex)
{
    const Graph &graph = *result.graph;
    const Operation &op = graph.operations.at(opIndex);
    if (result.analyses[opIndex].asReported) {
        const ReportedFact *refusal = reportedRefusal(graph, opIndex);
        const std::string why = refusal == nullptr ? "" : clause(detail(*refusal, "message"));
        return "as reported by the log: " + why + (op.layout ? "" : "; shape unknown");
    }
    const ReportedFact *over = reportedOverLimit(graph, opIndex);
    return "as reported by the log: " + (over == nullptr ? "a span over the limit" : reportedSpan(*over)) +
           (tensorUnnamed(graph, opIndex) ? ", tensor not named" : "");
}

std::string moreToLog()
{
    return "log the pass dumps (SPYRE_INDUCTOR_LOG=1 SPYRE_INDUCTOR_LOG_LEVEL=DEBUG "
           "SPYRE_LOG_PASSES=assign_dim_hints) or capture the graph (capture-module), and open that";
}

std::string compilesSentence(const GraphResult &result)
{
    switch (compilesOf(result)) {
    case Compiles::Yes:
        return "It compiles.";
    case Compiles::No:
        for (std::size_t i = 0; i < result.graph->operations.size(); ++i) {
            if (forbidsCompile(verdictOf(result, i))) {
                return "It does not compile.";
            }
        }
        return "Taken as its numbers stand, it does not compile.";
    case Compiles::Unknown:
        break;
    }
    Int generated = 0;
    Int lone = 0;
    Int incomplete = 0;
    Int contradictory = 0;
    for (std::size_t i = 0; i < result.graph->operations.size(); ++i) {
        contradictory += isMeaningless(result, i) ? 1 : 0;
        generated += result.graph->operations[i].relayoutable ? 0 : 1;
        const bool isIncomplete = incompleteness(*result.graph, i) != nullptr;
        incomplete += isIncomplete ? 1 : 0;
        lone += !isIncomplete && inputsUnknown(*result.graph, i) ? 1 : 0;
    }
    if (incomplete > 0) {
        return "Whether it compiles is not known: " + counted(incomplete, "op", "ops") +
               " cannot be judged by what is told.";
    }
    const InferredFact *missing = missingOperations(*result.graph);
    if (missing != nullptr && generated == 0) {
        return "Whether it compiles is not known: " + missing->how + ".";
    }
    if (contradictory > 0) {
        return "Whether it compiles is not known: the numbers of " + counted(contradictory, "op", "ops") +
               " contradict each other.";
    }
    if (lone > 0) {
        return "Whether it compiles is not known: " +
               counted(lone, "op is known from single log lines only", "ops are known from single log lines only") +
               ".";
    }
    if (generated == 0) {
        return "Whether it compiles is not known: a decision could not be computed.";
    }
    return "What the planner decided is not known: " + counted(generated, "op comes", "ops come") +
           " from generated code, which shows spans but not the layouts that were planned with." +
           (missing == nullptr ? std::string() : " Ops may be missing: " + missing->how + ".");
}

std::string inferredKinds(const Graph &graph)
{
    std::vector<std::pair<std::string, Int>> counts;
    for (const InferredFact &fact : graph.inferred) {
        const auto known =
            std::find_if(counts.begin(), counts.end(), [&fact](const auto &entry) { return entry.first == fact.what; });
        if (known == counts.end()) {
            counts.emplace_back(fact.what, 1);
        } else {
            ++known->second;
        }
    }
    std::vector<std::string> parts;
    for (const auto &[what, count] : counts) {
        parts.push_back(what + (count > 1 ? " (" + std::to_string(count) + ")" : ""));
    }
    return parts.empty() ? "" : "Inferred, not told: " + listed(parts) + ".";
}

std::string inferredSentence(const Graph &graph)
{
    const std::string kinds = inferredKinds(graph);
    return kinds.empty() ? kinds : kinds + " `explain` says how, op by op.";
}

} // namespace spanscope
