#pragma once
/// An expression evaluator of the tests' own: it walks the text as written, with Python's
/// rules for floor division and modulo, and knows nothing of normal forms.

#include "core/base/integers.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reference {

using spanscope::Int;
__extension__ typedef __int128 Wide;

/// A fraction with a positive denominator; floor() is where it becomes an integer again.
struct Fraction
{
    Wide num = 0;
    Wide den = 1;
};

struct RefExpr
{
    enum class Kind { Number, Symbol, Negate, Add, Subtract, Multiply, Divide, FloorDivide, Power, Call };
    Kind kind = Kind::Number;
    Wide number = 0;
    std::string name; ///< symbol or function
    std::vector<RefExpr> args;

    [[nodiscard]] static RefExpr integer(Wide value);
    [[nodiscard]] static RefExpr symbol(std::string name);
    [[nodiscard]] static RefExpr binary(Kind kind, RefExpr a, RefExpr b);
    [[nodiscard]] static RefExpr call(std::string name, std::vector<RefExpr> args);

    /// Plain text, every operation in parentheses of its own.
    [[nodiscard]] std::string toString() const;
};

using Values = std::map<std::string, Int>;

/// Reads an expression; nullopt when the text is none.
[[nodiscard]] std::optional<RefExpr> parseReference(std::string_view text);

/// The exact value; nullopt for division by zero, a fraction left over, a function not known here, or
/// numbers beyond 62 bits on the way.
[[nodiscard]] std::optional<Wide> evaluate(const RefExpr &expr, const Values &values);

/// An upper bound on every intermediate value of any way to multiply the expression out.
[[nodiscard]] double magnitude(const RefExpr &expr, const Values &values);

} // namespace reference
