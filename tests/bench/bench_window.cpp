/// How soon the window shows what was asked for: from the change to the painted widget, offscreen.

#include "core/graph/writer.h"
#include "tests/bench/bench_data.h"
#include "tests/bench/bench_events.h"
#include "ui/models/operations_filter.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/table_view.h"
#include "ui/panels/verdict_banner.h"
#include "ui/panels/verdict_panel.h"
#include "ui/plots/pressure_plot.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/window/main_window.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProcess>
#include <QTemporaryDir>

using namespace spanscope;
using namespace spanscope::bench;
using namespace spanscope::ui;

namespace {

/// A window with settings of its own, 1280 x 800.
class OpenWindow
{
public:
    OpenWindow()
        : m_window({m_folder.filePath(QStringLiteral("settings.ini")), m_folder.filePath(QStringLiteral("autosave"))})
    {
        m_window.resize(1280, 800);
        m_window.show();
        m_window.activateWindow();
        drainEvents();
    }

    MainWindow &operator*() { return m_window; }
    MainWindow *operator->() { return &m_window; }

    [[nodiscard]] bool openAndSettle(const QString &path)
    {
        m_window.workspace().open({path});
        const bool shown =
            pumpUntil([this] { return m_window.workspace().summary() != nullptr && m_window.isSettled(); });
        drainEvents();
        return shown;
    }

    [[nodiscard]] bool openGraph(const Graph &graph)
    {
        const QString path = m_folder.filePath(QStringLiteral("graph.json"));
        QFile file(path);
        const QByteArray text = QByteArray::fromStdString(writeGraph(graph));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return false;
        }
        file.close();
        return openAndSettle(path);
    }

private:
    QTemporaryDir m_folder;
    MainWindow m_window;
};

/// The file of a made graph in the folder of inputs; empty when it is not there.
QString graphFile(std::int64_t ops)
{
    const QString path =
        qEnvironmentVariable("SPANSCOPE_BENCH_DATA", QStringLiteral(".")) + QStringLiteral("/graph-%1.json").arg(ops);
    return QFile::exists(path) ? path : QString();
}

std::chrono::nanoseconds since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::steady_clock::now() - begin;
}

/// How long the bench needs for every divisor of every dim of an op, without any widget: the longest.
std::chrono::nanoseconds longestTrial(const GraphResultPtr &result, std::size_t op)
{
    BenchState bench;
    GraphChoices choices;
    bench.setOp(result, static_cast<int>(op), choices);
    auto longest = std::chrono::nanoseconds(0);
    for (const HostDimInfo &dim : bench.dims()) {
        const SplitTable *table = bench.table(dim.dim);
        for (std::size_t i = 0; table != nullptr && i < table->entries.size(); ++i) {
            choices.splits[bench.opName()] = {{dim.dim, table->entries[i].count, false}};
            const auto begin = std::chrono::steady_clock::now();
            bench.setChoices(choices);
            longest = std::max(longest, since(begin));
        }
    }
    return longest;
}

/// The recorded op whose splits take longest to judge.
OpRef slowestOnTheBench()
{
    OpRef slowest;
    auto longest = std::chrono::nanoseconds(-1);
    for (const GraphPtr &graph : recordedGraphs()) {
        const auto result = runGraph(graph, *rulesFor({}, graph->config.maxSpanBytes), {.jobs = 1});
        for (std::size_t op = 0; result && op < graph->operations.size(); ++op) {
            if (const auto time = longestTrial(result, op); time > longest) {
                longest = time;
                slowest = {graph, op};
            }
        }
    }
    return slowest;
}

DivisorStrip *longestStrip(MainWindow &window)
{
    DivisorStrip *longest = nullptr;
    for (const BenchRow *row : window.bench().rows()) {
        DivisorStrip *strip = row->strip();
        if (strip != nullptr && (longest == nullptr || strip->cellCount() > longest->cellCount())) {
            longest = strip;
        }
    }
    return longest;
}

/// Arrow keys on the strip of the slowest recorded op until plot, strip and verdict are painted.
void benchToVerdict(benchmark::State &state)
{
    if (recordedOps() == 0) {
        state.SkipWithError("recorded.jsonl is missing");
        return;
    }
    static const OpRef s_slowest = slowestOnTheBench();
    OpenWindow window;
    if (!window.openGraph(*s_slowest.graph)) {
        state.SkipWithError("the graph did not open");
        return;
    }
    window->workspace().selection().setOp(static_cast<int>(s_slowest.op));
    DivisorStrip *strip = pumpUntil([&] { return window->isSettled(); }) ? longestStrip(*window) : nullptr;
    if (strip == nullptr) {
        state.SkipWithError("the op has no dim to split");
        return;
    }
    strip->setFocus();
    drainEvents();
    const PaintCount banner(window->verdict().onBench());
    const PaintCount strips(strip);
    const PaintCount plot(window->pressure().focusTarget()->findChild<QWidget *>());
    int key = Qt::Key_Right;
    for (auto _ : state) {
        const Levels before = window->workspace().bench().splits();
        const int painted = std::min(banner.count(), strips.count());
        for (int attempt = 0; attempt < 2 && window->workspace().bench().splits() == before; ++attempt) {
            QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
            QApplication::sendEvent(strip, &press);
            if (window->workspace().bench().splits() == before) {
                key = key == Qt::Key_Right ? Qt::Key_Left : Qt::Key_Right; // the end of the strip
            }
        }
        drainEvents();
        const bool shown =
            window->verdict().onBench()->isHidden() || std::min(banner.count(), strips.count()) > painted;
        if (!shown || window->workspace().bench().splits() == before) {
            state.SkipWithError("a change was not painted");
            return;
        }
    }
    state.SetLabel(s_slowest.toString());
}

/// Runs this program as a child; its output, nullopt when it failed.
std::optional<QByteArray> runChild(const QStringList &arguments)
{
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), arguments);
    constexpr int kLongest = 120'000;
    const bool good =
        child.waitForFinished(kLongest) && child.exitStatus() == QProcess::NormalExit && child.exitCode() == 0;
    return good ? std::optional(child.readAllStandardOutput()) : std::nullopt;
}

void startToFirstPaint(benchmark::State &state)
{
    for (auto _ : state) {
        if (!runChild({QStringLiteral("--child-first-paint")})) {
            state.SkipWithError("the window did not open");
            return;
        }
    }
}

void openToSortedTable(benchmark::State &state)
{
    const QString path = graphFile(state.range(0));
    if (path.isEmpty()) {
        state.SkipWithError("the graph file is missing");
        return;
    }
    for (auto _ : state) {
        state.PauseTiming();
        auto window = std::make_unique<OpenWindow>();
        const PaintCount table((*window)->operations().table()->viewport());
        int paintedBefore = -1;
        QObject::connect(&(*window)->workspace(), &Workspace::summaryChanged, &table, [&] {
            if ((*window)->workspace().summary() != nullptr && paintedBefore < 0) {
                paintedBefore = table.count();
            }
        });
        state.ResumeTiming();
        (*window)->workspace().open({path});
        bool shown = pumpUntil([&] { return paintedBefore >= 0 && table.count() > paintedBefore; });
        drainEvents();
        state.PauseTiming();
        shown = shown && (*window)->operations().filter()->rowCount() == state.range(0);
        window.reset();
        state.ResumeTiming();
        if (!shown) {
            state.SkipWithError("the table was not painted");
            return;
        }
    }
}

/// Range: ops. One keystroke's filter, from the end of the pause in typing to the painted table.
void filterKeystroke(benchmark::State &state)
{
    const QString path = graphFile(state.range(0));
    OpenWindow window;
    if (path.isEmpty() || !window.openAndSettle(path)) {
        state.SkipWithError("the graph file is missing");
        return;
    }
    OperationsPanel &operations = window->operations();
    const PaintCount table(operations.table()->viewport());
    // A word that most rows match, one that some match, a field, and everything again.
    const QStringList typed{QStringLiteral("m"),
                            QStringLiteral("mu"),
                            QStringLiteral("mul"),
                            QStringLiteral("verdict:planned"),
                            QStringLiteral("shape:8195 -mul"),
                            QString()};
    qsizetype at = 0;
    auto longest = std::chrono::nanoseconds(0);
    for (auto _ : state) {
        state.PauseTiming();
        operations.filterLine()->setText(typed.at(at++ % typed.size()));
        drainEvents();
        const int painted = table.count();
        const int rows = operations.filter()->rowCount();
        state.ResumeTiming();
        const auto begin = std::chrono::steady_clock::now();
        // Return applies at once what the pause would.
        QKeyEvent press(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QStringLiteral("\r"));
        QApplication::sendEvent(operations.filterLine(), &press);
        drainEvents();
        longest = std::max(longest, since(begin));
        if (operations.filter()->rowCount() != rows && table.count() == painted) {
            state.SkipWithError("the table was not painted");
            return;
        }
    }
    state.counters["longest_seconds"] = std::chrono::duration<double>(longest).count();
}

/// Range: ops. The child opens the graph, shows every page and tells its peak.
void peakMemory(benchmark::State &state)
{
    const QString path = graphFile(state.range(0));
    double peak = 0;
    for (auto _ : state) {
        const auto answer = path.isEmpty() ? std::nullopt : runChild({QStringLiteral("--child-peak"), path});
        if (!answer) {
            state.SkipWithError(path.isEmpty() ? "the graph file is missing" : "the window did not open it");
            return;
        }
        peak = std::max(peak, answer->trimmed().toDouble());
    }
    constexpr double kKiB = 1024;
    state.counters["peak_bytes"] = peak * kKiB;
}

constexpr std::int64_t kSmall = 1'000;
constexpr std::int64_t kLarge = 10'000;

} // namespace

BENCHMARK(benchToVerdict)->Name("window_bench_to_verdict_recorded")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(startToFirstPaint)->Name("window_first_paint")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(openToSortedTable)
    ->Name("window_open")
    ->Arg(kSmall)
    ->Arg(kLarge)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(filterKeystroke)
    ->Name("window_filter")
    ->Arg(kSmall)
    ->Arg(kLarge)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(peakMemory)
    ->Name("window_peak")
    ->Arg(kSmall)
    ->Arg(kLarge)
    ->UseRealTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
