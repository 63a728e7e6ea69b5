#include "core/groups/groups.h"

#include "core/planner/engine.h"

#include <algorithm>
#include <unordered_map>

namespace spanscope {

namespace {

constexpr Int kFirstHintId = 10'000;

/// What a later reader must know of a buffer's producer.
enum class Producer { ClosedGroup, Joined, Manual, OpenRun };

/// Walks the operations in order with one open run (planner README, "Groups").
class Grouper
{
public:
    Grouper(const Graph &graph, const std::vector<OpAnalysis> &analyses, const Rules &rules)
        : m_graph(graph)
        , m_analyses(analyses)
        , m_rules(rules)
    {
        m_result.groupOf.assign(graph.operations.size(), -1);
        m_result.memberIndex.assign(graph.operations.size(), -1);
        m_result.firstConflict.assign(graph.operations.size(), -1);
    }

    GroupResult run()
    {
        for (std::size_t i = 0; i < m_analyses.size(); ++i) {
            visit(i);
        }
        closeRun(RunEnd::GraphEnd, std::nullopt);
        findStorage();
        return std::move(m_result);
    }

private:
    struct Member
    {
        std::size_t op = 0;
        Membership membership = Membership::Started;
        std::vector<Level> levels;
    };

    [[nodiscard]] const Operation &op(std::size_t i) const { return m_graph.operations[i]; }
    [[nodiscard]] bool isReduction(std::size_t i) const { return op(i).data && op(i).data->type != "Pointwise"; }

    void findStorage()
    {
        for (const Operation &op : m_graph.operations) {
            const auto add = [this](const std::string &buffer) {
                if (isStoredPerTile(m_graph, m_result.groupOf, buffer)) {
                    m_result.storedPerTile.insert(buffer);
                }
            };
            add(op.name);
            for (const Dep &write : op.writes) {
                if (write.buffer != op.name) {
                    add(write.buffer);
                }
            }
        }
    }

    void visit(std::size_t i)
    {
        const OpAnalysis &analysis = m_analyses[i];
        if (analysis.manual || analysis.outcome != Outcome::Planned) {
            closeRun(analysis.manual                            ? RunEnd::ManualHint
                     : analysis.outcome == Outcome::Unsupported ? RunEnd::Unsupported
                                                                : RunEnd::NotPlanned,
                     i);
            if (analysis.manual) {
                m_producers[i] = Producer::Manual;
            } else if (analysis.outcome == Outcome::Unsupported) {
                m_result.compiles = false;
            }
            return;
        }
        if (conflictsWithClosed(i)) {
            closeRun(RunEnd::Conflict, i);
            return;
        }
        const std::vector<std::size_t> read = readsOfRun(i);
        if (!isReduction(i)) {
            if (!m_run.empty() && analysis.levels == m_run.front().levels) {
                join(i, Membership::SameSignature, analysis.levels);
                return;
            }
            if (!read.empty() && conformsTo(m_graph, i, m_run.front().levels, m_rules)) {
                join(i, Membership::Conformed, m_run.front().levels);
                return;
            }
        } else if (m_rules.reductionJoin && !read.empty() && reductionJoins(i, read)) {
            join(i, Membership::Joined, analysis.levels);
            closeRun(RunEnd::ReductionJoined, i);
            for (const std::size_t producer : read) {
                m_producers[producer] = Producer::Joined;
            }
            return;
        }
        startOver(i, read);
    }

    void startOver(std::size_t i, const std::vector<std::size_t> &read)
    {
        closeRun(read.empty() ? RunEnd::OtherSplits : RunEnd::Conflict, i);
        if (!read.empty()) {
            conflict(i, ConflictCode::ReadsOpenRun, read);
            return;
        }
        join(i, Membership::Started, m_analyses[i].levels);
        if (isReduction(i)) {
            closeRun(RunEnd::Reduction, std::nullopt);
        }
    }

    void join(std::size_t i, Membership membership, std::vector<Level> levels)
    {
        m_run.push_back({i, membership, std::move(levels)});
        m_producers[i] = Producer::OpenRun;
    }

    void conflict(std::size_t i, ConflictCode code, const std::vector<std::size_t> &producers)
    {
        Conflict c;
        c.opIndex = i;
        c.code = code;
        for (const std::size_t p : producers) {
            c.producers.push_back(op(p).name);
        }
        if (m_result.firstConflict[i] < 0) {
            m_result.firstConflict[i] = static_cast<int>(m_result.conflicts.size());
        }
        m_result.conflicts.push_back(std::move(c));
        m_result.compiles = false;
    }

    /// Ops that produce what op i reads and that are known as `kind`, each once.
    [[nodiscard]] std::vector<std::size_t> producersOf(std::size_t i, Producer kind) const
    {
        std::vector<std::size_t> out;
        for (const Dep &read : op(i).reads) {
            const auto p = m_graph.producerIndex(read.buffer);
            const auto known = p ? m_producers.find(*p) : m_producers.end();
            if (known != m_producers.end() && known->second == kind &&
                std::find(out.begin(), out.end(), *p) == out.end()) {
                out.push_back(*p);
            }
        }
        return out;
    }

    [[nodiscard]] std::vector<std::size_t> readsOfRun(std::size_t i) const { return producersOf(i, Producer::OpenRun); }

    bool conflictsWithClosed(std::size_t i)
    {
        bool any = false;
        constexpr std::pair<Producer, ConflictCode> kKinds[] = {
            {Producer::ClosedGroup, ConflictCode::ReadsClosedGroup},
            {Producer::Joined, ConflictCode::ReadsJoinedProducer},
            {Producer::Manual, ConflictCode::ReadsManualHint},
        };
        for (const auto &[kind, code] : kKinds) {
            const std::vector<std::size_t> producers = producersOf(i, kind);
            if (!producers.empty()) {
                conflict(i, code, producers);
                any = true;
            }
        }
        return any;
    }

    /// Same split counts, and every tiled coordinate of every producer read moves with the
    /// Reduction's own tiles.
    [[nodiscard]] bool reductionJoins(std::size_t i, const std::vector<std::size_t> &producers) const
    {
        const std::vector<Level> &own = m_analyses[i].levels;
        const std::vector<Level> &run = m_run.front().levels;
        const bool sameCounts = std::equal(own.begin(), own.end(), run.begin(), run.end(),
                                           [](const Level &a, const Level &b) { return a.splitCount == b.splitCount; });
        if (!sameCounts) {
            return false;
        }
        std::vector<std::string> tiled;
        for (const Level &level : own) {
            const HostCoordinate c = outputHostCoordinate(m_graph, i, level.hostDim);
            tiled.insert(tiled.end(), c.symbols.begin(), c.symbols.end());
        }
        for (std::size_t r = 0; r < op(i).reads.size(); ++r) {
            const auto p = m_graph.producerIndex(op(i).reads[r].buffer);
            if (!p || std::find(producers.begin(), producers.end(), *p) == producers.end()) {
                continue;
            }
            for (const Level &level : run) {
                const HostCoordinate c = readHostCoordinate(m_graph, i, r, level.hostDim);
                const bool moves = std::any_of(c.symbols.begin(), c.symbols.end(), [&tiled](const std::string &s) {
                    return std::find(tiled.begin(), tiled.end(), s) != tiled.end();
                });
                if (!moves) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The hints of a member, or nullopt after noting the conflict.
    std::optional<std::vector<DimHint>> hintsOf(const Member &member, const std::vector<GroupLevel> &levels)
    {
        std::vector<DimHint> out;
        for (std::size_t k = 0; k < levels.size(); ++k) {
            const HostCoordinate c = outputHostCoordinate(m_graph, member.op, member.levels[k].hostDim);
            if (c.symbols.size() != 1) {
                conflict(member.op, ConflictCode::NoSingleLoopVar, {});
                m_result.conflicts.back().hostDim = member.levels[k].hostDim;
                m_result.conflicts.back().coordinate = c.text;
                return std::nullopt;
            }
            out.push_back({{"_span_overflow"}, levels[k].splitCount, c.symbols.front(), false, levels[k].hintId});
        }
        return out;
    }

    void closeRun(RunEnd end, std::optional<std::size_t> endedBy)
    {
        if (m_run.empty()) {
            return;
        }
        Group group;
        group.end = end;
        group.endedBy = endedBy;
        Int id = m_nextHintId;
        for (const Level &level : m_run.front().levels) {
            group.levels.push_back({id++, level.splitCount, level.isReduction, level.hostDim});
        }
        for (Member &member : m_run) {
            auto hints = hintsOf(member, group.levels);
            if (!hints) {
                m_producers.erase(member.op); // left untiled
                continue;
            }
            m_producers[member.op] = Producer::ClosedGroup;
            m_result.groupOf[member.op] = static_cast<int>(m_result.groups.size());
            m_result.memberIndex[member.op] = static_cast<int>(group.members.size());
            group.members.push_back({member.op, member.membership, std::move(*hints)});
            group.memberLevels.push_back(std::move(member.levels));
        }
        m_run.clear();
        if (!group.members.empty()) {
            m_nextHintId = id;
            m_result.groups.push_back(std::move(group));
        }
    }

    const Graph &m_graph;
    const std::vector<OpAnalysis> &m_analyses;
    const Rules &m_rules;
    GroupResult m_result;
    std::vector<Member> m_run;
    std::unordered_map<std::size_t, Producer> m_producers;
    Int m_nextHintId = kFirstHintId;
};

} // namespace

bool isStoredPerTile(const Graph &graph, const std::vector<int> &groupOf, const std::string &buffer)
{
    const auto producer = graph.producerIndex(buffer);
    if (!producer || groupOf[*producer] < 0 || graph.isOutput(buffer)) {
        return false;
    }
    const std::vector<std::size_t> &readers = graph.readersOf(buffer);
    return !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](std::size_t r) {
        return r != *producer && groupOf[r] == groupOf[*producer];
    });
}

std::string_view runEndName(RunEnd end)
{
    switch (end) {
    case RunEnd::GraphEnd:
        return "graph_end";
    case RunEnd::ManualHint:
        return "manual_hint";
    case RunEnd::NotPlanned:
        return "not_planned";
    case RunEnd::Unsupported:
        return "unsupported";
    case RunEnd::Conflict:
        return "conflict";
    case RunEnd::OtherSplits:
        return "other_splits";
    case RunEnd::Reduction:
        return "reduction";
    case RunEnd::ReductionJoined:
        return "reduction_joined";
    }
    return "";
}

std::string_view conflictName(ConflictCode code)
{
    switch (code) {
    case ConflictCode::ReadsClosedGroup:
        return "reads_closed_group";
    case ConflictCode::ReadsManualHint:
        return "reads_manual_hint";
    case ConflictCode::ReadsOpenRun:
        return "reads_open_run";
    case ConflictCode::ReadsJoinedProducer:
        return "reads_joined_producer";
    case ConflictCode::NoSingleLoopVar:
        return "no_single_loop_var";
    }
    return "";
}

const GroupMember *GroupResult::memberOf(std::size_t opIndex) const
{
    if (opIndex >= groupOf.size() || groupOf[opIndex] < 0) {
        return nullptr;
    }
    const Group &g = groups[static_cast<std::size_t>(groupOf[opIndex])];
    return &g.members[static_cast<std::size_t>(memberIndex[opIndex])];
}

std::span<const Conflict> GroupResult::conflictsOf(std::size_t opIndex) const
{
    if (opIndex >= firstConflict.size() || firstConflict[opIndex] < 0) {
        return {};
    }
    const auto first = conflicts.begin() + firstConflict[opIndex];
    return {first, std::find_if(first, conflicts.end(), [opIndex](const Conflict &c) { return c.opIndex != opIndex; })};
}

std::vector<Level> GroupResult::levelsOf(std::size_t opIndex) const
{
    if (memberOf(opIndex) == nullptr) {
        return {};
    }
    const Group &g = groups[static_cast<std::size_t>(groupOf[opIndex])];
    return g.memberLevels[static_cast<std::size_t>(memberIndex[opIndex])];
}

GroupResult group(const Graph &graph, const std::vector<OpAnalysis> &analyses, const Rules &rules, bool ignoreSwitches)
{
    DisabledBy disabledBy = DisabledBy::Nothing;
    if (graph.config.ignoreWsrHints.value_or(false)) {
        disabledBy = DisabledBy::IgnoreWsrHints;
    } else if (graph.config.ignoreSpanOverflowHints.value_or(false)) {
        disabledBy = DisabledBy::IgnoreSpanOverflowHints;
    }
    GroupResult result;
    if (disabledBy != DisabledBy::Nothing && !ignoreSwitches) {
        result.groupOf.assign(graph.operations.size(), -1);
        result.memberIndex.assign(graph.operations.size(), -1);
        result.firstConflict.assign(graph.operations.size(), -1);
    } else {
        result = Grouper(graph, analyses, rules).run();
    }
    result.disabledBy = disabledBy;
    return result;
}

} // namespace spanscope
