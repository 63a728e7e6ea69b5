/// The `spyre-span-plan` document.

#include "core/exporters/document.h"
#include "core/exporters/json_values.h"
#include "core/graph/knowledge.h"

namespace spanscope {

using json::Value;

namespace {

Value messageValue(const GraphResult &result, const OpAnalysis &analysis)
{
    if (analysis.outcome == Outcome::Planned) {
        return nullptr;
    }
    std::string message = compilerMessage(*result.graph, analysis, result.rules.rules);
    const std::size_t op = analysis.opIndex;
    if (message.empty() && tensorUnnamed(*result.graph, op)) {
        message = headline(result, op);
    }
    if (message.empty() && analysis.code) {
        message = codeSentence(*analysis.code);
    }
    return message.empty() ? Value(nullptr) : Value(message);
}

Value causeValue(const GraphResult &result, const OpAnalysis &analysis)
{
    if (analysis.outcome != Outcome::Unsupported) {
        return nullptr;
    }
    const Rules &rules = result.rules.rules;
    const auto cause = causeOf(result, analysis.opIndex);
    if (!cause) {
        return nullptr;
    }
    return {{"kind", causeName(cause->kind)},
            {"detail", causeSentence(*cause, *result.graph, analysis.opIndex, analysis, rules)},
            {"would_fit", cause->wouldFit ? json::levelsValue(cause->wouldFit->levels) : Value(nullptr)}};
}

void addTrace(Value &out, const OpAnalysis &analysis, const Rules &rules)
{
    Value tables = Value::object();
    for (const SplitTable &table : analysis.tables) {
        Value entries = Value::array();
        for (const SplitEntry &entry : table.entries) {
            entries.push_back(json::splitEntryValue(entry, table.hostDim, rules));
        }
        tables[std::to_string(table.hostDim.index)] = std::move(entries);
    }
    out["split_table"] = std::move(tables);
    Value combos = Value::array();
    for (const ComboStep &step : analysis.combos) {
        combos.push_back(json::comboValue(step, rules));
    }
    out["combos"] = std::move(combos);
    out["not_tried"] = analysis.combosNotTried;
}

Value residualValue(const OpAudit &audit)
{
    Value out = Value::array();
    for (const AuditRow &row : audit.rows) {
        if (row.over) {
            out.push_back(json::rowValue(row));
        }
    }
    return out;
}

/// What the artefact left open about the op; nothing for graphs that leave nothing open.
void addOpenPoints(Value &out, const GraphResult &result, std::size_t opIndex)
{
    const Graph &graph = *result.graph;
    if (result.analyses.at(opIndex).asReported || isReportedRisk(result, opIndex)) {
        out["as_reported"] = true;
    }
    Value inferred = Value::array();
    for (const std::size_t i : graph.inferredOf(graph.operations.at(opIndex).name)) {
        const InferredFact &fact = graph.inferred[i];
        inferred.push_back({{"what", fact.what}, {"tensor", fact.tensor}, {"how", fact.how}, {"line", fact.line}});
    }
    if (!inferred.empty()) {
        out["inferred"] = std::move(inferred);
    }
}

Value compilesValue(const GraphResult &result)
{
    const Compiles compiles = compilesOf(result);
    return compiles == Compiles::Unknown ? Value(nullptr) : Value(compiles == Compiles::Yes);
}

/// What could not be computed; device_dim is null where that holds for a whole tensor.
Value unknownValue(const OpAudit &audit)
{
    Value out = Value::array();
    for (const AuditRow &row : audit.rows) {
        if (row.exactness == Exactness::Unknown) {
            out.push_back({{"source", row.tensor.toString()},
                           {"device_dim", row.wholeTensor ? Value(nullptr) : Value(row.deviceDim.index)},
                           {"reason", row.problem}});
        }
    }
    return out;
}

Value opValue(const GraphResult &result, std::size_t opIndex, const PlanJsonOptions &options)
{
    const OpAnalysis &analysis = result.analyses.at(opIndex);
    const OpAudit &audit = result.audits.at(opIndex);
    Value candidates = Value::array();
    for (const Candidate &candidate : analysis.candidates) {
        candidates.push_back(json::candidateValue(candidate));
    }
    Value skipped = Value::array();
    for (const SkippedCoordinate &coordinate : analysis.skipped) {
        skipped.push_back(json::skippedValue(coordinate));
    }
    Value splits = Value::object();
    for (const SplitTable &table : analysis.tables) {
        if (!table.error) {
            splits[std::to_string(table.hostDim.index)] = table.legal;
        }
    }
    Value out = {{"name", result.graph->operations.at(opIndex).name},
                 {"outcome", outcomeName(analysis.outcome)},
                 {"manual", analysis.manual},
                 {"code", analysis.code ? Value(codeName(*analysis.code)) : Value(nullptr)},
                 {"message", messageValue(result, analysis)},
                 {"levels", json::levelsValue(analysis.levels)},
                 {"cost", analysis.cost ? json::costValue(*analysis.cost) : Value(nullptr)},
                 {"reason", analysis.reason.empty() ? Value(nullptr) : Value(analysis.reason)},
                 {"candidates", std::move(candidates)},
                 {"skipped", std::move(skipped)},
                 {"splits", std::move(splits)},
                 {"cause", causeValue(result, analysis)},
                 {"cores_needed", json::optionalInt(audit.coresNeeded)},
                 {"residual", residualValue(audit)}};
    addOpenPoints(out, result, opIndex);
    if (audit.hasUnknown) {
        out["unknown"] = unknownValue(audit);
    }
    if (options.fits || options.trace) {
        out["fits"] = json::fitsValue(exportFits(result, opIndex));
    }
    if (options.trace) {
        addTrace(out, analysis, result.rules.rules);
    }
    return out;
}

Value groupValue(const Graph &graph, const Group &group)
{
    Value ops = Value::array();
    Value hints = Value::object();
    for (const GroupMember &member : group.members) {
        const std::string &name = graph.operations.at(member.opIndex).name;
        ops.push_back(name);
        hints[name] = json::hintsValue(member.hints);
    }
    return {{"ops", std::move(ops)}, {"levels", json::groupLevelsValue(group)}, {"dim_hints", std::move(hints)}};
}

} // namespace

std::string opJson(const GraphResult &result, std::size_t opIndex, const PlanJsonOptions &options)
{
    Value out = opValue(result, opIndex, options);
    if (Value reported = json::reportedValue(result, opIndex); !reported.empty()) {
        out["reported"] = std::move(reported);
    }
    return json::dumped(out);
}

std::string planJson(const GraphResult &result, const PlanJsonOptions &options)
{
    Value operations = Value::array();
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        operations.push_back(opValue(result, i, options));
    }
    Value groups = Value::array();
    for (const Group &group : result.groups.groups) {
        groups.push_back(groupValue(*result.graph, group));
    }
    Value conflicts = Value::array();
    for (const Conflict &conflict : result.groups.conflicts) {
        conflicts.push_back({{"op", result.graph->operations.at(conflict.opIndex).name},
                             {"code", conflictName(conflict.code)},
                             {"producers", conflict.producers},
                             {"message", compilerMessage(*result.graph, conflict)}});
    }
    Value out{{"format", "spyre-span-plan"},         {"version", 1},
              {"graph", result.graph->name},         {"rules", json::rulesValue(result.rules.rules)},
              {"operations", std::move(operations)}, {"groups", std::move(groups)},
              {"conflicts", std::move(conflicts)},   {"compiles", compilesValue(result)}};
    if (out["compiles"].is_null()) {
        out["compiles_message"] = compilesSentence(result);
    }
    return json::dumped(out);
}

} // namespace spanscope
