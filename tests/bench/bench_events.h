#pragma once
/// Lets the window's event loop run until what was asked for is on the screen.

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QThread>
#include <QWidget>

#include <chrono>

namespace spanscope::bench {

/// Counts the times a widget is painted.
class PaintCount : public QObject
{
public:
    explicit PaintCount(QWidget *widget) { widget->installEventFilter(this); }
    [[nodiscard]] int count() const { return m_count; }

protected:
    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

/// Handles everything that is queued: events, timers that are due, paints.
inline void drainEvents()
{
    while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) {
    }
}

/// Handles events as they come until a condition holds; false: it did not within a minute.
template <typename Condition> [[nodiscard]] bool pumpUntil(const Condition &condition)
{
    constexpr qint64 kLongest = 60'000;
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > kLongest) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    }
    return true;
}

} // namespace spanscope::bench
