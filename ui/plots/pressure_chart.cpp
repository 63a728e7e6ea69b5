#include "ui/plots/pressure_chart.h"

#include "ui/plots/byte_axis.h"
#include "ui/plots/paint_layer.h"
#include "ui/theme/fonts.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {
constexpr double kPad = 8.0;
constexpr double kLeastBars = 90.0; ///< pixels the bars keep whatever the labels want
constexpr double kOctavesBelowLimit = 24.0;
constexpr double kTickMark = 5.0;
} // namespace

PressureChart::PressureChart(QCustomPlot *plot)
    : m_plot(plot)
    , m_ticker(new ByteTicker)
{
    plot->setPlottingHint(QCP::phFastPolylines);
    plot->setNoAntialiasingOnDrag(true);
    plot->plotLayout()->setMargins({});
    plot->axisRect()->setAutoMargins(QCP::msNone);
    plot->yAxis->setVisible(false);
    plot->yAxis->setRangeReversed(true);
    plot->yAxis->grid()->setVisible(false);
    plot->xAxis->setTicker(m_ticker);
    plot->xAxis->grid()->setZeroLinePen(Qt::NoPen);
    plot->addLayer(QStringLiteral("limit"), plot->layer(QStringLiteral("main")));
    plot->addLayer(QStringLiteral("labels"), plot->layer(QStringLiteral("limit")));
    plot->layer(QStringLiteral("limit"))->setMode(QCPLayer::lmBuffered);
    plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    const auto add = [this, plot](const char *layer, void (PressureChart::*paint)(QCPPainter &) const) {
        m_layers.emplace_back(new PaintLayer(plot, QLatin1String(layer),
                                             [this, paint](QCPPainter &painter) { (this->*paint)(painter); }));
    };
    add("main", &PressureChart::paintBars);
    add("limit", &PressureChart::paintLimit);
    add("labels", &PressureChart::paintLabels);
    add("overlay", &PressureChart::paintOverlay);
    setPalette(plot->palette());
}

PressureChart::~PressureChart()
{
    // The plot owns the layers; while it lives on they must not call back.
    for (const auto &layer : m_layers) {
        delete layer;
    }
}

void PressureChart::setRows(PressureRows rows)
{
    m_rows = std::move(rows);
    m_ticker->setUnits(m_rows.units);
    m_ticker->setLimit(m_rows.limit);
}

void PressureChart::setPalette(const QPalette &palette)
{
    m_palette = palette;
    m_colours = plotColours(palette);
    m_plot->setBackground(QBrush(m_colours.background));
    QCPAxis *axis = m_plot->xAxis;
    for (const auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen}) {
        (axis->*set)(QPen(m_colours.axis));
    }
    axis->setTickLabelColor(m_colours.text);
    axis->setLabelColor(m_colours.text);
    axis->setTickLabelFont(smallFont(m_plot->font()));
    axis->setLabelFont(smallFont(m_plot->font()));
    axis->grid()->setPen(QPen(m_colours.grid));
    axis->grid()->setSubGridPen(QPen(m_colours.grid));
}

void PressureChart::setLogarithmic(bool on)
{
    if (m_logarithmic != on) {
        m_logarithmic = on;
        m_userRange.reset();
    }
}

void PressureChart::setMarks(const Marks &marks)
{
    m_marks = marks;
}

double PressureChart::rowHeight() const
{
    return QFontMetricsF(m_plot->font()).height() + QFontMetricsF(smallFont(m_plot->font())).height() + kPad;
}

double PressureChart::groupHeight() const
{
    return QFontMetricsF(m_plot->font()).height() + kPad;
}

QFont PressureChart::monoFont() const
{
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (m_plot->font().pointSizeF() > 0) {
        mono.setPointSizeF(m_plot->font().pointSizeF());
    } else {
        mono.setPixelSize(m_plot->font().pixelSize());
    }
    return mono;
}

double PressureChart::contentHeight() const
{
    return static_cast<double>(m_rows.groups.size()) * groupHeight() +
           static_cast<double>(m_rows.rows.size()) * rowHeight() + kPad / 2;
}

double PressureChart::topMargin() const
{
    return QFontMetricsF(smallFont(m_plot->font())).height() + kPad;
}

double PressureChart::bottomMargin() const
{
    // Tick labels, the axis' title, the legend.
    const double line = QFontMetricsF(smallFont(m_plot->font())).height();
    return 3 * line + kTickMark + 3 * kPad;
}

double PressureChart::viewHeight(QSize size) const
{
    return std::max(1.0, size.height() - topMargin() - bottomMargin());
}

QSize PressureChart::naturalSize() const
{
    constexpr int kWidth = 960;
    return {kWidth, static_cast<int>(std::ceil(contentHeight() + topMargin() + bottomMargin()))};
}

double PressureChart::secondLineWidth(const PressureRow &row) const
{
    const QFontMetricsF small(smallFont(m_plot->font()));
    const double gap = row.word.isEmpty() || row.was.isEmpty() ? 0.0 : kPad;
    return small.horizontalAdvance(row.word) + gap + small.horizontalAdvance(row.was);
}

void PressureChart::measure(QSize size)
{
    const QFontMetricsF metrics(m_plot->font());
    const QFontMetricsF small(smallFont(m_plot->font()));
    const QFontMetricsF mono(monoFont());
    m_deviceWidth = 0;
    double coordinate = 0;
    for (const PressureRow &row : m_rows.rows) {
        m_deviceWidth = std::max(m_deviceWidth, small.horizontalAdvance(row.device));
        coordinate = std::max(coordinate, mono.horizontalAdvance(row.coordinate));
    }
    // Long coordinates go on in a second line.
    constexpr double kMostLabels = 0.36;
    m_labelWidth = std::min(m_deviceWidth + coordinate + 5 * kPad,
                            std::max(m_deviceWidth + 5 * kPad + mono.horizontalAdvance(QLatin1String("floor(d1/64)")),
                                     size.width() * kMostLabels));
    // A text stands behind its bar, so that only long bars take room from it.
    const QCPRange whole = autoRange();
    const double rest = std::max(kLeastBars, size.width() - m_labelWidth);
    // Room that most texts need, so that the axis keeps its place while one tries splits.
    const double usual = metrics.horizontalAdvance(QStringLiteral("999.99 MiB \u00b7 9.99x"));
    m_textWidth = 0;
    for (const PressureRow &row : m_rows.rows) {
        const double text = std::max({usual, metrics.horizontalAdvance(row.value), secondLineWidth(row)}) + 2 * kPad;
        const double share = std::clamp(shareOf(static_cast<double>(std::max(row.span, row.untiled)), whole), 0.0, 1.0);
        if (share > 0) {
            m_textWidth = std::max(m_textWidth, (text - (1 - share) * rest) / share);
        }
    }
    m_textWidth = std::max(2 * kPad, std::min(m_textWidth, rest - kLeastBars));
}

double PressureChart::shareOf(double bytes, QCPRange range) const
{
    if (!m_logarithmic) {
        return (bytes - range.lower) / range.size();
    }
    return bytes <= 0 ? 0.0 : std::log(bytes / range.lower) / std::log(range.upper / range.lower);
}

void PressureChart::layOut(QSize size, double scroll)
{
    m_size = size;
    m_scroll = scroll;
    measure(size);
    const QMargins margins(static_cast<int>(m_labelWidth), static_cast<int>(topMargin()), static_cast<int>(m_textWidth),
                           static_cast<int>(bottomMargin()));
    m_area = QRectF(QRect(QPoint(), size).marginsRemoved(margins));
    m_plot->axisRect()->setMargins(margins);
    m_plot->yAxis->setRange(scroll, scroll + m_area.height());
    m_plot->xAxis->setScaleType(m_logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_ticker->setLogarithmic(m_logarithmic);
    m_plot->xAxis->setLabel(m_logarithmic
                                ? QCoreApplication::translate("PressurePlot", "span of one core, bytes (log\u2082)")
                                : QCoreApplication::translate("PressurePlot", "span of one core, bytes"));
    m_plot->xAxis->setTickLabelPadding(3);
    m_plot->xAxis->setLabelPadding(2);
    applyRange();
}

QCPRange PressureChart::autoRange() const
{
    const auto limit = static_cast<double>(m_rows.limit);
    double most = limit;
    double least = limit;
    for (const PressureRow &row : m_rows.rows) {
        for (const Int bytes : {row.span, row.untiled}) {
            if (bytes > 0) {
                most = std::max(most, static_cast<double>(bytes));
                least = std::min(least, static_cast<double>(bytes));
            }
        }
    }
    if (!m_logarithmic) {
        return {0.0, most * 1.05};
    }
    // From a whole power of two below the shortest bar, so that it has a length.
    const double lower = std::exp2(std::floor(std::log2(least) - 1.0));
    return {std::max({1.0, lower, limit * std::exp2(-kOctavesBelowLimit)}), most * std::exp2(0.35)};
}

QCPRange PressureChart::range() const
{
    return m_userRange.value_or(autoRange());
}

void PressureChart::setRange(QCPRange range)
{
    const QCPRange whole = autoRange();
    range.normalize();
    if (m_logarithmic) {
        constexpr double kLeastRatio = 1.02;
        const double ratio = std::clamp(range.upper / std::max(range.lower, 1e-9), kLeastRatio, 0x1p62);
        range.lower = std::clamp(range.lower, 1.0, whole.upper / kLeastRatio);
        range.upper = std::min(range.lower * ratio, whole.upper * 1024);
    } else {
        constexpr double kLeastSize = 64.0;
        const double size = std::clamp(range.size(), kLeastSize, whole.upper * 16);
        range.lower = std::clamp(range.lower, 0.0, whole.upper);
        range.upper = range.lower + size;
    }
    m_userRange = range;
    applyRange();
}

void PressureChart::resetRange()
{
    m_userRange.reset();
    applyRange();
}

void PressureChart::applyRange()
{
    const QCPRange shown = range();
    m_plot->xAxis->setRange(shown);
    const QFontMetricsF small(smallFont(m_plot->font()));
    double widest = small.horizontalAdvance(tickText(static_cast<double>(m_rows.limit), m_rows.units));
    widest =
        std::max(widest, small.horizontalAdvance(m_rows.units == ByteUnits::Bytes ? tickText(shown.upper, m_rows.units)
                                                                                  : QStringLiteral("256 MiB")));
    m_ticker->setTickCount(std::max(2, static_cast<int>(m_area.width() / (widest + kPad))));
}

double PressureChart::xOf(double bytes) const
{
    return m_area.left() + shareOf(bytes, range()) * m_area.width();
}

double PressureChart::bytesAt(double x) const
{
    const QCPRange shown = range();
    const double share = (x - m_area.left()) / m_area.width();
    return m_logarithmic ? shown.lower * std::pow(shown.upper / shown.lower, share)
                         : shown.lower + share * shown.size();
}

double PressureChart::rowTop(int row) const
{
    const auto headers = std::count_if(m_rows.groups.begin(), m_rows.groups.end(),
                                       [row](const PressureGroup &group) { return group.first <= row; });
    return static_cast<double>(headers) * groupHeight() + row * rowHeight();
}

bool PressureChart::isFirstOfGroup(int row) const
{
    return std::any_of(m_rows.groups.begin(), m_rows.groups.end(),
                       [row](const PressureGroup &group) { return group.first == row; });
}

QRectF PressureChart::rowRect(int row) const
{
    if (row < 0 || row >= static_cast<int>(m_rows.rows.size())) {
        return {};
    }
    return {0.0, m_area.top() + rowTop(row) - m_scroll, static_cast<double>(m_size.width()), rowHeight()};
}

QRectF PressureChart::bar(int row, Int bytes) const
{
    const QRectF whole = rowRect(row);
    const double height = std::floor(rowHeight() * 0.5);
    const double right = std::clamp(xOf(static_cast<double>(bytes)), m_area.left(), m_area.right());
    return {m_area.left(), std::floor(whole.center().y() - height / 2), bytes > 0 ? right - m_area.left() : 0.0,
            height};
}

QRectF PressureChart::barRect(int row) const
{
    return rowRect(row).isEmpty() ? QRectF() : bar(row, m_rows.rows[static_cast<std::size_t>(row)].span);
}

QRectF PressureChart::outlineRect(int row) const
{
    return rowRect(row).isEmpty() ? QRectF() : bar(row, m_rows.rows[static_cast<std::size_t>(row)].untiled);
}

int PressureChart::rowAt(QPointF pos) const
{
    if (pos.y() < m_area.top() || pos.y() > m_area.bottom()) {
        return -1;
    }
    for (int i = 0; i < static_cast<int>(m_rows.rows.size()); ++i) {
        if (rowRect(i).contains(pos)) {
            return i;
        }
    }
    return -1;
}

} // namespace spanscope::ui
