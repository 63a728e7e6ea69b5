#pragma once
/// Tells when an opened file changes on disk.

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>

namespace spanscope::ui {

/// Waits until writing has paused, and survives editors that replace the file.
class FileWatch : public QObject
{
    Q_OBJECT
public:
    explicit FileWatch(QObject *parent = nullptr);

    /// Watches exactly these files from now on.
    void setPaths(const QStringList &paths);
    /// How long a file must be quiet before it counts as changed; milliseconds.
    void setPause(int milliseconds) { m_timer.setInterval(milliseconds); }

signals:
    void fileChanged(const QString &path);

private:
    void noticed(const QString &path);
    void report();

    QFileSystemWatcher m_watcher;
    QSet<QString> m_paths;
    QHash<QString, QString> m_stamps; ///< size and time when last looked at
    QSet<QString> m_noticed;
    QTimer m_timer;
};

} // namespace spanscope::ui
