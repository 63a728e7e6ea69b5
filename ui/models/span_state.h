#pragma once
/// How one tensor coordinate stands against the limit.

#include "core/planner/audit.h"

#include <QString>

namespace spanscope::ui {

enum class SpanState {
    NoSpan,        ///< one value: nothing to span
    Fits,          ///< at most the limit
    Over,          ///< over, and the compiler looks at it
    OverUnchecked, ///< over, and the compiler does not look
    Unknown,       ///< no figure can be given
};

[[nodiscard]] SpanState spanStateOf(const AuditRow &row);
/// `fits`, `over`, `over, not checked`, ...
[[nodiscard]] QString spanStateWord(SpanState state);

} // namespace spanscope::ui
