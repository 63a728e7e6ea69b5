#pragma once
/// Graphs typed as expressions and analysed, for tests of models.

#include "ui/models/op_details.h"
#include "ui/models/result_summary.h"

namespace spanscope::ui {

/// Under the documented rules unless a preset is named.
[[nodiscard]] GraphResultPtr analysed(const std::string &expression, const std::string &preset = {});
/// The first op whose verdict is this one; -1: none.
[[nodiscard]] int firstWith(const GraphResult &result, Verdict verdict);
/// Ops that no analysis made: for the speed and the wording of filters.
[[nodiscard]] ResultSummaryPtr handMade(std::vector<OpSummary> ops);

/// 49,216 rows: 769 sticks, a prime number of them.
inline const std::string kLmHead = "linear(f16[2,4096], f16[49216,4096])";
inline const std::string kAdd = "add(bf16[98000,4096], bf16[98000,4096])";

} // namespace spanscope::ui
