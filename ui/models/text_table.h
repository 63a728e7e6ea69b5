#pragma once
/// A read-only table or two-level tree of prepared cells: what most views of this window show.

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QString>
#include <QVariant>

#include <vector>

namespace spanscope::ui {

/// One column: its title, what it means, and whether it holds figures.
struct TableColumn
{
    QString title;
    QString explanation;
    bool figures = false;
};

struct TableCell
{
    QString text;
    QVariant sort; ///< what sorting compares; invalid: the text
    QString tip;   ///< invalid: the text
};

/// A row and, in a tree, what hangs below it.
struct TableRow
{
    std::vector<TableCell> cells;
    int state = 0; ///< meaning is the subclass's, read through StateRole
    std::vector<TableRow> children;
};

/// Roles of every TextTable.
enum TableRole {
    TableSortRole = Qt::UserRole + 40,
    StateRole, ///< int: TableRow::state
};

/// Holds prepared rows; subclasses turn values of the core into rows and know what a row stands for.
class TextTable : public QAbstractItemModel
{
    Q_OBJECT
public:
    explicit TextTable(std::vector<TableColumn> columns, QObject *parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The rows as tab-separated text with a header line, for the clipboard.
    [[nodiscard]] QString toText() const;

protected:
    void setRows(std::vector<TableRow> rows);
    [[nodiscard]] const TableRow &rowAt(const QModelIndex &index) const;
    /// The top row an index belongs to; for a child that of its parent.
    [[nodiscard]] static int topRow(const QModelIndex &index);
    [[nodiscard]] static bool isChild(const QModelIndex &index) { return index.internalId() != 0; }

private:
    std::vector<TableColumn> m_columns;
    std::vector<TableRow> m_rows;
};

} // namespace spanscope::ui
