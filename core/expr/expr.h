#pragma once
/// Index expressions over loop symbols in a canonical normal form
/// (core/planner/README.md, "Index expressions").

#include "core/base/integers.h"

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

class Expr;

/// A factor that is not a number: a symbol, a floor, a Mod, or a piece that
/// is kept and printed but cannot be analysed.
struct Atom
{
    enum class Kind { Symbol, Floor, Mod, Opaque };

    Kind kind = Kind::Symbol;
    std::string text;                 ///< canonical printing; equal atoms have equal text
    std::vector<Expr> args;           ///< Floor, Mod: one argument; Opaque: any
    Int number = 0;                   ///< Floor: the divisor; Mod: the modulus
    std::vector<std::string> symbols; ///< free symbols, sorted
    bool analysable = true;           ///< no Opaque inside
    int depth = 1;                    ///< nesting, bounded by kMaxExprDepth
};

using AtomPtr = std::shared_ptr<const Atom>;

/// coefficient * product of atoms (sorted by text; repeated atoms are powers).
struct Monomial
{
    Int coefficient = 1;
    std::vector<AtomPtr> atoms;
};

inline constexpr int kMaxExprDepth = 200;             ///< nesting accepted by the parser
inline constexpr std::size_t kMaxExprTerms = 20'000;  ///< terms after multiplying out
inline constexpr std::size_t kMaxExprDegree = 64;     ///< factors of one term
inline constexpr std::size_t kMaxExprBytes = 262'144; ///< text accepted by the parser

/// Multiplying out went beyond kMaxExprTerms, kMaxExprDegree or kMaxExprDepth.
class ExprTooLarge : public ExactError
{
public:
    using ExactError::ExactError;
};

/// An integer-valued expression: a sum of monomials plus a constant. Symbols are
/// integers >= 0. A value type; atoms are shared. Arithmetic throws OverflowError
/// when a coefficient leaves 63 bits.
class Expr
{
public:
    Expr() = default;
    Expr(Int value) // NOLINT(google-explicit-constructor): integers are expressions
        : m_constant(value)
    {
    }
    [[nodiscard]] static Expr symbol(std::string name);
    /// Something that prints as `text` and makes whatever contains it unknown. `text` must
    /// parse back to the same piece.
    [[nodiscard]] static Expr opaque(std::string text, std::vector<std::string> symbols);
    /// floor(a / d) and Mod(a, m) in normal form. d = 0, m <= 0: opaque.
    [[nodiscard]] static Expr floorDiv(const Expr &a, Int d);
    [[nodiscard]] static Expr mod(const Expr &a, Int m);

    friend Expr operator+(const Expr &a, const Expr &b);
    friend Expr operator-(const Expr &a, const Expr &b);
    friend Expr operator*(const Expr &a, const Expr &b);
    friend bool operator==(const Expr &a, const Expr &b) { return a.toString() == b.toString(); }

    [[nodiscard]] Int constant() const { return m_constant; }
    [[nodiscard]] const std::vector<Monomial> &terms() const { return m_terms; }
    [[nodiscard]] bool isConstant() const { return m_terms.empty(); }
    /// False when a Piecewise, Min, Max, power or unknown function is inside.
    [[nodiscard]] bool isAnalysable() const;
    /// Free symbols in natural order (d2 before d10).
    [[nodiscard]] std::vector<std::string> symbols() const;
    /// Canonical text: terms in natural order of their symbols, constant last.
    [[nodiscard]] std::string toString() const;

    /// The exact value with each symbol replaced by lookup(name). nullopt when the
    /// expression is not analysable. Throws OverflowError.
    [[nodiscard]] std::optional<Int> evaluate(const std::function<Int(const std::string &)> &lookup) const;
    /// The expression with every symbol but `name` set to 0.
    [[nodiscard]] Expr onlySymbol(const std::string &name) const;
    /// The expression with the symbols for which lookup gives an expression replaced by it.
    [[nodiscard]] Expr substitute(const std::function<std::optional<Expr>(const std::string &)> &lookup) const;
    /// Deepest nesting of floors and Mods; 0 for a constant.
    [[nodiscard]] int depth() const;

    /// The sum of the terms and a constant, in normal form; terms may repeat and be unsorted.
    [[nodiscard]] static Expr sum(std::vector<Monomial> terms, Int constant);

private:
    std::vector<Monomial> m_terms; ///< sorted, distinct, coefficients not 0
    Int m_constant = 0;
};

/// Natural order of names: digits compare as numbers.
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

/// Why a text is not an expression: 0-based offset of the place and the reason.
struct ExprError
{
    std::size_t offset = 0;
    std::string reason;
};

/// Parses the grammar of core/planner/README.md. What cannot be analysed becomes
/// opaque; only text that is not an expression at all is an error.
struct ParsedExpr
{
    Expr expr;
    std::optional<ExprError> error;
};
[[nodiscard]] ParsedExpr parseExpr(std::string_view text);

} // namespace spanscope
