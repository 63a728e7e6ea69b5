#pragma once
/// The lines of an imported log, tied to operations.

#include "ui/panels/panel.h"

class QLabel;
class QSplitter;

namespace spanscope::ui {

class JobRunner;
class LogModel;
class ReportedModel;
class TableView;

class LogPanel : public Panel
{
    Q_OBJECT
public:
    explicit LogPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] bool isSettled() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void compare();
    void tell();
    void goToOp(int op);

    LogModel *m_model = nullptr;
    ReportedModel *m_figures = nullptr;
    TableView *m_table = nullptr;
    TableView *m_figureTable = nullptr;
    QSplitter *m_splitter = nullptr;
    QLabel *m_summary = nullptr;
    JobRunner *m_jobs = nullptr;
    QString m_waiting;         ///< what stands where the figures will be
    bool m_stale = false;      ///< something changed while the page was hidden
    GraphResultPtr m_compared; ///< what the figures are of
};

} // namespace spanscope::ui
