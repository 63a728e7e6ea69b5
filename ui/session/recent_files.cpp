#include "ui/session/recent_files.h"

#include "ui/session/settings.h"

#include <QFileInfo>

namespace spanscope::ui {

RecentFiles::RecentFiles(Settings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    connect(&settings, &Settings::recentFilesChanged, this, &RecentFiles::changed);
}

QStringList RecentFiles::paths() const
{
    return m_settings.recentFiles();
}

void RecentFiles::add(const QString &path)
{
    constexpr int kMost = 12;
    QStringList list = paths();
    list.removeAll(path);
    list.prepend(path);
    m_settings.setRecentFiles(list.mid(0, kMost));
}

void RecentFiles::remove(const QString &path)
{
    QStringList list = paths();
    list.removeAll(path);
    m_settings.setRecentFiles(list);
}

void RecentFiles::clear()
{
    m_settings.setRecentFiles({});
}

bool RecentFiles::isAlive(const QString &path)
{
    return QFileInfo::exists(path);
}

} // namespace spanscope::ui
