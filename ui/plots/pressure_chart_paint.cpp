// How the pressure chart looks; where things lie is in pressure_chart.cpp.
#include "ui/plots/byte_axis.h"
#include "ui/plots/pressure_chart.h"
#include "ui/theme/fonts.h"

#include <algorithm>

namespace spanscope::ui {

namespace {
constexpr double kPad = 8.0;
constexpr double kSwatch = 18.0;

QString translated(const char *text)
{
    return QCoreApplication::translate("PressurePlot", text);
}

/// A rectangle without antialiasing whose edges lie on pixels.
QRectF snapped(const QRectF &rect)
{
    return QRectF(rect.toAlignedRect());
}
} // namespace

void PressureChart::paintBars(QCPPainter &painter) const
{
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top(), m_size.width(), m_area.height()));
    painter.setPen(QPen(m_colours.grid));
    for (const PressureGroup &group : m_rows.groups) {
        const double top = rowRect(group.first).top() - groupHeight();
        painter.drawLine(QPointF(kPad, top + groupHeight() - 1),
                         QPointF(m_size.width() - kPad, top + groupHeight() - 1));
    }
    for (int i = 0; i < static_cast<int>(m_rows.rows.size()); ++i) {
        const QRectF row = rowRect(i);
        if (row.bottom() >= m_area.top() && row.top() <= m_area.bottom()) {
            paintBar(painter, i);
        }
    }
    painter.restore();
}

void PressureChart::paintBar(QCPPainter &painter, int row) const
{
    const PressureRow &shown = m_rows.rows[static_cast<std::size_t>(row)];
    const Appearance look = appearance(shown.state, m_palette);
    const QRectF filled = barRect(row);
    if (shown.span > 0) {
        look.paint(painter, snapped(filled.adjusted(0, 0, filled.width() < 1 ? 1 : 0, 0)));
    } else if (shown.state == SpanState::Unknown) {
        // Nothing is known of its length: a fading stub, never a bar.
        constexpr double kStub = 28.0;
        look.paint(painter, QRectF(filled.topLeft(), QSizeF(kStub, filled.height())));
    }
    if (shown.untiled > 0 && (shown.untiled != shown.span || shown.untiledState != shown.state)) {
        const Appearance old = appearance(shown.untiledState, m_palette);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(readableOn(m_colours.background, old.fill, 3.0), 1.4, Qt::DashLine));
        painter.drawRect(outlineRect(row).adjusted(0.5, -2.5, -0.5, 2.5));
    }
}

void PressureChart::paintLimit(QCPPainter &painter) const
{
    const double x = xOf(static_cast<double>(m_rows.limit));
    const QFont font = smallFont(m_plot->font());
    const QFontMetricsF metrics(font);
    const QString text = translated("limit %1").arg(bytesText(m_rows.limit, m_rows.units));
    const double width = metrics.horizontalAdvance(text);
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(QPen(m_colours.limit));
    if (x >= m_area.left() - 0.5 && x <= m_area.right() + 0.5) {
        painter.setPen(QPen(m_colours.limit, 2));
        painter.drawLine(QPointF(x, m_area.top() - kPad / 2), QPointF(x, m_area.bottom()));
        const double left = std::clamp(x - width / 2, 2.0, m_size.width() - width * 1.2 - 2.0);
        painter.drawText(QRectF(left, 0, width * 1.2, m_area.top() - kPad / 2), Qt::AlignLeft | Qt::AlignVCenter, text);
        return;
    }
    // Zoomed away from the limit: say on which side it is.
    const QRectF line(m_area.left(), 0, m_area.width(), m_area.top() - kPad / 2);
    if (x > m_area.right()) {
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text + QStringLiteral(" \u2192"));
    } else {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("\u2190 ") + text);
    }
}

void PressureChart::paintLabels(QCPPainter &painter) const
{
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top(), m_size.width(), m_area.height()));
    QFont bold = m_plot->font();
    bold.setBold(true);
    for (const PressureGroup &group : m_rows.groups) {
        const QRectF first = rowRect(group.first);
        painter.setFont(bold);
        painter.setPen(m_colours.text);
        const QRectF box(kPad, first.top() - groupHeight(), m_size.width() - 2 * kPad, groupHeight() - 2);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(bold).elidedText(group.title, Qt::ElideMiddle, box.width()));
    }
    for (int i = 0; i < static_cast<int>(m_rows.rows.size()); ++i) {
        const QRectF row = rowRect(i);
        if (row.bottom() >= m_area.top() && row.top() <= m_area.bottom()) {
            paintRowLabels(painter, i);
            paintRowTexts(painter, i);
        }
    }
    painter.restore();
    if (m_rows.rows.empty()) {
        painter.setFont(m_plot->font());
        painter.setPen(m_colours.mutedText);
        painter.drawText(m_area, Qt::AlignCenter | Qt::TextWordWrap,
                         translated("No coordinate of this operation has a span."));
    }
    paintLegend(painter);
}

void PressureChart::paintRowLabels(QCPPainter &painter, int row) const
{
    const PressureRow &shown = m_rows.rows[static_cast<std::size_t>(row)];
    const QRectF whole = rowRect(row);
    painter.setFont(smallFont(m_plot->font()));
    painter.setPen(m_colours.mutedText);
    painter.drawText(QRectF(2 * kPad, whole.top(), m_deviceWidth + 2, whole.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     shown.device);
    const double left = m_deviceWidth + 3.5 * kPad;
    painter.setPen(m_colours.text);
    paintCoordinate(painter, shown.coordinate, QRectF(left, whole.top(), m_area.left() - left - kPad, whole.height()));
}

void PressureChart::paintCoordinate(QCPPainter &painter, const QString &text, const QRectF &box) const
{
    const QFont mono = monoFont();
    const QFontMetricsF metrics(mono);
    painter.setFont(mono);
    if (metrics.horizontalAdvance(text) <= box.width()) {
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
        return;
    }
    // Two smaller lines, broken before an operator if there is one.
    const QFont small = smallFont(mono);
    const QFontMetricsF smaller(small);
    const auto fitting = static_cast<qsizetype>(box.width() / smaller.horizontalAdvance(u'0'));
    qsizetype cut = std::clamp<qsizetype>(fitting, 1, text.size());
    for (qsizetype at = cut; at > cut / 2; --at) {
        if (at < text.size() && QStringLiteral("+-*/ ").contains(text.at(at))) {
            cut = at;
            break;
        }
    }
    const QString rest = smaller.elidedText(text.mid(cut).trimmed(), Qt::ElideMiddle, box.width());
    painter.setFont(small);
    const QRectF line(box.left(), box.center().y() - smaller.height(), box.width(), smaller.height());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text.left(cut));
    painter.drawText(line.translated(0, smaller.height()), Qt::AlignLeft | Qt::AlignVCenter, rest);
}

void PressureChart::paintRowTexts(QCPPainter &painter, int row) const
{
    const PressureRow &shown = m_rows.rows[static_cast<std::size_t>(row)];
    const QRectF whole = rowRect(row);
    const QFont small = smallFont(m_plot->font());
    const QFontMetricsF metrics(m_plot->font());
    const QFontMetricsF smaller(small);
    double end = std::max(barRect(row).right(), outlineRect(row).right());
    if (shown.state == SpanState::Unknown && shown.untiled == 0) {
        constexpr double kStub = 28.0;
        end = m_area.left() + kStub;
    }
    const double x = end + kPad;
    const double room = m_size.width() - x - 2;
    const bool second = !shown.word.isEmpty() || !shown.was.isEmpty();
    const QString value = metrics.elidedText(shown.value, Qt::ElideRight, room);
    const double height = metrics.height() + (second ? smaller.height() : 0.0);
    const double top = whole.center().y() - height / 2;
    // The texts lie upon grid and limit line: clear the ground below them.
    const double width = std::min(room, std::max(metrics.horizontalAdvance(value), secondLineWidth(shown)));
    painter.fillRect(QRectF(x - 3, top, width + 6, height), m_colours.background);
    const QColor tone = shown.state == SpanState::Fits || shown.state == SpanState::NoSpan
                            ? m_colours.text
                            : appearance(shown.state, m_palette).text;
    painter.setFont(m_plot->font());
    painter.setPen(tone);
    painter.drawText(QRectF(x, top, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, value);
    painter.setFont(small);
    double at = x;
    const auto add = [&](const QString &text, const QColor &colour) {
        if (text.isEmpty() || at >= x + room) {
            return;
        }
        painter.setPen(colour);
        painter.drawText(QRectF(at, top + metrics.height(), x + room - at + 2, smaller.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, smaller.elidedText(text, Qt::ElideRight, x + room - at));
        at += smaller.horizontalAdvance(text) + kPad;
    };
    add(shown.word, tone);
    add(shown.was, m_colours.mutedText);
}

void PressureChart::paintLegend(QCPPainter &painter) const
{
    const QFont font = smallFont(m_plot->font());
    const QFontMetricsF metrics(font);
    const double height = metrics.height();
    const double y = m_size.height() - height - kPad / 2;
    double x = kPad;
    painter.setFont(font);
    const auto entry = [&](const QString &text, const auto &swatch) {
        const double width = kSwatch + kPad / 2 + metrics.horizontalAdvance(text);
        if (x + width > m_size.width()) {
            return;
        }
        swatch(QRectF(x, y + 2, kSwatch, height - 4));
        painter.setPen(m_colours.text);
        painter.drawText(QRectF(x + kSwatch + kPad / 2, y, width, height), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + 2 * kPad;
    };
    for (const SpanState state : {SpanState::Fits, SpanState::Over, SpanState::OverUnchecked, SpanState::Unknown}) {
        const Appearance look = appearance(state, m_palette);
        entry(look.word, [&](const QRectF &box) { look.paint(painter, box); });
    }
    entry(translated("untiled"), [&](const QRectF &box) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_colours.mutedText, 1.4, Qt::DashLine));
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    });
    entry(translated("limit"), [&](const QRectF &box) {
        painter.setPen(QPen(m_colours.limit, 2));
        painter.drawLine(QPointF(box.center().x(), box.top() - 1), QPointF(box.center().x(), box.bottom() + 1));
    });
}

void PressureChart::paintOverlay(QCPPainter &painter) const
{
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top(), m_size.width(), m_area.height()));
    painter.setBrush(Qt::NoBrush);
    for (int i = 0; i < static_cast<int>(m_rows.rows.size()); ++i) {
        const PressureRow &row = m_rows.rows[static_cast<std::size_t>(i)];
        const QRectF whole = rowRect(i);
        const bool marked =
            m_marks.dim && std::find(row.controls.begin(), row.controls.end(), *m_marks.dim) != row.controls.end();
        if (marked) {
            painter.fillRect(QRectF(2, whole.top() + 3, 5, whole.height() - 6), m_colours.selection);
        }
        if (i == m_marks.hovered && i != m_marks.selected) {
            painter.setPen(QPen(m_colours.grid.darker(isDark(m_palette) ? 60 : 130), 1));
            painter.drawRect(whole.adjusted(1.5, 0.5, -1.5, -1.5));
        }
        if (i == m_marks.selected) {
            painter.setPen(QPen(m_colours.selection, 2));
            painter.drawRect(whole.adjusted(1, 1, -1, -2));
        }
    }
    painter.restore();
    if (m_marks.crosshairX && *m_marks.crosshairX >= m_area.left() && *m_marks.crosshairX <= m_area.right()) {
        const double x = *m_marks.crosshairX;
        painter.setPen(QPen(m_colours.crosshair, 1, Qt::DotLine));
        painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
        const QFont font = smallFont(m_plot->font());
        const QFontMetricsF metrics(font);
        const QString text = bytesText(static_cast<Int>(bytesAt(x)), m_rows.units);
        const double width = metrics.horizontalAdvance(text) + kPad;
        const QRectF box(std::clamp(x - width / 2, 0.0, m_size.width() - width), m_area.bottom() + 2, width,
                         metrics.height() + 2);
        painter.fillRect(box, m_colours.text);
        painter.setFont(font);
        painter.setPen(m_colours.background);
        painter.drawText(box, Qt::AlignCenter, text);
    }
}

} // namespace spanscope::ui
