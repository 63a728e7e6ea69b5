#include "core/layout/coordinate_terms.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace spanscope {

namespace {

// Sums of floors are only compared by their difference, which fits; wrapping is harmless.
__extension__ using Wide = unsigned __int128;

/// Sum of floor((a*i + b) / m) for i in [0, n), all >= 0, m > 0, modulo 2^128.
Wide floorSum(Wide n, Wide m, Wide a, Wide b)
{
    Wide total = 0;
    while (true) {
        total += (n * (n - 1) / 2) * (a / m);
        a %= m;
        total += n * (b / m);
        b %= m;
        const Wide top = a * n + b;
        if (top < m) {
            return total;
        }
        n = top / m;
        b = top % m;
        std::swap(a, m);
    }
}

/// Largest value of (a * v) mod m over v in [0, n); 0 <= a < m.
Int largestResidue(Int a, Int m, Int n)
{
    const Int g = std::gcd(a, m);
    if (n >= m / g) {
        return m - g;
    }
    const auto w = [](Int x) { return static_cast<Wide>(x); };
    const Wide below = floorSum(w(n), w(m), w(a), 0);
    Int low = 0; // some v reaches at least `low`
    Int high = m - 1;
    while (low < high) {
        const Int middle = low + (high - low + 1) / 2;
        const bool reached = floorSum(w(n), w(m), w(a), w(m - middle)) != below;
        if (reached) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/// Largest minus smallest of a general term over one symbol, the others 0, at the points the compiler tries.
std::optional<Int> plannerSpread(const GeneralTerm &term, std::span<const Int> ranges)
{
    if (!term.onlyBareMods) {
        return std::nullopt;
    }
    const auto runs = static_cast<Int>(1 + term.symbols.size() * (1 + term.moduli.size()));
    if (!spend(term.effort->decision, runs, term)) {
        term.effort->gaveUp = true;
        return std::nullopt;
    }
    Int total = 0;
    std::vector<Int> values(ranges.size(), 0);
    const Int atZero = term.program.run(values);
    for (const int symbol : term.symbols) {
        const auto v = static_cast<std::size_t>(symbol);
        const Int r = ranges[v];
        if (r < 0) {
            return std::nullopt;
        }
        values[v] = r - 1;
        const Int last = term.program.run(values);
        Int low = term.moduli.empty() ? atZero : std::min(atZero, last);
        Int high = term.moduli.empty() ? last : std::max(atZero, last);
        for (const Int m : term.moduli) {
            values[v] = std::min(r, m) - 1;
            const Int x = term.program.run(values);
            low = std::min(low, x);
            high = std::max(high, x);
        }
        values[v] = 0;
        total = addChecked(total, subChecked(high, low));
    }
    return total;
}

} // namespace

bool gaveUp(const Coordinate &coordinate)
{
    return std::any_of(coordinate.terms.begin(), coordinate.terms.end(),
                       [](const CoordTerm &term) { return term.general && term.general->effort->gaveUp; });
}

std::optional<Int> plannerExtent(const Coordinate &coordinate, std::span<const Int> ranges)
{
    Int total = 1;
    for (const CoordTerm &term : coordinate.terms) {
        if (term.general) {
            const std::optional<Int> spread = plannerSpread(*term.general, ranges);
            if (!spread) {
                return std::nullopt;
            }
            total = addChecked(total, *spread);
            continue;
        }
        const Int r = ranges[static_cast<std::size_t>(term.symbol)];
        if (r < 0 || !term.hasOnlyBareMods()) {
            return std::nullopt;
        }
        Int high = term.at(r - 1);
        Int low = 0; // at 0
        if (term.modulus != 0) {
            const Int peak = term.at(std::min(r, term.modulus) - 1);
            low = std::min({low, high, peak});
            high = std::max({Int{0}, high, peak});
        }
        total = addChecked(total, subChecked(high, low));
    }
    return total;
}

TrueSpread trueSpread(const CoordTerm &term, std::span<const Int> ranges)
{
    if (term.general) {
        return generalSpread(*term.general, ranges);
    }
    const Int r = ranges[static_cast<std::size_t>(term.symbol)];
    if (r <= 1) {
        return {0, true};
    }
    if (term.modulus == 0) {
        return {std::abs(term.at(r - 1)), true};
    }
    const Int peak = largestResidue(floorMod(term.factor, term.modulus), term.modulus, r);
    return {floorDiv(mulChecked(term.scale, peak), term.divisor), true};
}

TrueExtent trueExtent(const Coordinate &coordinate, std::span<const Int> ranges)
{
    TrueExtent out;
    for (const CoordTerm &term : coordinate.terms) {
        const TrueSpread spread = trueSpread(term, ranges);
        out.extent = addChecked(out.extent, spread.spread);
        out.exact = out.exact && spread.exact;
    }
    return out;
}

} // namespace spanscope
