#pragma once
/// Two host dims against each other: every pair of their splits, and what it would do.

#include "core/groups/groups.h"
#include "core/planner/audit.h"
#include "core/planner/engine.h"
#include "ui/models/span_state.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <optional>
#include <stop_token>
#include <vector>

namespace spanscope::ui {

/// One pair of splits.
struct ComboCell
{
    ComboStatus status = ComboStatus::Fits; ///< of the compiler's validation
    std::optional<SplitStatus> cut;         ///< a stick is cut: of the output or of an input
    bool accepted = false;                  ///< the compiler would take it
    bool applies = true;                    ///< false: cannot be laid out at all
    Int worstSpan = 0;                      ///< of the audit, bytes
    SpanState state = SpanState::Fits;      ///< of the worst row: over before unknown before fits
    QString sentence;                       ///< why, for tooltip and readout
};

struct ComboMapData
{
    HostDim a; ///< vertical
    HostDim b; ///< horizontal
    QString nameA;
    QString nameB;
    Int limit = 0;
    std::vector<Int> countsA;
    std::vector<Int> countsB;
    std::size_t leftOutA = 0; ///< divisors not shown
    std::size_t leftOutB = 0;
    std::vector<ComboCell> cells; ///< countsA.size() rows of countsB.size()
    std::optional<std::pair<Int, Int>> plan;
    std::pair<Int, Int> current{1, 1};
    bool complete = true; ///< false when stopped

    [[nodiscard]] const ComboCell &cell(std::size_t rowA, std::size_t columnB) const
    {
        return cells[rowA * countsB.size() + columnB];
    }
};

struct ComboMapRequest
{
    std::size_t opIndex = 0;
    HostDim a;
    HostDim b;
    QString nameA;
    QString nameB;
    std::vector<Level> current; ///< the bench's splits; those of other dims are held fixed
    std::size_t maxPerSide = 24;
};

/// Tries every shown pair with the engine and the audit. Of longer divisor lists the counts shown are
/// 1, the current and the planned one, and those nearest to what is required. Any thread.
/// Splits that are the op's group's are audited as stored in the group, others as stored whole.
[[nodiscard]] ComboMapData computeComboMap(const GraphResult &result, const ComboMapRequest &request,
                                           const std::stop_token &stop = {});

/// Up to `most` of `divisors` (ascending): 1, all of `keep`, then the nearest to `required` (by ratio).
[[nodiscard]] std::vector<Int> divisorsToShow(const std::vector<Int> &divisors, const std::vector<Int> &keep,
                                              Int required, std::size_t most);

/// The grid of cells. Arrows move the cursor, Enter or a click chooses. Its minimum size is that of all
/// cells: put it into a scroll area, which then follows the cursor.
class ComboMap : public QWidget
{
    Q_OBJECT
public:
    explicit ComboMap(QWidget *parent = nullptr);

    void setMap(ComboMapData next);
    void clear();
    void setCurrent(Int a, Int b);
    [[nodiscard]] const ComboMapData &map() const { return m_data; }

    /// Row (of a) and column (of b) under the keyboard cursor.
    [[nodiscard]] std::pair<int, int> cursor() const { return {m_row, m_column}; }
    [[nodiscard]] QRectF cellRect(int row, int column) const;
    /// What stands in a cell: its ratio to the limit, or why there is none.
    [[nodiscard]] QString cellText(int row, int column) const;
    [[nodiscard]] QString cellToolTip(int row, int column) const;
    [[nodiscard]] QString readout() const; ///< of the hovered, else the cursor's cell
    [[nodiscard]] QImage toImage(qreal scale = 1.0) const;
    bool exportTo(const QString &path, QString *error = nullptr) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void comboChosen(spanscope::Int a, spanscope::Int b);
    void readoutChanged(const QString &text);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void moveCursor(int row, int column);
    void choose(int row, int column);
    void setHover(std::pair<int, int> cell);
    void measure();
    void paint(QPainter &painter, const QPalette &palette, bool live) const;
    void paintCell(QPainter &painter, const QPalette &palette, int row, int column) const;
    void paintHeaders(QPainter &painter, const QPalette &palette) const;
    void paintLegend(QPainter &painter, const QPalette &palette) const;
    [[nodiscard]] bool isCurrent(int row, int column) const;
    [[nodiscard]] bool isPlan(int row, int column) const;
    [[nodiscard]] std::pair<int, int> cellAt(QPointF pos) const; ///< (-1, -1): none
    void refreshAccessible();

    ComboMapData m_data;
    int m_row = 0;
    int m_column = 0;
    std::pair<int, int> m_hover{-1, -1};
    QSizeF m_cell;
    QPointF m_origin; ///< of cell (0, 0)
};

} // namespace spanscope::ui
