// How the overview looks; where things lie is in overview_chart.cpp.
#include "ui/models/byte_units.h"
#include "ui/plots/overview_chart.h"
#include "ui/theme/fonts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spanscope::ui {

namespace {
constexpr double kPad = 8.0;
constexpr double kSwatch = 18.0;
constexpr double kDenseBelow = 3.0;   ///< pixels an op needs to get a bar of its own
constexpr double kPatternsFrom = 5.0; ///< pixels a bar needs for its pattern to show

QString translated(const char *text)
{
    return QCoreApplication::translate("OverviewPlot", text);
}
} // namespace

void OverviewChart::paintBars(QCPPainter &painter) const
{
    if (m_ops.empty()) {
        painter.setFont(m_plot->font());
        painter.setPen(m_colours.mutedText);
        painter.drawText(m_area, Qt::AlignCenter, translated("No operations."));
        return;
    }
    const int last = static_cast<int>(m_ops.size()) - 1;
    const int from = std::clamp(static_cast<int>(std::floor(m_range.lower)), 0, last);
    const int to = std::clamp(static_cast<int>(std::ceil(m_range.upper)), 0, last);
    painter.save();
    painter.setClipRect(m_area);
    painter.setPen(Qt::NoPen);
    if (m_area.width() / m_range.size() < kDenseBelow) {
        paintDense(painter, from, to);
    } else {
        for (int place = from; place <= to; ++place) {
            paintColumn(painter, place);
        }
    }
    painter.restore();
}

void OverviewChart::paintColumn(QCPPainter &painter, int place) const
{
    const int op = m_ops[static_cast<std::size_t>(place)];
    const Column &column = m_columns[static_cast<std::size_t>(op)];
    const Appearance &look = m_looks[static_cast<std::size_t>(column.verdict)];
    QRectF bar = barRect(op).intersected(m_area);
    if (column.untiled > 0) {
        QRectF old = bar;
        old.setTop(yOf(static_cast<double>(column.untiled)));
        painter.fillRect(old, m_untiledColour);
    }
    if (column.span > 0) {
        bar.setTop(std::min(bar.top(), m_area.bottom() - 1));
        if (bar.width() >= kPatternsFrom) {
            look.paint(painter, bar);
        } else {
            painter.fillRect(bar, look.fill);
        }
    }
    const QFontMetricsF metrics(smallFont(m_plot->font()));
    if (xOf(1) - xOf(0) >= metrics.horizontalAdvance(look.glyph) && column.verdict != Verdict::Fits) {
        // The verdict's sign stands on the bar, so that colour is not alone.
        painter.setFont(smallFont(m_plot->font()));
        painter.setPen(look.text);
        const double top = yOf(static_cast<double>(std::max(column.span, column.untiled)));
        painter.drawText(QRectF(bar.left() - kPad, top - metrics.height(), bar.width() + 2 * kPad, metrics.height()),
                         Qt::AlignCenter, look.glyph);
        painter.setPen(Qt::NoPen);
    }
}

void OverviewChart::paintDense(QCPPainter &painter, int first, int last) const
{
    // Several ops share a pixel: the worst of them is drawn, so that no peak is lost.
    struct Pixel
    {
        Int span = 0;
        Int untiled = 0;
        Verdict verdict = Verdict::Skipped;
        bool used = false;
    };
    const int width = std::max(1, static_cast<int>(std::ceil(m_area.width())));
    std::vector<Pixel> pixels(static_cast<std::size_t>(width));
    for (int place = first; place <= last; ++place) {
        const Column &column = m_columns[static_cast<std::size_t>(m_ops[static_cast<std::size_t>(place)])];
        const int from = static_cast<int>(xOf(place - 0.5) - m_area.left());
        const int to = std::max(from, static_cast<int>(xOf(place + 0.5) - m_area.left()) - 1);
        for (int x = std::max(0, from); x <= std::min(width - 1, to); ++x) {
            Pixel &pixel = pixels[static_cast<std::size_t>(x)];
            pixel.untiled = std::max(pixel.untiled, column.untiled);
            if (!pixel.used || column.span > pixel.span) {
                pixel.span = column.span;
                pixel.verdict = column.verdict;
            }
            pixel.used = true;
        }
    }
    for (int x = 0; x < width; ++x) {
        const Pixel &pixel = pixels[static_cast<std::size_t>(x)];
        const double left = std::floor(m_area.left()) + x;
        if (pixel.untiled > pixel.span) {
            const double top = yOf(static_cast<double>(pixel.untiled));
            painter.fillRect(QRectF(left, top, 1, m_area.bottom() - top), m_untiledColour);
        }
        if (pixel.span > 0) {
            const double top = std::min(yOf(static_cast<double>(pixel.span)), m_area.bottom() - 1);
            painter.fillRect(QRectF(left, top, 1, m_area.bottom() - top),
                             m_looks[static_cast<std::size_t>(pixel.verdict)].fill);
        }
    }
}

void OverviewChart::paintLimit(QCPPainter &painter) const
{
    const double y = yOf(static_cast<double>(m_limit));
    painter.setPen(QPen(m_colours.limit, 2));
    painter.drawLine(QPointF(m_area.left(), y), QPointF(m_area.right() + kPad, y));
}

std::vector<OverviewChart::LegendEntry> OverviewChart::legend() const
{
    const QFontMetricsF metrics(smallFont(m_plot->font()));
    std::vector<LegendEntry> entries;
    // What does not occur would only take the room.
    std::vector<bool> present(m_looks.size(), false);
    bool tiled = false;
    for (const Column &column : m_columns) {
        present.at(static_cast<std::size_t>(column.verdict)) = true;
        tiled = tiled || column.untiled != column.span;
    }
    double x = kPad;
    int row = 0;
    const auto add = [&](const QString &text, std::function<void(QCPPainter &, const QRectF &)> swatch) {
        const double width = kSwatch + kPad / 2 + metrics.horizontalAdvance(text);
        if (x > kPad && x + width > m_size.width()) {
            x = kPad;
            ++row;
        }
        entries.push_back({text, std::move(swatch), QRectF(x, row * metrics.height(), width, metrics.height()), row});
        x += width + 2 * kPad;
    };
    for (std::size_t i = 0; i < m_looks.size(); ++i) {
        if (present[i]) {
            const Appearance &look = m_looks[i];
            add(QStringLiteral("%1 %2").arg(look.glyph, look.word),
                [&look](QCPPainter &painter, const QRectF &box) { look.paint(painter, box); });
        }
    }
    if (tiled) {
        add(translated("untiled"),
            [this](QCPPainter &painter, const QRectF &box) { painter.fillRect(box, m_untiledColour); });
    }
    add(translated("limit %1").arg(bytesText(m_limit, ByteUnits::Binary)),
        [this](QCPPainter &painter, const QRectF &box) {
            painter.setPen(QPen(m_colours.limit, 2));
            painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        });
    return entries;
}

void OverviewChart::paintLegend(QCPPainter &painter) const
{
    const std::vector<LegendEntry> entries = legend();
    const double height = m_legendRows * entries.back().box.height();
    painter.setFont(smallFont(m_plot->font()));
    for (const LegendEntry &entry : entries) {
        if (entry.row >= m_legendRows) {
            break;
        }
        const QRectF box = entry.box.translated(0, m_size.height() - height - kPad / 2);
        entry.swatch(painter, QRectF(box.left(), box.top() + 2, kSwatch, box.height() - 4));
        painter.setPen(m_colours.text);
        painter.drawText(box.adjusted(kSwatch + kPad / 2, 0, kPad, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        painter.setPen(Qt::NoPen);
    }
}

void OverviewChart::paintOverlay(QCPPainter &painter) const
{
    const auto mark = [&](int op, const QPen &pen) {
        const int place = placeOf(op);
        if (place < 0) {
            return;
        }
        const double left = std::max(xOf(place - 0.5), m_area.left());
        const double right = std::min(xOf(place + 0.5), m_area.right());
        if (right < m_area.left() || left > m_area.right()) {
            return;
        }
        const QRectF box(left, m_area.top(), std::max(2.0, right - left), m_area.height());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        painter.drawRect(box);
        if (op == m_selected) {
            // A pointer above, for when the column is a pixel wide.
            const double x = box.center().x();
            constexpr double kArrow = 6.0;
            painter.setBrush(pen.color());
            painter.setPen(Qt::NoPen);
            painter.drawPolygon(QPolygonF({QPointF(x - kArrow, m_area.top() - kArrow - 2),
                                           QPointF(x + kArrow, m_area.top() - kArrow - 2), QPointF(x, m_area.top())}));
        }
    };
    if (m_hovered != m_selected) {
        mark(m_hovered, QPen(m_colours.crosshair, 1, Qt::DotLine));
    }
    mark(m_selected, QPen(m_colours.selection, 2));
}

} // namespace spanscope::ui
