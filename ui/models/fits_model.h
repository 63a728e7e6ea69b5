#pragma once
/// What would fit: the cheapest splits that clear the spans of an op.

#include "core/text/sentences.h"
#include "ui/models/levels_type.h"
#include "ui/models/op_details.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// One row per combination of splits: one that clears every span is not told again as one that clears
/// the checked ones. StateRole is a FitKind.
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
    [[nodiscard]] const Fit &fitOf(int row) const;

    OpDetailsPtr m_details;
    std::vector<std::size_t> m_shown; ///< indices into the fits
};

} // namespace spanscope::ui
