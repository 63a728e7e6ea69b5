#include "ui/panels/panel.h"

namespace spanscope::ui {

Panel::Panel(const QString &id, const QString &title, const QString &purpose, const PanelContext &context,
             QWidget *parent)
    : QWidget(parent)
    , m_id(id)
    , m_title(title)
    , m_context(context)
{
    setObjectName(id);
    setAccessibleName(title);
    setAccessibleDescription(purpose);
    setWhatsThis(purpose);
}

bool Panel::exportPicture(const QString & /*path*/, QString *error)
{
    if (error != nullptr) {
        *error = tr("%1 has no picture").arg(m_title);
    }
    return false;
}

} // namespace spanscope::ui
