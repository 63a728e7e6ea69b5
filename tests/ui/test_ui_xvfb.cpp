/// One journey in a real X window: keys and clicks go through the X server, as a person's do.

#include "driven_window.h"

#include "ui/models/operations_filter.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/verdict_banner.h"
#include "ui/panels/verdict_panel.h"
#include "ui/plots/pressure_plot.h"
#include "ui/widgets/divisor_strip.h"

#include <QLineEdit>
#include <QProcess>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

/// Asks the X server for what a keyboard and a mouse would make. False: xdotool failed.
bool act(const QStringList &arguments)
{
    QProcess xdotool;
    xdotool.start(QStringLiteral(SPANSCOPE_XDOTOOL), arguments);
    const bool done = xdotool.waitForFinished(kPatience) && xdotool.exitCode() == 0;
    if (!done) {
        qWarning("xdotool: %s", xdotool.readAllStandardError().constData());
    }
    return done;
}

bool pressKeys(const char *keys)
{
    return act({QStringLiteral("key"), QLatin1String(keys)});
}

bool typeText(const char *text)
{
    return act({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("20"), QLatin1String(text)});
}

bool clickAt(const QWidget *widget, QPoint place)
{
    const QPoint at = widget->mapToGlobal(place);
    return act({QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()), QStringLiteral("click"),
                QStringLiteral("1")});
}

/// Clicks into a widget until it has the focus: a layout may still move it.
bool focusByClick(const QWidget *widget)
{
    constexpr int kAttempts = 20;
    constexpr int kPause = 500;
    for (int attempt = 0; attempt < kAttempts && !widget->hasFocus(); ++attempt) {
        QTest::qWait(100);
        if (!clickAt(widget, widget->rect().center())) {
            return false;
        }
        static_cast<void>(QTest::qWaitFor([widget] { return widget->hasFocus(); }, kPause));
    }
    return widget->hasFocus();
}

} // namespace

class TestUiXvfb : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void fromAFileToAnExport();

private:
    static void openTheSample(DrivenWindow &window);
    static void findTheOp(DrivenWindow &window);
    static void splitByKeys(DrivenWindow &window);
    static void pinAndExport(DrivenWindow &window);
};

void TestUiXvfb::initTestCase()
{
    QCOMPARE(QGuiApplication::platformName(), QStringLiteral("xcb"));
}

/// Ctrl+O, answered with the sample.
void TestUiXvfb::openTheSample(DrivenWindow &window)
{
    PathChooser chooser;
    chooser.openFiles = [](const QString &, const QString &) {
        return QStringList(QStringLiteral(SPANSCOPE_SOURCE_DIR "/samples/lm-head-49216.json"));
    };
    chooser.saveFile = [&window](const QString &, const QString &, const QString &) {
        return window.filePath("hints.py");
    };
    window->setPathChooser(chooser);
    QVERIFY(pressKeys("ctrl+o"));
    window.waitUntilSettled();
    QCOMPARE(window->windowTitle(), QStringLiteral("lm-head-49216.json - SpanScope"));
    QCOMPARE(window->operations().filter()->rowCount(), 2);
}

/// Ctrl+F, a query, and a click on the one row that is left.
void TestUiXvfb::findTheOp(DrivenWindow &window)
{
    OperationsPanel &operations = window->operations();
    window->workspace().selection().setOp(1); // not the one that is looked for
    window.waitUntilSettled();
    QVERIFY(pressKeys("ctrl+f"));
    QTRY_VERIFY_WITH_TIMEOUT(operations.filterLine()->hasFocus(), kPatience);
    QVERIFY(typeText("verdict:unsupported"));
    QTRY_COMPARE_WITH_TIMEOUT(operations.filterLine()->text(), QStringLiteral("verdict:unsupported"), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(operations.filter()->rowCount(), 1, kPatience);
    const TableView *table = operations.table();
    QVERIFY(clickAt(table->viewport(), table->visualRect(operations.filter()->index(0, 1)).center()));
    QTRY_COMPARE_WITH_TIMEOUT(window->workspace().selection().op(), 0, kPatience);
    window.waitUntilSettled();
    QVERIFY(window->verdict().verdict()->headline().startsWith(QStringLiteral("Unsupported")));
}

/// Ctrl+3, arrow keys on the strip of dim 0, then typed: 769 for dim 0 and 2 for dim 1.
void TestUiXvfb::splitByKeys(DrivenWindow &window)
{
    const BenchState &bench = window->workspace().bench();
    const VerdictBanner *onBench = window->verdict().onBench();
    QVERIFY(bench.splits().empty());
    QVERIFY(!onBench->isVisible());
    QVERIFY(pressKeys("ctrl+3"));
    QTRY_VERIFY_WITH_TIMEOUT(window->bench().rows().at(0)->strip()->hasFocus(), kPatience);
    QVERIFY(pressKeys("Right"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.splits(), (Levels{{HostDim{0}, 2, false}}), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(onBench->isVisible(), kPatience);
    QVERIFY(onBench->text().contains(QStringLiteral("over the limit")));
    const std::vector<std::pair<std::size_t, const char *>> counts{{0, "769"}, {1, "2"}};
    for (const auto &[row, count] : counts) {
        QLineEdit *line = window->bench().rows().at(row)->splitEdit();
        QVERIFY(focusByClick(line));
        QVERIFY(pressKeys("ctrl+a"));
        QVERIFY(typeText(count));
        QVERIFY(pressKeys("Return"));
        QTRY_COMPARE_WITH_TIMEOUT(splitOf(bench.splits(), HostDim{static_cast<int>(row)}),
                                  Int{QByteArray(count).toInt()}, kPatience);
    }
    QTRY_VERIFY_WITH_TIMEOUT(onBench->text().contains(QStringLiteral("every span fits")), kPatience);
    QVERIFY(onBench->text().contains(QStringLiteral("1,538 tiles")));
}

/// Ctrl+I pins, and the hints hold the splits.
void TestUiXvfb::pinAndExport(DrivenWindow &window)
{
    QVERIFY(pressKeys("ctrl+i"));
    QTRY_VERIFY_WITH_TIMEOUT(window->workspace().bench().isPinned(), kPatience);
    QVERIFY(act({QStringLiteral("key"), QStringLiteral("ctrl+alt+p")}));
    const QString path = window.filePath("hints.py");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatience);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray python = file.readAll();
    QVERIFY2(python.contains("769") && python.contains("spyre_hint"), python.constData());
}

void TestUiXvfb::fromAFileToAnExport()
{
    DrivenWindow window;
    window.show();
    for (const auto step : {&openTheSample, &findTheOp, &splitByKeys, &pinAndExport}) {
        step(window);
        if (QTest::currentTestFailed()) {
            window->grab().save(QStringLiteral("xvfb-failed.png"));
            return;
        }
    }
    // What is on the screen is what the window believes to show.
    const QImage screen = window->screen()->grabWindow(window->winId()).toImage();
    QCOMPARE(screen.size(), window->size());
    QVERIFY(emptiness(screen) < 0.9);
}

QTEST_MAIN(TestUiXvfb)
#include "test_ui_xvfb.moc"
