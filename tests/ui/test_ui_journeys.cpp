/// What people do with the window, with real mouse and key events.

#include "driven_window.h"

#include "ui/models/fits_model.h"
#include "ui/models/operations_filter.h"
#include "ui/models/operations_model.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/verdict_banner.h"
#include "ui/panels/verdict_panel.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/window/action_set.h"
#include "ui/window/command_palette.h"
#include "ui/window/message_bar.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

const QString kLmHead = QStringLiteral("linear(f16[2,4096], f16[49216,4096])");

QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestUiJourneys : public QObject
{
    Q_OBJECT
private slots:
    void fromTheStartPageToWhatWouldFit();
    void pinExportUndo();
    void filtersAndWalks();
    void keysOnTheBench();
    void answersNonDivisors();
    void palette();
    void pasteAnywhere();
    void dropsFiles();
    void cancelsALoad();
    void reloadOffer();
    void sessionFile();
    void deadRecentFile();
    void errorsAreText();
};

void TestUiJourneys::fromTheStartPageToWhatWouldFit()
{
    DrivenWindow window;
    window.show();
    QVERIFY(window->startPage().isVisible());
    QLineEdit *line = window->startPage().expressionLine();
    line->setFocus();
    QTest::keyClicks(line, kLmHead);
    QTest::keyClick(line, Qt::Key_Return);
    window.waitUntilSettled();
    QVERIFY(!window->startPage().isVisible());
    for (QDockWidget *dock : window->docks()) {
        QVERIFY(dock->isVisible());
    }
    QVERIFY(window->verdict().verdict()->headline().startsWith(QStringLiteral("Unsupported")));

    FitsModel *fits = window->verdict().fitsModel();
    QVERIFY(fits->completeRow() >= 0);
    DrivenWindow::clickCell(window->verdict().fits(), fits->index(fits->completeRow(), 0));
    const BenchState &bench = window->workspace().bench();
    QCOMPARE(bench.splits(), (Levels{{HostDim{0}, 769, false}, {HostDim{1}, 2, false}}));
    QCOMPARE(bench.current().worstSpan, Int{201588736});
    QVERIFY(window->verdict().onBench()->text().contains(QStringLiteral("1,538")));
    QVERIFY(window->statusLine().text().contains(QStringLiteral("1 unsupported")));
}

void TestUiJourneys::pinExportUndo()
{
    DrivenWindow window;
    window.show();
    window.openExpression(kLmHead);
    window->edits().setSplits({{HostDim{0}, 769, false}, {HostDim{1}, 2, false}});
    QTest::mouseClick(window->bench().pinButton(), Qt::LeftButton);
    QVERIFY(window->workspace().bench().isPinned());
    const QString path = window.filePath("hints.py");
    window.answerSaveWith(path);
    window.press("exportPython");
    window.waitUntilSettled();
    const QByteArray python = readAll(path);
    QVERIFY2(python.contains("769"), python.constData());
    QVERIFY(python.contains("spyre_hint"));
    QVERIFY(window->messages().texts().join(u' ').contains(QStringLiteral("hints.py")));
    window.press("undo");
    QVERIFY(!window->workspace().bench().isPinned());
    window.press("undo");
    QVERIFY(window->workspace().bench().followsPlan());
    window.press("redo");
    QCOMPARE(window->workspace().bench().splits().size(), std::size_t{2});
    window.answerSaveWith(window.filePath("no/such/folder/x.py"));
    window.press("exportPython");
    window.waitUntilSettled();
    QVERIFY(window->messages().texts().back().contains(QStringLiteral("could not be written")));
}

void TestUiJourneys::filtersAndWalks()
{
    DrivenWindow window;
    window.show();
    window.openExpression(kLmHead);
    OperationsPanel &operations = window->operations();
    const int all = operations.filter()->rowCount();
    QVERIFY(all > 1);
    window.press("focusFilter");
    QTRY_VERIFY(operations.filterLine()->hasFocus());
    QTest::keyClicks(operations.filterLine(), QStringLiteral("verdict:unsupported"));
    QTRY_COMPARE(operations.filter()->rowCount(), 1); // after the debounce
    QTest::keyClick(operations.filterLine(), Qt::Key_Return);
    QTRY_VERIFY(operations.table()->hasFocus());
    operations.filterLine()->clear();
    QTRY_COMPARE(operations.filter()->rowCount(), all);
    const int first = window->workspace().selection().op();
    QTest::keyClick(operations.table(), Qt::Key_Down);
    QVERIFY(window->workspace().selection().op() != first);
    QTRY_VERIFY(window->actionSet().get(QStringLiteral("back"))->isEnabled());
    window.press("back");
    QCOMPARE(window->workspace().selection().op(), first);
    window.press("forward");
    QVERIFY(window->workspace().selection().op() != first);
    window.waitUntilSettled();
}

void TestUiJourneys::keysOnTheBench()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 4, false}}));
    BenchRow *row = window->bench().rows().at(1);
    row->strip()->setFocus();
    QTest::keyClick(row->strip(), Qt::Key_Right);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 8, false}}));
    QTest::keyClick(row->strip(), Qt::Key_Left);
    QTest::keyClick(row->strip(), Qt::Key_Left);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 2, false}}));
    QVERIFY(window->workspace().bench().current().anyOver());
    row->aliasEdit()->setFocus();
    QTest::keyClicks(row->aliasEdit(), QStringLiteral("K"));
    QTest::keyClick(row->aliasEdit(), Qt::Key_Return);
    QCOMPARE(aliasOf(window->workspace().bench().aliases(), HostDim{1}), std::string("K"));
    window.press("auto");
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 4, false}}));
    window.press("none");
    QVERIFY(window->workspace().bench().splits().empty());
}

void TestUiJourneys::answersNonDivisors()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QLineEdit *split = window->bench().rows().at(1)->splitEdit();
    split->setFocus();
    split->selectAll();
    QTest::keyClicks(split, QStringLiteral("48"));
    QTest::keyClick(split, Qt::Key_Return);
    // 4096 has the divisors 32 and 64 around 48.
    QVERIFY(window->bench().notice().contains(QStringLiteral(">32<")));
    QVERIFY(window->bench().notice().contains(QStringLiteral(">64<")));
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 4, false}}));
    QCOMPARE(split->text(), QStringLiteral("4"));
    split->selectAll();
    QTest::keyClicks(split, QStringLiteral("32"));
    QTest::keyClick(split, Qt::Key_Return);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 32, false}}));
    QVERIFY(window->bench().notice().isEmpty());
}

void TestUiJourneys::palette()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("h = add(bf16[98000,4096], bf16[98000,4096]); relu(h)"));
    const QString second = window->workspace().summary()->ops.at(1).name;
    window->workspace().selection().setOp(0);
    window.press("palette");
    auto *palette = window->findChild<CommandPalette *>();
    QVERIFY(palette != nullptr);
    QTest::keyClicks(palette->line(), second);
    QVERIFY(palette->list()->currentItem()->text().startsWith(second));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    QCOMPARE(window->workspace().selection().op(), 1);
    QTRY_VERIFY(window->findChild<CommandPalette *>() == nullptr);
    window.press("palette");
    palette = window->findChild<CommandPalette *>();
    QVERIFY(palette != nullptr);
    QTest::keyClicks(palette->line(), QStringLiteral("groups"));
    QTest::keyClick(palette->line(), Qt::Key_Return);
    QCOMPARE(window->currentPanel()->id(), QStringLiteral("groups"));
}

void TestUiJourneys::pasteAnywhere()
{
    DrivenWindow window;
    window.show();
    QGuiApplication::clipboard()->setText(QStringLiteral("relu(f16[64,64])"));
    window.press("paste");
    window.waitUntilSettled();
    QCOMPARE(window->workspace().summary()->ops.size(), std::size_t{1});
    // In a line edit the same keys paste into the line.
    window.press("focusFilter");
    QTRY_VERIFY(window->operations().filterLine()->hasFocus());
    QTest::keyClick(window->operations().filterLine(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(window->operations().filterLine()->text(), QStringLiteral("relu(f16[64,64])"));
    QCOMPARE(window->workspace().documents().documents().size(), std::size_t{1});
}

void TestUiJourneys::dropsFiles()
{
    DrivenWindow window;
    window.show();
    const QString path =
        window.writeGraphFile("dropped.json", QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path), QUrl(QStringLiteral("https://example.org/x.json"))});
    const QPoint at(400, 300);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&*window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&*window, &drop);
    window.waitUntilSettled();
    QCOMPARE(window->windowTitle(), QStringLiteral("dropped.json - SpanScope"));
    QVERIFY(window->messages().texts().join(u' ').contains(QStringLiteral("https://example.org/x.json")));
}

void TestUiJourneys::cancelsALoad()
{
    DrivenWindow window;
    window.show();
    // Large enough that reading it takes a while on any machine.
    const QString path = window.filePath("large.jsonl");
    const QByteArray line = readAll(window.writeGraphFile("one.json", kLmHead));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 30'000; ++i) {
        file.write(line);
    }
    file.close();
    window->workspace().open({path});
    QPushButton *cancel = window->statusLine().cancelButton();
    QTRY_VERIFY(cancel->isVisible());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window->workspace().isBusy(), kPatience);
    QVERIFY(window->messages().texts().join(u' ').contains(QStringLiteral("cancelled")));
    QVERIFY(window->workspace().documents().documents().empty());
    QVERIFY(!cancel->isVisible());
    window.openExpression(QStringLiteral("relu(f16[64,64])")); // and it goes on
}

void TestUiJourneys::reloadOffer()
{
    DrivenWindow window;
    window.show();
    const QString path = window.writeGraphFile("g.json", QStringLiteral("relu(f16[64,64])"));
    window->workspace().open({path});
    window.waitUntilSettled();
    window.writeGraphFile("g.json", QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QPushButton *reload = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (reload = window->messages().findChild<QPushButton *>(QStringLiteral("messageAction"))) != nullptr, kPatience);
    QTest::mouseClick(reload, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window->workspace().summary() ? window->workspace().summary()->ops.front().shape
                                                            : QString(),
                              QStringLiteral("98000x4096"), kPatience);
}

void TestUiJourneys::sessionFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.spanscope"));
    {
        DrivenWindow window;
        window.show();
        window.openExpression(kLmHead);
        window->edits().setSplits({{HostDim{0}, 769, false}});
        window.answerSaveWith(path);
        window.press("saveSession");
        QVERIFY(QFile::exists(path));
    }
    DrivenWindow window;
    window.show();
    window->workspace().open({path});
    window.waitUntilSettled();
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 769, false}}));
}

void TestUiJourneys::deadRecentFile()
{
    DrivenWindow window;
    window->workspace().recentFiles().add(window.filePath("gone.json"));
    window.show();
    auto *entry = window->startPage().findChild<QPushButton *>(QStringLiteral("deadFile"));
    QVERIFY(entry != nullptr);
    QVERIFY(entry->text().contains(QStringLiteral("gone.json")));
    QTest::mouseClick(entry, Qt::LeftButton);
    QVERIFY(window->workspace().recentFiles().paths().isEmpty());
}

void TestUiJourneys::errorsAreText()
{
    DrivenWindow window;
    window.show();
    window->workspace().openText(QStringLiteral("linear(f16[2,"));
    QTRY_VERIFY_WITH_TIMEOUT(!window->workspace().lastError().isEmpty(), kPatience);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QCOMPARE(window->messages().texts().size(), 1);
    QVERIFY(window->startPage().isVisible());
}

QTEST_MAIN(TestUiJourneys)
#include "test_ui_journeys.moc"
