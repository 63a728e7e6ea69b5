#include "ui/models/operations_filter.h"

#include "core/expr/expr.h"
#include "ui/models/operations_model.h"

namespace spanscope::ui {

namespace {

/// Worst first: verdict, then untiled span downward, then graph order.
bool worseThan(const ResultSummary &summary, int left, int right)
{
    const OpSummary &a = summary.ops.at(static_cast<std::size_t>(left));
    const OpSummary &b = summary.ops.at(static_cast<std::size_t>(right));
    if (a.verdict != b.verdict) {
        return a.verdict < b.verdict;
    }
    if (a.untiledSpan != b.untiledSpan) {
        return a.untiledSpan > b.untiledSpan;
    }
    return left < right;
}

/// -1, 0, 1 by what the column holds.
int compareBy(const QVariant &a, const QVariant &b)
{
    if (a.userType() == QMetaType::QString) {
        const std::string x = a.toString().toStdString();
        const std::string y = b.toString().toStdString();
        return naturalLess(x, y) ? -1 : (naturalLess(y, x) ? 1 : 0);
    }
    const qlonglong x = a.toLongLong();
    const qlonglong y = b.toLongLong();
    return x < y ? -1 : (y < x ? 1 : 0);
}

} // namespace

OperationsFilter::OperationsFilter(OperationsModel *source, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_source(source)
{
    setSourceModel(source);
    setSortRole(SortRole);
    sort(OperationsModel::VerdictColumn, Qt::AscendingOrder);
}

void OperationsFilter::setQuery(const QString &text, bool regular)
{
    m_query = OperationsQuery(text, regular);
    invalidateFilter();
}

int OperationsFilter::rowOf(int opIndex) const
{
    return mapFromSource(m_source->index(opIndex, 0)).row();
}

int OperationsFilter::opAt(int row) const
{
    return mapToSource(index(row, 0)).row();
}

bool OperationsFilter::filterAcceptsRow(int row, const QModelIndex & /*parent*/) const
{
    const ResultSummaryPtr &summary = m_source->summary();
    return summary && m_query.matches(summary->ops.at(static_cast<std::size_t>(row)));
}

bool OperationsFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (const int order = compareBy(left.data(SortRole), right.data(SortRole)); order != 0) {
        return order < 0;
    }
    // Descending order turns the comparison round, the tie must stay worst first.
    const bool worse = worseThan(*m_source->summary(), left.row(), right.row());
    return sortOrder() == Qt::AscendingOrder ? worse : !worse && left.row() != right.row();
}

} // namespace spanscope::ui
