#include "core/exporters/pins.h"

#include "core/base/input_error.h"
#include "core/planner/engine.h"
#include "core/text/words.h"

#include <algorithm>
#include <set>

namespace spanscope {

namespace {

Int nextFreeId(std::set<Int> &used)
{
    Int id = 1;
    while (used.contains(id)) {
        ++id;
    }
    used.insert(id);
    return id;
}

std::set<Int> usedIds(const GraphResult &result)
{
    std::set<Int> used;
    for (const Operation &op : result.graph->operations) {
        for (const DimHint &hint : op.dimHints) {
            used.insert(hint.hintId);
        }
    }
    for (const Group &group : result.groups.groups) {
        for (const GroupLevel &level : group.levels) {
            used.insert(level.hintId);
        }
    }
    return used;
}

std::string dimName(const ExportChoice &choice, const std::string &op, HostDim dim)
{
    const auto aliases = choice.aliases.find(op);
    if (aliases != choice.aliases.end()) {
        for (const auto &[index, alias] : aliases->second) {
            if (index == dim.index && !alias.empty()) {
                return alias;
            }
        }
    }
    return "D" + std::to_string(dim.index);
}

ExportGroup pinnedGroup(const GraphResult &result, const ExportChoice &choice, const Pin &pin, std::set<Int> &used)
{
    const auto opIndex = result.graph->operationIndex(pin.op);
    if (!opIndex) {
        throw InputError("", "", "no op is named " + pin.op);
    }
    const std::vector<HostDimInfo> dims = hostDims(*result.graph, *opIndex);
    ExportGroup group;
    group.pinned = true;
    GroupMember member;
    member.opIndex = *opIndex;
    for (const Level &level : pin.levels) {
        const auto info = std::find_if(dims.begin(), dims.end(),
                                       [&level](const HostDimInfo &entry) { return entry.dim == level.hostDim; });
        if (info == dims.end()) {
            throw InputError("", "", pin.op + " has no dim " + std::to_string(level.hostDim.index));
        }
        const Int id = nextFreeId(used);
        member.hints.push_back(
            {{dimName(choice, pin.op, level.hostDim)}, level.splitCount, info->symbol, level.isReduction, id});
        group.levels.push_back({id, level.splitCount, level.isReduction, level.hostDim});
    }
    try {
        (void)tileCount(pin.levels);
    } catch (const OverflowError &) {
        throw InputError("", "",
                         "the pin of " + pin.op + " asks for " + tileCountText(pin.levels) +
                             " tiles, more than 63 bits count");
    }
    group.members.push_back(std::move(member));
    group.memberLevels.push_back(pin.levels);
    return group;
}

/// The automatic groups when the pinned ops carry manual hints.
std::vector<Group> groupsAround(const GraphResult &result, const std::vector<ExportGroup> &pinned)
{
    if (pinned.empty()) {
        return result.groups.groups;
    }
    Graph graph = *result.graph;
    std::vector<OpAnalysis> analyses = result.analyses;
    for (const ExportGroup &pin : pinned) {
        const GroupMember &member = pin.members.front();
        graph.operations[member.opIndex].dimHints = member.hints;
        analyses.at(member.opIndex).manual = true;
    }
    graph.finish();
    // Groups already shown although a switch disables them stay shown.
    const bool shown = !result.groups.groups.empty();
    return group(graph, analyses, result.rules.rules, shown).groups;
}

bool isExcluded(const GraphResult &result, const ExportChoice &choice, const Group &group)
{
    return std::any_of(choice.excludedGroups.begin(), choice.excludedGroups.end(), [&](int excluded) {
        return std::any_of(group.members.begin(), group.members.end(), [&](const GroupMember &member) {
            return member.opIndex < result.groups.groupOf.size() && result.groups.groupOf[member.opIndex] == excluded;
        });
    });
}

void checkIds(const std::vector<ExportGroup> &groups)
{
    std::set<Int> seen;
    for (const ExportGroup &group : groups) {
        for (const GroupLevel &level : group.levels) {
            if (!seen.insert(level.hintId).second) {
                throw InputError("", "", "two groups share the hint id " + std::to_string(level.hintId));
            }
        }
    }
}

} // namespace

const Pin *pinOf(const ExportChoice &choice, const std::string &op)
{
    const auto it =
        std::find_if(choice.pins.begin(), choice.pins.end(), [&op](const Pin &pin) { return pin.op == op; });
    return it == choice.pins.end() ? nullptr : &*it;
}

bool stopsCompile(const GraphResult &result, const ExportChoice &choice)
{
    for (std::size_t i = 0; i < result.analyses.size(); ++i) {
        if (forbidsCompile(verdictOf(result, i)) && pinOf(choice, result.graph->operations[i].name) == nullptr) {
            return true;
        }
    }
    return false;
}

std::vector<std::string> pinWarnings(const GraphResult &result, const ExportChoice &choice)
{
    std::vector<std::string> out;
    for (const Pin &pin : choice.pins) {
        const auto opIndex = result.graph->operationIndex(pin.op);
        if (!opIndex || pin.levels.empty()) {
            continue;
        }
        const std::string warning = pinWarning(result, *opIndex, pin);
        if (!warning.empty()) {
            out.push_back("the pin of " + pin.op + " (" + levelsText(pin.levels) + "): " + warning);
        }
    }
    return out;
}

std::string pinWarning(const GraphResult &result, std::size_t opIndex, const Pin &pin)
{
    const Rules &rules = result.rules.rules;
    const Trial trial = trySplits(*result.graph, opIndex, pin.levels, rules, true);
    if (trial.error) {
        return trialSentence(trial, {}, true, rules);
    }
    const OpAudit truth = audit(*result.graph, opIndex, trial.splits, rules, &result.analyses.at(opIndex));
    return trialAnswer(trial, truth) == TrialAnswer::Fits ? "" : trialSentence(trial, truth, true, rules);
}

std::vector<ExportGroup> exportGroups(const GraphResult &result, const ExportChoice &choice)
{
    std::set<Int> used = usedIds(result);
    std::vector<ExportGroup> out;
    for (const Pin &pin : choice.pins) {
        if (!pin.levels.empty()) {
            out.push_back(pinnedGroup(result, choice, pin, used));
        }
    }
    for (const Group &group : groupsAround(result, out)) {
        if (!isExcluded(result, choice, group)) {
            out.push_back({group.members, group.levels, group.memberLevels, false, false});
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const ExportGroup &a, const ExportGroup &b) {
        return a.members.front().opIndex < b.members.front().opIndex;
    });
    checkIds(out);
    return out;
}

} // namespace spanscope
