#include "ui/session/job_runner.h"

#include <QMetaObject>

#include <chrono>

namespace spanscope::ui {

namespace {

/// Lets one report through every so often, so that a fast loop does not flood the event queue.
class Throttle
{
public:
    bool pass()
    {
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        auto last = m_last.load();
        constexpr auto kPause = std::chrono::nanoseconds(std::chrono::milliseconds(40)).count();
        return now - last >= kPause && m_last.compare_exchange_strong(last, now);
    }

private:
    std::atomic<std::chrono::steady_clock::rep> m_last{0};
};

} // namespace

JobRunner::JobRunner(QObject *parent)
    : QObject(parent)
{
}

JobRunner::~JobRunner()
{
    for (Thread &thread : m_threads) {
        thread.thread.request_stop();
    }
    m_threads.clear(); // joins
}

void JobRunner::start(const QString &label, Work work)
{
    for (Thread &thread : m_threads) {
        thread.thread.request_stop();
    }
    reap();
    const int generation = ++m_generation;
    m_running = true;
    m_cancelled = false;

    const Post post = [this, generation](std::function<void()> deliver) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, call = std::move(deliver)] {
                if (generation == m_generation) {
                    call();
                }
            },
            Qt::QueuedConnection);
    };
    auto done = std::make_shared<std::atomic<bool>>(false);
    auto run = [this, label, generation, post, done, job = std::move(work)](const std::stop_token &stop) {
        auto throttle = std::make_shared<Throttle>();
        WorkContext context;
        context.stop = stop;
        context.progress = [this, label, post, throttle](std::size_t at, std::size_t total) {
            if (throttle->pass()) {
                post([this, label, at, total] { emit progressed(label, at, total); });
            }
        };
        try {
            job(context, post);
        } catch (const std::exception &error) {
            post([this, reason = QString::fromUtf8(error.what())] { emit failed(reason); });
        }
        done->store(true);
        QMetaObject::invokeMethod(
            this, [this, generation] { end(generation); }, Qt::QueuedConnection);
    };
    m_threads.push_back({std::jthread(std::move(run)), std::move(done)});
    emit started(label);
}

void JobRunner::cancel()
{
    if (m_running) {
        m_cancelled = true;
        for (Thread &thread : m_threads) {
            thread.thread.request_stop();
        }
    }
}

void JobRunner::end(int generation)
{
    reap();
    if (generation == m_generation) {
        m_running = false;
        emit finished();
    }
}

void JobRunner::reap()
{
    m_threads.remove_if([](const Thread &thread) { return thread.done->load(); });
}

} // namespace spanscope::ui
