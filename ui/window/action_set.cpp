#include "ui/window/action_set.h"

#include <QWidget>

#include <algorithm>

namespace spanscope::ui {

QString plainText(const QAction &action)
{
    return action.text().remove(u'&').remove(QStringLiteral("..."));
}

ActionSet::ActionSet(QWidget *window)
    : QObject(window)
    , m_window(window)
{
}

QAction *ActionSet::add(const QString &heading, const ActionSpec &spec)
{
    auto *action = new QAction(spec.text, this);
    action->setObjectName(QLatin1String(spec.id));
    action->setShortcut(spec.shortcut);
    action->setStatusTip(spec.tip);
    action->setWhatsThis(spec.tip);
    const QString keys = spec.shortcut.toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? spec.tip : QStringLiteral("%1 (%2)").arg(spec.tip, keys));
    if (spec.run) {
        connect(action, &QAction::triggered, this, [run = spec.run] { run(); });
    }
    m_window->addAction(action); // shortcuts work whether or not a menu shows it
    m_byId.insert(action->objectName(), action);
    const auto section = std::find_if(m_sections.begin(), m_sections.end(),
                                      [&heading](const Section &each) { return each.heading == heading; });
    if (section == m_sections.end()) {
        m_sections.push_back({heading, {action}});
    } else {
        section->actions.push_back(action);
    }
    return action;
}

QAction *ActionSet::get(const QString &id) const
{
    QAction *action = m_byId.value(id);
    Q_ASSERT_X(action != nullptr, "ActionSet::get", qPrintable(id));
    return action;
}

} // namespace spanscope::ui
