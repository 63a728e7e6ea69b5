#include "ui/widgets/pressure_bar_delegate.h"

#include "ui/theme/colours.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace spanscope::ui {

namespace {
constexpr double kPad = 4.0;
constexpr double kBarHeight = 0.56; ///< of the cell
} // namespace

PressureBarDelegate::PressureBarDelegate(Roles roles, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_roles(roles)
{
}

PressureBarDelegate::Geometry PressureBarDelegate::geometry(const QRectF &cell, double ratio, double untiledRatio,
                                                            const QFontMetricsF &metrics)
{
    Geometry out;
    // Room for nearly every text a ratio can have; longer ones are elided.
    const double textWidth = std::min(metrics.horizontalAdvance(QLatin1String(">99.99x")), cell.width() * 0.55);
    const double height = std::floor(cell.height() * kBarHeight);
    out.track = QRectF(cell.left() + kPad, std::floor(cell.center().y() - height / 2),
                       std::max(0.0, cell.width() - textWidth - 3 * kPad), height);
    const auto width = [&out](double r) { return out.track.width() * std::clamp(r, 0.0, kMostRatio) / kMostRatio; };
    out.limitX = out.track.left() + width(1.0);
    out.bar = QRectF(out.track.topLeft(), QSizeF(width(ratio), height));
    if (ratio > 0 && out.bar.width() < 1) {
        out.bar.setWidth(1);
    }
    out.outline = QRectF(out.track.topLeft(), QSizeF(width(untiledRatio), height));
    out.text = QRectF(out.track.right() + kPad, cell.top(), cell.right() - out.track.right() - 2 * kPad, cell.height());
    return out;
}

void PressureBarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem frame = option;
    initStyleOption(&frame, index);
    const QString text = frame.text;
    frame.text.clear();
    frame.icon = {};
    const QStyle *style = frame.widget != nullptr ? frame.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &frame, painter, frame.widget);

    const QVariant ratio = index.data(m_roles.ratio);
    const double untiled = index.data(m_roles.untiledRatio).toDouble();
    const auto verdict = static_cast<Verdict>(index.data(m_roles.verdict).toInt());
    const bool selected = frame.state.testFlag(QStyle::State_Selected);
    const QColor ground = frame.palette.color(selected ? QPalette::Highlight : QPalette::Base);
    const Appearance look = appearance(verdict, frame.palette);
    const Geometry at = geometry(frame.rect, ratio.toDouble(), untiled, QFontMetricsF(frame.font));

    painter->save();
    painter->setClipRect(frame.rect);
    if (ratio.isValid()) {
        painter->fillRect(at.track, blend(ground, readableOn(ground, ground), 0.1));
        look.paint(*painter, at.bar);
        painter->setRenderHint(QPainter::Antialiasing, false);
        if (at.outline.width() > at.bar.width() + 0.5) {
            painter->setPen(QPen(readableOn(ground, look.fill, 3.0), 1, Qt::DashLine));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(at.outline.adjusted(0, 0, -1, -1));
        }
        const QColor tick = readableOn(ground, frame.palette.color(QPalette::Text), 7.0);
        painter->fillRect(QRectF(at.limitX - 0.75, at.track.top() - 2, 1.5, at.track.height() + 4), tick);
    }
    painter->setFont(frame.font);
    painter->setPen(frame.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(at.text, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetricsF(frame.font).elidedText(text, Qt::ElideRight, at.text.width()));
    painter->restore();
}

QSize PressureBarDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    const QFontMetrics metrics(option.font);
    return {std::max(base.width(), metrics.horizontalAdvance(QLatin1String(">999.99x")) + 110),
            std::max(base.height(), metrics.height() + 6)};
}

} // namespace spanscope::ui
