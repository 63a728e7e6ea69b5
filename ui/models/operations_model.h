#pragma once
/// The operations of a graph as a table.

#include "ui/models/operation_roles.h"
#include "ui/models/result_summary.h"

#include <QAbstractTableModel>

namespace spanscope::ui {

/// One row per op in graph order. Sorting and filtering are OperationsFilter's.
class OperationsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Order,
        Name,
        OperationName,
        Shape,
        Dtype,
        Pressure,
        VerdictColumn,
        Levels,
        GroupColumn,
        Source,
        ColumnCount
    };

    explicit OperationsModel(QObject *parent = nullptr);

    /// Null empties the table.
    void setSummary(ResultSummaryPtr summary);
    [[nodiscard]] const ResultSummaryPtr &summary() const { return m_summary; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant display(const OpSummary &op, int row, int column) const;
    [[nodiscard]] QVariant sortKey(const OpSummary &op, int row, int column) const;
    [[nodiscard]] QString tip(const OpSummary &op, int column) const;
    [[nodiscard]] double ratio(Int bytes) const;

    ResultSummaryPtr m_summary;
};

} // namespace spanscope::ui
