#pragma once
/// Item roles of the operations table that delegates and proxies rely on.

#include <Qt>

namespace spanscope::ui {

/// Roles beside Qt's own. The ratio roles are doubles in units of the limit.
enum OperationRole {
    OpIndexRole = Qt::UserRole + 1, ///< int: index into Graph::operations
    PressureRatioRole,              ///< double: worst span under the plan / limit
    UntiledRatioRole,               ///< double: worst span without splits / limit; negative: unknown
    VerdictRole,                    ///< int: spanscope::Verdict
    PressureTextRole,               ///< QString: `3.12x`, what the bar says beside its colour
    SortRole,                       ///< what a column sorts by
};

} // namespace spanscope::ui
