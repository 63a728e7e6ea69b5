#include "core/groups/joint.h"

#include "core/planner/engine.h"
#include "core/planner/splits.h"

#include <algorithm>
#include <map>

namespace spanscope {

namespace {

constexpr std::size_t kMaxDims = 3;
constexpr std::size_t kMaxOps = 200;
constexpr std::size_t kMaxCombos = 20'000;
constexpr std::size_t kMaxJudged = 20'000; ///< ops times combinations

/// One dim that all could tile: the op's own, and per member its own.
struct Axis
{
    HostDim own;
    std::vector<HostDim> ofMember; ///< like m_ops
    std::vector<Int> counts;       ///< ascending, with 1
};

class JointSearch
{
public:
    JointSearch(const GraphResult &result, std::size_t opIndex)
        : m_result(result)
        , m_graph(*result.graph)
        , m_rules(result.rules.rules)
        , m_reader(opIndex)
    {
    }

    JointAnswer run()
    {
        if (!collectOps()) {
            m_answer.problem = JointProblem::NotApplicable;
            return std::move(m_answer);
        }
        m_answer.ops = m_ops;
        if (m_ops.size() > kMaxOps) {
            m_answer.problem = JointProblem::TooManyOps;
            return std::move(m_answer);
        }
        if (const auto between = opBetween()) {
            m_answer.problem = JointProblem::BetweenThem;
            m_answer.between = *between;
            return std::move(m_answer);
        }
        findAxes();
        if (m_axes.empty()) {
            m_answer.problem = JointProblem::NoSharedDim;
            return std::move(m_answer);
        }
        search();
        return std::move(m_answer);
    }

private:
    [[nodiscard]] const Operation &op(std::size_t i) const { return m_graph.operations[i]; }

    /// The reader, its producers and their groups; false when some of them go another way.
    bool collectOps()
    {
        m_ops.push_back(m_reader);
        for (const Conflict &conflict : m_result.groups.conflictsOf(m_reader)) {
            if (conflict.code == ConflictCode::ReadsManualHint || conflict.code == ConflictCode::NoSingleLoopVar) {
                return false;
            }
            for (const std::string &name : conflict.producers) {
                if (const auto producer = m_graph.operationIndex(name)) {
                    m_producers.push_back(*producer);
                    addWithGroup(*producer);
                }
            }
        }
        std::sort(m_ops.begin(), m_ops.end());
        m_ops.erase(std::unique(m_ops.begin(), m_ops.end()), m_ops.end());
        return !m_producers.empty();
    }

    void addWithGroup(std::size_t producer)
    {
        const int group = m_result.groups.groupOf[producer];
        m_ops.push_back(producer);
        for (const GroupMember &member :
             group < 0 ? std::vector<GroupMember>{} : m_result.groups.groups[static_cast<std::size_t>(group)].members) {
            m_ops.push_back(member.opIndex);
        }
    }

    [[nodiscard]] bool isMember(std::size_t i) const { return std::binary_search(m_ops.begin(), m_ops.end(), i); }

    /// An op that is no member, reads what a member made, directly or not, and is read by a member.
    [[nodiscard]] std::optional<std::size_t> opBetween() const
    {
        std::vector<bool> after(m_graph.operations.size(), false);
        for (std::size_t i = m_ops.front(); i <= m_ops.back(); ++i) {
            for (const Dep &read : op(i).reads) {
                const auto producer = m_graph.producerIndex(read.buffer);
                if (!producer || *producer >= i) {
                    continue;
                }
                if (isMember(i) && after[*producer]) {
                    return *producer;
                }
                after[i] = after[i] || (!isMember(i) && (isMember(*producer) || after[*producer]));
            }
        }
        return std::nullopt;
    }

    /// The producer's dim whose index, as the reader reads it, is the symbol alone.
    [[nodiscard]] std::optional<HostDim> dimOfProducer(std::size_t producer, const std::string &symbol) const
    {
        std::optional<HostDim> found;
        for (std::size_t r = 0; r < op(m_reader).reads.size(); ++r) {
            if (m_graph.producerIndex(op(m_reader).reads[r].buffer) != producer) {
                continue;
            }
            std::optional<HostDim> here;
            for (const HostDimInfo &info : hostDims(m_graph, producer)) {
                if (readHostCoordinate(m_graph, m_reader, r, info.dim).text == symbol) {
                    here = info.dim;
                }
            }
            if (!here || (found && *found != *here)) {
                return std::nullopt; // two reads that would need different tiles
            }
            found = here;
        }
        return found;
    }

    void findAxes()
    {
        for (const HostDimInfo &info : hostDims(m_graph, m_reader)) {
            if (!info.range.isInteger() || info.range.value <= 1 ||
                outputHostCoordinate(m_graph, m_reader, info.dim).text != info.symbol) {
                continue;
            }
            Axis axis;
            axis.own = info.dim;
            std::map<std::size_t, HostDim> known{{m_reader, info.dim}};
            bool shared = true;
            for (const std::size_t producer : m_producers) {
                const auto dim = dimOfProducer(producer, info.symbol);
                shared = shared && dim && take(known, producer, *dim);
            }
            for (std::size_t m = 0; shared && m < m_ops.size(); ++m) {
                const auto at = known.find(m_ops[m]);
                shared = at != known.end() && outputHostCoordinate(m_graph, m_ops[m], at->second).symbols.size() == 1;
                axis.ofMember.push_back(shared ? at->second : HostDim{});
            }
            if (shared) {
                axis.counts = commonCounts(axis, info.range.value);
                m_answer.sharedDims.push_back(info.dim);
                m_axes.push_back(std::move(axis));
            }
        }
    }

    /// A run tiles one host dim in all its members; false when one is in two runs that mean different dims.
    bool take(std::map<std::size_t, HostDim> &known, std::size_t producer, HostDim dim) const
    {
        const int group = m_result.groups.groupOf[producer];
        bool fine = known.emplace(producer, dim).first->second == dim;
        if (group >= 0) {
            for (const GroupMember &member : m_result.groups.groups[static_cast<std::size_t>(group)].members) {
                fine = known.emplace(member.opIndex, dim).first->second == dim && fine;
            }
        }
        return fine;
    }

    [[nodiscard]] std::vector<Int> commonCounts(const Axis &axis, Int range) const
    {
        std::vector<Int> out;
        for (const Int count : divisorsOf(range)) {
            const bool all = count == 1 || [&] {
                for (std::size_t m = 0; m < m_ops.size(); ++m) {
                    if (!trySplits(m_graph, m_ops[m], {{axis.ofMember[m], count, false}}, m_rules, true).accepted) {
                        return false;
                    }
                }
                return true;
            }();
            if (all) {
                out.push_back(count);
            }
        }
        return out;
    }

    void search()
    {
        m_groups = asGroup();
        std::vector<Cost> combos;
        std::vector<Int> tuple(m_axes.size(), 1);
        collectCombos(0, tuple, combos);
        std::sort(combos.begin(), combos.end());
        for (const Cost &cost : combos) {
            if ((m_answer.looked + 1) * m_ops.size() > kMaxJudged && m_answer.looked > 0) {
                m_answer.cutShort = true;
                break;
            }
            ++m_answer.looked;
            auto fit = judged(cost);
            const bool complete = fit && fit->isComplete();
            if (fit && (complete || !m_answer.fit)) {
                m_answer.fit = std::move(fit);
            }
            if (complete) {
                return;
            }
        }
        m_answer.problem = m_answer.fit ? JointProblem::None : JointProblem::NothingFits;
    }

    void collectCombos(std::size_t axis, std::vector<Int> &tuple, std::vector<Cost> &out)
    {
        if (axis == m_axes.size()) {
            const auto tiled = std::count_if(tuple.begin(), tuple.end(), [](Int n) { return n > 1; });
            if (tiled == 0 || static_cast<std::size_t>(tiled) > kMaxDims) {
                return;
            }
            Cost cost;
            cost.tuple = tuple;
            cost.tiledDims = static_cast<int>(tiled);
            for (const Int n : tuple) {
                if (__builtin_mul_overflow(cost.product, n, &cost.product)) {
                    return;
                }
                cost.largest = std::max(cost.largest, n);
            }
            out.push_back(std::move(cost));
            return;
        }
        for (const Int count : m_axes[axis].counts) {
            if (out.size() >= kMaxCombos) {
                m_answer.cutShort = true;
                break;
            }
            tuple[axis] = count;
            collectCombos(axis + 1, tuple, out);
        }
        tuple[axis] = 1;
    }

    /// The members as one group, so that storage is what it would be for the compiler's own.
    [[nodiscard]] GroupResult asGroup() const
    {
        GroupResult out;
        out.groupOf.assign(m_graph.operations.size(), -1);
        out.memberIndex.assign(m_graph.operations.size(), -1);
        Group &group = out.groups.emplace_back();
        for (std::size_t m = 0; m < m_ops.size(); ++m) {
            out.groupOf[m_ops[m]] = 0;
            out.memberIndex[m_ops[m]] = static_cast<int>(m);
            group.members.push_back({m_ops[m], Membership::Started, {}});
        }
        for (const std::size_t m : m_ops) {
            const std::string &buffer = op(m).writes.empty() ? op(m).name : op(m).writes.front().buffer;
            if (isStoredPerTile(m_graph, out.groupOf, buffer)) {
                out.storedPerTile.insert(buffer);
            }
        }
        return out;
    }

    /// The loop with these splits; nullopt when a member refuses them or a span stays that the compiler checks.
    std::optional<JointFit> judged(const Cost &cost)
    {
        std::vector<std::vector<Level>> levels(m_ops.size());
        for (std::size_t m = 0; m < m_ops.size(); ++m) {
            for (std::size_t a = 0; a < m_axes.size(); ++a) {
                if (cost.tuple[a] > 1) {
                    levels[m].push_back({m_axes[a].ofMember[m], cost.tuple[a], false});
                }
            }
            if (!trySplits(m_graph, m_ops[m], levels[m], m_rules, true).accepted) {
                return std::nullopt;
            }
        }
        m_groups.groups.front().memberLevels = levels;
        JointFit fit;
        fit.tiles = cost.product;
        for (std::size_t m = 0; m < m_ops.size(); ++m) {
            const OpAudit truth = audit(m_graph, m_ops[m], levels[m], m_rules, &m_result.analyses[m_ops[m]],
                                        storagePlan(m_graph, m_groups, m_ops[m]));
            if (truth.hasUnknown || !clears(truth, m_ops[m], fit)) {
                return std::nullopt;
            }
            fit.members.push_back({m_ops[m], levels[m]});
        }
        return fit;
    }

    /// Whether nothing is left over the limit that the compiler means to clear.
    static bool clears(const OpAudit &truth, std::size_t opIndex, JointFit &fit)
    {
        for (const AuditRow &row : truth.rows) {
            if (row.over && isCovered(row.unchecked)) {
                return false;
            }
            if (row.over) {
                fit.left.push_back({opIndex, row});
            } else {
                fit.worstSpan = std::max(fit.worstSpan, row.span);
            }
        }
        return true;
    }

    const GraphResult &m_result;
    const Graph &m_graph;
    const Rules &m_rules;
    std::size_t m_reader;
    std::vector<std::size_t> m_producers;
    std::vector<std::size_t> m_ops;
    std::vector<Axis> m_axes;
    GroupResult m_groups;
    JointAnswer m_answer;
};

} // namespace

bool JointFit::isComplete() const
{
    return std::all_of(left.begin(), left.end(), [](const JointLeft &entry) { return entry.row.controls.empty(); });
}

JointAnswer jointFit(const GraphResult &result, std::size_t opIndex)
{
    return JointSearch(result, opIndex).run();
}

} // namespace spanscope
