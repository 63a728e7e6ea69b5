#include "core/planner/search.h"

#include <algorithm>
#include <queue>

namespace spanscope {

Cost costOf(const std::vector<Int> &tuple)
{
    Cost cost;
    cost.tuple = tuple;
    for (const Int n : tuple) {
        cost.product = mulChecked(cost.product, n);
        cost.tiledDims += n > 1 ? 1 : 0;
        cost.largest = std::max(cost.largest, n);
    }
    return cost;
}

ResizeResult Validator::rebuild(const SplitVector &splits) const
{
    const StaticLayout &layout = *m_context.output()->layout;
    std::vector<Int> tile = layout.size;
    for (std::size_t d = 0; d < splits.size(); ++d) {
        if (splits[d] == 1) {
            continue;
        }
        if (d >= tile.size()) {
            return {std::nullopt, "host dim " + std::to_string(d) + " does not exist in the layout"};
        }
        if (tile[d] % splits[d] != 0) {
            return {std::nullopt, "host dim " + std::to_string(d) + " of size " + std::to_string(tile[d]) +
                                      " is not divisible by " + std::to_string(splits[d])};
        }
        tile[d] /= splits[d];
    }
    return resizeDeviceLayout(layout.device, layout.size, tile);
}

ComboStatus Validator::check(const SplitVector &splits, bool collect, ComboStep &step)
{
    const ResizeResult rebuilt = rebuild(splits);
    if (!rebuilt.layout) {
        step.message = rebuilt.error;
        return ComboStatus::ResizeFailed;
    }
    SpanFindings findings;
    const TensorContext &output = *m_context.output();
    tileRanges(output, splits, m_ranges);
    const bool divides = std::find(m_ranges.begin(), m_ranges.end(), kUnknownRange) == m_ranges.end();
    if (divides && output.index.isKnown()) {
        output.index.coordinates(rebuilt.layout->deviceSize, rebuilt.layout->strideMap, m_ranges, m_coordinates);
        m_extentRanges = m_ranges;
        for (std::size_t v = 0; m_rules.validationDividesTwice && v < m_ranges.size(); ++v) {
            const int dim = output.hostDimOf[v];
            const bool tiled = dim >= 0 && static_cast<std::size_t>(dim) < splits.size();
            const Int split = tiled ? splits[static_cast<std::size_t>(dim)] : 1;
            m_extentRanges[v] = m_ranges[v] % split == 0 ? m_ranges[v] / split : kUnknownRange;
        }
        findOutputCandidates(m_context, {&*rebuilt.layout, &m_coordinates, &m_extentRanges}, m_rules, collect,
                             findings);
    }
    if (m_context.isReduction() && (collect || !findings.any)) {
        findInputCandidates(m_context, splits, m_rules, m_legal, collect, findings);
    }
    step.remaining = std::move(findings.candidates);
    return findings.any ? ComboStatus::LeavesSpans : ComboStatus::Fits;
}

namespace {

/// Dims by largest span first, ties by first seen.
std::vector<std::pair<HostDim, Int>> orderedDims(const std::vector<Candidate> &candidates)
{
    std::vector<Candidate> sorted = candidates;
    // One jointly controlled coordinate names its dims in host order.
    std::stable_sort(sorted.begin(), sorted.end(), [](const Candidate &a, const Candidate &b) {
        return a.source == b.source && a.deviceDim == b.deviceDim && a.hostDim < b.hostDim;
    });
    std::vector<std::pair<HostDim, Int>> dims;
    for (const Candidate &c : sorted) {
        const auto at = std::find_if(dims.begin(), dims.end(), [&c](const auto &d) { return d.first == c.hostDim; });
        if (at == dims.end()) {
            dims.emplace_back(c.hostDim, c.perCoreSpan);
        } else {
            at->second = std::max(at->second, c.perCoreSpan);
        }
    }
    std::stable_sort(dims.begin(), dims.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return dims;
}

/// Combos in cost order, made one at a time: growing one entry always grows the product.
class ComboQueue
{
public:
    explicit ComboQueue(const std::vector<SplitTable> &tables)
        : m_tables(tables)
    {
        push(std::vector<std::size_t>(tables.size(), 0), 0);
    }

    [[nodiscard]] bool empty() const { return m_queue.empty(); }

    Cost pop()
    {
        const Node node = m_queue.top();
        m_queue.pop();
        for (std::size_t i = node.grownFrom; i < m_tables.size(); ++i) {
            if (node.at[i] + 1 < m_tables[i].legal.size()) {
                std::vector<std::size_t> next = node.at;
                ++next[i];
                push(std::move(next), i);
            }
        }
        return node.cost;
    }

private:
    struct Node
    {
        Cost cost;
        std::vector<std::size_t> at;
        std::size_t grownFrom = 0; ///< only later entries may grow, so that every combo has one parent
        bool operator>(const Node &other) const { return cost > other.cost; }
    };

    void push(std::vector<std::size_t> at, std::size_t grownFrom)
    {
        std::vector<Int> tuple(at.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            tuple[i] = m_tables[i].legal[at[i]];
        }
        Int product = 1;
        for (const Int n : tuple) {
            if (__builtin_mul_overflow(product, n, &product)) {
                return; // dearer than any combo that can be counted
            }
        }
        m_queue.push({costOf(tuple), std::move(at), grownFrom});
    }

    const std::vector<SplitTable> &m_tables;
    std::priority_queue<Node, std::vector<Node>, std::greater<>> m_queue;
};

std::size_t comboCount(const std::vector<SplitTable> &tables)
{
    std::size_t total = 1;
    for (const SplitTable &t : tables) {
        if (__builtin_mul_overflow(total, t.legal.size(), &total)) {
            return std::numeric_limits<std::size_t>::max();
        }
    }
    return total;
}

std::vector<Level> levelsOf(const std::vector<HostDim> &dims, const std::vector<Int> &tuple, bool withOnes)
{
    std::vector<Level> out;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (withOnes || tuple[i] > 1) {
            out.push_back({dims[i], tuple[i], false});
        }
    }
    return out;
}

std::string joinedReasons(const std::vector<Candidate> &candidates)
{
    std::vector<std::string> reasons;
    for (const Candidate &c : candidates) {
        reasons.push_back(c.reason);
    }
    std::sort(reasons.begin(), reasons.end());
    reasons.erase(std::unique(reasons.begin(), reasons.end()), reasons.end());
    std::string out;
    for (const std::string &r : reasons) {
        out += out.empty() ? r : "; " + r;
    }
    return out;
}

/// Makes a combo that fits the plan.
void adopt(const Cost &cost, OpAnalysis &analysis)
{
    analysis.outcome = Outcome::Planned;
    analysis.code.reset();
    analysis.levels = levelsOf(analysis.searchDims, cost.tuple, false);
    std::sort(analysis.levels.begin(), analysis.levels.end(),
              [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    analysis.cost = cost;
    analysis.reason = joinedReasons(analysis.candidates);
}

void walkCombos(const OpContext &context, const Rules &rules, bool trace, Validator &validator, OpAnalysis &analysis)
{
    ComboQueue queue(analysis.tables);
    const auto limit = static_cast<std::size_t>(std::max<Int>(rules.maxTileCombos, 0));
    const std::size_t total = comboCount(analysis.tables);
    analysis.combosNotTried = total > limit ? total - limit : 0;
    SplitVector splits(context.rank(), 1);
    while (!queue.empty() && analysis.combosTried < limit) {
        ComboStep step;
        step.cost = queue.pop();
        ++analysis.combosTried;
        if (step.cost.product == 1) {
            step.status = ComboStatus::AllOnes;
        } else {
            for (std::size_t i = 0; i < analysis.searchDims.size(); ++i) {
                splits[static_cast<std::size_t>(analysis.searchDims[i].index)] = step.cost.tuple[i];
            }
            // The lists hold stick-safe splits only, so 8.1 cannot reject here.
            step.status = validator.check(splits, trace, step);
        }
        const bool fits = step.status == ComboStatus::Fits;
        if (fits) {
            adopt(step.cost, analysis);
        }
        if (trace) {
            step.splits = levelsOf(analysis.searchDims, step.cost.tuple, true);
            analysis.combos.push_back(std::move(step));
        }
        if (fits) {
            return;
        }
    }
    analysis.code = analysis.firstStickRejection ? Code::StickAlignment : Code::NoComboFits;
}

} // namespace

std::vector<Cost> searchedCosts(const std::vector<SplitTable> &tables, const Rules &rules)
{
    std::vector<Cost> out;
    ComboQueue queue(tables);
    while (!queue.empty() && static_cast<Int>(out.size()) < rules.maxTileCombos) {
        out.push_back(queue.pop());
    }
    return out;
}

bool isBeyondComboLimit(const std::vector<SplitTable> &tables, const std::vector<Int> &tuple, const Rules &rules)
{
    if (tables.empty() || comboCount(tables) <= static_cast<std::size_t>(std::max<Int>(rules.maxTileCombos, 0))) {
        return false;
    }
    const std::vector<Cost> costs = searchedCosts(tables, rules);
    return costs.empty() || costs.back() < costOf(tuple);
}

bool sticksHold(const OpContext &context, ComboStep &step)
{
    for (const Level &level : step.splits) {
        if (level.splitCount > 1) {
            SplitEntry entry = stickTest(context, level.hostDim, level.splitCount);
            if (entry.status != SplitStatus::Legal) {
                step.stick = std::move(entry);
                step.stickDim = level.hostDim;
                return false;
            }
        }
    }
    return true;
}

void searchSplits(const OpContext &context, const Rules &rules, bool trace, Validator &validator, OpAnalysis &analysis)
{
    analysis.outcome = Outcome::Unsupported;
    const auto dims = orderedDims(analysis.candidates);
    for (const auto &[dim, span] : dims) {
        analysis.searchDims.push_back(dim);
    }
    const bool tooMany = static_cast<Int>(dims.size()) > rules.maxTileDims;
    if (tooMany) {
        analysis.code = Code::TooManyDims;
    }
    for (const auto &[dim, span] : dims) {
        analysis.tables.push_back(makeSplitTable(context, dim, ceilDiv(span, rules.maxSpanBytes), rules));
        if (!tooMany && analysis.tables.back().error) {
            analysis.code = analysis.tables.back().error;
            analysis.errorDim = dim;
            return;
        }
    }
    if (!tooMany) {
        walkCombos(context, rules, trace, validator, analysis);
    }
}

} // namespace spanscope
