#include "app/cli/plan_document.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace spanscope::cli {

namespace {

constexpr std::size_t kMostEntries = 10'000'000; ///< of any list; what a file can hold is bounded by its size

/// A member that has to be there, but may be null.
std::optional<JsonNode> optionalMember(const JsonNode &node, const char *key)
{
    if (!node.value().contains(key)) {
        node.fail("\"" + std::string(key) + "\" is missing");
    }
    return node.find(key);
}

std::vector<Level> levelsOf(const JsonNode &node)
{
    std::vector<Level> levels;
    node.forEach(kMostEntries, [&levels](const JsonNode &entry) {
        Level level;
        const JsonNode dim = entry.at("host_dim");
        const Int index = dim.integerAtLeast(0);
        if (index > std::numeric_limits<int>::max()) {
            dim.fail("no tensor has a dim " + std::to_string(index));
        }
        level.hostDim = HostDim{static_cast<int>(index)};
        level.splitCount = entry.at("split_count").integerAtLeast(1);
        level.isReduction = entry.at("is_reduction").boolean();
        levels.push_back(level);
    });
    return levels;
}

Outcome outcomeOf(const JsonNode &node)
{
    const std::string name = node.text();
    for (const Outcome outcome : {Outcome::Planned, Outcome::None, Outcome::Unsupported}) {
        if (name == outcomeName(outcome)) {
            return outcome;
        }
    }
    node.fail("must be planned, none or unsupported, is \"" + name.substr(0, 80) + "\"");
}

Int worstOf(const JsonNode &residual)
{
    Int worst = 0;
    residual.forEach(kMostEntries,
                     [&worst](const JsonNode &row) { worst = std::max(worst, row.at("span").integerAtLeast(0)); });
    return worst;
}

PlannedOp operationOf(const JsonNode &node)
{
    PlannedOp op;
    op.name = node.at("name").text();
    const JsonNode outcome = node.at("outcome");
    op.outcome = outcomeOf(outcome);
    if (const auto code = optionalMember(node, "code")) {
        op.code = code->text();
    }
    const JsonNode levels = node.at("levels");
    op.levels = levelsOf(levels);
    if ((op.outcome == Outcome::Planned) == op.levels.empty()) {
        levels.fail(op.levels.empty() ? "a planned op has at least one level" : "only a planned op has levels");
    }
    op.worstResidual = worstOf(node.at("residual"));
    if (const auto cores = optionalMember(node, "cores_needed")) {
        op.coresNeeded = cores->integerAtLeast(1);
    }
    return op;
}

std::vector<std::pair<std::string, std::string>> rulesOf(const Rules &rules)
{
    const auto word = [](bool on) { return on ? "true" : "false"; };
    return {{"preset", rules.preset},
            {"max_span_bytes", std::to_string(rules.maxSpanBytes)},
            {"max_tile_dims", std::to_string(rules.maxTileDims)},
            {"max_splits_per_dim", std::to_string(rules.maxSplitsPerDim)},
            {"max_tile_combos", std::to_string(rules.maxTileCombos)},
            {"max_auto_split", std::to_string(rules.maxAutoSplit)},
            {"reduction_join", word(rules.reductionJoin)},
            {"validation_divides_twice", word(rules.validationDividesTwice)}};
}

std::vector<std::pair<std::string, std::string>> rulesOf(const JsonNode &node)
{
    constexpr std::array<const char *, 5> kNumbers{"max_span_bytes", "max_tile_dims", "max_splits_per_dim",
                                                   "max_tile_combos", "max_auto_split"};
    std::vector<std::pair<std::string, std::string>> rules;
    rules.emplace_back("preset", node.at("preset").text());
    for (const char *name : kNumbers) {
        rules.emplace_back(name, std::to_string(node.at(name).integerAtLeast(0)));
    }
    for (const char *name : {"reduction_join", "validation_divides_twice"}) {
        rules.emplace_back(name, node.at(name).boolean() ? "true" : "false");
    }
    return rules;
}

/// The operations by name, so that groups and conflicts can be put to them.
class ByName
{
public:
    explicit ByName(std::vector<PlannedOp> &operations)
        : m_operations(operations)
    {
    }

    void add(const JsonNode &node)
    {
        PlannedOp op = operationOf(node);
        const auto [at, isNew] = m_places.emplace(op.name, m_operations.size());
        if (!isNew) {
            node.at("name").fail("the name \"" + op.name + "\" is taken already by /operations/" +
                                 std::to_string(at->second));
        }
        m_operations.push_back(std::move(op));
    }

    PlannedOp &at(const JsonNode &name)
    {
        const auto known = m_places.find(name.text());
        if (known == m_places.end()) {
            name.fail("no op is named \"" + name.text() + "\"");
        }
        return m_operations[known->second];
    }

private:
    std::vector<PlannedOp> &m_operations;
    std::map<std::string, std::size_t> m_places;
};

} // namespace

PlanDocument planOf(const GraphResult &result)
{
    PlanDocument plan;
    const Graph &graph = *result.graph;
    plan.graph = graph.name;
    plan.rules = rulesOf(result.rules.rules);
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        const OpAnalysis &analysis = result.analyses[i];
        PlannedOp &op = plan.operations.emplace_back();
        op.name = graph.operations.at(i).name;
        op.outcome = analysis.outcome;
        op.code = analysis.code ? codeName(*analysis.code) : "";
        op.levels = analysis.levels;
        for (const AuditRow &row : result.audits[i].rows) {
            op.worstResidual = row.over ? std::max(op.worstResidual, row.span) : op.worstResidual;
        }
        op.coresNeeded = result.audits[i].coresNeeded;
        for (const Conflict &conflict : result.groups.conflictsOf(i)) {
            op.conflicts.emplace_back(conflictName(conflict.code));
        }
    }
    for (const Group &group : result.groups.groups) {
        const auto names = std::make_shared<std::vector<std::string>>();
        for (const GroupMember &member : group.members) {
            names->push_back(graph.operations.at(member.opIndex).name);
        }
        for (const GroupMember &member : group.members) {
            plan.operations.at(member.opIndex).group = names;
        }
    }
    const Compiles compiles = compilesOf(result);
    plan.compiles = compiles == Compiles::Unknown ? std::nullopt : std::optional(compiles == Compiles::Yes);
    return plan;
}

PlanDocument readPlan(const nlohmann::json &document, const DocumentPlace &place)
{
    const JsonNode root(document, JsonStep{}, place);
    const JsonNode format = root.at("format");
    if (format.text() != "spyre-span-plan") {
        format.fail("must be \"spyre-span-plan\", is \"" + format.text().substr(0, 80) + "\"");
    }
    const JsonNode version = root.at("version");
    if (version.integer() != 1) {
        version.fail("version " + std::to_string(version.integer()) + " is not known, only 1");
    }
    PlanDocument plan;
    plan.graph = root.at("graph").text();
    plan.rules = rulesOf(root.at("rules"));
    ByName byName(plan.operations);
    root.at("operations").forEach(kMostEntries, [&byName](const JsonNode &op) { byName.add(op); });
    root.at("groups").forEach(kMostEntries, [&byName](const JsonNode &group) {
        const auto names = std::make_shared<std::vector<std::string>>();
        const JsonNode ops = group.at("ops");
        ops.forEach(kMostEntries, [&names](const JsonNode &name) { names->push_back(name.text()); });
        ops.forEach(kMostEntries, [&](const JsonNode &name) { byName.at(name).group = names; });
    });
    root.at("conflicts").forEach(kMostEntries, [&byName](const JsonNode &conflict) {
        byName.at(conflict.at("op")).conflicts.push_back(conflict.at("code").text());
    });
    if (const auto compiles = optionalMember(root, "compiles")) {
        plan.compiles = compiles->boolean();
    }
    return plan;
}

} // namespace spanscope::cli
