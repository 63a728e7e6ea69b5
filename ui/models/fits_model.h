#pragma once
/// What would fit: the cheapest splits that clear the spans of an op.

#include "core/text/sentences.h"
#include "ui/models/levels_type.h"
#include "ui/models/op_details.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// One row per fit. StateRole is a FitKind.
class FitsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Splits, Tiles, Worst, Covers, OutsideOf, ColumnCount };

    explicit FitsModel(QObject *parent = nullptr);
    void setDetails(const OpDetailsPtr &details, const Rules &rules, const DimAliases &aliases);
    [[nodiscard]] Levels levels(const QModelIndex &index) const;
    /// Row of the cheapest complete fit, or -1.
    [[nodiscard]] int completeRow() const;

private:
    OpDetailsPtr m_details;
};

} // namespace spanscope::ui
