#pragma once
/// One host dim on the bench: its name, what it controls, its divisors and the split in force.

#include "ui/models/bench_state.h"

#include <QObject>

class QGridLayout;
class QLabel;
class QLineEdit;
class QWidget;

namespace spanscope::ui {

class DivisorStrip;

/// Puts its widgets into two rows of a grid; they belong to the grid's parent widget.
class BenchRow : public QObject
{
    Q_OBJECT
public:
    enum Column { Dim, Alias, Size, Symbol, Strip, Split, Tile, ColumnCount };

    BenchRow(const HostDimInfo &info, const BenchState &bench, QGridLayout *grid, int row, QWidget *parent);

    /// Splits and names as the bench has them now.
    void refresh(const BenchState &bench);
    [[nodiscard]] HostDim dim() const { return m_info.dim; }
    [[nodiscard]] DivisorStrip *strip() const { return m_strip; }
    [[nodiscard]] QLineEdit *splitEdit() const { return m_split; }
    [[nodiscard]] QLineEdit *aliasEdit() const { return m_alias; }
    /// Marks the row when a tensor coordinate that it controls is selected.
    void setMarked(bool marked);

signals:
    void splitChosen(spanscope::HostDim dim, spanscope::Int count);
    void aliasEdited(spanscope::HostDim dim, const QString &alias);
    void pointedAt(spanscope::HostDim dim);
    void neighbourWanted(int direction); ///< the strip above (-1) or below (1)

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build(const BenchState &bench, QGridLayout *grid, int row, QWidget *parent);
    void buildControls(const BenchState &bench, QGridLayout *grid, int row, QWidget *parent);
    void buildSplit(const SplitTable &table, const BenchState &bench, QGridLayout *grid, int row, QWidget *parent);

    HostDimInfo m_info;
    QLabel *m_name = nullptr;
    QLineEdit *m_alias = nullptr;
    DivisorStrip *m_strip = nullptr;
    QLineEdit *m_split = nullptr;
    QLabel *m_tile = nullptr;
};

} // namespace spanscope::ui
