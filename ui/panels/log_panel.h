#pragma once
/// The lines of an imported log, tied to operations.

#include "ui/panels/panel.h"

class QLabel;

namespace spanscope::ui {

class LogModel;
class TableView;

class LogPanel : public Panel
{
    Q_OBJECT
public:
    explicit LogPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;

private:
    void refresh();

    LogModel *m_model = nullptr;
    TableView *m_table = nullptr;
    QLabel *m_summary = nullptr;
};

} // namespace spanscope::ui
