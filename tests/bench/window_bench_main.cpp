/// The window's benchmarks. Two of them start this program again as a child that only opens the window.

#include "tests/bench/bench_events.h"
#include "ui/window/main_window.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace spanscope::ui;

namespace {

/// Most memory this process ever had resident, in KiB, as /proc tells it; 0 when it does not.
long peakMemory()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:")) {
            return line.mid(6).simplified().split(' ').value(0).toLong();
        }
    }
    return 0;
}

/// Starts as the program does; ends when the window was painted once.
int firstPaint(QApplication &app)
{
    const QTemporaryDir scratch;
    MainWindow window({scratch.filePath(QStringLiteral("settings.ini")), scratch.path()});
    const spanscope::bench::PaintCount paints(&window);
    window.show();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &app, [&paints] {
        if (paints.count() > 0) {
            std::_Exit(0); // tearing down is no part of the measurement
        }
    });
    timer.start(0);
    return QApplication::exec();
}

/// Opens a file, shows every page once, prints the peak of memory in KiB.
int peakOf(const QString &path)
{
    const QTemporaryDir scratch;
    MainWindow window({scratch.filePath(QStringLiteral("settings.ini")), scratch.path()});
    window.show();
    window.workspace().open({path});
    const auto settled = [&window] { return window.workspace().summary() != nullptr && window.isSettled(); };
    bool shown = spanscope::bench::pumpUntil(settled);
    for (const char *page : {"search", "overview", "graph", "groups", "pressure"}) {
        shown = shown && window.showTab(QLatin1String(page)) && spanscope::bench::pumpUntil(settled);
        spanscope::bench::drainEvents();
    }
    std::printf("%ld\n", peakMemory());
    std::fflush(stdout);
    std::_Exit(shown ? 0 : 1);
}

} // namespace

int main(int argc, char *argv[])
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // The offscreen platform warns of what it cannot do, once a window.
    qputenv("QT_LOGGING_RULES", "default.warning=false");
    QApplication app(argc, argv);
    if (argc == 2 && std::strcmp(argv[1], "--child-first-paint") == 0) {
        return firstPaint(app);
    }
    if (argc == 3 && std::strcmp(argv[1], "--child-peak") == 0) {
        return peakOf(QString::fromLocal8Bit(argv[2]));
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
