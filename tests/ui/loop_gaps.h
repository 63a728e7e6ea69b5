#pragma once
/// How long the event loop of the window's thread is kept from its next turn.

#include <QObject>
#include <QTimer>

#include <chrono>
#include <ctime>

namespace spanscope::ui {

/// Processor time of the calling thread: a busy machine does not change it.
[[nodiscard]] inline std::chrono::microseconds threadTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds(now.tv_sec) +
                                                                 std::chrono::nanoseconds(now.tv_nsec));
}

/// Ticks in the thread that made it. What the thread worked between two ticks is time in which a key
/// or click had to wait. Processor time does not see a thread that sleeps or waits for another one:
/// for that there is the wall clock, which a busy machine stretches.
class LoopGaps : public QObject
{
public:
    LoopGaps()
    {
        constexpr int kPause = 2; // milliseconds
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.start(kPause);
        connect(&m_timer, &QTimer::timeout, this, &LoopGaps::tick);
        restart();
    }

    void restart()
    {
        m_last = threadTime();
        m_lastWall = std::chrono::steady_clock::now();
        m_longest = {};
        m_longestWall = {};
        m_ticks = 0;
    }
    /// The longest gap since the last restart, the one in progress included.
    [[nodiscard]] std::chrono::microseconds longest() const { return std::max(m_longest, threadTime() - m_last); }
    /// The same by the wall clock.
    [[nodiscard]] std::chrono::microseconds longestWall() const { return std::max(m_longestWall, sinceTick()); }
    [[nodiscard]] int ticks() const { return m_ticks; }

private:
    [[nodiscard]] std::chrono::microseconds sinceTick() const
    {
        return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - m_lastWall);
    }
    void tick()
    {
        m_longestWall = std::max(m_longestWall, sinceTick());
        m_lastWall = std::chrono::steady_clock::now();
        const auto now = threadTime();
        m_longest = std::max(m_longest, now - m_last);
        m_last = now;
        ++m_ticks;
    }

    QTimer m_timer;
    std::chrono::microseconds m_last{};
    std::chrono::microseconds m_longest{};
    std::chrono::steady_clock::time_point m_lastWall;
    std::chrono::microseconds m_longestWall{};
    int m_ticks = 0;
};

} // namespace spanscope::ui
