/// What an artefact reported of an op, beside what is recomputed here, as JSON.

#include "core/exporters/json_values.h"
#include "core/graph/knowledge.h"
#include "core/text/reported_sentences.h"

namespace spanscope::json {

namespace {

Value coresValue(const ReportedCores &cores)
{
    Value shares = Value::array();
    for (const ReportedCores::Share &share : cores.shares) {
        shares.push_back({{"symbol", share.symbol},
                          {"cores", share.cores},
                          {"range", share.range > 0 ? Value(share.range) : Value(nullptr)},
                          {"per_core", share.perCore > 0 ? Value(share.perCore) : Value(nullptr)}});
    }
    Value out{{"used", cores.used}, {"available", optionalInt(cores.available)}, {"shares", std::move(shares)}};
    if (cores.worstSpan > 0) {
        out["worst_span"] = cores.worstSpan;
        out["source"] = cores.worstTensor;
        out["device_dim"] = cores.worstDim;
        out["limit"] = cores.limit;
        out["over"] = cores.worstSpan > cores.limit;
    }
    out["message"] = coresWords(cores);
    return out;
}

Value figureValue(const Graph &graph, const ReportedFigure &figure)
{
    Value out{{"line", graph.reported.at(figure.fact).line},
              {"what", figure.what},
              {"tensor", figure.tensor},
              {"reported", figure.reported},
              {"reported_bytes", optionalInt(figure.reportedBytes)},
              {"recomputed", oursWords(figure)},
              {"recomputed_bytes", optionalInt(figure.oursBytes)},
              {"agreement", agreementName(figure.agreement)},
              {"formula", formulaName(figure.formula)},
              {"message", remarkWords(figure)}};
    if (figure.cores) {
        out["cores"] = coresValue(*figure.cores);
    }
    return out;
}

} // namespace

Value reportedValue(const GraphResult &result, std::size_t opIndex)
{
    Value out = Value::array();
    const Graph &graph = *result.graph;
    if (!isImported(graph)) {
        return out;
    }
    const bool shown = result.groups.disabledBy == DisabledBy::Nothing;
    const ReportedComparison comparison =
        compareReportedOf(graph, opIndex, result.rules.rules, shown ? &result.groups : nullptr);
    for (const ReportedFigure &figure : comparison.figures) {
        out.push_back(figureValue(graph, figure));
    }
    for (const AbortNote &note : comparison.aborts) {
        out.push_back({{"line", graph.reported.at(note.fact).line},
                       {"what", "abort"},
                       {"reported", note.what},
                       {"message", abortSentence(graph, note)}});
    }
    return out;
}

} // namespace spanscope::json
