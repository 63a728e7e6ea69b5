// How the combo map looks; what it does is in combo_map.cpp.
#include "core/text/sentences.h"
#include "ui/plots/combo_map.h"
#include "ui/theme/colours.h"
#include "ui/theme/fonts.h"

#include <QPainter>

#include <algorithm>

namespace spanscope::ui {

namespace {
constexpr double kPad = 8.0;
constexpr double kSwatch = 18.0;
constexpr double kLeastWidth = 320.0; ///< for the texts above and below

QString countText(Int count)
{
    return QString::fromStdString(grouped(count));
}

/// A cell's ground: pale for what fits easily, stronger towards the limit.
Appearance lookOf(const ComboCell &cell, Int limit, const QPalette &palette)
{
    if (cell.cut) {
        return appearance(*cell.cut, palette);
    }
    Appearance look = appearance(cell.applies ? cell.state : SpanState::NoSpan, palette);
    if (cell.applies && cell.state == SpanState::Fits) {
        constexpr double kPalest = 0.9;
        constexpr double kStrongest = 0.25;
        const double ratio =
            std::clamp(static_cast<double>(cell.worstSpan) / static_cast<double>(std::max<Int>(1, limit)), 0.0, 1.0);
        look.fill = blend(look.fill, palette.color(QPalette::Base), kPalest + (kStrongest - kPalest) * ratio);
        const QColor dark(0x14, 0x18, 0x20);
        look.onFill = contrastRatio(look.fill, Qt::white) > contrastRatio(look.fill, dark) ? QColor(Qt::white) : dark;
    }
    return look;
}
} // namespace

void ComboMap::measure()
{
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    double width = metrics.horizontalAdvance(QLatin1String("<0.01"));
    for (const Int count : m_data.countsB) {
        width = std::max(width, small.horizontalAdvance(countText(count)));
    }
    for (const ComboCell &cell : m_data.cells) {
        width = std::max(width, metrics.horizontalAdvance(
                                    QString::fromStdString(ratioText(cell.worstSpan, std::max<Int>(1, m_data.limit)))));
    }
    double side = small.horizontalAdvance(m_data.nameA + QStringLiteral(" \u2193"));
    for (const Int count : m_data.countsA) {
        side = std::max(side, small.horizontalAdvance(countText(count)));
    }
    m_cell = QSizeF(std::ceil(width + 2 * kPad), std::ceil(metrics.height() + kPad));
    m_origin = QPointF(std::ceil(side + 2 * kPad), std::ceil(2 * small.height() + kPad));
    updateGeometry();
}

QSize ComboMap::sizeHint() const
{
    const QFontMetricsF small(smallFont(font()));
    const double width = m_origin.x() + static_cast<double>(m_data.countsB.size()) * m_cell.width() + kPad;
    const double height =
        m_origin.y() + static_cast<double>(m_data.countsA.size()) * m_cell.height() + 3 * small.height() + 3 * kPad;
    return QSizeF(std::max(width, kLeastWidth), height).toSize();
}

void ComboMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    paint(painter, palette(), true);
}

void ComboMap::paint(QPainter &painter, const QPalette &palette, bool live) const
{
    const PlotColours colours = plotColours(palette);
    painter.setFont(font());
    if (m_data.cells.empty()) {
        painter.setPen(colours.mutedText);
        painter.drawText(QRectF(0, 0, kLeastWidth, sizeHint().height()), Qt::AlignCenter,
                         tr("Choose two dims to see their combos."));
        return;
    }
    paintHeaders(painter, palette);
    const int rows = static_cast<int>(m_data.countsA.size());
    const int columns = static_cast<int>(m_data.countsB.size());
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            paintCell(painter, palette, row, column);
        }
    }
    if (live) {
        painter.setBrush(Qt::NoBrush);
        if (m_hover.first >= 0) {
            painter.setPen(QPen(colours.crosshair, 1, Qt::DotLine));
            painter.drawRect(cellRect(m_hover.first, m_hover.second).adjusted(1, 1, -1, -1));
        }
        if (hasFocus()) {
            painter.setPen(QPen(colours.selection, 2, Qt::DashLine));
            painter.drawRect(cellRect(m_row, m_column).adjusted(1, 1, -1, -1));
        }
    }
    paintLegend(painter, palette);
}

void ComboMap::paintHeaders(QPainter &painter, const QPalette &palette) const
{
    const PlotColours colours = plotColours(palette);
    const QFont small = smallFont(font());
    const double line = QFontMetricsF(small).height();
    painter.setFont(small);
    painter.setPen(colours.mutedText);
    painter.drawText(QRectF(m_origin.x(), 0, kLeastWidth, line), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 \u2192   worst span / limit").arg(m_data.nameB));
    painter.drawText(QRectF(0, m_origin.y() - line - 2, m_origin.x() - kPad, line), Qt::AlignRight | Qt::AlignVCenter,
                     m_data.nameA + QStringLiteral(" \u2193"));
    painter.setPen(colours.text);
    for (int column = 0; column < static_cast<int>(m_data.countsB.size()); ++column) {
        QRectF box = cellRect(0, column);
        box.setTop(box.top() - line - 2);
        box.setHeight(line);
        painter.drawText(box, Qt::AlignCenter, countText(m_data.countsB[static_cast<std::size_t>(column)]));
    }
    for (int row = 0; row < static_cast<int>(m_data.countsA.size()); ++row) {
        QRectF box = cellRect(row, 0);
        box.setLeft(0);
        box.setWidth(m_origin.x() - kPad);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                         countText(m_data.countsA[static_cast<std::size_t>(row)]));
    }
}

void ComboMap::paintCell(QPainter &painter, const QPalette &palette, int row, int column) const
{
    const ComboCell &cell = m_data.cell(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    const PlotColours colours = plotColours(palette);
    const Appearance look = lookOf(cell, m_data.limit, palette);
    const QRectF box = cellRect(row, column).adjusted(1, 1, -1, -1);
    look.paint(painter, box);
    painter.setFont(font());
    const QString text = cellText(row, column);
    if (look.pattern != Qt::SolidPattern) {
        // Digits need a calm ground.
        const QFontMetricsF metrics(font());
        QRectF calm(0, 0, metrics.horizontalAdvance(text) + 4, metrics.height() - 2);
        calm.moveCenter(box.center());
        painter.fillRect(calm.intersected(box), look.fill);
    }
    painter.setPen(look.onFill);
    painter.drawText(box, Qt::AlignCenter, text);
    if (!cell.accepted && cell.applies && !cell.cut && cell.state != SpanState::Over &&
        cell.status != ComboStatus::AllOnes) {
        // Only a manual hint gets here: a notch in the corner.
        constexpr double kNotch = 7.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.onFill);
        painter.drawPolygon(
            QPolygonF({box.topRight(), box.topRight() - QPointF(kNotch, 0), box.topRight() + QPointF(0, kNotch)}));
    }
    if (isCurrent(row, column)) {
        painter.setBrush(Qt::NoBrush);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours.background, 4));
        painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), box.height() / 2, box.height() / 2);
        painter.setPen(QPen(colours.text, 2));
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), box.height() / 2, box.height() / 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (isPlan(row, column)) {
        painter.setFont(smallFont(font()));
        painter.setPen(look.onFill);
        const QFontMetricsF metrics(smallFont(font()));
        const QString sign = QStringLiteral("\u2605");
        // On a ground of its own: the ring of the current combo may pass below.
        painter.fillRect(QRectF(box.topLeft(), QSizeF(metrics.horizontalAdvance(sign) + 3, metrics.height() - 2)),
                         look.fill);
        painter.drawText(box.adjusted(2, -1, 0, 0), Qt::AlignLeft | Qt::AlignTop, sign);
    }
}

void ComboMap::paintLegend(QPainter &painter, const QPalette &palette) const
{
    const PlotColours colours = plotColours(palette);
    const QFont small = smallFont(font());
    const QFontMetricsF metrics(small);
    const double line = metrics.height();
    const double width = sizeHint().width();
    double x = kPad;
    double y = cellRect(static_cast<int>(m_data.countsA.size()) - 1, 0).bottom() + kPad;
    painter.setFont(small);
    const auto entry = [&](const QString &text, const auto &swatch) {
        const double need = kSwatch + kPad / 2 + metrics.horizontalAdvance(text);
        if (x > kPad && x + need > width) {
            x = kPad;
            y += line + 2;
        }
        swatch(QRectF(x, y + 2, kSwatch, line - 4));
        painter.setPen(colours.text);
        painter.drawText(QRectF(x + kSwatch + kPad / 2, y, need, line), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += need + kPad;
    };
    const auto has = [this](const auto &test) { return std::any_of(m_data.cells.begin(), m_data.cells.end(), test); };
    for (const SpanState state : {SpanState::Fits, SpanState::Over, SpanState::OverUnchecked, SpanState::Unknown}) {
        if (has([state](const ComboCell &cell) { return !cell.cut && cell.state == state; })) {
            const Appearance look = appearance(state, palette);
            entry(look.word, [&](const QRectF &box) { look.paint(painter, box); });
        }
    }
    for (const SplitStatus status : {SplitStatus::CutsOutputStick, SplitStatus::CutsInputStick}) {
        if (has([status](const ComboCell &cell) { return cell.cut == status; })) {
            const Appearance look = appearance(status, palette);
            entry(look.word, [&](const QRectF &box) { look.paint(painter, box); });
        }
    }
    const auto sign = [&](const QString &glyph) {
        return [&painter, &colours, glyph](const QRectF &box) {
            painter.setPen(colours.text);
            painter.drawText(box, Qt::AlignCenter, glyph);
        };
    };
    entry(m_data.plan ? tr("plan") : tr("no plan here"), sign(QStringLiteral("\u2605")));
    entry(tr("here"), sign(QStringLiteral("\u25cb")));
    entry(tr("by manual hint only"), sign(QStringLiteral("\u25e5")));
    if (m_data.leftOutA + m_data.leftOutB > 0) {
        const QString text = tr("not shown: %1 of %2, %3 of %4")
                                 .arg(tr("%n divisors", nullptr, static_cast<int>(m_data.leftOutA)), m_data.nameA)
                                 .arg(m_data.leftOutB)
                                 .arg(m_data.nameB);
        entry(text, sign(QStringLiteral("\u2026")));
    }
}

} // namespace spanscope::ui
