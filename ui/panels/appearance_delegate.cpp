#include "ui/panels/appearance_delegate.h"

namespace spanscope::ui {

AppearanceDelegate::AppearanceDelegate(Look look, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_look(std::move(look))
{
}

void AppearanceDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const std::optional<Appearance> look = m_look(index, option->palette);
    if (!look) {
        return;
    }
    if (!look->glyph.isEmpty()) {
        option->text = look->glyph + u' ' + option->text;
    }
    option->palette.setColor(QPalette::Text, look->text);
}

} // namespace spanscope::ui
