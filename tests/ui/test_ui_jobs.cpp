/// One job at a time: progress, cancel, superseding, and ends in order.

#include "ui/session/job_runner.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <stdexcept>

using namespace spanscope;
using namespace spanscope::ui;

class TestUiJobs : public QObject
{
    Q_OBJECT
private slots:
    void deliversOnThisThread();
    void supersededJobsAreSilent();
    void cancelStops();
    void reportsProgress();
    void survivesExceptions();
    void endsInTheDestructor();
};

void TestUiJobs::deliversOnThisThread()
{
    JobRunner runner;
    QSignalSpy finished(&runner, &JobRunner::finished);
    QThread *home = QThread::currentThread();
    QThread *worked = nullptr;
    QThread *delivered = nullptr;
    runner.start(QStringLiteral("work"), [&](const WorkContext &, const JobRunner::Post &post) {
        worked = QThread::currentThread();
        post([&] { delivered = QThread::currentThread(); });
    });
    QVERIFY(runner.isRunning());
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!runner.isRunning());
    QCOMPARE(delivered, home);
    QVERIFY(worked != home);
}

void TestUiJobs::supersededJobsAreSilent()
{
    JobRunner runner;
    QStringList heard;
    std::atomic<bool> firstStopped = false;
    runner.start(QStringLiteral("first"), [&](const WorkContext &context, const JobRunner::Post &post) {
        while (!context.cancelled()) {
            std::this_thread::yield();
        }
        firstStopped = true;
        post([&] { heard << QStringLiteral("first"); });
    });
    QSignalSpy finished(&runner, &JobRunner::finished);
    runner.start(QStringLiteral("second"), [&](const WorkContext &, const JobRunner::Post &post) {
        post([&] { heard << QStringLiteral("second"); });
    });
    QTRY_VERIFY(firstStopped);
    QTRY_COMPARE(finished.size(), 1);
    QTest::qWait(20);
    QCOMPARE(heard, QStringList{QStringLiteral("second")});
    QCOMPARE(finished.size(), 1);
    QVERIFY(!runner.wasCancelled());
}

void TestUiJobs::cancelStops()
{
    JobRunner runner;
    QSignalSpy finished(&runner, &JobRunner::finished);
    runner.start(QStringLiteral("endless"), [](const WorkContext &context, const JobRunner::Post &) {
        while (!context.cancelled()) {
            std::this_thread::yield();
        }
    });
    runner.cancel();
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(runner.wasCancelled());
}

void TestUiJobs::reportsProgress()
{
    JobRunner runner;
    QSignalSpy progress(&runner, &JobRunner::progressed);
    QSignalSpy finished(&runner, &JobRunner::finished);
    runner.start(QStringLiteral("counting"), [](const WorkContext &context, const JobRunner::Post &) {
        for (std::size_t i = 1; i <= 100'000; ++i) {
            context.report(i, 100'000);
        }
    });
    QTRY_COMPARE(finished.size(), 1);
    // Some reports, not a hundred thousand events.
    QVERIFY(progress.size() >= 1);
    QVERIFY(progress.size() < 1000);
    QCOMPARE(progress.front().at(0).toString(), QStringLiteral("counting"));
    QCOMPARE(progress.front().at(2).toULongLong(), 100'000ULL);
}

void TestUiJobs::survivesExceptions()
{
    JobRunner runner;
    QSignalSpy failed(&runner, &JobRunner::failed);
    QSignalSpy finished(&runner, &JobRunner::finished);
    runner.start(QStringLiteral("faulty"),
                 [](const WorkContext &, const JobRunner::Post &) { throw std::runtime_error("out of luck"); });
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(failed.size(), 1);
    QCOMPARE(failed.front().front().toString(), QStringLiteral("out of luck"));
}

void TestUiJobs::endsInTheDestructor()
{
    std::atomic<bool> ended = false;
    {
        JobRunner runner;
        std::atomic<bool> begun = false;
        runner.start(QStringLiteral("long"), [&](const WorkContext &context, const JobRunner::Post &post) {
            begun = true;
            while (!context.cancelled()) {
                std::this_thread::yield();
            }
            post([] { qFatal("delivered to nobody"); });
            ended = true;
        });
        QTRY_VERIFY(begun);
    }
    QVERIFY(ended);
    QCoreApplication::processEvents();
}

QTEST_GUILESS_MAIN(TestUiJobs)
#include "test_ui_jobs.moc"
