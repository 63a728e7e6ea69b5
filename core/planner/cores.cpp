#include "core/planner/rows.h"
#include "core/planner/splits.h"

#include <algorithm>
#include <unordered_map>

namespace spanscope {

namespace {

constexpr std::size_t kMaxCoreChecks = 1'000'000; ///< spans computed before the best so far is the answer

/// A symbol that cores may divide: factors and what is left of its range under each.
struct Axis
{
    std::string name;
    std::vector<Int> factors;
    std::vector<Int> ranges; ///< per factor
};

Axis makeAxis(const std::string &name, Int range, const StickSymbols &sticks)
{
    Axis axis;
    axis.name = name;
    const auto stick = sticks.find(name);
    const Int unit = stick == sticks.end() ? 1 : std::max<Int>(stick->second, 1);
    const Int units = std::max<Int>(ceilDiv(range, unit), 1);
    axis.factors = divisorsOf(units);
    for (const Int f : axis.factors) {
        axis.ranges.push_back(std::min(range, (units / f) * unit));
    }
    return axis;
}

class CoreSearch
{
public:
    CoreSearch(const std::vector<CoreRow> &rows, Int limit, const StickSymbols &sticks)
        : m_rows(rows)
        , m_limit(limit)
    {
        for (const CoreRow &row : rows) {
            m_rowAxes.emplace_back(row.tiled->ranges.size(), -1);
            for (const CoordTerm &term : row.tiled->coordinates[row.deviceDim].terms) {
                if (!term.general) {
                    addAxis(row, term.symbol, sticks);
                    continue;
                }
                for (const int symbol : term.general->symbols) {
                    addAxis(row, symbol, sticks);
                }
            }
        }
        m_choice.assign(m_axes.size(), 0);
    }

    CoreNeed run()
    {
        for (std::size_t a = 0; a < m_axes.size(); ++a) {
            m_choice[a] = m_axes[a].factors.size() - 1;
        }
        if (!fits()) {
            return {std::nullopt, {}};
        }
        if (!startGreedily()) {
            return {std::nullopt, {}};
        }
        descend(0, 1);
        CoreNeed need;
        need.cores = m_best;
        for (std::size_t a = 0; a < m_axes.size(); ++a) {
            const Int f = m_axes[a].factors[m_bestChoice[a]];
            if (f > 1) {
                need.factors.emplace_back(m_axes[a].name, f);
            }
        }
        return need;
    }

private:
    void addAxis(const CoreRow &row, int symbol, const StickSymbols &sticks)
    {
        const auto v = static_cast<std::size_t>(symbol);
        const std::string &name = row.tiled->tensor->index.symbols()[v];
        const auto [at, isNew] = m_axisByName.emplace(name, m_axes.size());
        if (isNew) {
            m_axes.push_back(makeAxis(name, row.tiled->ranges[v], sticks));
            m_axisRows.emplace_back();
        }
        m_rowAxes.back()[v] = static_cast<int>(at->second);
        std::vector<std::size_t> &rows = m_axisRows[at->second];
        if (rows.empty() || rows.back() + 1 != m_rowAxes.size()) {
            rows.push_back(m_rowAxes.size() - 1);
        }
    }

    [[nodiscard]] bool fits(std::size_t r)
    {
        ++m_checks;
        m_ranges = m_rows[r].tiled->ranges;
        for (std::size_t v = 0; v < m_ranges.size(); ++v) {
            if (m_rowAxes[r][v] >= 0) {
                const auto a = static_cast<std::size_t>(m_rowAxes[r][v]);
                m_ranges[v] = std::min(m_ranges[v], m_axes[a].ranges[m_choice[a]]);
            }
        }
        return spanUnder(*m_rows[r].tiled, m_rows[r].deviceDim, m_ranges) <= m_limit;
    }

    [[nodiscard]] bool fits()
    {
        for (std::size_t r = 0; r < m_rows.size(); ++r) {
            if (!fits(r)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the rows that an axis moves fit; the others are as before.
    [[nodiscard]] bool fitsAlong(std::size_t axis)
    {
        return std::all_of(m_axisRows[axis].begin(), m_axisRows[axis].end(), [this](std::size_t r) { return fits(r); });
    }

    /// Lowers one axis after the other from the finest choice: a bound to improve on, and the answer where
    /// there are too many axes to try all. False when its product leaves 63 bits.
    bool startGreedily()
    {
        Int product = 1;
        for (std::size_t a = 0; a < m_axes.size(); ++a) {
            std::size_t low = 0;
            std::size_t high = m_choice[a];
            while (low < high) {
                m_choice[a] = (low + high) / 2;
                if (fitsAlong(a)) {
                    high = m_choice[a];
                } else {
                    low = m_choice[a] + 1;
                }
            }
            m_choice[a] = low;
            if (__builtin_mul_overflow(product, m_axes[a].factors[low], &product)) {
                return false;
            }
        }
        m_best = product;
        m_bestChoice = m_choice;
        return true;
    }

    /// Chooses factors axis by axis; the last one by bisection, since more cores never span more.
    void descend(std::size_t axis, Int product)
    {
        const std::vector<Int> &factors = m_axes[axis].factors;
        if (axis + 1 == m_axes.size()) {
            std::size_t low = 0;
            std::size_t high = factors.size();
            while (low < high) {
                const std::size_t middle = (low + high) / 2;
                m_choice[axis] = middle;
                if (fits()) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            Int total = 0;
            if (low < factors.size() && !__builtin_mul_overflow(product, factors[low], &total) &&
                (!m_best || total < *m_best)) {
                m_choice[axis] = low;
                m_best = total;
                m_bestChoice = m_choice;
            }
            return;
        }
        for (std::size_t i = 0; i < factors.size(); ++i) {
            Int next = 0;
            if (__builtin_mul_overflow(product, factors[i], &next) || (m_best && next >= *m_best) ||
                m_checks > kMaxCoreChecks) {
                return;
            }
            m_choice[axis] = i;
            descend(axis + 1, next);
        }
    }

    const std::vector<CoreRow> &m_rows;
    Int m_limit;
    std::vector<Axis> m_axes;
    std::unordered_map<std::string, std::size_t> m_axisByName;
    std::vector<std::vector<std::size_t>> m_axisRows; ///< per axis: the rows it moves, ascending
    std::vector<std::vector<int>> m_rowAxes;          ///< per row and dep symbol: axis or -1
    std::vector<std::size_t> m_choice;
    std::vector<std::size_t> m_bestChoice;
    std::optional<Int> m_best;
    std::vector<Int> m_ranges;
    std::size_t m_checks = 0;
};

} // namespace

CoreNeed coresFor(const std::vector<CoreRow> &rows, Int limit, const StickSymbols &sticks)
{
    if (rows.empty()) {
        return {1, {}};
    }
    try {
        return CoreSearch(rows, limit, sticks).run();
    } catch (const ExactError &) {
        return {std::nullopt, {}};
    }
}

} // namespace spanscope
