#pragma once
/// An expression compiled for repeated evaluation.

#include "core/expr/expr.h"

#include <span>
#include <vector>

namespace spanscope {

/// A flat stack program over numbered symbols. Build once, run millions of times.
class ExprProgram
{
public:
    /// Symbols of `e` are numbered by their place in `symbols`; one that is not listed counts as 0.
    /// An expression that is not analysable gives an invalid program.
    ExprProgram(const Expr &e, std::span<const std::string> symbols);

    [[nodiscard]] bool isValid() const { return m_valid; }
    /// Steps of one run.
    [[nodiscard]] std::size_t length() const { return m_steps.size(); }
    /// The exact value; `values` is indexed like the symbols given. Throws OverflowError.
    [[nodiscard]] Int run(std::span<const Int> values) const;

private:
    enum class Code : std::uint8_t { Push, Load, Multiply, Add, Floor, Mod };
    struct Step
    {
        Code code;
        Int number;
    };
    void emit(const Expr &e, std::span<const std::string> symbols);

    std::vector<Step> m_steps;
    std::size_t m_stack = 1;
    std::size_t m_depth = 0;
    bool m_valid = true;
};

} // namespace spanscope
