#include "ui/widgets/chip.h"

#include "ui/theme/colours.h"

#include <QPainter>
#include <QPainterPath>

namespace spanscope::ui {

namespace {
constexpr int kPadX = 10;
constexpr int kPadY = 4;
} // namespace

Chip::Chip(Verdict verdict, QWidget *parent)
    : QAbstractButton(parent)
    , m_verdict(verdict)
{
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    refresh();
}

void Chip::setCount(int count)
{
    if (m_count != count) {
        m_count = count;
        refresh();
    }
}

void Chip::refresh()
{
    const Appearance look = appearance(m_verdict, palette());
    setText(QStringLiteral("%1 %2 %3").arg(look.glyph).arg(m_count).arg(look.word));
    setAccessibleName(tr("%1: %n operations", nullptr, m_count).arg(look.word));
    setAccessibleDescription(tr("Shows only operations with this verdict while checked"));
    setToolTip(tr("Show only: %1").arg(look.word));
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + 2 * kPadX, metrics.height() + 2 * kPadY};
}

void Chip::paintEvent(QPaintEvent *)
{
    const Appearance look = appearance(m_verdict, palette());
    const PlotColours colours = plotColours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    QColor ground = isChecked() ? look.fill : colours.background;
    if (underMouse() && !isChecked()) {
        ground = blend(look.fill, colours.background, 0.85);
    }
    painter.setBrush(ground);
    painter.setPen(QPen(m_count > 0 ? look.fill : colours.grid, hasFocus() ? 2.0 : 1.2));
    painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.selection, 1, Qt::DotLine));
        painter.drawRoundedRect(frame.adjusted(2, 2, -2, -2), frame.height() / 2 - 2, frame.height() / 2 - 2);
    }
    painter.setPen(isChecked() ? look.onFill : m_count > 0 ? readableOn(ground, look.text) : colours.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace spanscope::ui
