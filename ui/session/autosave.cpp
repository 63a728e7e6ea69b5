#include "ui/session/autosave.h"

#include "core/base/input_error.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

namespace spanscope::ui {

namespace {
const QString kSuffix = QStringLiteral(".spanscope");
const QString kLockSuffix = QStringLiteral(".lock");

/// Files beside a session that its owner had begun when it was killed.
void removeBeginnings(const QString &path)
{
    const QFileInfo info(path);
    QDir folder = info.absoluteDir();
    for (const QString &name : folder.entryList({info.fileName() + QStringLiteral(".*")}, QDir::Files)) {
        if (!name.endsWith(kLockSuffix)) {
            folder.remove(name);
        }
    }
}

} // namespace

QString Autosave::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

Autosave::Autosave(const QString &folder, std::function<SessionData()> snapshot, QObject *parent)
    : QObject(parent)
    , m_folder(folder.isEmpty() ? defaultFolder() : folder)
    , m_snapshot(std::move(snapshot))
{
    QDir().mkpath(m_folder);
    m_path = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix;
    m_lock = std::make_unique<QLockFile>(m_path + kLockSuffix);
    // A lock grows stale when its process is gone, not with time.
    m_lock->setStaleLockTime(0);
    m_lock->tryLock(0);
    constexpr int kPause = 1000;
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPause);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
}

Autosave::~Autosave()
{
    QFile::remove(m_path);
}

void Autosave::touch()
{
    if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void Autosave::save()
{
    const SessionData session = m_snapshot();
    if (session.graphs.empty()) {
        QFile::remove(m_path);
        return;
    }
    // A full disk must not disturb the work; the next change tries again.
    saveSession(session, m_path, nullptr);
}

std::optional<SessionData> Autosave::takeOrphan()
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({u'*' + kSuffix}, QDir::Files, QDir::Time); // newest first
    for (const QFileInfo &info : files) {
        const QString path = info.absoluteFilePath();
        QLockFile lock(path + kLockSuffix);
        lock.setStaleLockTime(0);
        if (path == QFileInfo(m_path).absoluteFilePath() || !lock.tryLock(0)) {
            continue; // ours, or its owner lives
        }
        std::optional<SessionData> found;
        try {
            found = loadSession(path);
        } catch (const InputError &) {
            // Unreadable: of no use to anybody.
        }
        QFile::remove(path);
        removeBeginnings(path);
        if (found && !found->graphs.empty()) {
            return found;
        }
    }
    return std::nullopt;
}

} // namespace spanscope::ui
