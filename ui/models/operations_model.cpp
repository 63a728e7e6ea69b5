#include "ui/models/operations_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

OperationsModel::OperationsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void OperationsModel::setSummary(ResultSummaryPtr summary)
{
    beginResetModel();
    m_summary = std::move(summary);
    endResetModel();
}

int OperationsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_summary ? 0 : static_cast<int>(m_summary->ops.size());
}

int OperationsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

double OperationsModel::ratio(Int bytes) const
{
    return static_cast<double>(bytes) / static_cast<double>(m_summary->limit());
}

QVariant OperationsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const OpSummary &op = m_summary->ops.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return display(op, index.row(), index.column());
    case Qt::ToolTipRole:
        return tip(op, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == Order ? QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter)
                                       : QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    case OpIndexRole:
        return index.row();
    case PressureRatioRole:
        return ratio(op.worstSpan);
    case UntiledRatioRole:
        return ratio(op.untiledSpan);
    case VerdictRole:
        return static_cast<int>(op.verdict);
    case PressureTextRole:
        return qs(narrowRatioText(op.untiledSpan, m_summary->limit()));
    case SortRole:
        return sortKey(op, index.row(), index.column());
    default:
        return {};
    }
}

QVariant OperationsModel::display(const OpSummary &op, int row, int column) const
{
    switch (column) {
    case Order:
        return row;
    case Name:
        return op.name;
    case OperationName:
        return op.operation;
    case Shape:
        return op.shape;
    case Dtype:
        return op.dtype;
    case Pressure:
        return qs(narrowRatioText(op.untiledSpan, m_summary->limit()));
    case VerdictColumn:
        return qs(verdictWord(op.verdict));
    case Levels:
        return op.levels;
    case GroupColumn:
        return op.group;
    case Source:
        return op.source;
    default:
        return {};
    }
}

QVariant OperationsModel::sortKey(const OpSummary &op, int row, int column) const
{
    switch (column) {
    case Pressure:
        return QVariant::fromValue<qlonglong>(op.untiledSpan);
    case VerdictColumn:
        return static_cast<int>(op.verdict);
    default:
        return display(op, row, column);
    }
}

QString OperationsModel::tip(const OpSummary &op, int column) const
{
    switch (column) {
    case Pressure:
        return tr("Without splits: %1\nUnder the plan: %2")
            .arg(qs(bytesAgainstLimit(op.untiledSpan, m_summary->limit())),
                 qs(bytesAgainstLimit(op.worstSpan, m_summary->limit())));
    case VerdictColumn:
        return op.reason.isEmpty() ? qs(verdictWord(op.verdict))
                                   : qs(verdictWord(op.verdict)) + QStringLiteral(": ") + op.reason;
    default:
        return display(op, 0, column).toString();
    }
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    static const std::array<std::pair<const char *, const char *>, ColumnCount> kHeaders{{
        {QT_TR_NOOP("#"), QT_TR_NOOP("Position in the graph")},
        {QT_TR_NOOP("Name"), QT_TR_NOOP("Name of the operation, usually also of its buffer")},
        {QT_TR_NOOP("Operation"), QT_TR_NOOP("What it computes: the aten target, else the kind of loop")},
        {QT_TR_NOOP("Shape"), QT_TR_NOOP("Logical size of the output")},
        {QT_TR_NOOP("Dtype"), QT_TR_NOOP("Element type of the output")},
        {QT_TR_NOOP("Pressure"), QT_TR_NOOP("Largest span of one core without splits, in units of the limit")},
        {QT_TR_NOOP("Verdict"), QT_TR_NOOP("What the compiler decides and what remains true of it")},
        {QT_TR_NOOP("Levels"), QT_TR_NOOP("Planned splits, outer loop first")},
        {QT_TR_NOOP("Group"), QT_TR_NOOP("The tile loop it shares with its neighbours")},
        {QT_TR_NOOP("Source"), QT_TR_NOOP("Line of the model it comes from")},
    }};
    const auto &[title, explanation] = kHeaders.at(static_cast<std::size_t>(section));
    if (role == Qt::DisplayRole) {
        return tr(title);
    }
    if (role == Qt::ToolTipRole || role == Qt::WhatsThisRole) {
        return tr(explanation);
    }
    return {};
}

} // namespace spanscope::ui
