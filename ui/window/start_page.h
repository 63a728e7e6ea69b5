#pragma once
/// What the window shows while nothing is open.

#include "ui/session/workspace.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace spanscope::ui {

class StartPage : public QWidget
{
    Q_OBJECT
public:
    explicit StartPage(Workspace &workspace, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *expressionLine() const { return m_expression; }

signals:
    void openWanted();
    void pasteWanted();
    void lastSessionWanted();

protected:
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] QWidget *buildActions();
    [[nodiscard]] QWidget *buildLists();
    void refreshRecent();
    void refreshError();
    void openExpression();
    void addRecent(const QString &path);

    Workspace &m_workspace;
    QLineEdit *m_expression = nullptr;
    QLabel *m_error = nullptr;
    QVBoxLayout *m_recent = nullptr;
};

} // namespace spanscope::ui
