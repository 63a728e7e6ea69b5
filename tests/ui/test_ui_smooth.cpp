/// The window stays live while it does much: no turn of its event loop takes long.

#include "driven_window.h"
#include "loop_gaps.h"

#include "ui/models/operations_filter.h"
#include "ui/panels/operations_panel.h"
#include "ui/plots/graph_view.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QProcess>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

#ifdef SPANSCOPE_SLOW_BUILD
constexpr int kOps = 3'000; // the sanitizers look at every access
constexpr std::chrono::milliseconds kLongestGap{600};
#else
constexpr int kOps = 10'000;
constexpr std::chrono::milliseconds kLongestGap{100};
#endif
/// By the wall clock, on a machine with other work to do: what waits for a thread or a lock is longer.
constexpr std::chrono::milliseconds kLongestWait{3'000};

/// A repeated transformer of kOps ops in a folder; empty: it could not be made.
QString largeGraph(const QTemporaryDir &folder)
{
    const QString path = folder.filePath(QStringLiteral("large.json"));
    QProcess maker;
    maker.setStandardOutputFile(path);
    maker.start(QStringLiteral(SPANSCOPE_PYTHON),
                {QStringLiteral(SPANSCOPE_SOURCE_DIR "/tests/bench/make_graph.py"), QString::number(kOps)});
    return maker.waitForFinished(2 * kPatience) && maker.exitCode() == 0 ? path : QString();
}

/// A log that reports a span of very many ops, one line each; empty: it could not be written.
QString largeLog(const QTemporaryDir &folder)
{
    QFile file(folder.filePath(QStringLiteral("large.log")));
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    for (int i = 0; i < kOps; ++i) {
        file.write(QStringLiteral("[DEBUG] [spyre.inductor.span_overflow] [span-overflow planner] op=buf%1 ranges=[%2, "
                                  "4096] reduction_ranges=[] layout_size=[%2, 4096] device_size=[%3, 4096, 64]\n")
                       .arg(i)
                       .arg(64 * (700 + i % 90))
                       .arg(700 + i % 90)
                       .toLatin1());
    }
    return file.fileName();
}

} // namespace

class TestUiSmooth : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void gapsAreSeen();
    void largeGraphNeverBlocks();
    void largeLogNeverBlocks();

private:
    void during(DrivenWindow &window, LoopGaps &gaps, const QString &what, const std::function<void()> &act);
    QTemporaryDir m_folder;
    QString m_path;
};

void TestUiSmooth::initTestCase()
{
    m_path = largeGraph(m_folder);
    QVERIFY(!m_path.isEmpty());
}

/// The watch itself: work of a known length in the event loop is noticed, idling is not.
void TestUiSmooth::gapsAreSeen()
{
    LoopGaps gaps;
    QTest::qWait(200);
    QVERIFY(gaps.ticks() > 5);
    QVERIFY(gaps.longest() < std::chrono::milliseconds(50));
    constexpr std::chrono::milliseconds kWork{150};
    QTimer::singleShot(0, this, [kWork] {
        const auto begin = threadTime();
        while (threadTime() - begin < kWork) {
        }
    });
    QTest::qWait(50);
    QVERIFY(gaps.longest() >= kWork);
    gaps.restart();
    QTimer::singleShot(0, this, [kWork] { QThread::msleep(2 * kWork.count()); });
    QTest::qWait(50);
    QVERIFY(gaps.longest() < kWork); // sleeping is no work
    QVERIFY(gaps.longestWall() >= 2 * kWork);
}

void TestUiSmooth::during(DrivenWindow &window, LoopGaps &gaps, const QString &what, const std::function<void()> &act)
{
    gaps.restart();
    act();
    window.waitUntilSettled();
    const auto longest = std::chrono::duration_cast<std::chrono::milliseconds>(gaps.longest());
    const auto wall = std::chrono::duration_cast<std::chrono::milliseconds>(gaps.longestWall());
    qInfo("%s: longest gap %lld ms, %lld by the wall clock", qPrintable(what), static_cast<long long>(longest.count()),
          static_cast<long long>(wall.count()));
    QVERIFY2(longest < kLongestGap, qPrintable(what));
    QVERIFY2(wall < kLongestWait, qPrintable(what));
}

void TestUiSmooth::largeLogNeverBlocks()
{
    const QString path = largeLog(m_folder);
    QVERIFY(!path.isEmpty());
    DrivenWindow window;
    window.show();
    LoopGaps gaps;
    during(window, gaps, QStringLiteral("a log"), [&] { window->workspace().open({path}); });
    QCOMPARE(window->operations().filter()->rowCount(), kOps);
    during(window, gaps, QStringLiteral("its page"), [&] { QVERIFY(window->showTab(QStringLiteral("log"))); });
    const auto *lines = window->findChild<TableView *>(QStringLiteral("logLines"));
    QVERIFY(lines->model()->rowCount() >= kOps);
    during(window, gaps, QStringLiteral("other rules with the page log"),
           [&] { window->edits().setPreset(QStringLiteral("torch-spyre-2026-07")); });
    during(window, gaps, QStringLiteral("its groups"), [&] { window->showTab(QStringLiteral("groups")); });
    during(window, gaps, QStringLiteral("other rules with the page groups"),
           [&] { window->edits().setPreset(QStringLiteral("documented")); });
    during(window, gaps, QStringLiteral("another page"), [&] { window->showTab(QStringLiteral("pressure")); });
}

void TestUiSmooth::largeGraphNeverBlocks()
{
    DrivenWindow window;
    window.show();
    LoopGaps gaps;
    const auto during = [&](const QString &what, const std::function<void()> &act) {
        this->during(window, gaps, what, act);
    };
    during(QStringLiteral("load and plan"), [&] { window->workspace().open({m_path}); });
    QCOMPARE(window->operations().filter()->rowCount(), kOps);
    for (const char *page : {"search", "overview", "graph", "groups", "compare", "log", "pressure"}) {
        const QString id = QLatin1String(page);
        during(id, [&] { QVERIFY(window->showTab(id) || id == QStringLiteral("log")); });
    }
    QVERIFY(window->showTab(QStringLiteral("graph")));
    auto *view = window->currentPanel()->findChild<GraphView *>();
    QVERIFY(view != nullptr);
    during(QStringLiteral("another selection"), [&] { window->workspace().selection().setOp(kOps / 2); });
    const std::size_t near = view->shownOps().size();
    during(QStringLiteral("lay out further around"), [&] { view->setNeighbourhood(12); });
    QVERIFY(view->isLaidOut());
    QVERIFY(view->shownOps().size() > 2 * near);
    qInfo("%zu operations laid out", view->shownOps().size());
    during(QStringLiteral("filter"), [&] {
        QTest::keyClicks(window->operations().filterLine(), QStringLiteral("verdict:planned"));
        QTest::qWait(400);
    });
    QVERIFY(window->operations().filter()->rowCount() < kOps);
    during(QStringLiteral("no filter"), [&] {
        window->operations().filterLine()->clear();
        QTest::qWait(400);
    });
    for (const char *page : {"overview", "groups"}) {
        QVERIFY(window->showTab(QLatin1String(page)));
        window.waitUntilSettled();
        during(QStringLiteral("other rules with the page ") + QLatin1String(page), [&] {
            window->edits().setPreset(QLatin1String(page) == QStringLiteral("overview")
                                          ? QStringLiteral("torch-spyre-2026-07")
                                          : QStringLiteral("documented"));
        });
    }
    during(QStringLiteral("compare"), [&] {
        QVERIFY(window->showTab(QStringLiteral("compare")));
        window->workspace().compareWithPreset(QStringLiteral("torch-spyre-2026-07"));
        QTRY_VERIFY_WITH_TIMEOUT(window->workspace().baseline() != nullptr, kPatience);
    });
    during(QStringLiteral("compare all"), [&] {
        QTest::mouseClick(window->currentPanel()->findChild<QCheckBox *>(), Qt::LeftButton, {}, QPoint(8, 8));
    });
    QVERIFY(window->showTab(QStringLiteral("pressure")));
    during(QStringLiteral("other colours"), [&] { window.switchTheme(QStringLiteral("dark")); });
    during(QStringLiteral("the colours from before"), [&] { window.switchTheme(QStringLiteral("light")); });
    during(QStringLiteral("palette"), [&] {
        window.press("palette");
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("buf9"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    });
    for (const char *kind :
         {"exportGroups", "exportPython", "exportCsv", "exportPlan", "exportMarkdown", "exportHtml"}) {
        during(QLatin1String(kind), [&] {
            window.answerSaveWith(window.filePath("out"));
            window.press(kind);
        });
    }
    during(QStringLiteral("save a session"), [&] {
        window.answerSaveWith(window.filePath("x.spanscope"));
        window.press("saveSession");
    });
    during(QStringLiteral("reload"), [&] { window->workspace().reload(); });
    gaps.restart();
    window->workspace().closeDocument(window->workspace().documents().currentId());
    QTest::qWait(50);
    QVERIFY2(gaps.longest() < kLongestGap, "close");
}

QTEST_MAIN(TestUiSmooth)
#include "test_ui_smooth.moc"
