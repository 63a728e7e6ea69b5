#include "ui/session/settings.h"

namespace spanscope::ui {

namespace {

// The keys live here and nowhere else.
const QString kTheme = QStringLiteral("look/theme");
const QString kByteUnits = QStringLiteral("look/bytes");
const QString kLogarithmic = QStringLiteral("look/logarithmicAxis");
const QString kRegular = QStringLiteral("filter/regular");
const QString kReopen = QStringLiteral("start/reopenLast");
const QString kJobs = QStringLiteral("work/jobs");
const QString kRecent = QStringLiteral("files/recent");
const QString kFolder = QStringLiteral("files/folder");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kState = QStringLiteral("window/state");
const QString kHeaders = QStringLiteral("headers/");

} // namespace

Settings::Settings(QObject *parent)
    : QObject(parent)
    , m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("SpanScope"), QStringLiteral("SpanScope"))
{
}

Settings::Settings(const QString &file, QObject *parent)
    : QObject(parent)
    , m_store(file, QSettings::IniFormat)
{
}

QString Settings::theme() const
{
    return m_store.value(kTheme, QStringLiteral("system")).toString();
}

void Settings::setTheme(const QString &id)
{
    if (id != theme()) {
        m_store.setValue(kTheme, id);
        emit themeChanged();
    }
}

ByteUnits Settings::byteUnits() const
{
    return m_store.value(kByteUnits, false).toBool() ? ByteUnits::Bytes : ByteUnits::Binary;
}

void Settings::setByteUnits(ByteUnits units)
{
    if (units != byteUnits()) {
        m_store.setValue(kByteUnits, units == ByteUnits::Bytes);
        emit byteUnitsChanged();
    }
}

bool Settings::logarithmicAxis() const
{
    return m_store.value(kLogarithmic, true).toBool();
}

void Settings::setLogarithmicAxis(bool on)
{
    if (on != logarithmicAxis()) {
        m_store.setValue(kLogarithmic, on);
        emit logarithmicAxisChanged();
    }
}

bool Settings::regularFilter() const
{
    return m_store.value(kRegular, false).toBool();
}

void Settings::setRegularFilter(bool on)
{
    m_store.setValue(kRegular, on);
}

bool Settings::reopenLast() const
{
    return m_store.value(kReopen, false).toBool();
}

void Settings::setReopenLast(bool on)
{
    m_store.setValue(kReopen, on);
}

int Settings::jobs() const
{
    return m_store.value(kJobs, 0).toInt();
}

void Settings::setJobs(int jobs)
{
    m_store.setValue(kJobs, jobs);
}

QStringList Settings::recentFiles() const
{
    return m_store.value(kRecent).toStringList();
}

void Settings::setRecentFiles(const QStringList &paths)
{
    if (paths != recentFiles()) {
        m_store.setValue(kRecent, paths);
        emit recentFilesChanged();
    }
}

QString Settings::lastFolder() const
{
    return m_store.value(kFolder).toString();
}

void Settings::setLastFolder(const QString &folder)
{
    m_store.setValue(kFolder, folder);
}

QByteArray Settings::windowGeometry() const
{
    return m_store.value(kGeometry).toByteArray();
}

QByteArray Settings::windowState() const
{
    return m_store.value(kState).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state)
{
    m_store.setValue(kGeometry, geometry);
    m_store.setValue(kState, state);
}

QByteArray Settings::headerState(const QString &table) const
{
    return m_store.value(kHeaders + table).toByteArray();
}

void Settings::setHeaderState(const QString &table, const QByteArray &state)
{
    m_store.setValue(kHeaders + table, state);
}

} // namespace spanscope::ui
