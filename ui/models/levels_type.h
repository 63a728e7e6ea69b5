#pragma once
/// Lists of splits: what a link or a double-click puts on the bench.

#include "core/planner/analysis.h"

#include <vector>

namespace spanscope::ui {

using Levels = std::vector<Level>;

/// Split count of a host dim, 1 when it is not split.
[[nodiscard]] Int splitOf(const Levels &levels, HostDim dim);
/// `levels` with one dim set to `count`; a count of 1 takes the dim out. Ascending host dim.
[[nodiscard]] Levels withSplit(const Levels &levels, HostDim dim, Int count);
/// Without counts of 1, ascending host dim: two ways to write the same splits compare equal.
[[nodiscard]] Levels normalized(Levels levels);
/// Product of the counts; saturates instead of overflowing.
[[nodiscard]] Int tileCount(const Levels &levels);

} // namespace spanscope::ui
