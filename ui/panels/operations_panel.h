#pragma once
/// The table of operations with its filter line and verdict chips.

#include "ui/panels/panel.h"

#include <QTimer>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace spanscope::ui {

class Chip;
class OperationsFilter;
class OperationsModel;
class TableView;

class OperationsPanel : public Panel
{
    Q_OBJECT
public:
    explicit OperationsPanel(const PanelContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] QLineEdit *filterLine() const { return m_filterLine; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] OperationsFilter *filter() const { return m_filter; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildFilter();
    void buildTable();
    void setColumnWidths();
    void fitNames();
    void summaryChanged();
    void applyFilter();
    void toggleVerdict();
    void refreshCount();
    void goToFirst();
    void followSelection();
    void currentChanged(const QModelIndex &index);

    OperationsModel *m_model = nullptr;
    OperationsFilter *m_filter = nullptr;
    TableView *m_table = nullptr;
    QLineEdit *m_filterLine = nullptr;
    QToolButton *m_regular = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_problem = nullptr;
    QWidget *m_chipRow = nullptr;
    std::vector<Chip *> m_chips;
    QTimer m_debounce;
    bool m_following = false;
};

} // namespace spanscope::ui
