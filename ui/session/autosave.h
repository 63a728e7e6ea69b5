#pragma once
/// Keeps the session on disk while people work, and finds what a crash left behind.

#include "ui/session/session_file.h"

#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace spanscope::ui {

/// Each running window owns one file; a lock beside it tells whether its owner still lives.
class Autosave : public QObject
{
    Q_OBJECT
public:
    /// \param folder created when missing; empty: the user's data folder
    /// \param snapshot called on the timer to get what to keep
    Autosave(const QString &folder, std::function<SessionData()> snapshot, QObject *parent = nullptr);
    ~Autosave() override; ///< an orderly end leaves no file

    /// Something changed: save soon.
    void touch();
    void setPause(int milliseconds) { m_timer.setInterval(milliseconds); }
    /// Takes over the session of a window that ended without saying good-bye, newest first. The file goes away.
    [[nodiscard]] std::optional<SessionData> takeOrphan();
    [[nodiscard]] QString path() const { return m_path; }

    [[nodiscard]] static QString defaultFolder();

private:
    void save();

    QString m_folder;
    QString m_path;
    std::function<SessionData()> m_snapshot;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
};

} // namespace spanscope::ui
