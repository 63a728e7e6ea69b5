#pragma once
/// Fills a QCustomPlot with the bars of one op. No widget of its own, so that the window and the
/// exports draw with the same code.

#include "ui/plots/pressure_rows.h"
#include "ui/plots/qcustomplot_include.h"

#include <QPalette>
#include <QPointer>

#include <optional>

namespace spanscope::ui {

class ByteTicker;

class PressureChart
{
public:
    /// What the user points at.
    struct Marks
    {
        int selected = -1;
        int hovered = -1;
        std::optional<HostDim> dim;
        std::optional<double> crosshairX; ///< plot pixels
    };

    /// \param plot outlives the chart, or dies first without being touched again
    explicit PressureChart(QCustomPlot *plot);
    ~PressureChart();
    PressureChart(const PressureChart &) = delete;
    PressureChart &operator=(const PressureChart &) = delete;

    void setRows(PressureRows rows);
    [[nodiscard]] const PressureRows &rows() const { return m_rows; }
    void setPalette(const QPalette &palette);
    void setLogarithmic(bool on);
    [[nodiscard]] bool isLogarithmic() const { return m_logarithmic; }
    void setMarks(const Marks &marks);
    [[nodiscard]] const Marks &marks() const { return m_marks; }

    /// Sets margins and ranges for a plot of `size` whose rows are scrolled by `scroll` pixels.
    void layOut(QSize size, double scroll);
    /// Pixels that all rows need, and those there are for them.
    [[nodiscard]] double contentHeight() const;
    [[nodiscard]] double viewHeight(QSize size) const;
    /// A size at which everything is shown.
    [[nodiscard]] QSize naturalSize() const;

    /// The shown stretch of the byte axis; kept inside sane bounds.
    void setRange(QCPRange range);
    void resetRange();
    [[nodiscard]] QCPRange range() const;

    // Geometry in plot pixels, after layOut().
    [[nodiscard]] QRectF axisRect() const { return m_area; }
    [[nodiscard]] QRectF barRect(int row) const;
    [[nodiscard]] QRectF outlineRect(int row) const;
    [[nodiscard]] QRectF rowRect(int row) const;
    [[nodiscard]] double xOf(double bytes) const;
    [[nodiscard]] double bytesAt(double x) const;
    [[nodiscard]] int rowAt(QPointF pos) const;
    /// Top of a row in the unscrolled content.
    [[nodiscard]] double rowTop(int row) const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double groupHeight() const;
    /// True for the first row of a tensor: its title stands above it.
    [[nodiscard]] bool isFirstOfGroup(int row) const;

private:
    void measure(QSize size);
    void applyRange();
    [[nodiscard]] QCPRange autoRange() const;
    [[nodiscard]] QRectF bar(int row, Int bytes) const;
    [[nodiscard]] double shareOf(double bytes, QCPRange range) const;
    [[nodiscard]] double secondLineWidth(const PressureRow &row) const;
    [[nodiscard]] QFont monoFont() const;
    [[nodiscard]] double bottomMargin() const;
    [[nodiscard]] double topMargin() const;
    void paintBars(QCPPainter &painter) const;
    void paintBar(QCPPainter &painter, int row) const;
    void paintLimit(QCPPainter &painter) const;
    void paintLabels(QCPPainter &painter) const;
    void paintRowLabels(QCPPainter &painter, int row) const;
    void paintCoordinate(QCPPainter &painter, const QString &text, const QRectF &box) const;
    void paintRowTexts(QCPPainter &painter, int row) const;
    void paintLegend(QCPPainter &painter) const;
    void paintOverlay(QCPPainter &painter) const;

    QPointer<QCustomPlot> m_plot;
    std::vector<QPointer<QCPLayerable>> m_layers;
    QSharedPointer<ByteTicker> m_ticker;
    PressureRows m_rows;
    QPalette m_palette;
    PlotColours m_colours;
    Marks m_marks;
    std::optional<QCPRange> m_userRange;
    bool m_logarithmic = true;
    double m_scroll = 0;
    QSize m_size;
    QRectF m_area; ///< of the bars
    double m_deviceWidth = 0;
    double m_labelWidth = 0;
    double m_textWidth = 0;
};

} // namespace spanscope::ui
