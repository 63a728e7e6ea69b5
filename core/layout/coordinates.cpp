#include "core/layout/coordinates.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

constexpr Int kInfinity = std::numeric_limits<Int>::max();

/// All numbers of Mods inside, and whether each argument is a bare symbol.
void collectMods(const Expr &e, GeneralTerm &out)
{
    for (const Monomial &m : e.terms()) {
        for (const AtomPtr &atom : m.atoms) {
            if (atom->kind == Atom::Kind::Mod) {
                out.moduli.push_back(atom->number);
                const std::vector<Monomial> &terms = atom->args.front().terms();
                const bool bare = atom->args.front().constant() == 0 && terms.size() == 1 &&
                                  terms.front().coefficient == 1 && terms.front().atoms.size() == 1 &&
                                  terms.front().atoms.front()->kind == Atom::Kind::Symbol;
                out.onlyBareMods = out.onlyBareMods && bare;
            }
            if (atom->kind != Atom::Kind::Symbol) {
                for (const Expr &arg : atom->args) {
                    collectMods(arg, out);
                }
            }
        }
    }
}

/// `c * symbol` or `c * Mod(f * symbol, m)`: what a simple term may have inside.
struct SimpleInner
{
    Int scale = 1;
    Int factor = 1;
    Int modulus = 0;
    std::string symbol;
};

std::optional<SimpleInner> simpleInner(const Expr &e)
{
    if (e.constant() != 0 || e.terms().size() != 1 || e.terms().front().atoms.size() != 1) {
        return std::nullopt;
    }
    const Monomial &m = e.terms().front();
    const Atom &atom = *m.atoms.front();
    if (atom.kind == Atom::Kind::Symbol) {
        return SimpleInner{m.coefficient, 1, 0, atom.text};
    }
    if (atom.kind != Atom::Kind::Mod) {
        return std::nullopt;
    }
    const auto arg = simpleInner(atom.args.front());
    if (!arg || arg->modulus != 0) {
        return std::nullopt;
    }
    return SimpleInner{m.coefficient, arg->scale, atom.number, arg->symbol};
}

int numberOf(const std::vector<std::string> &symbols, std::string_view name)
{
    const auto at = std::find(symbols.begin(), symbols.end(), name);
    return at == symbols.end() ? -1 : static_cast<int>(at - symbols.begin());
}

/// A term for one monomial group without constant.
CoordTerm termOf(const Expr &e, const std::vector<std::string> &symbols)
{
    CoordTerm out;
    const Atom *floor = e.constant() == 0 && e.terms().size() == 1 && e.terms().front().coefficient == 1 &&
                                e.terms().front().atoms.size() == 1 &&
                                e.terms().front().atoms.front()->kind == Atom::Kind::Floor
                            ? e.terms().front().atoms.front().get()
                            : nullptr;
    const auto inner = simpleInner(floor != nullptr ? floor->args.front() : e);
    if (inner && inner->scale > 0) {
        out.symbol = numberOf(symbols, inner->symbol);
        out.scale = inner->scale;
        out.factor = inner->factor;
        out.modulus = inner->modulus;
        out.divisor = floor != nullptr ? floor->number : 1;
        return out;
    }
    auto general = std::make_shared<GeneralTerm>(GeneralTerm{e, ExprProgram(e, symbols), {}, {}, {}, true});
    for (const std::string &name : e.symbols()) {
        const int number = numberOf(symbols, name);
        if (number >= 0) {
            general->symbols.push_back(number);
            general->names.push_back(name);
        }
    }
    collectMods(e, *general);
    out.symbol = general->symbols.empty() ? -1 : general->symbols.front();
    out.general = std::move(general);
    return out;
}

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

/// The dims that something stepping by `step` up to `end` reaches, with the modulus each sees.
class Entering
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

} // namespace

Int CoordTerm::at(Int v) const
{
    Int x = mulChecked(factor, v);
    if (modulus != 0) {
        x = floorMod(x, modulus);
    }
    return floorDiv(mulChecked(scale, x), divisor);
}

DepIndex::DepIndex(const Dep &dep)
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
        for (const AtomPtr &atom : m.atoms) {
            linear = linear && atom->kind == Atom::Kind::Symbol;
            for (const std::string &name : atom->symbols) {
                if (const int v = symbolNumber(name); v >= 0) {
                    m_parts[static_cast<std::size_t>(v)].used = true;
                }
            }
        }
        if (linear && m.atoms.size() == 1) {
            if (const int v = symbolNumber(m.atoms.front()->text); v >= 0) {
                m_parts[static_cast<std::size_t>(v)].linear = m.coefficient;
            }
        }
        linear = linear && m.atoms.size() == 1;
    }
    m_constant = index.constant();
    if (linear) {
        return;
    }
    const std::vector<Int> zeros(m_symbols.size(), 0);
    m_constant = ExprProgram(index, m_symbols).run(zeros);
    for (std::size_t v = 0; v < m_parts.size(); ++v) {
        if (m_parts[v].used) {
            m_parts[v].program.emplace(index.onlySymbol(m_symbols[v]), m_symbols);
            findRepeat(index, v);
        }
    }
}

void DepIndex::findRepeat(const Expr &index, std::size_t symbol)
{
    GeneralTerm mods{Expr(), ExprProgram(Expr(), m_symbols), {}, {}, {}, true};
    collectMods(index, mods);
    if (mods.moduli.empty()) {
        return;
    }
    // The part in this symbol alone must be one Mod atom, and no other Mod may contain the symbol.
    const Expr part = index.onlySymbol(m_symbols[symbol]) - Expr(std::max<Int>(m_constant, 0));
    if (part.constant() != 0 || part.terms().size() != 1 || part.terms().front().atoms.size() != 1) {
        return;
    }
    const Monomial &m = part.terms().front();
    const AtomPtr &atom = m.atoms.front();
    if (atom->kind != Atom::Kind::Mod) {
        return;
    }
    int containing = 0;
    const std::function<void(const Expr &)> count = [&](const Expr &e) {
        for (const Monomial &term : e.terms()) {
            for (const AtomPtr &a : term.atoms) {
                const bool has = std::find(a->symbols.begin(), a->symbols.end(), m_symbols[symbol]) != a->symbols.end();
                containing += a->kind == Atom::Kind::Mod && has ? 1 : 0;
                for (const Expr &arg : a->args) {
                    count(arg);
                }
            }
        }
    };
    count(index);
    if (containing == 1) {
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

void DepIndex::coordinates(std::span<const Int> size, std::span<const Int> stride, std::span<const Int> ranges,
                           std::vector<Coordinate> &out) const
{
    out.resize(size.size());
    for (Coordinate &c : out) {
        c.terms.clear();
        c.constant = 0;
    }
    const Entering entering(size, stride);
    const Int offset = std::max<Int>(m_constant, 0);
    if (offset > 0) {
        entering.enter(1, kInfinity, [&](std::size_t dim, Int next, Int unit) {
            const Int value = next == 0 ? offset : floorMod(offset, next);
            out[dim].constant = addChecked(out[dim].constant, floorDiv(value, unit));
        });
    }
    for (std::size_t v = 0; v < m_parts.size(); ++v) {
        const Part &part = m_parts[v];
        if (!part.used || ranges[v] <= 1) {
            continue;
        }
        const int symbol = static_cast<int>(v);
        if (part.repeat && part.repeat->modulus < ranges[v]) {
            const Repeat &r = *part.repeat;
            entering.enter(r.step, mulChecked(r.step, r.modulus), [&](std::size_t dim, Int next, Int unit) {
                const Expr scaled = Expr(r.step) * r.atom;
                const Expr term = Expr::floorDiv(next == 0 ? scaled : Expr::mod(scaled, next), unit);
                if (!term.isConstant()) {
                    out[dim].terms.push_back(termOf(term, m_symbols));
                }
            });
            continue;
        }
        const Int step = partAt(v, 1, offset);
        entering.enter(step, partAt(v, ranges[v], offset), [&](std::size_t dim, Int next, Int unit) {
            const CoordTerm term = simpleTerm(symbol, step, next, unit);
            if (term.symbol >= 0) {
                out[dim].terms.push_back(term);
            }
        });
    }
}

std::optional<Coordinate> coordinateOf(const Expr &e, const std::vector<std::string> &symbols)
{
    if (!e.isAnalysable()) {
        return std::nullopt;
    }
    Coordinate out;
    out.constant = e.constant();
    std::vector<std::pair<std::vector<std::string>, Expr>> bySymbols;
    for (const Monomial &m : e.terms()) {
        const Expr part = Expr::sum({m}, 0);
        std::vector<std::string> names = part.symbols();
        Expr together = part;
        // Terms that share a symbol vary together and become one.
        for (std::size_t i = bySymbols.size(); i-- > 0;) {
            const auto &other = bySymbols[i].first;
            const bool shared = std::any_of(names.begin(), names.end(), [&other](const std::string &n) {
                return std::find(other.begin(), other.end(), n) != other.end();
            });
            if (shared) {
                together = together + bySymbols[i].second;
                bySymbols.erase(bySymbols.begin() + static_cast<std::ptrdiff_t>(i));
                names = together.symbols();
            }
        }
        bySymbols.emplace_back(std::move(names), std::move(together));
    }
    for (const auto &[names, part] : bySymbols) {
        CoordTerm term = termOf(part, symbols);
        if (term.symbol >= 0) {
            out.terms.push_back(std::move(term));
        }
    }
    return out;
}

Expr toExpr(const Coordinate &coordinate, const std::vector<std::string> &symbols)
{
    Expr out(coordinate.constant);
    for (const CoordTerm &term : coordinate.terms) {
        if (term.general) {
            out = out + term.general->expr;
            continue;
        }
        Expr x = Expr(term.factor) * Expr::symbol(symbols[static_cast<std::size_t>(term.symbol)]);
        if (term.modulus != 0) {
            x = Expr::mod(x, term.modulus);
        }
        out = out + Expr::floorDiv(Expr(term.scale) * x, term.divisor);
    }
    return out;
}

} // namespace spanscope
