/// Two real failures from the opened file to the exported plan, the map of pairs, and every picture.

#include "driven_window.h"

#include "ui/models/fits_model.h"
#include "ui/models/operations_filter.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/combo_pane.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/verdict_banner.h"
#include "ui/panels/verdict_panel.h"
#include "ui/plots/combo_map.h"
#include "ui/plots/pressure_plot.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/window/message_bar.h"
#include "ui/window/rules_bar.h"

#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTabWidget>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Ctrl+O, answered with a sample.
void openSample(DrivenWindow &window, const char *name)
{
    PathChooser chooser;
    chooser.openFiles = [name](const QString &, const QString &) {
        return QStringList(QStringLiteral(SPANSCOPE_SOURCE_DIR "/samples/") + QLatin1String(name));
    };
    window->setPathChooser(chooser);
    window.press("open");
    window.waitUntilSettled();
}

/// Rows whose bar, as drawn, reaches beyond the limit's line.
int barsOverTheLine(DrivenWindow &window)
{
    const PressurePlot *plot = window->pressure().plot();
    int count = 0;
    for (int row = 0; row < plot->rowCount(); ++row) {
        count += plot->barRect(row).right() > plot->limitX() + 0.5 ? 1 : 0;
    }
    return count;
}

/// What the verdict says below its title of residual risks, here and at the readers.
QString residualText(DrivenWindow &window)
{
    const auto *text = qobject_cast<QLabel *>(window->verdict().residualTitle()->buddy());
    return text != nullptr && text->isVisible() ? text->text() : QString();
}

QByteArray exported(DrivenWindow &window, const char *action, const char *file)
{
    window.answerSaveWith(window.filePath(file));
    window.press(action);
    window.waitUntilSettled();
    return readAll(window.filePath(file));
}

} // namespace

class TestUiCases : public QObject
{
    Q_OBJECT
private slots:
    void lmHead();
    void additionUnderOtherRules();
    void oneLogLine();
    void pairsByMouseAndKeyboard();
    void everyPicture();
    void pagesWithoutPicture();
};

/// 64 sticks x 98000 x 64 x 2 B = 765.6 MiB untiled; half of it, as reported, are two tiles of dim 1.
void TestUiCases::oneLogLine()
{
    DrivenWindow window;
    window.show();
    QGuiApplication::clipboard()->setText(QStringLiteral(
        "(Worker pid=7) [CRITICAL] [work_division] buf12: per-core tensor span 382.812 MB (shape=[98000, 4096], "
        "dtype=torch.float16, device_size=[64, 98000, 64], splits={d0: 1}) exceeds hardware limit of 256.00 MB"));
    window.press("paste");
    window.waitUntilSettled();
    const BenchState &bench = window->workspace().bench();
    QCOMPARE(QString::fromStdString(bench.opName()), QStringLiteral("buf12"));
    QCOMPARE(bench.untiled().worstSpan, Int{64} * 98000 * 64 * 2);
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 2, false}}));
    QCOMPARE(bench.current().worstSpan, Int{32} * 98000 * 64 * 2);
    QVERIFY2(bench.sentence().contains(QStringLiteral("The log's spans show these tiles")),
             qPrintable(bench.sentence()));
    QCOMPARE(barsOverTheLine(window), 1);
    QVERIFY(window->verdict().verdict()->headline().contains(QStringLiteral("as reported by the log")));

    window.press("auto");
    window.waitUntilSettled();
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 4, false}}));
    QCOMPARE(barsOverTheLine(window), 0);
    window.press("undo");
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 2, false}}));
}

/// 49216 = 64 x 769 and 769 is prime: every divisor up to the cap of 64 leaves a tile that is no multiple
/// of the 64 elements of a stick.
void TestUiCases::lmHead()
{
    DrivenWindow window;
    window.show();
    openSample(window, "lm-head-49216.json");
    window->workspace().selection().setOp(1);
    OperationsPanel &operations = window->operations();
    window.press("focusFilter");
    QTRY_VERIFY_WITH_TIMEOUT(operations.filterLine()->hasFocus(), kPatience);
    QTest::keyClicks(operations.filterLine(), QStringLiteral("verdict:unsupported"));
    QTRY_COMPARE_WITH_TIMEOUT(operations.filter()->rowCount(), 1, kPatience);
    DrivenWindow::clickCell(operations.table(), operations.filter()->index(0, 1));
    window.waitUntilSettled();
    QCOMPARE(window->workspace().selection().op(), 0);
    const VerdictBanner *verdict = window->verdict().verdict();
    QVERIFY(verdict->headline().startsWith(QStringLiteral("Unsupported")));
    QVERIFY2(verdict->text().contains(QStringLiteral("dim 0 up to 64 cuts a stick")), qPrintable(verdict->text()));
    QVERIFY2(verdict->text().contains(QStringLiteral("769 would fit but is over the cap of 64")),
             qPrintable(verdict->text()));
    QCOMPARE(barsOverTheLine(window), 2); // the output's and the read's floor(d/64)

    FitsModel *fits = window->verdict().fitsModel();
    DrivenWindow::clickCell(window->verdict().fits(), fits->index(fits->completeRow(), 0));
    window.waitUntilSettled();
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 769, false}, {HostDim{1}, 2, false}}));
    QCOMPARE(barsOverTheLine(window), 0);
    const QString residual = residualText(window);
    QVERIFY2(residual.contains(QStringLiteral("buf1")), qPrintable(residual));
    QVERIFY2(residual.contains(QStringLiteral("769 cores on d1 and there are 32")), qPrintable(residual));
}

/// 98000 x 4096 in two bytes: without splits 64 x 98000 x 64 x 2 B = 765.6 MiB. Two tiles leave 1.5 times
/// the limit, which these rules do not see; four leave three quarters.
void TestUiCases::additionUnderOtherRules()
{
    DrivenWindow window;
    window.show();
    openSample(window, "add-98000x4096.json");
    auto *rules = window->findChild<RulesBar *>()->presetBox();
    QVERIFY(rules != nullptr);
    rules->setFocus();
    QTest::keyClick(rules, Qt::Key_Down);
    window.waitUntilSettled();
    QCOMPARE(window->workspace().summary()->result->rules.rules.preset, std::string("torch-spyre-2026-07"));
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 2, false}}));
    QVERIFY(window->verdict().verdict()->headline().contains(QStringLiteral("Residual risk")));
    QVERIFY(!residualText(window).isEmpty());
    QVERIFY(barsOverTheLine(window) > 0);

    window.press("focusBench");
    DivisorStrip *strip = window->bench().rows().at(1)->strip();
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 4, false}}));
    window.waitUntilSettled();
    QCOMPARE(barsOverTheLine(window), 0);
    QVERIFY(window->verdict().onBench()->text().contains(QStringLiteral("every span fits")));

    QTest::mouseClick(window->bench().pinButton(), Qt::LeftButton);
    QVERIFY(window->workspace().bench().isPinned());
    const QByteArray python = exported(window, "exportPython", "hints.py");
    QVERIFY2(python.contains("spyre_hint") && python.contains("4"), python.constData());
    const QByteArray groups = exported(window, "exportGroups", "groups.json");
    QVERIFY2(!QJsonDocument::fromJson(groups).isNull() && groups.contains("buf0"), groups.constData());
    window.press("undo");
    QVERIFY(!window->workspace().bench().isPinned());
    QVERIFY(exported(window, "exportPython", "again.py") != python);
    window.press("undo");
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 2, false}}));
    window.press("undo");
    window.waitUntilSettled();
    QCOMPARE(window->workspace().summary()->result->rules.rules.preset, std::string("documented"));
}

void TestUiCases::pairsByMouseAndKeyboard()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QTest::mouseClick(window->bench().comboButton(), Qt::LeftButton);
    ComboMap *map = window->bench().comboPane()->map();
    QTRY_VERIFY_WITH_TIMEOUT(!map->map().cells.empty(), kPatience);
    window.waitUntilSettled();
    const ComboMapData &data = map->map();
    QCOMPARE(data.plan, std::optional(std::pair(Int{1}, Int{4})));
    QCOMPARE(data.current, std::pair(Int{1}, Int{4}));
    const auto placeOf = [](const std::vector<Int> &counts, Int count) {
        return static_cast<int>(std::find(counts.begin(), counts.end(), count) - counts.begin());
    };
    const int row = placeOf(data.countsA, 5);
    const int column = placeOf(data.countsB, 2);
    QVERIFY(row < static_cast<int>(data.countsA.size()) && column < static_cast<int>(data.countsB.size()));
    QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect(row, column).center().toPoint());
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 5, false}, {HostDim{1}, 2, false}}));

    map->setFocus();
    QCOMPARE(map->cursor(), std::pair(row, column));
    QTest::keyClick(map, Qt::Key_Right);
    QCOMPARE(map->cursor(), std::pair(row, column + 1));
    QCOMPARE(window->workspace().bench().splits().at(1).splitCount, Int{2}); // only looked at
    QVERIFY(map->readout().contains(QStringLiteral("4")));
    QTest::keyClick(map, Qt::Key_Return);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 5, false}, {HostDim{1}, 4, false}}));
    window.press("undo");
    window.press("undo");
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 4, false}}));
}

void TestUiCases::everyPicture()
{
    DrivenWindow window;
    window.show();
    openSample(window, "transformer-block.json");
    for (const char *page : {"pressure", "overview", "graph"}) {
        QVERIFY(window->showTab(QLatin1String(page)));
        window.waitUntilSettled();
        const QByteArray name = page;
        const QImage png = QImage::fromData(exported(window, "exportPicture", (name + ".png").constData()), "PNG");
        QVERIFY2(png.width() > 200 && png.height() > 100, page);
        QVERIFY2(emptiness(png) < 0.99, page);
        QSvgRenderer svg(exported(window, "exportPicture", (name + ".svg").constData()));
        QVERIFY2(svg.isValid(), page);
        QImage drawn(svg.defaultSize(), QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        svg.render(&painter);
        painter.end();
        QVERIFY2(emptiness(drawn) < 0.99, page);
        // The same picture: their sides have the same ratio.
        const auto ratio = [](QSize size) { return static_cast<double>(size.width()) / size.height(); };
        QVERIFY2(std::abs(ratio(png.size()) - ratio(drawn.size())) < 0.05, page);
        const QByteArray pdf = exported(window, "exportPicture", (name + ".pdf").constData());
        QVERIFY2(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF") && pdf.contains("/MediaBox"), page);
    }
    window.answerSaveWith(window.filePath("picture.bmp"));
    window.press("exportPicture");
    QVERIFY(window->messages().texts().back().contains(QStringLiteral(".png, .svg or .pdf")));
}

void TestUiCases::pagesWithoutPicture()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QVERIFY(window->showTab(QStringLiteral("groups")));
    window.answerSaveWith(window.filePath("none.png"));
    window.press("exportPicture");
    QVERIFY(!QFile::exists(window.filePath("none.png")));
    QVERIFY(window->messages().texts().back().contains(QStringLiteral("no picture")));
}

QTEST_MAIN(TestUiCases)
#include "test_ui_cases.moc"
