#include "core/layout/coordinate_terms.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_map>

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

CoordTerm termOf(const Expr &e, const std::vector<std::string> &symbols, const std::shared_ptr<Effort> &effort)
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
    auto general = std::make_shared<GeneralTerm>(GeneralTerm{e, ExprProgram(e, symbols), {}, {}, {}, true, effort, {}});
    for (const std::string &name : e.symbols()) {
        const int number = numberOf(symbols, name);
        if (number >= 0) {
            general->symbols.push_back(number);
            general->names.push_back(name);
        }
    }
    collectMods(e, *general);
    std::sort(general->moduli.begin(), general->moduli.end());
    general->moduli.erase(std::unique(general->moduli.begin(), general->moduli.end()), general->moduli.end());
    out.symbol = general->symbols.empty() ? -1 : general->symbols.front();
    out.general = std::move(general);
    return out;
}

std::vector<std::pair<std::vector<std::string>, Expr>> groupedBySymbols(const Expr &e)
{
    // Terms joined by their symbols (union-find); a group stands where its last term does.
    const std::vector<Monomial> &terms = e.terms();
    std::vector<std::size_t> parent(terms.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto rootOf = [&parent](std::size_t i) {
        while (parent[i] != i) {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        return i;
    };
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        for (const AtomPtr &atom : terms[i].atoms) {
            for (const std::string &name : atom->symbols) {
                const auto [at, isNew] = seen.emplace(name, i);
                if (!isNew) {
                    parent[rootOf(at->second)] = rootOf(i); // the later term is the root
                }
            }
        }
    }
    std::map<std::size_t, std::vector<Monomial>> groups;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        groups[rootOf(i)].push_back(terms[i]);
    }
    std::vector<std::pair<std::vector<std::string>, Expr>> out;
    for (auto &[last, members] : groups) {
        Expr part = Expr::sum(std::move(members), 0);
        std::vector<std::string> names = part.symbols();
        out.emplace_back(std::move(names), std::move(part));
    }
    return out;
}

Int CoordTerm::at(Int v) const
{
    Int x = mulChecked(factor, v);
    if (modulus != 0) {
        x = floorMod(x, modulus);
    }
    return floorDiv(mulChecked(scale, x), divisor);
}

std::optional<Coordinate> coordinateOf(const Expr &e, const std::vector<std::string> &symbols,
                                       std::shared_ptr<Effort> effort)
{
    if (!e.isAnalysable()) {
        return std::nullopt;
    }
    if (effort == nullptr) {
        effort = std::make_shared<Effort>();
    }
    Coordinate out;
    out.constant = e.constant();
    for (const auto &[names, part] : groupedBySymbols(e)) {
        CoordTerm term = termOf(part, symbols, effort);
        if (term.symbol >= 0) {
            out.terms.push_back(std::move(term));
        }
    }
    return out;
}

namespace {

/// Whether a term is in normal form as it stands.
bool isNormal(const CoordTerm &term)
{
    return !term.general && term.scale > 0 && term.factor > 0 && std::gcd(term.scale, term.divisor) == 1 &&
           (term.modulus == 0 ? term.factor == 1
                              : term.factor < term.modulus && std::gcd(term.factor, term.modulus) == 1);
}

std::string textOf(const CoordTerm &term, const std::string &symbol)
{
    const auto times = [](Int factor, const std::string &text) {
        return factor == 1 ? text : std::to_string(factor) + "*" + text;
    };
    std::string out = symbol;
    if (term.modulus != 0) {
        out = "Mod(" + times(term.factor, out) + ", " + std::to_string(term.modulus) + ")";
    }
    out = times(term.scale, out);
    return term.divisor == 1 ? out : "floor(" + out + "/" + std::to_string(term.divisor) + ")";
}

} // namespace

std::string toText(const Coordinate &coordinate, const std::vector<std::string> &symbols)
{
    constexpr std::size_t kMost = 8;
    const std::vector<CoordTerm> &terms = coordinate.terms;
    if (terms.empty() || terms.size() > kMost || coordinate.constant < 0) {
        return toExpr(coordinate, symbols).toString();
    }
    const auto nameOf = [&symbols](const CoordTerm *t) -> const std::string & {
        return symbols[static_cast<std::size_t>(t->symbol)];
    };
    std::array<const CoordTerm *, kMost> order{}; // by name
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (!isNormal(terms[i])) {
            return toExpr(coordinate, symbols).toString();
        }
        std::size_t at = i;
        for (; at > 0 && !naturalLess(nameOf(order.at(at - 1)), nameOf(&terms[i])); --at) {
            order.at(at) = order.at(at - 1);
        }
        order.at(at) = &terms[i];
        const bool repeated = at < i && order.at(at + 1)->symbol == terms[i].symbol; // could be added up
        if (repeated) {
            return toExpr(coordinate, symbols).toString();
        }
    }
    std::string out;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        out += (i == 0 ? "" : " + ") + textOf(*order.at(i), nameOf(order.at(i)));
    }
    return coordinate.constant == 0 ? out : out + " + " + std::to_string(coordinate.constant);
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
