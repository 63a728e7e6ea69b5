#pragma once
/// Hand-made graphs for the group tests, and short texts of what came out.

#include "core/groups/groups.h"
#include "core/layout/layouts.h"
#include "core/planner/engine.h"

#include <string>
#include <utility>
#include <vector>

namespace reference {

using namespace spanscope;

/// Spans beyond 1 KiB are over: a float16 op of [1, 16, 64] wants 2 tiles of dim 1, a float32 one 4.
inline constexpr Int kLimit = 1024;

inline Rules smallRules(bool reductionJoin = false)
{
    Rules rules;
    rules.maxSpanBytes = kLimit;
    rules.reductionJoin = reductionJoin;
    return rules;
}

/// A read or write of a [1, rows, 64] buffer that steps row by row.
inline Dep rowDep(const std::string &buffer, Int rows)
{
    Dep dep;
    dep.buffer = buffer;
    dep.indexText = "64*d0 + d1";
    dep.index = parseExpr(dep.indexText).expr;
    dep.ranges = {{"d0", rows}, {"d1", 64}};
    return dep;
}

/// Builds a graph op by op.
class Builder
{
public:
    Builder() { m_graph.name = "hand-made"; }

    /// A Pointwise op of [1, rows, 64] that reads the named buffers in the same way.
    Operation &pointwise(const std::string &name, const std::vector<std::string> &reads,
                         const std::string &dtype = "float16", Int rows = 16)
    {
        Operation op;
        op.name = name;
        op.kind = "ComputedBuffer";
        op.data = OpData{"Pointwise", {1, rows, 64}, {}, ""};
        op.layout = makeLayout({1, rows, 64}, dtype);
        op.writes = {rowDep(name, rows)};
        for (const std::string &read : reads) {
            op.reads.push_back(rowDep(read, rows));
        }
        m_graph.operations.push_back(std::move(op));
        return m_graph.operations.back();
    }

    /// A sum over d2 < 2 that gives [1, 16, 64] from a small [2, 64] input and the named buffers.
    Operation &reduction(const std::string &name, const std::vector<std::string> &reads)
    {
        Operation &op = pointwise(name, reads);
        op.data = OpData{"Reduction", {1, 16, 64}, {2}, "sum"};
        Dep small;
        small.buffer = "small";
        small.indexText = "d1 + 64*d2";
        small.index = parseExpr(small.indexText).expr;
        op.reads.push_back(std::move(small));
        for (Dep &read : op.reads) {
            read.ranges = {{"d0", 16}, {"d1", 64}, {"d2", 2}};
        }
        return op;
    }

    /// An op with nothing to plan.
    Operation &tiny(const std::string &name, const std::vector<std::string> &reads = {})
    {
        return pointwise(name, reads, "float16", 4);
    }

    /// 67 rows: no divisor but 67, which is beyond the cap of 64.
    Operation &unsupported(const std::string &name) { return pointwise(name, {}, "float16", 67); }

    Graph finish()
    {
        m_graph.buffers = {{"x", "input", makeLayout({1, 16, 64}, "float16")},
                           {"small", "input", makeLayout({2, 64}, "float16")}};
        m_graph.finish();
        return m_graph;
    }
    Graph &graph() { return m_graph; }

private:
    Graph m_graph;
};

inline DimHint manualHint()
{
    return {{"rows"}, 4, "d0", false, 3};
}

inline std::string levelsText(const std::vector<Level> &levels)
{
    std::string out;
    for (const Level &level : levels) {
        out += "(" + std::to_string(level.hostDim.index) + " x " + std::to_string(level.splitCount) + ")";
    }
    return out;
}

/// `a b | c`: the members of each group in order.
inline std::string groupsText(const Graph &graph, const GroupResult &result)
{
    std::string out;
    for (const Group &group : result.groups) {
        out += out.empty() ? "" : " | ";
        for (std::size_t i = 0; i < group.members.size(); ++i) {
            out += (i == 0 ? "" : " ") + graph.operations[group.members[i].opIndex].name;
        }
    }
    return out;
}

/// `c reads_open_run a,b; ...`
inline std::string conflictsText(const Graph &graph, const GroupResult &result)
{
    std::string out;
    for (const Conflict &conflict : result.conflicts) {
        out += (out.empty() ? "" : "; ") + graph.operations[conflict.opIndex].name + " " +
               std::string(conflictName(conflict.code));
        for (std::size_t i = 0; i < conflict.producers.size(); ++i) {
            out += (i == 0 ? " " : ",") + conflict.producers[i];
        }
    }
    return out;
}

struct Run
{
    Graph graph;
    std::vector<OpAnalysis> analyses;
    GroupResult result;

    explicit Run(Builder &builder, const Rules &rules = smallRules(), bool ignoreSwitches = false)
        : graph(builder.finish())
        , analyses(analyseAll(graph, rules))
        , result(group(graph, analyses, rules, ignoreSwitches))
    {
    }
    [[nodiscard]] std::string groups() const { return groupsText(graph, result); }
    [[nodiscard]] std::string conflicts() const { return conflictsText(graph, result); }
    [[nodiscard]] Membership membership(std::size_t op) const { return result.memberOf(op)->membership; }
};

} // namespace reference
