#include "ui/models/user_state.h"

#include <algorithm>

namespace spanscope::ui {

namespace {

std::optional<Levels> lookUp(const std::map<std::string, Levels> &map, const std::string &op)
{
    const auto found = map.find(op);
    return found == map.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::optional<Levels> GraphChoices::splitsOf(const std::string &op) const
{
    return lookUp(splits, op);
}

std::optional<Levels> GraphChoices::pinOf(const std::string &op) const
{
    return lookUp(pins, op);
}

DimAliases GraphChoices::aliasesOf(const std::string &op) const
{
    const auto found = aliases.find(op);
    return found == aliases.end() ? DimAliases{} : found->second;
}

std::vector<Pin> GraphChoices::pinList() const
{
    std::vector<Pin> list;
    for (const auto &[op, levels] : pins) {
        list.push_back(Pin{.op = op, .levels = levels});
    }
    return list;
}

const GraphChoices &UserState::graph(int document) const
{
    static const GraphChoices kNone;
    const auto found = graphs.find(document);
    return found == graphs.end() ? kNone : found->second;
}

DimAliases withAlias(DimAliases aliases, HostDim dim, const std::string &alias)
{
    std::erase_if(aliases, [dim](const auto &entry) { return entry.first == dim.index; });
    if (!alias.empty()) {
        aliases.emplace_back(dim.index, alias);
        std::sort(aliases.begin(), aliases.end());
    }
    return aliases;
}

std::string aliasOf(const DimAliases &aliases, HostDim dim)
{
    for (const auto &[index, alias] : aliases) {
        if (index == dim.index) {
            return alias;
        }
    }
    return {};
}

ExportChoice exportChoice(const GraphChoices &choices, const GraphResult &result)
{
    ExportChoice out;
    out.aliases = choices.aliases;
    out.pins = choices.pinList();
    const auto &groups = result.groups.groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::string &first = result.graph->operations.at(groups[i].members.front().opIndex).name;
        if (choices.excludedGroups.contains(first)) {
            out.excludedGroups.push_back(static_cast<int>(i));
        }
    }
    return out;
}

} // namespace spanscope::ui
