#include "ui/plots/overview_chart.h"

#include "ui/plots/op_ticker.h"
#include "ui/plots/paint_layer.h"
#include "ui/theme/fonts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spanscope::ui {

namespace {
constexpr double kPad = 8.0;
constexpr double kLeastRatio = 0x1p-12; ///< shorter bars are drawn as a stub
constexpr double kNamesFrom = 56.0;     ///< pixels an op needs before names replace numbers
constexpr double kLeastPlaces = 3.0;    ///< zoom ends here
} // namespace

OverviewChart::OverviewChart(QCustomPlot *plot)
    : m_plot(plot)
    , m_ticker(new OpTicker)
{
    plot->setPlottingHint(QCP::phFastPolylines);
    plot->plotLayout()->setMargins({});
    plot->axisRect()->setAutoMargins(QCP::msNone);
    plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot->yAxis->setTicker(QSharedPointer<RatioTicker>::create());
    plot->yAxis->setLabel(QCoreApplication::translate("OverviewPlot", "largest span / limit (log\u2082)"));
    plot->xAxis->setTicker(m_ticker);
    plot->xAxis->grid()->setVisible(false);
    plot->addLayer(QStringLiteral("limit"), plot->layer(QStringLiteral("main")));
    plot->layer(QStringLiteral("limit"))->setMode(QCPLayer::lmBuffered);
    plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    const auto add = [this, plot](const char *layer, void (OverviewChart::*paint)(QCPPainter &) const) {
        m_layers.emplace_back(new PaintLayer(plot, QLatin1String(layer),
                                             [this, paint](QCPPainter &painter) { (this->*paint)(painter); }));
    };
    add("main", &OverviewChart::paintBars);
    add("limit", &OverviewChart::paintLimit);
    add("axes", &OverviewChart::paintLegend);
    add("overlay", &OverviewChart::paintOverlay);
    m_ticker->setLabels([this](int place) {
        if (place < 0 || place >= static_cast<int>(m_ops.size())) {
            return QString();
        }
        const Column &column = m_columns[static_cast<std::size_t>(m_ops[static_cast<std::size_t>(place)])];
        if (m_area.width() / m_range.size() >= kNamesFrom) {
            return QFontMetricsF(smallFont(m_plot->font()))
                .elidedText(column.name, Qt::ElideMiddle, m_area.width() / m_range.size() - 4);
        }
        return QString::number(m_order == OverviewOrder::GraphOrder ? column.op : place + 1);
    });
    setPalette(plot->palette());
}

OverviewChart::~OverviewChart()
{
    // The plot owns the layers; while it lives on they must not call back.
    for (const auto &layer : m_layers) {
        delete layer;
    }
}

void OverviewChart::setColumns(std::vector<Column> columns, Int limit)
{
    m_columns = std::move(columns);
    m_limit = std::max<Int>(1, limit);
    setOrder(m_order);
    resetRange();
}

void OverviewChart::setOrder(OverviewOrder order)
{
    m_order = order;
    m_ops.resize(m_columns.size());
    std::iota(m_ops.begin(), m_ops.end(), 0);
    if (order == OverviewOrder::WorstFirst) {
        std::stable_sort(m_ops.begin(), m_ops.end(), [this](int a, int b) {
            const Column &left = m_columns[static_cast<std::size_t>(a)];
            const Column &right = m_columns[static_cast<std::size_t>(b)];
            return std::make_pair(left.span, left.untiled) > std::make_pair(right.span, right.untiled);
        });
    }
    m_places.resize(m_ops.size());
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        m_places[static_cast<std::size_t>(m_ops[i])] = static_cast<int>(i);
    }
    m_plot->xAxis->setLabel(order == OverviewOrder::GraphOrder
                                ? QCoreApplication::translate("OverviewPlot", "operations in graph order")
                                : QCoreApplication::translate("OverviewPlot", "operations, worst first"));
}

int OverviewChart::placeOf(int op) const
{
    return op >= 0 && op < static_cast<int>(m_places.size()) ? m_places[static_cast<std::size_t>(op)] : -1;
}

void OverviewChart::setPalette(const QPalette &palette)
{
    m_palette = palette;
    m_colours = plotColours(palette);
    m_untiledColour = blend(m_colours.axis, m_colours.background, 0.55);
    m_looks.clear();
    for (int i = 0; i <= static_cast<int>(Verdict::Skipped); ++i) {
        m_looks.push_back(appearance(static_cast<Verdict>(i), palette));
    }
    m_plot->setBackground(QBrush(m_colours.background));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(m_colours.axis));
        axis->setTickPen(QPen(m_colours.axis));
        axis->setTickLabelColor(m_colours.text);
        axis->setLabelColor(m_colours.text);
        axis->setTickLabelFont(smallFont(m_plot->font()));
        axis->setLabelFont(smallFont(m_plot->font()));
        axis->grid()->setPen(QPen(m_colours.grid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

void OverviewChart::setMarks(int selected, int hovered)
{
    m_selected = selected;
    m_hovered = hovered;
}

QCPRange OverviewChart::ratioRange() const
{
    const auto limit = static_cast<double>(m_limit);
    double most = 2.0;
    double least = 0.25;
    for (const Column &column : m_columns) {
        for (const Int bytes : {column.span, column.untiled}) {
            const double ratio = static_cast<double>(bytes) / limit;
            most = std::max(most, ratio);
            least = ratio > 0 ? std::min(least, ratio) : least;
        }
    }
    return {std::max(kLeastRatio, least / 2), most * 2};
}

void OverviewChart::layOut(QSize size)
{
    m_size = size;
    const QFontMetricsF small(smallFont(m_plot->font()));
    const double line = small.height();
    // The chart comes first: in a small place the last rows of the legend are left out.
    constexpr double kLegendShare = 0.25;
    const int rows = std::max(1, static_cast<int>(size.height() * kLegendShare / line));
    m_legendRows = std::min(legend().back().row + 1, rows);
    const QMargins margins(static_cast<int>(small.horizontalAdvance(QLatin1String("1/4096")) + line + 3 * kPad),
                           static_cast<int>(line + kPad), static_cast<int>(2 * kPad),
                           static_cast<int>((2 + m_legendRows) * line + 4 * kPad));
    m_area = QRectF(QRect(QPoint(), size).marginsRemoved(margins));
    m_plot->axisRect()->setMargins(margins);
    m_plot->yAxis->setRange(ratioRange());
    m_plot->yAxis->ticker()->setTickCount(std::max(2, static_cast<int>(m_area.height() / (line * 2.2))));
    m_plot->xAxis->setRange(m_range);
    const bool names = m_area.width() / m_range.size() >= kNamesFrom;
    const double room = names ? kNamesFrom : small.horizontalAdvance(QLatin1String("00000")) + 2 * kPad;
    m_ticker->setTickCount(std::max(1, static_cast<int>(m_area.width() / room)));
    m_plot->xAxis->setTickLabelPadding(3);
    m_plot->xAxis->setLabelPadding(2);
}

void OverviewChart::setRange(double from, double to)
{
    const auto count = static_cast<double>(m_columns.size());
    const double size = std::clamp(to - from, std::min(kLeastPlaces, count), std::max(1.0, count));
    const double lower = std::clamp(from, -0.5, std::max(-0.5, count - 0.5 - size));
    m_range = {lower, lower + size};
}

void OverviewChart::resetRange()
{
    m_range = {-0.5, std::max(0.5, static_cast<double>(m_columns.size()) - 0.5)};
}

double OverviewChart::xOf(double place) const
{
    return m_area.left() + (place - m_range.lower) / m_range.size() * m_area.width();
}

double OverviewChart::placeAt(double x) const
{
    return m_range.lower + (x - m_area.left()) / std::max(1.0, m_area.width()) * m_range.size();
}

double OverviewChart::yOf(double bytes) const
{
    const QCPRange range = m_plot->yAxis->range();
    const double ratio = std::clamp(bytes / static_cast<double>(m_limit), range.lower, range.upper);
    return m_area.bottom() - std::log(ratio / range.lower) / std::log(range.upper / range.lower) * m_area.height();
}

QRectF OverviewChart::barRect(int op) const
{
    const int place = placeOf(op);
    if (place < 0) {
        return {};
    }
    const Column &column = m_columns[static_cast<std::size_t>(op)];
    constexpr double kShare = 0.4;
    const double top = column.span > 0 ? yOf(static_cast<double>(column.span)) : m_area.bottom();
    return {QPointF(xOf(place - kShare), top), QPointF(xOf(place + kShare), m_area.bottom())};
}

int OverviewChart::opAt(QPointF pos) const
{
    const auto place = static_cast<int>(std::lround(placeAt(pos.x())));
    const bool inside = pos.x() >= m_area.left() && pos.x() <= m_area.right() && pos.y() >= 0 &&
                        pos.y() <= m_area.bottom() && place >= 0 && place < static_cast<int>(m_ops.size());
    return inside ? m_ops[static_cast<std::size_t>(place)] : -1;
}

} // namespace spanscope::ui
