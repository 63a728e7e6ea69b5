#pragma once
/// Every combo the compiler's search tries, in its order.

#include "ui/models/levels_type.h"
#include "ui/models/op_details.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// One row per combo. StateRole is a ComboStatus.
class SearchModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Rank, Splits, Tiles, CostTuple, Status, Remains };

    explicit SearchModel(QObject *parent = nullptr);
    /// Null empties the table.
    void setDetails(const OpDetailsPtr &details, const Rules &rules);
    /// What selecting a row puts on the bench.
    [[nodiscard]] Levels levels(const QModelIndex &index) const;
    /// `42 combos tried, 470 beyond the limit of 512 not tried`.
    [[nodiscard]] QString summary() const { return m_summary; }

private:
    OpDetailsPtr m_details;
    QString m_summary;
};

/// A combo's status in words.
[[nodiscard]] QString comboStatusWord(ComboStatus status);

} // namespace spanscope::ui
