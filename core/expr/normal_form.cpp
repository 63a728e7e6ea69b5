#include "core/expr/atoms.h"

#include <numeric>

// The normal form of floors and Mods (planner README, "Index expressions").

namespace spanscope {

namespace {

/// A floor or Mod around one argument.
AtomPtr wrap(Atom::Kind kind, Expr arg, Int number, std::string text)
{
    auto atom = std::make_shared<Atom>();
    atom->kind = kind;
    atom->symbols = arg.symbols();
    atom->analysable = arg.isAnalysable();
    atom->depth = arg.depth() + 1;
    atom->number = number;
    atom->text = std::move(text);
    atom->args.push_back(std::move(arg));
    if (atom->depth > kMaxExprDepth) {
        throw ExprTooLarge("nested deeper than " + std::to_string(kMaxExprDepth));
    }
    return atom;
}

std::string parenthesised(const Expr &e)
{
    const bool simple = (e.constant() == 0 && e.terms().size() == 1) || e.isConstant();
    return simple ? e.toString() : "(" + e.toString() + ")";
}

Expr makeFloor(const Expr &numerator, Int divisor)
{
    std::string text = "floor(" + parenthesised(numerator) + "/" + std::to_string(divisor) + ")";
    return fromAtom(wrap(Atom::Kind::Floor, numerator, divisor, std::move(text)));
}

Expr makeMod(const Expr &arg, Int modulus)
{
    std::string text = "Mod(" + arg.toString() + ", " + std::to_string(modulus) + ")";
    return fromAtom(wrap(Atom::Kind::Mod, arg, modulus, std::move(text)));
}

/// The only atom of `1 * atom + 0`, else null.
const Atom *bareAtom(const Expr &e)
{
    const bool bare = e.constant() == 0 && e.terms().size() == 1 && e.terms().front().coefficient == 1 &&
                      e.terms().front().atoms.size() == 1;
    return bare ? e.terms().front().atoms.front().get() : nullptr;
}

Expr scaledDown(const std::vector<Monomial> &terms, Int constant, Int g)
{
    std::vector<Monomial> out = terms;
    for (Monomial &m : out) {
        m.coefficient /= g;
    }
    return Expr::sum(std::move(out), constant);
}

Int gcdOfCoefficients(const std::vector<Monomial> &terms, Int start)
{
    Int g = start;
    for (const Monomial &m : terms) {
        g = std::gcd(g, m.coefficient);
    }
    return g;
}

/// One pass of reducedModulo(): coefficients into [0, m), inner Mods whose period the outer one
/// divides opened up. Opened terms may add up beyond m again.
Expr reducedOnce(const Expr &a, Int m)
{
    Expr sum(floorMod(a.constant(), m));
    std::vector<Monomial> kept;
    for (const Monomial &t : a.terms()) {
        const Int c = floorMod(t.coefficient, m);
        if (c == 0) {
            continue;
        }
        const Atom *inner = t.atoms.size() == 1 ? t.atoms.front().get() : nullptr;
        Int period = 0;
        if (inner != nullptr && inner->kind == Atom::Kind::Mod && !__builtin_mul_overflow(c, inner->number, &period) &&
            period % m == 0) {
            sum = sum + Expr(c) * inner->args.front();
            continue;
        }
        kept.push_back({c, t.atoms});
    }
    return sum + Expr::sum(std::move(kept), 0);
}

/// A Mod argument with coefficients in [0, m) and no inner Mod that the outer one makes idle.
Expr reducedModulo(const Expr &a, Int m)
{
    Expr now = reducedOnce(a, m);
    for (Expr next = reducedOnce(now, m); !(next == now); next = reducedOnce(now, m)) {
        now = std::move(next);
    }
    return now;
}

} // namespace

Expr Expr::floorDiv(const Expr &a, Int d)
{
    if (d == 0) {
        return opaque("FloorDiv(" + a.toString() + ", 0)", a.symbols());
    }
    if (d < 0) {
        return floorDiv(Expr(0) - a, subChecked(0, d));
    }
    Expr whole(spanscope::floorDiv(a.constant(), d));
    const Int rest = floorMod(a.constant(), d);
    std::vector<Monomial> inside;
    std::vector<Monomial> outside;
    for (const Monomial &m : a.terms()) {
        if (m.coefficient % d == 0) {
            outside.push_back({m.coefficient / d, m.atoms});
        } else {
            inside.push_back(m);
        }
    }
    whole = whole + sum(std::move(outside), 0);
    if (inside.empty()) {
        return whole;
    }
    const Int g = gcdOfCoefficients(inside, d);
    const Expr numerator = scaledDown(inside, rest / g, g);
    const Int divisor = d / g;
    if (divisor == 1) {
        return whole + numerator;
    }
    // floor((floor(n/e) + c) / d) = floor((n + c*e) / (e*d))
    const Atom *inner = bareAtom(numerator - Expr(numerator.constant()));
    Int both = 0;
    if (inner != nullptr && inner->kind == Atom::Kind::Floor &&
        !__builtin_mul_overflow(inner->number, divisor, &both)) {
        const Expr shifted = inner->args.front() + Expr(mulChecked(numerator.constant(), inner->number));
        return whole + floorDiv(shifted, both);
    }
    return whole + makeFloor(numerator, divisor);
}

Expr Expr::mod(const Expr &a, Int m)
{
    if (m <= 0) {
        return opaque("Mod(" + a.toString() + ", " + std::to_string(m) + ")", a.symbols());
    }
    const Expr arg = reducedModulo(a, m);
    if (arg.isConstant()) {
        return floorMod(arg.constant(), m);
    }
    const Int g = gcdOfCoefficients(arg.terms(), m);
    if (g > 1 && arg.constant() % g == 0) {
        return Expr(g) * mod(scaledDown(arg.terms(), arg.constant() / g, g), m / g);
    }
    if (const Atom *inner = bareAtom(arg); inner != nullptr && inner->kind == Atom::Kind::Mod && inner->number <= m) {
        return arg;
    }
    return makeMod(arg, m);
}

} // namespace spanscope
