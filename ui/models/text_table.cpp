#include "ui/models/text_table.h"

#include <QStringList>

namespace spanscope::ui {

TextTable::TextTable(std::vector<TableColumn> columns, QObject *parent)
    : QAbstractItemModel(parent)
    , m_columns(std::move(columns))
{
}

void TextTable::setRows(std::vector<TableRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int TextTable::topRow(const QModelIndex &index)
{
    return isChild(index) ? static_cast<int>(index.internalId()) - 1 : index.row();
}

const TableRow &TextTable::rowAt(const QModelIndex &index) const
{
    const TableRow &top = m_rows.at(static_cast<std::size_t>(topRow(index)));
    return isChild(index) ? top.children.at(static_cast<std::size_t>(index.row())) : top;
}

QModelIndex TextTable::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    // A child carries its parent's row + 1; top rows carry 0.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex TextTable::parent(const QModelIndex &child) const
{
    return child.isValid() && isChild(child) ? createIndex(topRow(child), 0, quintptr{0}) : QModelIndex();
}

int TextTable::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_rows.size());
    }
    if (isChild(parent) || parent.column() != 0) {
        return 0;
    }
    return static_cast<int>(m_rows.at(static_cast<std::size_t>(parent.row())).children.size());
}

int TextTable::columnCount(const QModelIndex & /*parent*/) const
{
    return static_cast<int>(m_columns.size());
}

QVariant TextTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const TableRow &row = rowAt(index);
    if (role == StateRole) {
        return row.state;
    }
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((m_columns.at(column).figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (column >= row.cells.size()) {
        return {};
    }
    const TableCell &cell = row.cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.tip.isEmpty() ? cell.text : cell.tip;
    case TableSortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    default:
        return {};
    }
}

QVariant TextTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const TableColumn &column = m_columns.at(static_cast<std::size_t>(section));
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
    case Qt::WhatsThisRole:
        return column.explanation;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column.figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QString TextTable::toText() const
{
    QStringList lines;
    QStringList titles;
    for (const TableColumn &column : m_columns) {
        titles << column.title;
    }
    lines << titles.join(u'\t');
    const auto add = [&lines](const TableRow &row, const QString &indent) {
        QStringList texts;
        for (const TableCell &cell : row.cells) {
            texts << cell.text;
        }
        lines << indent + texts.join(u'\t');
    };
    for (const TableRow &row : m_rows) {
        add(row, {});
        for (const TableRow &child : row.children) {
            add(child, QStringLiteral("  "));
        }
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace spanscope::ui
