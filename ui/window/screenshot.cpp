#include "ui/window/screenshot.h"

#include "ui/session/session_file.h"
#include "ui/window/main_window.h"

#include <QBuffer>
#include <QPixmap>

namespace spanscope::ui {

Screenshot::Screenshot(MainWindow &window, const QString &path, QSize size, QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_path(path)
{
    window.resize(size);
    constexpr int kPause = 40;
    m_timer.setInterval(kPause);
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    m_elapsed.start();
    m_timer.start();
}

void Screenshot::look()
{
    constexpr qint64 kLongest = 120'000;
    if (m_elapsed.elapsed() > kLongest) {
        m_timer.stop();
        emit done(false, tr("the analysis did not end in time"));
        return;
    }
    // A few quiet looks in a row: queued replots and layouts have been done by then.
    constexpr int kQuietLooks = 6;
    m_quiet = m_window.isSettled() ? m_quiet + 1 : 0;
    if (m_quiet < kQuietLooks) {
        return;
    }
    m_timer.stop();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QString error = tr("the picture could not be made");
    constexpr int kSmallest = 0; // of files, by the longest compression
    const bool written = m_window.grab().save(&buffer, "PNG", kSmallest) && writeWhole(bytes, m_path, &error);
    emit done(written, written ? QString() : tr("%1: %2").arg(m_path, error));
}

} // namespace spanscope::ui
