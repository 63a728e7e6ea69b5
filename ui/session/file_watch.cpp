#include "ui/session/file_watch.h"

#include <QDateTime>
#include <QFileInfo>

namespace spanscope::ui {

namespace {

QString stampOf(const QString &path)
{
    const QFileInfo info(path);
    return info.exists() ? QString::number(info.size()) + u' ' + info.lastModified().toString(Qt::ISODateWithMs)
                         : QString();
}

} // namespace

FileWatch::FileWatch(QObject *parent)
    : QObject(parent)
{
    constexpr int kPause = 400;
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPause);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::noticed);
    connect(&m_timer, &QTimer::timeout, this, &FileWatch::report);
}

void FileWatch::setPaths(const QStringList &paths)
{
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    m_paths = QSet<QString>(paths.begin(), paths.end());
    m_stamps.clear();
    m_noticed.clear();
    for (const QString &path : m_paths) {
        m_stamps.insert(path, stampOf(path));
        if (QFileInfo::exists(path)) {
            m_watcher.addPath(path);
        }
    }
}

void FileWatch::noticed(const QString &path)
{
    m_noticed.insert(path);
    m_timer.start();
}

void FileWatch::report()
{
    const QSet<QString> paths = std::exchange(m_noticed, {});
    for (const QString &path : paths) {
        if (!m_paths.contains(path)) {
            continue;
        }
        const QString stamp = stampOf(path);
        if (!stamp.isEmpty() && !m_watcher.files().contains(path)) {
            m_watcher.addPath(path); // it was replaced
        }
        if (!stamp.isEmpty() && stamp != m_stamps.value(path)) {
            m_stamps.insert(path, stamp);
            emit fileChanged(path);
        }
    }
}

} // namespace spanscope::ui
