#pragma once
/// All actions of the window by id: menus, toolbar, palette and the sheet of shortcuts read from here.

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace spanscope::ui {

/// How to make one action.
struct ActionSpec
{
    const char *id;
    QString text;
    QKeySequence shortcut;
    QString tip; ///< status tip, tooltip and what's this
    std::function<void()> run;
};

/// An action's text as people read it, without the mark of its key.
[[nodiscard]] QString plainText(const QAction &action);

class ActionSet : public QObject
{
    Q_OBJECT
public:
    explicit ActionSet(QWidget *window);

    /// Makes an action under a heading of the shortcuts sheet (`File`, `Edit` ...).
    QAction *add(const QString &heading, const ActionSpec &spec);
    /// Never null: asking for an unknown id is a fault of the program.
    [[nodiscard]] QAction *get(const QString &id) const;

    struct Section
    {
        QString heading;
        std::vector<QAction *> actions;
    };
    [[nodiscard]] const std::vector<Section> &sections() const { return m_sections; }

private:
    QWidget *m_window;
    std::vector<Section> m_sections;
    QHash<QString, QAction *> m_byId;
};

} // namespace spanscope::ui
