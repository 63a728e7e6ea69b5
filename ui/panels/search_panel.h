#pragma once
/// The compiler's search for the selected op, combo by combo.

#include "ui/panels/panel.h"

class QLabel;

namespace spanscope::ui {

class SearchModel;
class TableView;

class SearchPanel : public Panel
{
    Q_OBJECT
public:
    explicit SearchPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] TableView *table() const { return m_table; }

private:
    void refresh();

    SearchModel *m_model = nullptr;
    TableView *m_table = nullptr;
    QLabel *m_summary = nullptr;
};

} // namespace spanscope::ui
