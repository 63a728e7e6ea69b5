#pragma once
/// The files opened last, newest first.

#include <QObject>
#include <QString>
#include <QStringList>

namespace spanscope::ui {

class Settings;

class RecentFiles : public QObject
{
    Q_OBJECT
public:
    explicit RecentFiles(Settings &settings, QObject *parent = nullptr);

    [[nodiscard]] QStringList paths() const;
    void add(const QString &path);
    void remove(const QString &path);
    void clear();
    /// False for an entry whose file is gone.
    [[nodiscard]] static bool isAlive(const QString &path);

signals:
    void changed();

private:
    Settings &m_settings;
};

} // namespace spanscope::ui
