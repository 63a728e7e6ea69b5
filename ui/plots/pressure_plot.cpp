#include "ui/plots/pressure_plot.h"

#include "core/text/sentences.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/pressure_chart.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {

/// A hidden plot is resized as well, and complains when it gets nothing.
constexpr int kLeastPlot = 8;

const QString &overlayLayer()
{
    static const QString name = QStringLiteral("overlay");
    return name;
}

/// Draws all rows of `rows` in `size`, scaled down where they need more.
void paintWhole(QCPPainter &painter, const PressureChart &like, QSize size, const QPalette &palette, const QFont &font,
                int selected)
{
    QCustomPlot plot;
    plot.setFont(font);
    PressureChart chart(&plot);
    chart.setPalette(palette);
    chart.setLogarithmic(like.isLogarithmic());
    chart.setRows(like.rows());
    chart.setRange(like.range());
    PressureChart::Marks marks;
    marks.selected = selected;
    chart.setMarks(marks);
    const QSize need = chart.naturalSize();
    const double factor = std::min(1.0, static_cast<double>(size.height()) / need.height());
    const QSize logical(static_cast<int>(std::ceil(size.width() / factor)),
                        static_cast<int>(std::ceil(size.height() / factor)));
    painter.scale(factor, factor);
    painter.fillRect(QRect(QPoint(), logical), palette.color(QPalette::Base));
    chart.layOut(logical, 0);
    plot.toPainter(&painter, logical.width(), logical.height());
}

} // namespace

PressurePlot::PressurePlot(QWidget *parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_scroll(new QScrollBar(Qt::Vertical, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_scroll);
    setFocusPolicy(Qt::StrongFocus);
    m_scroll->hide();
    m_plot->setMinimumSize(kLeastPlot, kLeastPlot);
    m_plot->setMouseTracking(true);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_chart = std::make_unique<PressureChart>(m_plot);
    setWhatsThis(
        tr("One bar per coordinate of the output and of every read. Filled: the bytes one core spans under the "
           "current splits. Dashed outline: without splits. The line is the limit. Up and Down select a row, "
           "L switches between a logarithmic and a linear axis, + and - zoom, 0 shows all."));
    connectPlot();
    refreshAccessible();
}

PressurePlot::~PressurePlot() = default;

void PressurePlot::connectPlot()
{
    m_plot->installEventFilter(this);
    connect(m_scroll, &QScrollBar::valueChanged, this, &PressurePlot::scrollTo);
}

void PressurePlot::setRows(const OpAudit &current, const OpAudit &untiled, Int limit)
{
    m_current = current;
    m_untiled = untiled;
    PressureRows rows = pressureRows(current, untiled, std::max<Int>(limit, 1), m_units);
    const PressureRows &old = m_chart->rows();
    const bool same = old.sameRows(rows);
    int selected = -1;
    if (m_selected >= 0 && m_selected < static_cast<int>(old.rows.size())) {
        const PressureRow &was = old.rows[static_cast<std::size_t>(m_selected)];
        const auto it = std::find_if(rows.rows.begin(), rows.rows.end(), [&was](const PressureRow &row) {
            return row.tensor == was.tensor && row.deviceDim == was.deviceDim;
        });
        selected = it == rows.rows.end() ? -1 : static_cast<int>(it - rows.rows.begin());
    }
    m_selected = selected;
    m_hovered = same ? m_hovered : -1;
    m_chart->setRows(std::move(rows));
    if (!same) {
        m_chart->resetRange();
        m_scroll->setValue(0);
    }
    layOut();
    if (!same) {
        showWorst();
    }
    refreshReadout();
    refreshAccessible();
}

void PressurePlot::showWorst()
{
    ensureVisible(m_selected >= 0 ? m_selected : m_chart->rows().worst());
}

void PressurePlot::clear()
{
    m_selected = -1;
    m_hovered = -1;
    setRows({}, {}, m_chart->rows().limit);
}

void PressurePlot::setTitle(const QString &title)
{
    m_title = title;
    refreshAccessible();
}

void PressurePlot::setLogarithmic(bool on)
{
    if (on != m_chart->isLogarithmic()) {
        m_chart->setLogarithmic(on);
        layOut();
        emit logarithmicChanged(on);
    }
}

bool PressurePlot::isLogarithmic() const
{
    return m_chart->isLogarithmic();
}

void PressurePlot::setByteUnits(ByteUnits units)
{
    if (units != m_units) {
        m_units = units;
        m_chart->setRows(pressureRows(m_current, m_untiled, m_chart->rows().limit, units));
        layOut();
        refreshAccessible();
    }
}

void PressurePlot::setSelectedRow(int row)
{
    m_selected = row >= 0 && row < rowCount() ? row : -1;
    ensureVisible(m_selected);
    refreshMarks();
    refreshReadout();
    refreshAccessible();
}

int PressurePlot::rowCount() const
{
    return static_cast<int>(m_chart->rows().rows.size());
}

void PressurePlot::highlightDim(std::optional<HostDim> dim)
{
    m_dim = dim;
    refreshMarks();
}

void PressurePlot::layOut()
{
    const double need = m_chart->contentHeight();
    const auto view = [this] { return m_chart->viewHeight(m_plot->size()); };
    // The bar's own width does not change the height, so one pass settles it.
    const bool overflow = need > view() + 0.5;
    if (m_scroll->isVisibleTo(this) != overflow) {
        m_scroll->setVisible(overflow);
        QWidget::layout()->activate();
    }
    {
        const QSignalBlocker blocker(m_scroll);
        m_scroll->setRange(0, overflow ? static_cast<int>(std::ceil(need - view())) : 0);
        m_scroll->setPageStep(static_cast<int>(view()));
        m_scroll->setSingleStep(static_cast<int>(m_chart->rowHeight()));
    }
    m_chart->layOut(m_plot->size(), m_scroll->value());
    refreshMarks();
    replotSoon();
}

void PressurePlot::replotSoon()
{
    // What is hidden may have no size to draw into; showEvent() makes up for it.
    if (isVisible()) {
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void PressurePlot::scrollTo(int value)
{
    m_chart->layOut(m_plot->size(), value);
    replotSoon();
}

void PressurePlot::ensureVisible(int row)
{
    if (row < 0) {
        return;
    }
    const double view = m_chart->viewHeight(m_plot->size());
    const double top = m_chart->rowTop(row);
    const double bottom = top + m_chart->rowHeight();
    // The first row of a tensor takes its title along.
    const double from = m_chart->isFirstOfGroup(row) ? top - m_chart->groupHeight() : top;
    if (from < m_scroll->value()) {
        m_scroll->setValue(static_cast<int>(from));
    } else if (bottom > m_scroll->value() + view) {
        m_scroll->setValue(static_cast<int>(std::ceil(bottom - view)));
    }
}

void PressurePlot::refreshMarks()
{
    PressureChart::Marks marks;
    marks.selected = m_selected;
    marks.hovered = m_hovered;
    marks.dim = m_dim;
    marks.crosshairX = m_crosshairX;
    m_chart->setMarks(marks);
    // The overlay has a buffer of its own; before the first replot there is none to draw into.
    if (isVisible()) {
        m_plot->layer(overlayLayer())->replot();
    }
}

QString PressurePlot::readout() const
{
    const PressureRows &rows = m_chart->rows();
    const int row = m_hovered >= 0 ? m_hovered : m_selected >= 0 ? m_selected : rows.worst();
    return row >= 0 && row < rowCount() ? rows.rows[static_cast<std::size_t>(row)].readout : QString();
}

void PressurePlot::refreshReadout()
{
    QString text = readout();
    if (text != m_readout) {
        m_readout = std::move(text);
        emit readoutChanged(m_readout);
    }
}

void PressurePlot::refreshAccessible()
{
    const PressureRows &rows = m_chart->rows();
    setAccessibleName(m_title.isEmpty() ? tr("Pressure") : tr("Pressure of %1").arg(m_title));
    const int worst = rows.worst();
    if (worst < 0) {
        setAccessibleDescription(tr("No coordinates."));
        return;
    }
    int over = 0;
    int unknown = 0;
    for (const PressureRow &row : rows.rows) {
        over += row.state == SpanState::Over || row.state == SpanState::OverUnchecked ? 1 : 0;
        unknown += row.state == SpanState::Unknown ? 1 : 0;
    }
    QString verdict = over > 0 ? tr("%n over the limit", nullptr, over) : tr("all known rows fit");
    if (unknown > 0) {
        verdict += tr(", %n unknown", nullptr, unknown);
    }
    const PressureRow &peak = rows.rows[static_cast<std::size_t>(worst)];
    QString text = tr("%n rows; %1. Limit %2. Peak: %3 %4, %5.", nullptr, rowCount())
                       .arg(verdict, bytesText(rows.limit, m_units), QString::fromStdString(peak.tensor.toString()),
                            peak.device, peak.value + QLatin1Char(' ') + peak.word);
    if (m_selected >= 0) {
        text += QLatin1Char(' ') + tr("Selected: %1").arg(rows.rows[static_cast<std::size_t>(m_selected)].readout);
    }
    setAccessibleDescription(text);
}

QImage PressurePlot::toImage(QSize size, qreal scale) const
{
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QCPPainter painter(&image);
    paintWhole(painter, *m_chart, size, palette(), font(), m_selected);
    return image;
}

bool PressurePlot::exportTo(const QString &path, QString *error) const
{
    const QSize size = m_chart->naturalSize();
    return exportPicture(
        path, size, m_title.isEmpty() ? tr("Pressure") : m_title,
        [&](QCPPainter &painter) { paintWhole(painter, *m_chart, size, lightPalette(), font(), -1); }, error);
}

QRectF PressurePlot::barRect(int row) const
{
    return m_chart->barRect(row).translated(m_plot->pos());
}

QRectF PressurePlot::outlineRect(int row) const
{
    return m_chart->outlineRect(row).translated(m_plot->pos());
}

QRectF PressurePlot::rowRect(int row) const
{
    return m_chart->rowRect(row).translated(m_plot->pos());
}

double PressurePlot::limitX() const
{
    return xOf(m_chart->rows().limit);
}

double PressurePlot::xOf(Int bytes) const
{
    return m_chart->xOf(static_cast<double>(bytes)) + m_plot->x();
}

int PressurePlot::rowAt(QPointF pos) const
{
    return m_chart->rowAt(pos - m_plot->pos());
}

QSize PressurePlot::sizeHint() const
{
    constexpr int kRows = 6;
    return {640, static_cast<int>(m_chart->rowHeight()) * kRows + 120};
}

QSize PressurePlot::minimumSizeHint() const
{
    return {320, static_cast<int>(m_chart->rowHeight()) * 2 + 100};
}

} // namespace spanscope::ui
