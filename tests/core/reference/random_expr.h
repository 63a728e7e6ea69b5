#pragma once
/// Random index expressions, the many ways to write one, and rewrites that keep the value.

#include "tests/core/reference/random.h"
#include "tests/core/reference/ref_expr.h"

#include <string>
#include <vector>

namespace reference {

/// An expression of at most `depth` nested operations over the given symbols; only
/// positive integer divisors and moduli.
[[nodiscard]] RefExpr randomExpr(Random &random, const std::vector<std::string> &symbols, int depth);

/// One of the spellings of an expression: `a//b`, `floor(a/b)`, `FloorDiv(a, b)` and so on,
/// with or without parentheses and spaces that change nothing.
[[nodiscard]] std::string randomSpelling(Random &random, const RefExpr &expr);

/// Another expression that the normal form must not tell from `expr`: sums reordered, factors
/// multiplied out, common factors put into floors and Mods, whole multiples moved, and so on.
[[nodiscard]] RefExpr randomRewrite(Random &random, const RefExpr &expr);

} // namespace reference
