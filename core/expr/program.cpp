#include "core/expr/program.h"

#include <algorithm>
#include <array>

namespace spanscope {

ExprProgram::ExprProgram(const Expr &e, std::span<const std::string> symbols)
    : m_valid(e.isAnalysable())
{
    if (m_valid) {
        emit(e, symbols);
    }
}

void ExprProgram::emit(const Expr &e, std::span<const std::string> symbols)
{
    const auto push = [this](Code code, Int number) {
        m_steps.push_back({code, number});
        m_stack = std::max(m_stack, ++m_depth);
    };
    push(Code::Push, e.constant());
    for (const Monomial &m : e.terms()) {
        push(Code::Push, m.coefficient);
        for (const AtomPtr &atom : m.atoms) {
            if (atom->kind == Atom::Kind::Symbol) {
                const auto at = std::find(symbols.begin(), symbols.end(), atom->text);
                push(at == symbols.end() ? Code::Push : Code::Load, at == symbols.end() ? 0 : at - symbols.begin());
            } else {
                emit(atom->args.front(), symbols);
                m_steps.push_back({atom->kind == Atom::Kind::Floor ? Code::Floor : Code::Mod, atom->number});
            }
            m_steps.push_back({Code::Multiply, 0});
            --m_depth;
        }
        m_steps.push_back({Code::Add, 0});
        --m_depth;
    }
}

Int ExprProgram::run(std::span<const Int> values) const
{
    constexpr std::size_t kInline = 32;
    std::array<Int, kInline> small; // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    std::vector<Int> large(m_stack > kInline ? m_stack : 0);
    Int *top = large.empty() ? small.data() : large.data(); // one past the topmost entry
    for (const Step &step : m_steps) {
        switch (step.code) {
        case Code::Push:
            *top++ = step.number;
            break;
        case Code::Load:
            *top++ = values[static_cast<std::size_t>(step.number)];
            break;
        case Code::Multiply:
            --top;
            top[-1] = mulChecked(top[-1], *top);
            break;
        case Code::Add:
            --top;
            top[-1] = addChecked(top[-1], *top);
            break;
        case Code::Floor:
            top[-1] = floorDiv(top[-1], step.number);
            break;
        case Code::Mod:
            top[-1] = floorMod(top[-1], step.number);
            break;
        }
    }
    return top[-1];
}

} // namespace spanscope
