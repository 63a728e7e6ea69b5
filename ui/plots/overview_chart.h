#pragma once
/// Fills a QCustomPlot with one column per op. No widget of its own, so that the window and the
/// exports draw with the same code.

#include "core/groups/groups.h"
#include "ui/plots/overview_plot.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/colours.h"

#include <QPalette>
#include <QPointer>

#include <functional>
#include <vector>

namespace spanscope::ui {

class OpTicker;

class OverviewChart
{
public:
    /// One op, spans in bytes.
    struct Column
    {
        int op = 0;
        Int span = 0;
        Int untiled = 0;
        Verdict verdict = Verdict::Skipped;
        QString name;
    };

    explicit OverviewChart(QCustomPlot *plot);
    ~OverviewChart();
    OverviewChart(const OverviewChart &) = delete;
    OverviewChart &operator=(const OverviewChart &) = delete;

    /// In graph order.
    void setColumns(std::vector<Column> columns, Int limit);
    [[nodiscard]] const std::vector<Column> &columns() const { return m_columns; }
    [[nodiscard]] Int limit() const { return m_limit; }
    void setOrder(OverviewOrder order);
    [[nodiscard]] OverviewOrder order() const { return m_order; }
    /// Ops from left to right, and where an op stands (-1: nowhere).
    [[nodiscard]] const std::vector<int> &ops() const { return m_ops; }
    [[nodiscard]] int placeOf(int op) const;

    void setPalette(const QPalette &palette);
    void setMarks(int selected, int hovered);
    void layOut(QSize size);
    /// Shown places, fractions allowed; kept inside the graph.
    void setRange(double from, double to);
    void resetRange();
    [[nodiscard]] QCPRange range() const { return m_range; }

    // Geometry in plot pixels, after layOut().
    [[nodiscard]] QRectF area() const { return m_area; }
    [[nodiscard]] QRectF barRect(int op) const;
    [[nodiscard]] double yOf(double bytes) const;
    [[nodiscard]] double placeAt(double x) const;
    [[nodiscard]] int opAt(QPointF pos) const;

private:
    [[nodiscard]] double xOf(double place) const;
    [[nodiscard]] QCPRange ratioRange() const;
    void paintBars(QCPPainter &painter) const;
    void paintColumn(QCPPainter &painter, int place) const;
    void paintDense(QCPPainter &painter, int first, int last) const;
    void paintLimit(QCPPainter &painter) const;
    /// A legend's sample, its words, and where they stand below the top of the legend.
    struct LegendEntry
    {
        QString text;
        std::function<void(QCPPainter &, const QRectF &)> swatch;
        QRectF box;
        int row = 0;
    };
    [[nodiscard]] std::vector<LegendEntry> legend() const; ///< never empty
    void paintLegend(QCPPainter &painter) const;
    void paintOverlay(QCPPainter &painter) const;

    QPointer<QCustomPlot> m_plot;
    std::vector<QPointer<QCPLayerable>> m_layers;
    QSharedPointer<OpTicker> m_ticker;
    std::vector<Column> m_columns;
    std::vector<int> m_ops;
    std::vector<int> m_places;       ///< by op
    std::vector<Appearance> m_looks; ///< by verdict
    QPalette m_palette;
    PlotColours m_colours;
    QColor m_untiledColour;
    int m_legendRows = 1; ///< that have room
    QCPRange m_range{-0.5, 0.5};
    QRectF m_area;
    QSize m_size;
    Int m_limit = 1;
    OverviewOrder m_order = OverviewOrder::GraphOrder;
    int m_selected = -1;
    int m_hovered = -1;
};

} // namespace spanscope::ui
