#pragma once
/// The built-in help.

#include <QDialog>

class QTextBrowser;

namespace spanscope::ui {

class HelpViewer : public QDialog
{
    Q_OBJECT
public:
    explicit HelpViewer(QWidget *parent = nullptr);

    /// `index`, or the id of a panel: opens the page or the place that explains it.
    void showTopic(const QString &topic);
    [[nodiscard]] QTextBrowser *browser() const { return m_browser; }

private:
    QTextBrowser *m_browser = nullptr;
};

} // namespace spanscope::ui
