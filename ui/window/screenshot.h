#pragma once
/// Renders the window into a file once everything is there.

#include <QElapsedTimer>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

namespace spanscope::ui {

class MainWindow;

class Screenshot : public QObject
{
    Q_OBJECT
public:
    /// Starts at once; done() follows when the picture is written or has failed.
    Screenshot(MainWindow &window, const QString &path, QSize size, QObject *parent = nullptr);

signals:
    void done(bool written, const QString &error);

private:
    void look();

    MainWindow &m_window;
    QString m_path;
    QTimer m_timer;
    QElapsedTimer m_elapsed;
    int m_quiet = 0;
};

} // namespace spanscope::ui
