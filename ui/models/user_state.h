#pragma once
/// Everything a person changes, as one value: what undo walks through and sessions keep.

#include "core/exporters/exporters.h"
#include "core/planner/rules.h"
#include "ui/models/levels_type.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace spanscope::ui {

/// Choices about one graph, by op name.
struct GraphChoices
{
    std::map<std::string, Levels> splits; ///< on the bench; an op without entry follows the plan
    std::set<std::string> followsPlan;    ///< ops that follow it although a log shows other tiles
    std::map<std::string, Levels> pins;   ///< kept as manual hints
    std::map<std::string, DimAliases> aliases;
    std::set<std::string> excludedGroups; ///< by the name of the first member
    bool operator==(const GraphChoices &) const = default;

    [[nodiscard]] std::optional<Levels> splitsOf(const std::string &op) const;
    [[nodiscard]] std::optional<Levels> pinOf(const std::string &op) const;
    [[nodiscard]] DimAliases aliasesOf(const std::string &op) const;
    [[nodiscard]] std::vector<Pin> pinList() const;
};

struct UserState
{
    RuleChoice rules;
    bool ignoreSwitches = true;         ///< show groups although the compile had the planner switched off
    std::map<int, GraphChoices> graphs; ///< by document id
    bool operator==(const UserState &) const = default;

    [[nodiscard]] const GraphChoices &graph(int document) const;
};

/// An alias set or, when empty, taken away.
[[nodiscard]] DimAliases withAlias(DimAliases aliases, HostDim dim, const std::string &alias);
/// The alias of a dim, empty when it has none.
[[nodiscard]] std::string aliasOf(const DimAliases &aliases, HostDim dim);

/// What an export takes from the choices, given the groups they refer to.
[[nodiscard]] ExportChoice exportChoice(const GraphChoices &choices, const GraphResult &result);

} // namespace spanscope::ui
