#pragma once
/// The pressure plot in figures: every tensor coordinate of an op.

#include "ui/models/byte_units.h"
#include "ui/models/span_state.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// Row numbers equal those of OpAudit::rows. StateRole is a SpanState.
class RowsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Tensor, Device, Coordinate, Span, Ratio, Untiled, UntiledRatio, State, Cores, Arithmetic };

    explicit RowsModel(QObject *parent = nullptr);
    /// \param untiled the same op without splits; its rows are found by tensor and device dim
    void setAudits(const OpAudit &current, const OpAudit &untiled, Int limit, Int sencores);
    void setByteUnits(ByteUnits units);
    void clear();

private:
    void rebuild();
    [[nodiscard]] TableRow makeRow(const AuditRow &row) const;

    OpAudit m_current;
    OpAudit m_untiled;
    Int m_limit = 1;
    Int m_sencores = 1;
    ByteUnits m_units = ByteUnits::Binary;
};

/// The row of an audit for the same tensor and device dim, or null.
[[nodiscard]] const AuditRow *matchingRow(const OpAudit &audit, const AuditRow &row);

} // namespace spanscope::ui
