#pragma once
/// One long job at a time on a thread of its own, with progress and cancel.

#include "core/base/progress.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <thread>

namespace spanscope::ui {

/// Starting a job supersedes the one before: what that one still delivers is dropped. The destructor
/// asks all threads to stop and waits for them.
class JobRunner : public QObject
{
    Q_OBJECT
public:
    /// Runs a function on the thread of the JobRunner, if the job has not been superseded by then.
    using Post = std::function<void(std::function<void()>)>;
    using Work = std::function<void(const WorkContext &, const Post &)>;

    explicit JobRunner(QObject *parent = nullptr);
    ~JobRunner() override;

    /// \param label what people read beside the progress, e.g. `Reading lm_head.json`
    void start(const QString &label, Work work);
    /// Asks the running job to stop; it finishes on its own.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] bool wasCancelled() const { return m_cancelled; }

signals:
    void started(const QString &label);
    /// total is 0 while it is unknown
    void progressed(const QString &label, qulonglong done, qulonglong total);
    void finished();
    /// An exception left the work: a fault of the program or of the machine's memory.
    void failed(const QString &reason);

private:
    void end(int generation);
    void reap();

    struct Thread
    {
        std::jthread thread;
        std::shared_ptr<std::atomic<bool>> done;
    };
    std::list<Thread> m_threads;
    int m_generation = 0;
    bool m_running = false;
    bool m_cancelled = false;
};

} // namespace spanscope::ui
