#include "core/planner/fits.h"

#include "core/graph/knowledge.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMaxFitDims = 3; ///< at most three dims are tiled at once

/// Walks all combos of at most three dims, the last one by bisection: more tiles never span more.
class FitSearch
{
public:
    FitSearch(const FitTable &table, const std::vector<bool> &wanted, std::size_t rank, Int limit, std::size_t count,
              std::size_t maxChecks)
        : m_table(table)
        , m_rank(rank)
        , m_limit(limit)
        , m_count(count)
        , m_maxChecks(maxChecks)
        , m_choice(table.axes().size(), 0)
    {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (wanted[i]) {
                m_rows.push_back(&table.rows()[i]);
            }
        }
    }

    std::vector<FitChoice> run()
    {
        consider();
        descend(0, 0, 1);
        return std::move(m_found);
    }

    [[nodiscard]] bool cutShort() const { return m_cutShort; }
    [[nodiscard]] std::size_t looked() const { return m_checks; }

private:
    [[nodiscard]] Int worst() const
    {
        Int out = 0;
        for (const FitTable::Row *row : m_rows) {
            out = std::max(out, m_table.span(*row, m_choice));
        }
        return out;
    }

    [[nodiscard]] bool fits() const
    {
        return std::all_of(m_rows.begin(), m_rows.end(),
                           [this](const FitTable::Row *row) { return m_table.span(*row, m_choice) <= m_limit; });
    }

    [[nodiscard]] bool exhausted()
    {
        m_cutShort = m_cutShort || ++m_checks > m_maxChecks;
        return m_cutShort;
    }

    [[nodiscard]] bool tooDear(Int product) const
    {
        return m_found.size() == m_count && product > m_found.back().cost.product;
    }

    /// Chooses one more dim from `axis` on; `used` are tiled already.
    void descend(std::size_t axis, std::size_t used, Int product)
    {
        for (std::size_t a = axis; a < m_choice.size() && used < kMaxFitDims; ++a) {
            const std::vector<Int> &splits = m_table.axes()[a].splits;
            // Below the first split that suffices alone, further dims must help.
            const std::size_t enough = firstEnough(a);
            for (std::size_t k = 1; k < splits.size(); ++k) {
                Int next = 0;
                if (__builtin_mul_overflow(product, splits[k], &next) || tooDear(next) || exhausted()) {
                    break;
                }
                m_choice[a] = k;
                if (k >= enough) {
                    consider();
                }
                descend(a + 1, used + 1, next);
            }
            m_choice[a] = 0;
        }
    }

    /// The first split index of axis a that clears all rows under the present choice.
    std::size_t firstEnough(std::size_t a)
    {
        std::size_t low = 1;
        std::size_t high = m_table.axes()[a].splits.size();
        while (low < high) {
            m_choice[a] = (low + high) / 2;
            if (fits()) {
                high = m_choice[a];
            } else {
                low = m_choice[a] + 1;
            }
        }
        m_choice[a] = 0;
        return low;
    }

    void consider()
    {
        if (!fits()) {
            return;
        }
        std::vector<Int> tuple(m_rank, 1);
        for (std::size_t a = 0; a < m_choice.size(); ++a) {
            tuple[static_cast<std::size_t>(m_table.axes()[a].dim.index)] = m_table.axes()[a].splits[m_choice[a]];
        }
        FitChoice found{costOf(tuple), worst()};
        const auto at = std::lower_bound(m_found.begin(), m_found.end(), found,
                                         [](const FitChoice &a, const FitChoice &b) { return a.cost < b.cost; });
        m_found.insert(at, std::move(found));
        if (m_found.size() > m_count) {
            m_found.pop_back();
        }
    }

    const FitTable &m_table;
    std::size_t m_rank;
    Int m_limit;
    std::size_t m_count;
    std::size_t m_maxChecks;
    std::vector<std::size_t> m_choice;
    std::vector<const FitTable::Row *> m_rows;
    std::vector<FitChoice> m_found; ///< cheapest first
    std::size_t m_checks = 0;
    bool m_cutShort = false;
};

std::vector<Level> levelsOf(const std::vector<Int> &tuple)
{
    std::vector<Level> out;
    for (std::size_t d = 0; d < tuple.size(); ++d) {
        if (tuple[d] > 1) {
            out.push_back({HostDim{static_cast<int>(d)}, tuple[d], false});
        }
    }
    return out;
}

/// The plan's cost with its tuple in host-dim order, comparable with a fit's.
std::optional<Cost> planCost(const OpAnalysis &analysis, std::size_t rank)
{
    if (analysis.outcome != Outcome::Planned) {
        return std::nullopt;
    }
    const auto splits = splitVector(analysis.levels, rank);
    return splits ? std::optional(costOf(*splits)) : std::nullopt;
}

/// What of the compiler's own bounds a fit steps outside of.
std::vector<Outside> outsideOf(const OpContext &context, const Fit &fit, const OpAnalysis &analysis, const Rules &rules)
{
    std::vector<Outside> out;
    bool overCap = false;
    bool dropped = false;
    bool unsearched = false;
    Cost searchCost;
    searchCost.tuple.assign(analysis.searchDims.size(), 1);
    for (const Level &level : fit.levels) {
        overCap = overCap || level.splitCount > rules.maxAutoSplit;
        const auto at = std::find(analysis.searchDims.begin(), analysis.searchDims.end(), level.hostDim);
        if (at == analysis.searchDims.end()) {
            unsearched = true;
            continue;
        }
        const auto i = static_cast<std::size_t>(at - analysis.searchDims.begin());
        searchCost.tuple[i] = level.splitCount;
        const SplitEntry *entry = analysis.tables.size() > i ? analysis.tables[i].find(level.splitCount) : nullptr;
        dropped = dropped || (entry != nullptr && entry->status == SplitStatus::DroppedBySplitLimit);
    }
    const bool tooMany = static_cast<Int>(fit.levels.size()) > rules.maxTileDims || analysis.code == Code::TooManyDims;
    if (overCap) {
        out.push_back(Outside::OverAutoCap);
    }
    if (dropped) {
        out.push_back(Outside::DroppedBySplitLimit);
    }
    if (!overCap && !dropped && !unsearched && !tooMany &&
        isBeyondComboLimit(analysis.tables, searchCost.tuple, rules)) {
        out.push_back(Outside::BeyondComboLimit);
    }
    if (tooMany) {
        out.push_back(Outside::TooManyDims);
    }
    if (unsearched) {
        out.push_back(Outside::UnsearchedDim);
    }
    ComboStep step;
    if (Validator(context, rules).check(*splitVector(fit.levels, context.rank()), false, step) != ComboStatus::Fits) {
        out.push_back(Outside::Validation);
    }
    return out;
}

void collectFits(const OpContext &context, const OpAnalysis &analysis, const Rules &rules, const FitOptions &options,
                 Fits &out)
{
    if (context.output() == nullptr || !context.output()->layout) {
        return;
    }
    const FitTable table(context, analysis, rules, options.ignoreSticks);
    for (const FitTable::Axis &axis : table.axes()) {
        out.dims.push_back(axis.dim);
    }
    const auto plan = planCost(analysis, context.rank());
    for (const FitKind kind : {FitKind::Covered, FitKind::Complete}) {
        std::vector<bool> wanted;
        std::vector<std::string> butFor;
        bool anyOver = false;
        for (const FitTable::Row &row : table.rows()) {
            const bool helpless = kind == FitKind::Complete && row.onlyReduction && row.overUntiled;
            wanted.push_back(!helpless && (kind == FitKind::Complete || row.covered));
            anyOver = anyOver || (wanted.back() && row.overUntiled);
            if (helpless) {
                butFor.push_back(row.tensor.toString() + " dev " + std::to_string(row.deviceDim.index) + " " +
                                 row.coordinate);
            }
        }
        if (!anyOver) {
            continue;
        }
        FitEffort effort;
        for (FitChoice &choice : cheapestFits(table, wanted, context.rank(), rules.maxSpanBytes, options.perKind,
                                              options.maxChecks, effort)) {
            Fit fit;
            fit.kind = kind;
            fit.levels = levelsOf(choice.cost.tuple);
            fit.tiles = choice.cost.product;
            fit.worstSpan = choice.worstSpan;
            fit.butFor = butFor;
            fit.cheaperThanPlan = plan && choice.cost < *plan;
            fit.cost = std::move(choice.cost);
            fit.outside = outsideOf(context, fit, analysis, rules);
            out.fits.push_back(std::move(fit));
        }
        out.cutShort = out.cutShort || effort.cutShort;
        out.looked = std::max(out.looked, effort.looked);
    }
}

} // namespace

std::vector<FitChoice> cheapestFits(const FitTable &table, const std::vector<bool> &wanted, std::size_t rank, Int limit,
                                    std::size_t count, std::size_t maxChecks, FitEffort &effort)
{
    FitSearch search(table, wanted, rank, limit, count, maxChecks);
    std::vector<FitChoice> out = search.run();
    effort.cutShort = effort.cutShort || search.cutShort();
    effort.looked += search.looked();
    return out;
}

Fits fitsOf(const OpContext &context, const OpAnalysis &analysis, const Rules &rules, const FitOptions &options)
{
    Fits out;
    out.inputsUnknown = inputsUnknown(context.graph(), context.opIndex());
    collectFits(context, analysis, rules, options, out);
    return out;
}

Fits whatWouldFit(const Graph &graph, std::size_t opIndex, const OpAnalysis &analysis, const Rules &rules,
                  const FitOptions &options)
{
    try {
        return fitsOf(OpContext(graph, opIndex), analysis, rules, options);
    } catch (const ExactError &) {
        Fits out;
        out.overflowed = true;
        return out;
    }
}

} // namespace spanscope
