#pragma once
/// Spans over the limit that remain whatever was decided, of an op and of the readers of its buffer.

#include "ui/models/op_details.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

class ResidualsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Op, Tensor, Span, Ratio, Cores, Why };

    explicit ResidualsModel(QObject *parent = nullptr);
    void setDetails(const OpDetailsPtr &details);
    /// The op a row speaks of.
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    /// The whole sentence of a row.
    [[nodiscard]] QString sentence(int row) const;

private:
    OpDetailsPtr m_details;
};

} // namespace spanscope::ui
