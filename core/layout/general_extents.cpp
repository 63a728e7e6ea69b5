#include "core/layout/coordinate_terms.h"

#include <algorithm>
#include <numeric>
#include <set>

// The true extremes of terms that have no simple form: by their period, by walking their values, or bounded.

namespace spanscope {

bool spend(Int &left, Int runs, const GeneralTerm &term)
{
    const auto length = static_cast<Int>(std::max<std::size_t>(term.program.length(), 1));
    if (runs > left / length) {
        return false;
    }
    left -= runs * length;
    return true;
}

namespace {

Extremes product(Extremes a, Extremes b)
{
    const Int corners[] = {mulChecked(a.low, b.low), mulChecked(a.low, b.high), mulChecked(a.high, b.low),
                           mulChecked(a.high, b.high)};
    const auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
    return {*low, *high};
}

/// An interval that surely contains every value.
template <typename RangeOf> Extremes boundsOf(const Expr &e, const RangeOf &rangeOf)
{
    Extremes total{e.constant(), e.constant()};
    for (const Monomial &m : e.terms()) {
        Extremes value{m.coefficient, m.coefficient};
        for (const AtomPtr &atom : m.atoms) {
            Extremes x;
            if (atom->kind == Atom::Kind::Symbol) {
                x = {0, std::max<Int>(rangeOf(atom->text) - 1, 0)};
            } else {
                x = boundsOf(atom->args.front(), rangeOf);
                if (atom->kind == Atom::Kind::Floor) {
                    x = {floorDiv(x.low, atom->number), floorDiv(x.high, atom->number)};
                } else if (x.low < 0 || x.high >= atom->number) {
                    x = {0, atom->number - 1};
                }
            }
            value = product(value, x);
        }
        total = {addChecked(total.low, value.low), addChecked(total.high, value.high)};
    }
    return total;
}

/// What values an expression takes.
struct Image
{
    Int low = 0; ///< both are taken
    Int high = 0;
    bool onto = true; ///< and so is everything between
};

template <typename RangeOf> std::optional<Image> imageOf(const Expr &e, const RangeOf &rangeOf);

template <typename RangeOf> std::optional<Image> imageOf(const Atom &atom, const RangeOf &rangeOf)
{
    if (atom.kind == Atom::Kind::Symbol) {
        return Image{0, std::max<Int>(rangeOf(atom.text) - 1, 0), true};
    }
    std::optional<Image> x = imageOf(atom.args.front(), rangeOf);
    if (!x) {
        return std::nullopt;
    }
    const Int n = atom.number;
    if (atom.kind == Atom::Kind::Floor) {
        return Image{floorDiv(x->low, n), floorDiv(x->high, n), x->onto};
    }
    if (floorDiv(x->low, n) == floorDiv(x->high, n)) {
        return Image{floorMod(x->low, n), floorMod(x->high, n), x->onto};
    }
    if (!x->onto) {
        return std::nullopt; // which residues occur is not known
    }
    return Image{0, n - 1, x->high - n >= x->low - 1};
}

/// By reasoning alone: sums of parts that share no symbol. nullopt where that does not tell.
template <typename RangeOf> std::optional<Image> imageOf(const Expr &e, const RangeOf &rangeOf)
{
    Image total{e.constant(), e.constant(), true};
    std::set<std::string_view> seen;
    for (const Monomial &m : e.terms()) {
        const bool one = m.atoms.size() == 1;
        for (std::size_t i = 0; one && i < m.atoms.front()->symbols.size(); ++i) {
            if (!seen.insert(m.atoms.front()->symbols[i]).second) {
                return std::nullopt;
            }
        }
        const auto x = one ? imageOf(*m.atoms.front(), rangeOf) : std::nullopt;
        if (!x) {
            return std::nullopt;
        }
        const Extremes scaled = product({m.coefficient, m.coefficient}, {x->low, x->high});
        const bool fixed = scaled.low == scaled.high;
        const bool wasFixed = total.low == total.high;
        const bool unit = m.coefficient == 1 || m.coefficient == -1;
        // Two sums of all integers in a row give all between, too.
        total.onto = fixed ? total.onto : (wasFixed || total.onto) && x->onto && unit;
        total.low = addChecked(total.low, scaled.low);
        total.high = addChecked(total.high, scaled.high);
    }
    return total;
}

/// Extremes over all values of several symbols.
Extremes walkAll(const GeneralTerm &term, std::span<const Int> ranges)
{
    std::vector<Int> values(ranges.size(), 0);
    const Int first = term.program.run(values);
    Extremes out{first, first};
    while (true) {
        std::size_t i = 0;
        for (; i < term.symbols.size(); ++i) {
            const auto v = static_cast<std::size_t>(term.symbols[i]);
            if (++values[v] < ranges[v]) {
                break;
            }
            values[v] = 0;
        }
        if (i == term.symbols.size()) {
            return out;
        }
        const Int x = term.program.run(values);
        out = {std::min(out.low, x), std::max(out.high, x)};
    }
}

/// Extremes of a term in one symbol over [0, n), n >= 1; nullopt when that is too much work. What was walked
/// once is not walked again.
std::optional<Extremes> walkTo(const GeneralTerm &term, Int n, std::size_t symbols)
{
    TermMemory &memory = term.memory;
    const Int missing = std::max<Int>(n - memory.walked, 0) + kWalkBlock;
    if (!spend(term.effort->truth, missing, term)) {
        return std::nullopt;
    }
    std::vector<Int> values(symbols, 0);
    const auto v = static_cast<std::size_t>(term.symbols.front());
    const auto include = [&](Extremes &into, Int value) {
        values[v] = value;
        const Int x = term.program.run(values);
        into = value == 0 ? Extremes{x, x} : Extremes{std::min(into.low, x), std::max(into.high, x)};
    };
    while (memory.walked < n) {
        include(memory.extremes, memory.walked);
        if (++memory.walked % kWalkBlock == 0) {
            memory.blocks.push_back(memory.extremes);
        }
    }
    if (n == memory.walked) {
        return memory.extremes;
    }
    const Int blocks = n / kWalkBlock;
    Extremes out = blocks > 0 ? memory.blocks[static_cast<std::size_t>(blocks - 1)] : Extremes{};
    for (Int i = blocks * kWalkBlock; i < n; ++i) {
        include(out, i);
    }
    return out;
}

std::optional<Period> periodOf(const Expr &e, const std::string &symbol);

std::optional<Period> periodOf(const Atom &atom, const std::string &symbol)
{
    if (atom.kind == Atom::Kind::Symbol) {
        return Period{1, atom.text == symbol ? 1 : 0};
    }
    const auto inner = periodOf(atom.args.front(), symbol);
    if (!inner) {
        return std::nullopt;
    }
    // So many periods until what is inside has moved by a multiple of the divisor or modulus.
    const Int times = atom.number / std::gcd(inner->shift, atom.number);
    const Int length = mulChecked(inner->length, times);
    if (length > kMaxEnumeration) {
        return std::nullopt;
    }
    return Period{length, atom.kind == Atom::Kind::Floor ? mulChecked(inner->shift, times) / atom.number : 0};
}

/// The period of an expression without products of symbols in `symbol`, the others 0.
std::optional<Period> periodOf(const Expr &e, const std::string &symbol)
{
    Period total;
    for (const Monomial &m : e.terms()) {
        const auto own = m.atoms.size() == 1 ? periodOf(*m.atoms.front(), symbol) : std::nullopt;
        if (!own) {
            return std::nullopt;
        }
        const Int length = std::lcm(total.length, own->length); // both at most kMaxEnumeration
        if (length > kMaxEnumeration) {
            return std::nullopt;
        }
        const Int shift = mulChecked(mulChecked(own->shift, m.coefficient), length / own->length);
        total = {length, addChecked(mulChecked(total.shift, length / total.length), shift)};
    }
    return total;
}

const std::optional<Period> &periodOf(const GeneralTerm &term)
{
    TermMemory &memory = term.memory;
    if (!memory.periodKnown) {
        memory.periodKnown = true;
        try {
            memory.period = periodOf(term.expr, term.names.front());
        } catch (const OverflowError &) {
            memory.period.reset();
        }
    }
    return memory.period;
}

/// A term in one symbol with range r >= 1.
std::optional<Extremes> extremesOfOne(const GeneralTerm &term, Int r, std::size_t symbols)
{
    const auto &period = periodOf(term);
    if (!period || r / period->length < 2) {
        return r <= kMaxEnumeration ? walkTo(term, r, symbols) : std::nullopt;
    }
    // One extreme lies in the first period; the other in the last, which is the values before
    // `last`, moved by the shifts of the periods between.
    const Int last = period->length + (period->shift == 0 ? 0 : r % period->length);
    const Int shifted = mulChecked(r / period->length - 1, period->shift);
    const auto late = last <= kMaxEnumeration ? walkTo(term, last, symbols) : std::nullopt;
    const auto early = late ? walkTo(term, period->length, symbols) : std::nullopt;
    if (!early) {
        return std::nullopt;
    }
    return period->shift >= 0 ? Extremes{early->low, addChecked(late->high, shifted)}
                              : Extremes{addChecked(late->low, shifted), early->high};
}

std::optional<Int> exactSpread(const GeneralTerm &term, std::span<const Int> ranges)
{
    if (term.symbols.size() == 1) {
        const Int r = std::max<Int>(ranges[static_cast<std::size_t>(term.symbols.front())], 1);
        const auto found = extremesOfOne(term, r, ranges.size());
        return found ? std::optional(subChecked(found->high, found->low)) : std::nullopt;
    }
    Int count = 1;
    std::vector<Int> own;
    for (const int symbol : term.symbols) {
        own.push_back(std::max<Int>(ranges[static_cast<std::size_t>(symbol)], 1));
        count = count > kMaxEnumeration / own.back() ? kMaxEnumeration + 1 : count * own.back();
    }
    const auto known = term.memory.spreads.find(own);
    if (known != term.memory.spreads.end()) {
        return known->second;
    }
    if (count > kMaxEnumeration || !spend(term.effort->truth, count, term)) {
        return std::nullopt;
    }
    const Extremes found = walkAll(term, ranges);
    return term.memory.spreads.emplace(std::move(own), subChecked(found.high, found.low)).first->second;
}

} // namespace

TrueSpread generalSpread(const GeneralTerm &term, std::span<const Int> ranges)
{
    const auto rangeOf = [&](const std::string &name) {
        const auto at = std::find(term.names.begin(), term.names.end(), name);
        // A symbol that the dep does not list counts as 0.
        return at == term.names.end()
                   ? Int{1}
                   : ranges[static_cast<std::size_t>(term.symbols[static_cast<std::size_t>(at - term.names.begin())])];
    };
    if (const auto image = imageOf(term.expr, rangeOf)) {
        return {subChecked(image->high, image->low), true};
    }
    if (const auto exact = exactSpread(term, ranges)) {
        return {*exact, true};
    }
    const Extremes bounds = boundsOf(term.expr, rangeOf);
    return {subChecked(bounds.high, bounds.low), false};
}

} // namespace spanscope
