#pragma once
/// Shows a state as glyph, word and colour in a table cell.

#include "ui/theme/colours.h"

#include <QStyledItemDelegate>

#include <functional>
#include <optional>

namespace spanscope::ui {

class AppearanceDelegate : public QStyledItemDelegate
{
public:
    /// How a cell looks; nothing: like any other cell.
    using Look = std::function<std::optional<Appearance>(const QModelIndex &, const QPalette &)>;

    /// Without a look it only gives rows room to breathe.
    explicit AppearanceDelegate(Look look = {}, QObject *parent = nullptr);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    Look m_look;
};

} // namespace spanscope::ui
