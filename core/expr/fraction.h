#pragma once
/// Fractions of expressions: what stands inside a floor may be one. Internal to the parser.

#include "core/expr/expr.h"

namespace spanscope {

/// numerator / denominator, denominator > 0: what stands inside a floor may be a fraction.
struct Fraction
{
    Expr numerator;
    Int denominator = 1;
};

/// An integer-valued expression; a fraction that is none cannot be analysed.
[[nodiscard]] Expr wholeOf(const Fraction &f);
/// Least common multiple of positive numbers. Throws OverflowError.
[[nodiscard]] Int lcmChecked(Int a, Int b);
[[nodiscard]] Fraction quotient(const Fraction &a, const Fraction &b);
/// floor(a / b); `op` is how it prints where it cannot be analysed.
[[nodiscard]] Fraction floorOfQuotient(const Fraction &a, const Fraction &b, const char *op);
/// Mod(a, m); a modulus that is no positive integer cannot be analysed.
[[nodiscard]] Expr modulo(const Expr &a, const Expr &m);
/// `a op b` kept as it stands.
[[nodiscard]] Expr binaryOpaque(const Expr &a, const char *op, const Expr &b);

} // namespace spanscope
