#pragma once
/// Every key the window knows.

#include <QDialog>

namespace spanscope::ui {

class ActionSet;

class ShortcutsSheet : public QDialog
{
    Q_OBJECT
public:
    explicit ShortcutsSheet(const ActionSet &actions, QWidget *parent = nullptr);
};

} // namespace spanscope::ui
