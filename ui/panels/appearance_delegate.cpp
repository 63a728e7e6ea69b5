#include "ui/panels/appearance_delegate.h"

#include <algorithm>

namespace spanscope::ui {

AppearanceDelegate::AppearanceDelegate(Look look, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_look(std::move(look))
{
}

QSize AppearanceDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize base = QStyledItemDelegate::sizeHint(option, index);
    constexpr int kRoom = 7;
    return {base.width(), std::max(base.height(), option.fontMetrics.height() + kRoom)};
}

void AppearanceDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const std::optional<Appearance> look = m_look ? m_look(index, option->palette) : std::nullopt;
    if (!look) {
        return;
    }
    if (!look->glyph.isEmpty()) {
        option->text = look->glyph + u' ' + option->text;
    }
    option->palette.setColor(QPalette::Text, look->text);
}

} // namespace spanscope::ui
