#include "app/cli/plan_diff.h"

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace spanscope::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A member whatever the document lacks: plans of other versions may miss some.
const Json &member(const Json &object, const char *key)
{
    static const Json kNull;
    if (!object.is_object()) {
        return kNull;
    }
    const auto it = object.find(key);
    return it == object.end() ? kNull : *it;
}

const Json &arrayOf(const Json &object, const char *key)
{
    static const Json kEmpty = Json::array();
    const Json &value = member(object, key);
    return value.is_array() ? value : kEmpty;
}

/// A whole number that 63 bits hold.
std::optional<Int> integerOf(const Json &value)
{
    const bool tooLarge = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    return value.is_number_integer() && !tooLarge ? std::optional(value.get<Int>()) : std::nullopt;
}

std::string stringOf(const Json &value)
{
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "none" : value.dump();
}

std::string levelsOf(const Json &levels)
{
    std::vector<Level> out;
    for (const Json &level : levels) {
        const std::optional<Int> dim = integerOf(member(level, "host_dim"));
        const std::optional<Int> count = integerOf(member(level, "split_count"));
        if (!dim || !count || !std::in_range<int>(*dim)) {
            return levels.dump(); // nothing the planner writes: shown as it stands
        }
        out.push_back({HostDim{static_cast<int>(*dim)}, *count, false});
    }
    return levelsText(out);
}

Int worstResidual(const Json &op)
{
    Int worst = 0;
    for (const Json &row : arrayOf(op, "residual")) {
        worst = std::max(worst, integerOf(member(row, "span")).value_or(0));
    }
    return worst;
}

std::string outcomeOf(const Json &op)
{
    const std::string outcome = stringOf(member(op, "outcome"));
    const Json &levels = member(op, "levels");
    if (levels.is_array() && !levels.empty()) {
        return outcome + " " + levelsOf(levels);
    }
    const Json &code = member(op, "code");
    return code.is_string() ? outcome + " (" + code.get<std::string>() + ")" : outcome;
}

std::string residualOf(const Json &op)
{
    const Int worst = worstResidual(op);
    if (worst == 0) {
        return "no residual risk";
    }
    const std::optional<Int> cores = integerOf(member(op, "cores_needed"));
    return "residual " + exactBytes(worst) +
           (cores ? ", " + counted(*cores, "core", "cores") + " needed" : ", no number of cores helps");
}

std::string change(const std::string &before, const std::string &after)
{
    return before == after ? "" : before + " -> " + after;
}

/// op name -> "group 0 (buf0, buf1)"
std::map<std::string, std::string> groupsByOp(const Json &plan)
{
    std::map<std::string, std::string> out;
    for (const Json &group : arrayOf(plan, "groups")) {
        std::vector<std::string> names;
        for (const Json &op : arrayOf(group, "ops")) {
            names.push_back(stringOf(op));
        }
        for (const std::string &name : names) {
            out[name] = "grouped as " + listed(names);
        }
    }
    return out;
}

std::map<std::string, std::string> conflictsByOp(const Json &plan)
{
    std::map<std::string, std::string> out;
    for (const Json &conflict : arrayOf(plan, "conflicts")) {
        out[stringOf(member(conflict, "op"))] = "conflict " + stringOf(member(conflict, "code"));
    }
    return out;
}

std::string lookUp(const std::map<std::string, std::string> &map, const std::string &key, const char *none)
{
    const auto it = map.find(key);
    return it == map.end() ? none : it->second;
}

class Comparison
{
public:
    Comparison(const Json &before, const Json &after)
        : m_before(before)
        , m_after(after)
    {
    }

    PlanDiff run()
    {
        rules();
        ops();
        note("compiles", stringOf(member(m_before, "compiles")), stringOf(member(m_after, "compiles")));
        return std::move(m_diff);
    }

private:
    void note(const std::string &what, const std::string &before, const std::string &after)
    {
        const std::string text = change(before, after);
        if (!text.empty()) {
            m_diff.lines.push_back(what + ": " + text);
        }
    }

    void rules()
    {
        const Json &before = member(m_before, "rules");
        const Json &after = member(m_after, "rules");
        if (after.is_object()) {
            for (const auto &[key, value] : after.items()) {
                note("rules " + key, stringOf(member(before, key.c_str())), stringOf(value));
            }
        }
    }

    static std::vector<std::pair<std::string, const Json &>> opsOf(const Json &plan)
    {
        std::vector<std::pair<std::string, const Json &>> out;
        for (const Json &op : arrayOf(plan, "operations")) {
            out.emplace_back(stringOf(member(op, "name")), op);
        }
        return out;
    }

    void ops()
    {
        std::map<std::string, const Json &> old;
        for (const auto &[name, op] : opsOf(m_before)) {
            old.emplace(name, op);
        }
        std::map<std::string, bool> seen;
        for (const auto &[name, op] : opsOf(m_after)) {
            seen[name] = true;
            const auto known = old.find(name);
            if (known == old.end()) {
                ++m_diff.opsAdded;
                m_diff.lines.push_back(name + ": new, " + outcomeOf(op));
            } else {
                compare(name, known->second, op);
            }
        }
        for (const auto &[name, op] : opsOf(m_before)) {
            if (!seen.contains(name)) {
                ++m_diff.opsRemoved;
                m_diff.lines.push_back(name + ": gone, was " + outcomeOf(op));
            }
        }
    }

    void compare(const std::string &name, const Json &before, const Json &after)
    {
        if (!m_loaded) {
            m_groups = {groupsByOp(m_before), groupsByOp(m_after)};
            m_conflicts = {conflictsByOp(m_before), conflictsByOp(m_after)};
            m_loaded = true;
        }
        const std::size_t lines = m_diff.lines.size();
        note(name, outcomeOf(before), outcomeOf(after));
        note(name, residualOf(before), residualOf(after));
        note(name, lookUp(m_groups.first, name, "not grouped"), lookUp(m_groups.second, name, "not grouped"));
        note(name, lookUp(m_conflicts.first, name, "no conflict"), lookUp(m_conflicts.second, name, "no conflict"));
        m_diff.opsChanged += m_diff.lines.size() > lines ? 1 : 0;
    }

    const Json &m_before;
    const Json &m_after;
    PlanDiff m_diff;
    bool m_loaded = false;
    std::pair<std::map<std::string, std::string>, std::map<std::string, std::string>> m_groups;
    std::pair<std::map<std::string, std::string>, std::map<std::string, std::string>> m_conflicts;
};

} // namespace

PlanDiff diffPlans(const nlohmann::ordered_json &before, const nlohmann::ordered_json &after)
{
    return Comparison(before, after).run();
}

} // namespace spanscope::cli
