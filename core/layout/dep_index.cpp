#include "core/layout/coordinate_terms.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

// From an index to coordinates (planner README, "From an index to coordinates").

namespace spanscope {

namespace {

constexpr Int kInfinity = std::numeric_limits<Int>::max();

/// floor(Mod(step*v, next) / stride) of a plain symbol in normal form; no symbol when it vanishes.
CoordTerm simpleTerm(int symbol, Int step, Int next, Int stride)
{
    CoordTerm out;
    if (step == 0) {
        return out;
    }
    out.symbol = symbol;
    Int scale = step;
    if (next != 0) {
        scale = std::gcd(step, next);
        out.modulus = next / scale;
        out.factor = floorMod(step / scale, out.modulus);
        if (out.modulus == 1) {
            out.symbol = -1;
            return out;
        }
    }
    const Int g = std::gcd(scale, stride);
    out.scale = scale / g;
    out.divisor = stride / g;
    return out;
}

} // namespace

/// The dims that something stepping by `step` up to `end` reaches, with the modulus each sees.
class DepIndex::Entering
{
public:
    Entering(std::span<const Int> size, std::span<const Int> stride)
        : m_size(size)
        , m_stride(stride)
        , m_next(size.size(), kInfinity)
    {
        for (std::size_t i = 0; i < size.size(); ++i) {
            for (std::size_t k = 0; k < size.size(); ++k) {
                if (size[k] > 1 && stride[k] > stride[i]) {
                    m_next[i] = std::min(m_next[i], stride[k]);
                }
            }
        }
    }

    /// The smallest larger stride of a dim of size > 1; kInfinity where there is none.
    [[nodiscard]] Int next(std::size_t dim) const { return m_next[dim]; }

    /// Calls reach(dim, modulus or 0, stride) for every dim reached.
    template <typename Reach> void enter(Int step, Int end, Reach reach) const
    {
        std::size_t primary = m_size.size();
        for (std::size_t i = 0; i < m_size.size(); ++i) {
            const bool fits = m_size[i] != 1 && m_stride[i] > 0 && m_stride[i] <= step;
            if (fits && (primary == m_size.size() || m_stride[i] > m_stride[primary])) {
                primary = i;
            }
        }
        for (std::size_t i = 0; i < m_size.size(); ++i) {
            const bool other = m_size[i] != 1 && m_stride[i] > 0 && step < m_stride[i] && m_stride[i] < end;
            if (i == primary || other) {
                reach(i, m_next[i] < end ? m_next[i] : 0, m_stride[i]);
            }
        }
    }

private:
    std::span<const Int> m_size;
    std::span<const Int> m_stride;
    std::vector<Int> m_next;
};

DepIndex::DepIndex(const Dep &dep, std::shared_ptr<Effort> effort)
    : m_effort(std::move(effort))
{
    for (const SymbolRange &r : dep.ranges) {
        m_symbols.push_back(r.symbol);
        m_ranges.push_back(r.size.isInteger() ? r.size.value : 0);
        m_integral.push_back(r.size.isInteger());
        m_allIntegral = m_allIntegral && r.size.isInteger();
    }
    m_parts.resize(m_symbols.size());
    m_known = dep.hasIndex && dep.index.isAnalysable();
    if (m_known) {
        findParts(dep.index);
    }
    for (std::size_t v = 0; v < m_parts.size(); ++v) {
        m_known = m_known && (m_integral[v] || !m_parts[v].used);
    }
}

int DepIndex::symbolNumber(std::string_view name) const
{
    return numberOf(m_symbols, name);
}

void DepIndex::findParts(const Expr &index)
{
    bool linear = true;
    for (const Monomial &m : index.terms()) {
        const bool plain = m.atoms.size() == 1 && m.atoms.front()->kind == Atom::Kind::Symbol;
        const int v = plain ? symbolNumber(m.atoms.front()->text) : -1;
        if (v >= 0) {
            m_parts[static_cast<std::size_t>(v)].used = true;
            m_parts[static_cast<std::size_t>(v)].linear = m.coefficient;
        }
        linear = linear && plain;
    }
    m_constant = index.constant();
    if (!linear) {
        findPrograms(index);
        findGroups(index);
    }
}

void DepIndex::findPrograms(const Expr &index)
{
    if (m_effort == nullptr) {
        m_effort = std::make_shared<Effort>();
    }
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t v = 0; v < m_symbols.size(); ++v) {
        numbers.emplace(m_symbols[v], v);
    }
    std::vector<std::vector<Monomial>> containing(m_symbols.size());
    for (const Monomial &m : index.terms()) {
        for (const AtomPtr &atom : m.atoms) {
            for (const std::string &name : atom->symbols) {
                const auto at = numbers.find(name);
                std::vector<Monomial> *own = at == numbers.end() ? nullptr : &containing[at->second];
                if (own != nullptr && (own->empty() || own->back().atoms != m.atoms)) { // once, also for d0*d0
                    own->push_back(m);
                }
            }
        }
    }
    const std::vector<Int> zeros(m_symbols.size(), 0);
    m_constant = ExprProgram(index, m_symbols).run(zeros);
    for (std::size_t v = 0; v < m_parts.size(); ++v) {
        m_parts[v].used = !containing[v].empty();
        if (m_parts[v].used) {
            findPart(Expr::sum(std::move(containing[v]), 0), v);
        }
    }
}

/// \param containing the terms of the index with the symbol; the others count with their value at 0
void DepIndex::findPart(const Expr &containing, std::size_t symbol)
{
    const std::vector<Int> zeros(m_symbols.size(), 0);
    const Int others = subChecked(m_constant, ExprProgram(containing, m_symbols).run(zeros));
    const Expr alone = containing.onlySymbol(m_symbols[symbol]) + Expr(others);
    m_parts[symbol].program.emplace(alone, m_symbols);
    findRepeat(containing, alone, symbol);
}

void DepIndex::findRepeat(const Expr &containing, const Expr &alone, std::size_t symbol)
{
    // The part in this symbol alone must be one Mod atom, and no other Mod may contain the symbol.
    const Expr part = alone - Expr(std::max<Int>(m_constant, 0));
    if (part.constant() != 0 || part.terms().size() != 1 || part.terms().front().atoms.size() != 1) {
        return;
    }
    const Monomial &m = part.terms().front();
    const AtomPtr &atom = m.atoms.front();
    if (atom->kind != Atom::Kind::Mod) {
        return;
    }
    int mods = 0;
    const std::function<void(const Expr &)> count = [&](const Expr &e) {
        for (const Monomial &term : e.terms()) {
            for (const AtomPtr &a : term.atoms) {
                const bool has = std::find(a->symbols.begin(), a->symbols.end(), m_symbols[symbol]) != a->symbols.end();
                mods += a->kind == Atom::Kind::Mod && has ? 1 : 0;
                for (const Expr &arg : a->args) {
                    count(arg);
                }
            }
        }
    };
    count(containing);
    if (mods == 1) {
        m_parts[symbol].repeat = Repeat{m.coefficient, atom->number, Expr::sum({Monomial{1, {atom}}}, 0)};
    }
}

Int DepIndex::partAt(std::size_t symbol, Int value, Int offset) const
{
    const Part &part = m_parts[symbol];
    if (!part.program) {
        return addChecked(mulChecked(part.linear, value), m_constant - offset);
    }
    std::vector<Int> values(m_symbols.size(), 0);
    values[symbol] = value;
    return subChecked(part.program->run(values), offset);
}

void DepIndex::start(const Entering &entering, std::size_t dims, std::vector<Coordinate> &out) const
{
    out.resize(dims);
    for (Coordinate &c : out) {
        c.terms.clear();
        c.constant = 0;
    }
    const Int offset = std::max<Int>(m_constant, 0);
    if (offset > 0) {
        entering.enter(1, kInfinity, [&](std::size_t dim, Int next, Int unit) {
            const Int value = next == 0 ? offset : floorMod(offset, next);
            out[dim].constant = addChecked(out[dim].constant, floorDiv(value, unit));
        });
    }
}

void DepIndex::enterSymbol(std::size_t symbol, const Entering &entering, std::span<const Int> ranges,
                           std::vector<Coordinate> &out) const
{
    const Part &part = m_parts[symbol];
    if (!part.used || ranges[symbol] <= 1) {
        return;
    }
    if (part.repeat && part.repeat->modulus < ranges[symbol]) {
        const Repeat &r = *part.repeat;
        entering.enter(r.step, mulChecked(r.step, r.modulus), [&](std::size_t dim, Int next, Int unit) {
            const Expr scaled = Expr(r.step) * r.atom;
            const Expr term = Expr::floorDiv(next == 0 ? scaled : Expr::mod(scaled, next), unit);
            if (!term.isConstant()) {
                out[dim].terms.push_back(termOf(term, m_symbols, m_effort));
            }
        });
        return;
    }
    const Int offset = std::max<Int>(m_constant, 0);
    const Int step = partAt(symbol, 1, offset);
    entering.enter(step, partAt(symbol, ranges[symbol], offset), [&](std::size_t dim, Int next, Int unit) {
        const CoordTerm term = simpleTerm(static_cast<int>(symbol), step, next, unit);
        if (term.symbol >= 0) {
            out[dim].terms.push_back(term);
        }
    });
}

void DepIndex::coordinates(std::span<const Int> size, std::span<const Int> stride, std::span<const Int> ranges,
                           std::vector<Coordinate> &out) const
{
    const Entering entering(size, stride);
    start(entering, size.size(), out);
    for (std::size_t v = 0; v < m_parts.size(); ++v) {
        enterSymbol(v, entering, ranges, out);
    }
}

void DepIndex::trueCoordinates(std::span<const Int> size, std::span<const Int> stride, std::span<const Int> ranges,
                               std::vector<Coordinate> &out) const
{
    if (m_groups.empty()) {
        coordinates(size, stride, ranges, out);
        return;
    }
    const Entering entering(size, stride);
    start(entering, size.size(), out);
    for (const Group &group : m_groups) {
        if (group.linearSymbol >= 0) {
            enterSymbol(static_cast<std::size_t>(group.linearSymbol), entering, ranges, out);
            continue;
        }
        const Expr live = group.expr.substitute([&](const std::string &name) {
            const int v = symbolNumber(name);
            const bool still = v < 0 || ranges[static_cast<std::size_t>(v)] == 1;
            return still ? std::optional(Expr(0)) : std::nullopt;
        });
        for (std::size_t dim = 0; dim < size.size(); ++dim) {
            if (size[dim] == 1 || stride[dim] <= 0) {
                continue;
            }
            const Int next = entering.next(dim);
            const Expr term = Expr::floorDiv(next == kInfinity ? live : Expr::mod(live, next), stride[dim]);
            const std::optional<Coordinate> parts = coordinateOf(term, m_symbols, m_effort);
            out[dim].constant = addChecked(out[dim].constant, parts ? parts->constant : 0);
            if (parts) {
                out[dim].terms.insert(out[dim].terms.end(), parts->terms.begin(), parts->terms.end());
            }
        }
    }
}

void DepIndex::findGroups(const Expr &index)
{
    std::vector<std::pair<std::vector<std::string>, Expr>> groups = groupedBySymbols(index);
    for (auto &[names, expr] : groups) {
        Group group{std::move(expr), -1};
        const Monomial &first = group.expr.terms().front();
        if (group.expr.terms().size() == 1 && first.atoms.size() == 1 &&
            first.atoms.front()->kind == Atom::Kind::Symbol) {
            group.linearSymbol = symbolNumber(first.atoms.front()->text);
            if (group.linearSymbol < 0) {
                continue; // a symbol that the dep does not list counts as 0
            }
        }
        m_groups.push_back(std::move(group));
    }
}

} // namespace spanscope
