#pragma once
/// Filtering and sorting of the operations table.

#include "ui/models/operations_query.h"

#include <QSortFilterProxyModel>

namespace spanscope::ui {

class OperationsModel;

/// Shows the ops that a query matches; a tie in any column is broken worst first.
class OperationsFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit OperationsFilter(OperationsModel *source, QObject *parent = nullptr);

    void setQuery(const QString &text, bool regular);
    [[nodiscard]] const OperationsQuery &query() const { return m_query; }
    /// The row that shows an op, or -1 when it is filtered out.
    [[nodiscard]] int rowOf(int opIndex) const;
    /// The op a row of this proxy shows, or -1.
    [[nodiscard]] int opAt(int row) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    OperationsModel *m_source;
    OperationsQuery m_query;
};

} // namespace spanscope::ui
