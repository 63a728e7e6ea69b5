#pragma once
/// All ops of a graph against the limit, before and after tiling.

#include "core/groups/groups.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCustomPlot;

namespace spanscope::ui {

class OverviewChart;

enum class OverviewOrder { GraphOrder, WorstFirst };

/// One vertical bar per op on a log2 axis of span / limit: pale = untiled, filled = as compiled.
/// Wheel and + - zoom, drag and Shift+Left/Right pan, 0 shows all, Left/Right/Home/End select,
/// O switches the order.
class OverviewPlot : public QWidget
{
    Q_OBJECT
public:
    explicit OverviewPlot(QWidget *parent = nullptr);
    ~OverviewPlot() override;

    void setResult(const GraphResultPtr &result);
    /// An index into the graph's operations; -1: none. Emits nothing.
    void setSelectedOp(int op);
    [[nodiscard]] int selectedOp() const { return m_selected; }
    void setSortMode(OverviewOrder order);
    [[nodiscard]] OverviewOrder sortMode() const;

    [[nodiscard]] QString readout() const;
    [[nodiscard]] QImage toImage(QSize size, qreal scale = 1.0) const;
    bool exportTo(const QString &path, QString *error = nullptr) const;

    [[nodiscard]] QRectF barRect(int op) const; ///< as drawn, widget coordinates
    [[nodiscard]] double limitY() const;
    [[nodiscard]] int opAt(QPointF pos) const; ///< -1: none
    /// The ops from left to right.
    [[nodiscard]] const std::vector<int> &order() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void showAll();

signals:
    void opSelected(int op); ///< by the user
    void readoutChanged(const QString &text);
    void sortModeChanged(spanscope::ui::OverviewOrder order);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Drag
    {
        QPointF from;
        double lower = 0;
        double upper = 0;
        bool moved = false;
    };

    void refresh();
    void moved(QPointF pos);
    void selectByUser(int op);
    void hover(QPointF pos);
    void refreshReadout();
    void refreshAccessible();
    void zoomBy(double factor, double around);

    QCustomPlot *m_plot = nullptr;
    std::unique_ptr<OverviewChart> m_chart;
    GraphResultPtr m_result;
    std::optional<Drag> m_drag;
    QString m_readout;
    int m_selected = -1;
    int m_hovered = -1;
};

} // namespace spanscope::ui
