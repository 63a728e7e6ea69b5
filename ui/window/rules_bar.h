#pragma once
/// Preset and limit in the toolbar, and what differs from the preset.

#include "ui/session/user_edits.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace spanscope::ui {

class RulesBar : public QWidget
{
    Q_OBJECT
public:
    RulesBar(Workspace &workspace, UserEdits &edits, QWidget *parent = nullptr);

    [[nodiscard]] QComboBox *presetBox() const { return m_preset; }
    [[nodiscard]] QLineEdit *limitLine() const { return m_limit; }

signals:
    void moreWanted(); ///< every number of the rules

private:
    void takeLimit();
    void refresh();

    Workspace &m_workspace;
    UserEdits &m_edits;
    QComboBox *m_preset = nullptr;
    QLineEdit *m_limit = nullptr;
    QToolButton *m_differences = nullptr;
};

} // namespace spanscope::ui
