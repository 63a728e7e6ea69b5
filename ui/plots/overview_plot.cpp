#include "ui/plots/overview_plot.h"

#include "core/exporters/document.h"
#include "core/text/sentences.h"
#include "ui/plots/overview_chart.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>

#include <algorithm>
#include <array>

namespace spanscope::ui {

namespace {
void paintLike(QCPPainter &painter, const OverviewChart &like, QSize size, const QPalette &palette, const QFont &font,
               int selected)
{
    QCustomPlot plot;
    plot.setFont(font);
    OverviewChart chart(&plot);
    chart.setPalette(palette);
    chart.setColumns(like.columns(), like.limit());
    chart.setOrder(like.order());
    chart.setRange(like.range().lower, like.range().upper);
    chart.setMarks(selected, -1);
    chart.layOut(size);
    painter.fillRect(QRect(QPoint(), size), palette.color(QPalette::Base));
    plot.toPainter(&painter, size.width(), size.height());
}
} // namespace

OverviewPlot::OverviewPlot(QWidget *parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setMinimumSize(8, 8); // a hidden plot is resized as well, and complains when it gets nothing
    m_plot->setMouseTracking(true);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    m_chart = std::make_unique<OverviewChart>(m_plot);
    setWhatsThis(tr("One column per operation: grey without splits, filled as compiled, against the limit. Left and "
                    "Right select, O switches between graph order and worst first, + and - or the wheel zoom, 0 shows "
                    "all."));
    refreshAccessible();
}

OverviewPlot::~OverviewPlot() = default;

void OverviewPlot::setResult(const GraphResultPtr &result)
{
    std::vector<OverviewChart::Column> columns;
    if (result) {
        for (std::size_t op = 0; op < result->audits.size(); ++op) {
            OverviewChart::Column column;
            column.op = static_cast<int>(op);
            column.span = result->audits[op].worstSpan;
            column.untiled = untiledWorstSpan(*result, op);
            column.verdict = verdictOf(*result, op);
            column.name = QString::fromStdString(result->graph->operations[op].name);
            columns.push_back(std::move(column));
        }
    }
    // The same graph under other rules keeps the zoom.
    const bool same = columns.size() == m_chart->columns().size();
    const QCPRange range = m_chart->range();
    m_result = result;
    m_hovered = -1;
    m_chart->setColumns(std::move(columns), result ? result->rules.rules.maxSpanBytes : 1);
    if (same) {
        m_chart->setRange(range.lower, range.upper);
    }
    if (m_selected >= static_cast<int>(m_chart->columns().size())) {
        m_selected = -1;
    }
    refresh();
}

void OverviewPlot::refresh()
{
    m_chart->setMarks(m_selected, m_hovered);
    m_chart->layOut(m_plot->size());
    if (isVisible()) { // what is hidden may have no size to draw into
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
    refreshReadout();
    refreshAccessible();
}

void OverviewPlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void OverviewPlot::setSelectedOp(int op)
{
    m_selected = m_chart->placeOf(op) >= 0 ? op : -1;
    const int place = m_chart->placeOf(m_selected);
    const QCPRange range = m_chart->range();
    if (place >= 0 && (place < range.lower || place > range.upper)) {
        m_chart->setRange(place - range.size() / 2, place + range.size() / 2);
    }
    refresh();
}

void OverviewPlot::setSortMode(OverviewOrder order)
{
    if (order != m_chart->order()) {
        m_chart->setOrder(order);
        refresh();
        emit sortModeChanged(order);
    }
}

OverviewOrder OverviewPlot::sortMode() const
{
    return m_chart->order();
}

const std::vector<int> &OverviewPlot::order() const
{
    return m_chart->ops();
}

QString OverviewPlot::readout() const
{
    const int op = m_hovered >= 0 ? m_hovered : m_selected;
    if (!m_result || m_chart->placeOf(op) < 0) {
        return {};
    }
    const auto index = static_cast<std::size_t>(op);
    const OverviewChart::Column &column = m_chart->columns()[index];
    QString text = tr("%1 %2: %3; %4")
                       .arg(column.name, QString::fromStdString(assumedOperation(*m_result->graph, index)),
                            appearance(column.verdict, palette()).word,
                            column.span > 0 ? QString::fromStdString(bytesAgainstLimit(column.span, m_chart->limit()))
                                            : tr("no known span"));
    if (column.untiled != column.span && column.untiled > 0) {
        text += QStringLiteral("; ") +
                tr("untiled %1").arg(QString::fromStdString(bytesAgainstLimit(column.untiled, m_chart->limit())));
    }
    const auto &levels = m_result->audits[index].splits;
    if (!levels.empty()) {
        text += QStringLiteral("; ") + QString::fromStdString(levelsText(levels));
    }
    return text;
}

void OverviewPlot::refreshReadout()
{
    QString text = readout();
    if (text != m_readout) {
        m_readout = std::move(text);
        emit readoutChanged(m_readout);
    }
}

void OverviewPlot::refreshAccessible()
{
    setAccessibleName(tr("Overview of all operations"));
    std::array<int, static_cast<std::size_t>(Verdict::Skipped) + 1> counts{};
    Int peak = 0;
    for (const OverviewChart::Column &column : m_chart->columns()) {
        ++counts.at(static_cast<std::size_t>(column.verdict));
        peak = std::max(peak, column.span);
    }
    QStringList parts;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts.at(i) > 0) {
            parts << QStringLiteral("%1 %2").arg(counts.at(i)).arg(appearance(static_cast<Verdict>(i), palette()).word);
        }
    }
    QString text = tr("%n operations: %1. Limit %2, peak %3.", nullptr, static_cast<int>(m_chart->columns().size()))
                       .arg(parts.join(QStringLiteral(", ")), QString::fromStdString(humanBytes(m_chart->limit())),
                            QString::fromStdString(bytesAgainstLimit(peak, m_chart->limit())));
    if (m_selected >= 0) {
        text += QLatin1Char(' ') + tr("Selected: %1").arg(m_readout);
    }
    setAccessibleDescription(text);
}

QImage OverviewPlot::toImage(QSize size, qreal scale) const
{
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QCPPainter painter(&image);
    paintLike(painter, *m_chart, size, palette(), font(), m_selected);
    return image;
}

bool OverviewPlot::exportTo(const QString &path, QString *error) const
{
    const QSize size(1200, 480);
    return exportPicture(
        path, size, tr("Overview"),
        [&](QCPPainter &painter) { paintLike(painter, *m_chart, size, lightPalette(), font(), -1); }, error);
}

QRectF OverviewPlot::barRect(int op) const
{
    return m_chart->barRect(op).translated(m_plot->pos());
}

double OverviewPlot::limitY() const
{
    return m_chart->yOf(static_cast<double>(m_chart->limit())) + m_plot->y();
}

int OverviewPlot::opAt(QPointF pos) const
{
    return m_chart->opAt(pos - m_plot->pos());
}

QSize OverviewPlot::sizeHint() const
{
    return {640, 320};
}

QSize OverviewPlot::minimumSizeHint() const
{
    return {280, 180};
}

void OverviewPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    const auto type = event->type();
    if (m_chart && (type == QEvent::PaletteChange || type == QEvent::FontChange || type == QEvent::StyleChange)) {
        m_chart->setPalette(palette());
        refresh();
    }
}

} // namespace spanscope::ui
