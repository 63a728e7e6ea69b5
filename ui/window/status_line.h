#pragma once
/// The status bar: what is open, what it comes to, and how far long work is.

#include "ui/session/workspace.h"

#include <QObject>

class QLabel;
class QProgressBar;
class QPushButton;
class QStatusBar;

namespace spanscope::ui {

class StatusLine : public QObject
{
    Q_OBJECT
public:
    StatusLine(Workspace &workspace, QStatusBar *bar);

    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    [[nodiscard]] QString text() const;
    /// Names an export that is being made; empty when none is.
    void showExport(const QString &label);

private:
    void refresh();
    void showProgress(const QString &label, qulonglong done, qulonglong total);
    void showBusy(bool busy);

    Workspace &m_workspace;
    QString m_export;
    QLabel *m_counts = nullptr;
    QLabel *m_rules = nullptr;
    QLabel *m_work = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace spanscope::ui
