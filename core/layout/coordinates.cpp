#include "core/layout/coordinate_terms.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

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

namespace {

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

} // namespace

int numberOf(const std::vector<std::string> &symbols, std::string_view name)
{
    const auto at = std::find(symbols.begin(), symbols.end(), name);
    return at == symbols.end() ? -1 : static_cast<int>(at - symbols.begin());
}

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

std::vector<std::pair<std::vector<std::string>, Expr>> groupedBySymbols(const Expr &e)
{
    std::vector<std::pair<std::vector<std::string>, Expr>> bySymbols;
    for (const Monomial &m : e.terms()) {
        const Expr part = Expr::sum({m}, 0);
        std::vector<std::string> names = part.symbols();
        Expr together = part;
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
    return bySymbols;
}

Int CoordTerm::at(Int v) const
{
    Int x = mulChecked(factor, v);
    if (modulus != 0) {
        x = floorMod(x, modulus);
    }
    return floorDiv(mulChecked(scale, x), divisor);
}

std::optional<Coordinate> coordinateOf(const Expr &e, const std::vector<std::string> &symbols)
{
    if (!e.isAnalysable()) {
        return std::nullopt;
    }
    Coordinate out;
    out.constant = e.constant();
    for (const auto &[names, part] : groupedBySymbols(e)) {
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
