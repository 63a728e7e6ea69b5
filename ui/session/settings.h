#pragma once
/// What is remembered between runs, typed.

#include "ui/models/byte_units.h"

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace spanscope::ui {

/// One object over one settings file; each entry has a getter, a setter and a default.
class Settings : public QObject
{
    Q_OBJECT
public:
    /// The user's own settings file.
    explicit Settings(QObject *parent = nullptr);
    /// A given file (tests, portable use).
    explicit Settings(const QString &file, QObject *parent = nullptr);

    [[nodiscard]] QString theme() const; ///< `system`, `light`, `dark`
    void setTheme(const QString &id);
    [[nodiscard]] ByteUnits byteUnits() const;
    void setByteUnits(ByteUnits units);
    [[nodiscard]] bool logarithmicAxis() const;
    void setLogarithmicAxis(bool on);
    [[nodiscard]] bool regularFilter() const;
    void setRegularFilter(bool on);
    [[nodiscard]] bool reopenLast() const;
    void setReopenLast(bool on);
    /// Threads for analysing; 0: one per core.
    [[nodiscard]] int jobs() const;
    void setJobs(int jobs);

    [[nodiscard]] QStringList recentFiles() const;
    void setRecentFiles(const QStringList &paths);
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString &folder);

    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindow(const QByteArray &geometry, const QByteArray &state);
    [[nodiscard]] QByteArray headerState(const QString &table) const;
    void setHeaderState(const QString &table, const QByteArray &state);

    [[nodiscard]] QString fileName() const { return m_store.fileName(); }
    void sync() { m_store.sync(); }

signals:
    void themeChanged();
    void byteUnitsChanged();
    void logarithmicAxisChanged();
    void recentFilesChanged();

private:
    QSettings m_store;
};

} // namespace spanscope::ui
