#pragma once
/// One host dim's divisors, one cell each, to pick a split from.

#include "core/planner/analysis.h"
#include "core/planner/rules.h"

#include <QString>
#include <QWidget>

namespace spanscope::ui {

/// What stands below a divisor of that status: `out`, `›64`; empty where nothing does.
[[nodiscard]] QString splitCaption(SplitStatus status, const Rules &rules);

/// Cells show the count on its status' colour and pattern, with a glyph or word below. Click, Left/Right,
/// Home/End and the wheel pick the next divisor; digits type a count (Enter or a pause takes it).
/// Where it is narrow the cells move together; then the strip scrolls, by a click on its ends or by
/// itself to keep the current cell in view.
class DivisorStrip : public QWidget
{
    Q_OBJECT
public:
    explicit DivisorStrip(QWidget *parent = nullptr);

    /// \param rules for the sentences of the tooltips
    void setTable(const SplitTable &table, const Rules &rules);
    /// A name for accessibility, e.g. `N (dim 0)`.
    void setDimName(const QString &name);
    /// The split in force; may be no divisor (nothing is outlined then). Emits nothing.
    void setCurrent(Int count);
    [[nodiscard]] Int current() const { return m_current; }
    /// The compiler's own choice, marked with a star; 0: none.
    void setPlanned(Int count);

    [[nodiscard]] int cellCount() const { return static_cast<int>(m_table.entries.size()); }
    [[nodiscard]] QRect cellRect(int cell) const; ///< widget coordinates, scrolled
    [[nodiscard]] int cellAt(QPoint pos) const;   ///< -1: none
    [[nodiscard]] QString cellToolTip(int cell) const;
    /// What has been typed and not taken yet.
    [[nodiscard]] QString typed() const { return m_typed; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user: a divisor, or a typed count that may be none (the panel answers it).
    void countChosen(spanscope::Int count);
    void cellHovered(const QString &sentence); ///< empty when left
    void rowWanted(int direction);             ///< the strip above (-1) or below (1)

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static constexpr int kEndWidth = 18; ///< of the fading ends that say there is more

    void measure();
    void choose(int cell);
    void step(int by);
    void takeTyped();
    void scrollTo(int cell);
    void scrollBy(int pixels);
    [[nodiscard]] bool hasMoreBefore() const;
    [[nodiscard]] bool hasMoreAfter() const;
    void place(int padding, int gap);
    void paintCell(QPainter &painter, int cell) const;
    void paintEnds(QPainter &painter) const;
    [[nodiscard]] QString wordBelow(const SplitEntry &entry) const;
    [[nodiscard]] int currentCell() const; ///< -1: no divisor
    void refreshAccessible();

    SplitTable m_table;
    Rules m_rules;
    QString m_name;
    QString m_typed;
    Int m_current = 1;
    Int m_planned = 0;
    std::vector<int> m_lefts; ///< of each cell, unscrolled; one more for the end
    int m_gap = 4;            ///< between cells
    int m_natural = 0;        ///< width with all the room one could wish
    int m_offset = 0;
    int m_hovered = -1;
    int m_typingTimer = 0;
    int m_wheel = 0; ///< eighths of a degree not used up
};

} // namespace spanscope::ui
