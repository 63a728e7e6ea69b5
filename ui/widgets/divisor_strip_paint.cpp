// How the strip looks; what it does is in divisor_strip.cpp.
#include "core/text/sentences.h"
#include "ui/theme/colours.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/divisor_strip.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

namespace spanscope::ui {

namespace {
constexpr qreal kRadius = 3.0;
constexpr int kMarginBelow = 2; ///< between cells and the frame of the strip that has the focus
} // namespace

QString splitCaption(SplitStatus status, const Rules &rules)
{
    switch (status) {
    case SplitStatus::One:
        return {};
    case SplitStatus::Legal:
        return QStringLiteral("\u2713");
    case SplitStatus::OverAutoCap:
        return QStringLiteral("\u203a%1").arg(rules.maxAutoSplit);
    default:
        break;
    }
    return appearance(status, QPalette()).shortWord; // words do not depend on colours
}

QString DivisorStrip::wordBelow(const SplitEntry &entry) const
{
    return entry.count == m_planned ? QStringLiteral("\u2605") : splitCaption(entry.status, m_rules);
}

void DivisorStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < cellCount(); ++i) {
        const QRect cell = cellRect(i);
        if (cell.right() >= 0 && cell.left() <= width()) {
            paintCell(painter, i);
        }
    }
    paintEnds(painter);
    if (hasFocus()) {
        // Around the whole strip: which one the keys go to is seen from afar.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(plotColours(palette()).selection, 1.0, Qt::DashLine));
        const int bottom = cellRect(0).bottom() + kMarginBelow;
        painter.drawRoundedRect(QRectF(0.5, 0.5, width() - 1.0, bottom), kRadius, kRadius);
    }
    if (!m_typed.isEmpty()) {
        // What is being typed lies over the current cell, so that it is seen where one looks.
        const QFontMetrics metrics(font());
        const QString text = m_typed + QLatin1Char('_');
        const QRect anchor = cellRect(std::max(0, currentCell()));
        QRect box(anchor.left(), anchor.top(), metrics.horizontalAdvance(text) + 16, metrics.height() + 8);
        box.moveLeft(std::clamp(box.left(), 0, std::max(0, width() - box.width())));
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), kRadius, kRadius);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(box, Qt::AlignCenter, text);
    }
}

void DivisorStrip::paintCell(QPainter &painter, int cell) const
{
    const SplitEntry &entry = m_table.entries[static_cast<std::size_t>(cell)];
    const Appearance look = appearance(entry.status, palette());
    const PlotColours colours = plotColours(palette());
    const QRectF box = cellRect(cell);
    const bool current = entry.count == m_current;

    QPainterPath shape;
    shape.addRoundedRect(box, kRadius, kRadius);
    painter.save();
    painter.setClipPath(shape);
    Appearance pale = look;
    if (cell == m_hovered) {
        pale.fill = blend(look.fill, look.text, 0.18);
    }
    pale.paint(painter, box);
    painter.restore();

    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(blend(look.text, look.fill, 0.5), 1));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    if (current) {
        painter.setPen(QPen(colours.selection, hasFocus() ? 3.0 : 2.0));
        painter.drawRoundedRect(box.adjusted(-1.0, -1.0, 1.0, 1.0), kRadius + 1, kRadius + 1);
    }
    QFont face = font();
    face.setBold(current);
    painter.setFont(face);
    painter.setPen(readableOn(pale.fill, look.onFill, 7.0));
    painter.drawText(box, Qt::AlignCenter, QString::fromStdString(grouped(entry.count)));

    const QString word = wordBelow(entry);
    if (!word.isEmpty()) {
        painter.setFont(smallFont(font()));
        const QColor ground = palette().color(backgroundRole());
        painter.setPen(readableOn(ground, entry.count == m_planned ? colours.text : look.text));
        const QRectF below(box.left() - 3, box.bottom() + 2, box.width() + 6, height() - box.bottom() - 2);
        painter.drawText(below, Qt::AlignHCenter | Qt::AlignTop, word);
    }
}

void DivisorStrip::paintEnds(QPainter &painter) const
{
    const QColor ground = palette().color(backgroundRole());
    QColor clear = ground;
    clear.setAlpha(0);
    const auto fade = [&](bool left) {
        const QRectF box(left ? 0 : width() - kEndWidth, 0, kEndWidth, height());
        QLinearGradient gradient(box.topLeft(), box.topRight());
        gradient.setColorAt(left ? 0 : 1, ground);
        gradient.setColorAt(left ? 1 : 0, clear);
        painter.fillRect(box, gradient);
        painter.setPen(readableOn(ground, palette().color(QPalette::WindowText)));
        painter.setFont(font());
        const QRectF arrow(box.left(), 0, box.width(), cellRect(0).bottom() + 3);
        if (left) {
            painter.drawText(arrow, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("\u2039"));
        } else {
            painter.drawText(arrow, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("\u203a"));
        }
    };
    if (hasMoreBefore()) {
        fade(true);
    }
    if (hasMoreAfter()) {
        fade(false);
    }
}

} // namespace spanscope::ui
