#pragma once
/// Stick tests and the table of one host dim's divisors. Internal to the planner.

#include "core/planner/op_context.h"
#include "core/planner/rules.h"

#include <vector>

namespace spanscope {

/// All divisors of n >= 1, ascending.
[[nodiscard]] std::vector<Int> divisorsOf(Int n);

/// The host dim that carries a layout's stick: the first whose host stride is the last entry
/// of stride_map; -1 when there is none.
[[nodiscard]] int stickHostDim(const StaticLayout &layout);

/// Stick test of split `count` of output dim `dim` on the op's output and all its inputs; `status` is
/// Legal or CutsOutputStick / CutsInputStick with the numbers of the first failing tensor.
[[nodiscard]] SplitEntry stickTest(const OpContext &context, HostDim dim, Int count);

/// The judgement on one count (planner README, "Splits of one host dim").
/// \param manual a user's hint: no cap and no unit-tile rule
[[nodiscard]] SplitEntry judgeSplit(const OpContext &context, HostDim dim, Int range, Int count, const Rules &rules,
                                    bool manual = false);

/// The range of a dim, or why it cannot be split.
struct SplitRange
{
    Int range = 0;
    std::optional<Code> error;
    std::string text;
};
[[nodiscard]] SplitRange splitRange(const OpContext &context, HostDim dim);

/// The whole table; `required` decides what the limit on splits keeps.
[[nodiscard]] SplitTable makeSplitTable(const OpContext &context, HostDim dim, Int required, const Rules &rules);

/// Whether a dim has any legal split > 1; remembers its answers.
class LegalSplits
{
public:
    LegalSplits(const OpContext &context, const Rules &rules)
        : m_context(context)
        , m_rules(rules)
        , m_known(context.rank(), -1)
    {
    }
    [[nodiscard]] bool any(HostDim dim);

private:
    const OpContext &m_context;
    const Rules &m_rules;
    std::vector<int> m_known;
};

} // namespace spanscope
