#pragma once
/// Hint groups, pins and conflicts, and what goes into an export.

#include "ui/panels/panel.h"

class QCheckBox;
class QLabel;

namespace spanscope::ui {

class ConflictsModel;
class GroupsModel;
class TableView;

class GroupsPanel : public Panel
{
    Q_OBJECT
public:
    explicit GroupsPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] TableView *table() const { return m_table; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void schedule();
    void refreshStale();
    void refresh();
    void showSwitch();
    void pointAtOp();
    void showConflict(const QModelIndex &index);

    GroupsModel *m_groups = nullptr;
    ConflictsModel *m_conflicts = nullptr;
    TableView *m_table = nullptr;
    TableView *m_conflictTable = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_conflictTitle = nullptr;
    QLabel *m_conflictText = nullptr;
    QCheckBox *m_ignore = nullptr;
    bool m_stale = false; ///< something changed since the page was filled
};

} // namespace spanscope::ui
