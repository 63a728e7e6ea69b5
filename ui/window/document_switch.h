#pragma once
/// Chooses among open graphs; shown when there are several.

#include "ui/session/workspace.h"

#include <QWidget>

class QComboBox;

namespace spanscope::ui {

class DocumentSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit DocumentSwitch(Workspace &workspace, QWidget *parent = nullptr);
    [[nodiscard]] QComboBox *box() const { return m_box; }

signals:
    void wanted(bool visible);

private:
    void refill();
    void follow();

    Workspace &m_workspace;
    QComboBox *m_box = nullptr;
};

} // namespace spanscope::ui
