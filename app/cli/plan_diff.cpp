#include "app/cli/plan_diff.h"

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace spanscope::cli {

namespace {

std::string outcomeText(const PlannedOp &op)
{
    const std::string outcome(outcomeName(op.outcome));
    if (!op.levels.empty()) {
        return outcome + " " + levelsText(op.levels);
    }
    return op.code.empty() ? outcome : outcome + " (" + op.code + ")";
}

std::string residualText(const PlannedOp &op)
{
    if (op.worstResidual == 0) {
        return "no residual risk";
    }
    return "residual " + exactBytes(op.worstResidual) +
           (op.coresNeeded ? ", " + counted(*op.coresNeeded, "core", "cores") + " needed"
                           : ", no number of cores helps");
}

std::string groupText(const PlannedOp &op)
{
    return op.group == nullptr ? "not grouped" : "grouped as " + listed(shortened(*op.group, 12));
}

std::string conflictText(const PlannedOp &op)
{
    return op.conflicts.empty() ? "no conflict" : "conflict " + listed(op.conflicts);
}

std::string compilesText(const PlanDocument &plan)
{
    return !plan.compiles ? "not known" : *plan.compiles ? "true" : "false";
}

using Names = std::vector<std::string>;
using ByName = std::unordered_map<std::string_view, const PlannedOp *>;

ByName byName(const PlanDocument &plan)
{
    ByName out;
    for (const PlannedOp &op : plan.operations) {
        out.emplace(op.name, &op);
    }
    return out;
}

class Comparison
{
public:
    PlanDiff run(const PlanDocument &before, const PlanDocument &after)
    {
        for (std::size_t i = 0; i < before.rules.size() && i < after.rules.size(); ++i) {
            note("rules " + after.rules[i].first, before.rules[i].second, after.rules[i].second);
        }
        const ByName old = byName(before);
        const ByName now = byName(after);
        for (const PlannedOp &op : after.operations) {
            const auto known = old.find(op.name);
            if (known == old.end()) {
                ++m_diff.opsAdded;
                m_diff.lines.push_back(op.name + ": new, " + outcomeText(op));
            } else {
                compare(*known->second, op);
            }
        }
        for (const PlannedOp &op : before.operations) {
            if (!now.contains(op.name)) {
                ++m_diff.opsRemoved;
                m_diff.lines.push_back(op.name + ": gone, was " + outcomeText(op));
            }
        }
        note("compiles", compilesText(before), compilesText(after));
        return std::move(m_diff);
    }

private:
    void note(const std::string &what, const std::string &before, const std::string &after)
    {
        if (before != after) {
            m_diff.lines.push_back(what + ": " + before + " -> " + after);
        }
    }

    void compare(const PlannedOp &before, const PlannedOp &after)
    {
        const std::size_t lines = m_diff.lines.size();
        note(after.name, outcomeText(before), outcomeText(after));
        note(after.name, residualText(before), residualText(after));
        if (!sameGroup(before.group.get(), after.group.get())) {
            m_diff.lines.push_back(after.name + ": " + groupText(before) + " -> " + groupText(after));
        }
        note(after.name, conflictText(before), conflictText(after));
        m_diff.opsChanged += m_diff.lines.size() > lines ? 1 : 0;
    }

    /// Groups are shared by their members and compared once.
    bool sameGroup(const Names *before, const Names *after)
    {
        if (before == nullptr || after == nullptr) {
            return before == after;
        }
        const auto [at, isNew] = m_sameGroup.emplace(std::pair(before, after), false);
        if (isNew) {
            at->second = *before == *after;
        }
        return at->second;
    }

    PlanDiff m_diff;
    std::map<std::pair<const Names *, const Names *>, bool> m_sameGroup;
};

} // namespace

PlanDiff diffPlans(const PlanDocument &before, const PlanDocument &after)
{
    return Comparison().run(before, after);
}

} // namespace spanscope::cli
