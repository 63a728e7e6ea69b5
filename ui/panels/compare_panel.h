#pragma once
/// The open graph against another one, other rules, or a plan document.

#include "ui/panels/panel.h"

class QCheckBox;
class QLabel;
class QMenu;
class QPushButton;

namespace spanscope::ui {

class CompareModel;
class TableView;

class ComparePanel : public Panel
{
    Q_OBJECT
public:
    explicit ComparePanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] CompareModel *model() const { return m_model; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fillMenu();
    void fillChoices();
    void chooseFile();
    void refresh();

    CompareModel *m_model = nullptr;
    TableView *m_table = nullptr;
    QLabel *m_summary = nullptr;
    QCheckBox *m_onlyChanged = nullptr;
    QPushButton *m_choose = nullptr;
    QPushButton *m_clear = nullptr;
    bool m_stale = true; ///< to be filled when shown
    QMenu *m_menu = nullptr;
    QWidget *m_choices = nullptr; ///< the same as buttons while there is no baseline
};

} // namespace spanscope::ui
