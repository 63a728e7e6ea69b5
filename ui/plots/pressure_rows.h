#pragma once
/// What the pressure plot draws, as plain values: texts and numbers of each row.

#include "core/planner/audit.h"
#include "ui/models/byte_units.h"
#include "ui/theme/colours.h"

#include <QString>

#include <vector>

namespace spanscope::ui {

/// One bar.
struct PressureRow
{
    QString device;     ///< `dev 0`
    QString coordinate; ///< `floor(d0/64)`
    SpanState state = SpanState::Unknown;
    SpanState untiledState = SpanState::Unknown;
    Int span = 0; ///< bytes; 0: none or unknown
    Int untiled = 0;
    QString value;   ///< `192.25 MiB · 0.75x`
    QString word;    ///< `fits`; empty when `value` says it already
    QString was;     ///< `was 384.50 MiB`; empty when nothing changed
    QString readout; ///< the whole arithmetic
    std::vector<HostDim> controls;
    TensorRef tensor;
    DeviceDim deviceDim;
};

/// The rows of one tensor.
struct PressureGroup
{
    QString title; ///< `output`, `read arg1_1`
    int first = 0;
    int count = 0;
};

struct PressureRows
{
    Int limit = 1;
    ByteUnits units = ByteUnits::Binary;
    std::vector<PressureGroup> groups;
    std::vector<PressureRow> rows;

    /// The row with the largest span, an unknown one when no span is known; -1 when there are no rows.
    [[nodiscard]] int worst() const;
    /// Same tensors and device dims in the same order.
    [[nodiscard]] bool sameRows(const PressureRows &other) const;
};

[[nodiscard]] PressureRows pressureRows(const OpAudit &current, const OpAudit &untiled, Int limit, ByteUnits units);

} // namespace spanscope::ui
