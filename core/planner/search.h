#pragma once
/// The bounded search over combined splits, and the validation of one combo. Internal to the planner.

#include "core/planner/op_context.h"
#include "core/planner/rules.h"
#include "core/planner/spans.h"
#include "core/planner/splits.h"

#include <vector>

namespace spanscope {

[[nodiscard]] Cost costOf(const std::vector<Int> &tuple);

/// The costs that the search walks, in order, the first maxTileCombos, all-ones included.
[[nodiscard]] std::vector<Cost> searchedCosts(const std::vector<SplitTable> &tables, const Rules &rules);

/// Whether a combo of legal splits (in search order) comes after the first maxTileCombos.
[[nodiscard]] bool isBeyondComboLimit(const std::vector<SplitTable> &tables, const std::vector<Int> &tuple,
                                      const Rules &rules);

/// Checks combos of one op; keeps its buffers between calls.
class Validator
{
public:
    Validator(const OpContext &context, const Rules &rules)
        : m_context(context)
        , m_rules(rules)
        , m_legal(context, rules)
    {
    }

    /// 8.2 and 8.3 for one set of splits (8.1 is the caller's). With `collect` the remaining
    /// candidates or the message are filled in.
    [[nodiscard]] ComboStatus check(const SplitVector &splits, bool collect, ComboStep &step);

    /// The rebuilt output layout of a tile, or why it cannot be.
    [[nodiscard]] ResizeResult rebuild(const SplitVector &splits) const;
    [[nodiscard]] LegalSplits &legalSplits() { return m_legal; }

private:
    const OpContext &m_context;
    const Rules &m_rules;
    LegalSplits m_legal;
    std::vector<Int> m_ranges;
    std::vector<Int> m_extentRanges;
    std::vector<Coordinate> m_coordinates;
};

/// 8.1: the stick test of every split in `step.splits`; the first failure ends up in `step`.
[[nodiscard]] bool sticksHold(const OpContext &context, ComboStep &step);

/// Orders the candidates' dims, builds their tables, walks the combos and fills `analysis`.
void searchSplits(const OpContext &context, const Rules &rules, bool trace, Validator &validator, OpAnalysis &analysis);

} // namespace spanscope
