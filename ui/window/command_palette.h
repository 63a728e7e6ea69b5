#pragma once
/// Jumps to any op or action by typing a part of its name.

#include "ui/session/workspace.h"

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace spanscope::ui {

class ActionSet;

/// Words may come in any order; ops and actions whose name begins with the text come first.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(const ActionSet &actions, Workspace &workspace, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *line() const { return m_line; }
    [[nodiscard]] QListWidget *list() const { return m_list; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refill();
    void take();

    /// What a line of the list does.
    struct Entry
    {
        QString text;
        QString detail;
        QAction *action = nullptr;
        int op = -1;
    };
    std::vector<Entry> m_entries;
    Workspace &m_workspace;
    QLineEdit *m_line = nullptr;
    QListWidget *m_list = nullptr;
};

} // namespace spanscope::ui
