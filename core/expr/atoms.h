#pragma once
/// Helpers around single atoms. Internal to expressions.

#include "core/expr/expr.h"

namespace spanscope {

/// `1 * atom + 0`.
[[nodiscard]] Expr fromAtom(AtomPtr atom);

} // namespace spanscope
