#include "core/expr/fraction.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace spanscope {

namespace {

std::string atomText(const Expr &e)
{
    const bool bare =
        (e.isConstant() && e.constant() >= 0) ||
        (e.constant() == 0 && e.terms().size() == 1 && e.terms().front().coefficient == 1 &&
         e.terms().front().atoms.size() == 1 && e.terms().front().atoms.front()->kind != Atom::Kind::Opaque);
    return bare ? e.toString() : "(" + e.toString() + ")";
}

std::vector<std::string> symbolsOf(const Expr &a, const Expr &b)
{
    std::vector<std::string> out = a.symbols();
    const std::vector<std::string> more = b.symbols();
    out.insert(out.end(), more.begin(), more.end());
    return out;
}

} // namespace

Expr binaryOpaque(const Expr &a, const char *op, const Expr &b)
{
    return Expr::opaque(atomText(a) + op + atomText(b), symbolsOf(a, b));
}

Expr wholeOf(const Fraction &f)
{
    Int g = std::gcd(f.denominator, f.numerator.constant());
    for (const Monomial &m : f.numerator.terms()) {
        g = std::gcd(g, m.coefficient);
    }
    // Sums of fractions may be whole, or have a smaller denominator, after all.
    std::vector<Monomial> terms = f.numerator.terms();
    for (Monomial &m : terms) {
        m.coefficient /= g;
    }
    const Expr numerator = Expr::sum(std::move(terms), f.numerator.constant() / g);
    if (f.denominator == g) {
        return numerator;
    }
    return Expr::opaque(atomText(numerator) + "/" + std::to_string(f.denominator / g), numerator.symbols());
}

Fraction floorOfQuotient(const Fraction &a, const Fraction &b, const char *op)
{
    if (!b.numerator.isConstant() || b.numerator.constant() == 0) {
        return {binaryOpaque(wholeOf(a), op, wholeOf(b)), 1};
    }
    const Expr numerator = a.numerator * Expr(b.denominator);
    return {Expr::floorDiv(numerator, mulChecked(a.denominator, b.numerator.constant())), 1};
}

Fraction quotient(const Fraction &a, const Fraction &b)
{
    if (!b.numerator.isConstant() || b.numerator.constant() == 0) {
        return {binaryOpaque(wholeOf(a), "/", wholeOf(b)), 1};
    }
    Int denominator = mulChecked(a.denominator, b.numerator.constant());
    Expr numerator = a.numerator * Expr(b.denominator);
    if (denominator < 0) {
        denominator = subChecked(0, denominator);
        numerator = Expr(0) - numerator;
    }
    const bool divides = numerator.constant() % denominator == 0 &&
                         std::all_of(numerator.terms().begin(), numerator.terms().end(),
                                     [denominator](const Monomial &m) { return m.coefficient % denominator == 0; });
    return divides ? Fraction{Expr::floorDiv(numerator, denominator), 1} : Fraction{numerator, denominator};
}

Expr modulo(const Expr &a, const Expr &m)
{
    if (!m.isConstant() || m.constant() <= 0) {
        return Expr::opaque("Mod(" + a.toString() + ", " + m.toString() + ")", symbolsOf(a, m));
    }
    return Expr::mod(a, m.constant());
}

Fraction added(const Fraction &a, const Fraction &b)
{
    if (a.denominator == b.denominator) {
        return {a.numerator + b.numerator, a.denominator};
    }
    return {a.numerator * Expr(b.denominator) + b.numerator * Expr(a.denominator),
            mulChecked(a.denominator, b.denominator)};
}

} // namespace spanscope
