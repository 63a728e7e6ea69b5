/// The `spyre-span-plan` document.

#include "core/exporters/document.h"
#include "core/exporters/json_values.h"
#include "core/graph/knowledge.h"
#include "core/text/joint.h"

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

Value contradictionsValue(std::span<const Contradiction> contradictions)
{
    Value out = Value::array();
    for (const Contradiction &contradiction : contradictions) {
        out.push_back({{"source", contradiction.tensor.toString()},
                       {"place", contradiction.place},
                       {"reason", contradictionSentence(contradiction)},
                       {"meaningless", contradiction.decisive}});
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
    if (const auto contradictions = contradictionsOf(result, opIndex); !contradictions.empty()) {
        out["contradictions"] = contradictionsValue(contradictions);
    }
    if (options.fits || options.trace) {
        out["fits"] = json::fitsValue(exportFits(result, opIndex));
    }
    if (options.trace) {
        const bool kept = !analysis.combos.empty() || analysis.tables.empty();
        addTrace(out, kept ? analysis : analyse(*result.graph, opIndex, result.rules.rules, {true}),
                 result.rules.rules);
    }
    return out;
}

/// Writes the parts of a list or an object with commas between them.
class Series
{
public:
    explicit Series(const TextSink &write)
        : m_write(write)
    {
    }
    void add(std::string_view text)
    {
        m_write(m_first ? "" : ",");
        m_write(text);
        m_first = false;
    }

private:
    const TextSink &m_write;
    bool m_first = true;
};

/// A group may hold every op of the graph: it is written member by member.
void writeGroup(const Graph &graph, const Group &group, const TextSink &write)
{
    const auto nameOf = [&graph](const GroupMember &member) {
        return json::dumped(Value(graph.operations.at(member.opIndex).name));
    };
    write("{\"ops\":[");
    Series ops(write);
    for (const GroupMember &member : group.members) {
        ops.add(nameOf(member));
    }
    write("],\"levels\":");
    write(json::dumped(json::groupLevelsValue(group)));
    write(",\"dim_hints\":{");
    Series hints(write);
    for (const GroupMember &member : group.members) {
        hints.add(nameOf(member) + ":" + json::dumped(json::hintsValue(member.hints)));
    }
    write("},\"ended_by\":");
    write(
        json::dumped(Value{{"why", runEndName(group.end)},
                           {"op", group.endedBy ? Value(graph.operations.at(*group.endedBy).name) : Value(nullptr)}}));
    write("}");
}

/// What SpanScope suggests instead of a conflict; null when there is nothing.
Value jointValue(const GraphResult &result, const JointAnswer &joint)
{
    if (!joint.fit) {
        return nullptr;
    }
    Value members = Value::array();
    for (const JointMember &member : joint.fit->members) {
        members.push_back(
            {{"op", result.graph->operations.at(member.opIndex).name}, {"levels", json::levelsValue(member.levels)}});
    }
    Value left = Value::array();
    for (const JointLeft &entry : joint.fit->left) {
        Value row = {{"op", result.graph->operations.at(entry.opIndex).name}};
        row.update(json::rowValue(entry.row));
        left.push_back(std::move(row));
    }
    return {{"members", std::move(members)},
            {"tiles", joint.fit->tiles},
            {"worst_span", joint.fit->worstSpan},
            {"complete", joint.fit->isComplete()},
            {"residual", std::move(left)}};
}

/// Suggestions are searched for the first ops in conflict only.
void writeConflicts(const GraphResult &result, const TextSink &write)
{
    constexpr std::size_t kMostJointSearches = 200;
    std::size_t searched = 0;
    std::size_t last = result.analyses.size();
    Value joint;
    std::string sentence;
    Series conflicts(write);
    for (const Conflict &conflict : result.groups.conflicts) {
        Value out{{"op", result.graph->operations.at(conflict.opIndex).name},
                  {"code", conflictName(conflict.code)},
                  {"producers", conflict.producers},
                  {"message", compilerMessage(*result.graph, conflict)}};
        if (conflict.opIndex != last && searched < kMostJointSearches) {
            const JointAnswer answer = jointFit(result, conflict.opIndex);
            joint = jointValue(result, answer);
            sentence = jointSentence(result, answer);
            last = conflict.opIndex;
            ++searched;
        }
        if (conflict.opIndex == last) {
            out["suggestion"] = joint;
            out["suggestion_text"] = sentence;
        }
        conflicts.add(json::dumped(out));
    }
}

} // namespace

std::string opJson(const GraphResult &result, std::size_t opIndex, const PlanJsonOptions &options)
{
    Value out = opValue(result, opIndex, options);
    if (Value reported = options.reported ? json::reportedValue(result, opIndex) : Value(); !reported.empty()) {
        out["reported"] = std::move(reported);
    }
    return json::dumped(out);
}

void writePlanJson(const GraphResult &result, const PlanJsonOptions &options, const TextSink &write)
{
    write("{\"format\":\"spyre-span-plan\",\"version\":1,\"graph\":");
    write(json::dumped(Value(result.graph->name)));
    write(",\"rules\":");
    write(json::dumped(json::rulesValue(result.rules.rules)));
    write(",\"operations\":[");
    Series operations(write);
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        operations.add(opJson(result, i, options));
    }
    write("],\"groups\":[");
    Series groups(write);
    for (const Group &group : result.groups.groups) {
        groups.add("");
        writeGroup(*result.graph, group, write);
    }
    write("],\"conflicts\":[");
    writeConflicts(result, write);
    write("],\"compiles\":");
    const Value compiles = compilesValue(result);
    write(json::dumped(compiles));
    if (compiles.is_null()) {
        write(",\"compiles_message\":");
        write(json::dumped(compilesSentence(result)));
    }
    write("}");
}

std::string planJson(const GraphResult &result, const PlanJsonOptions &options)
{
    std::string out;
    writePlanJson(result, options, [&out](std::string_view text) { out += text; });
    return out;
}

} // namespace spanscope
