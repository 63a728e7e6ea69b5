/// The `spyre-hint-groups` document.

#include "core/exporters/exporters.h"
#include "core/exporters/json_values.h"
#include "core/exporters/pins.h"

namespace spanscope {

std::string hintGroupsJson(const GraphResult &result, const ExportChoice &choice)
{
    using json::Value;
    Value groups = Value::array();
    // No op is in two groups. The look-up of a key before it is added takes time with every key there is.
    std::vector<std::pair<const std::string, Value>> hints;
    for (const ExportGroup &group : exportGroups(result, choice)) {
        Value ops = Value::array();
        for (const GroupMember &member : group.members) {
            const std::string &name = result.graph->operations.at(member.opIndex).name;
            ops.push_back(name);
            hints.emplace_back(name, json::hintsValue(member.hints));
        }
        Group plain;
        plain.levels = group.levels;
        groups.push_back(Value::array({std::move(ops), json::groupLevelsValue(plain)}));
    }
    return json::dumped(Value{{"format", "spyre-hint-groups"},
                              {"version", 1},
                              {"graph", result.graph->name},
                              {"rules", json::rulesValue(result.rules.rules)},
                              {"groups", std::move(groups)},
                              {"dim_hints", json::objectOf(std::move(hints))}},
                        2) +
           "\n";
}

} // namespace spanscope
