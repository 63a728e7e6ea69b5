/// Pages that answer for the selected op, and what must not get lost with the window.

#include "driven_window.h"

#include "ui/models/compare_model.h"
#include "ui/models/conflicts_model.h"
#include "ui/models/groups_model.h"
#include "ui/panels/groups_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/window/message_bar.h"
#include "ui/window/samples.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

int opNamed(DrivenWindow &window, const char *name)
{
    const auto index = window->workspace().result()->graph->operationIndex(name);
    return index ? static_cast<int>(*index) : -1;
}

} // namespace

class TestUiPages : public QObject
{
    Q_OBJECT
private slots:
    void groupsFollowTheSelection();
    void inferredIsMarked();
    void generatedCodeHasNoBench();
    void capturedGraphsInferNothing();
    void narrowVerdictIsWhole();
    void planIsFollowedOverTheLog();
    void comparisonShowsWhatDiffers();
    void choosingTheLogsTilesIsAChoice();
    void closingWaitsForExports();
    void oldFaultsDoNotKeepTheWindow();
    void copiesArrive();
    void samplesAreThere();
    void linksFollowTheTheme();
    void failedExportKeepsTheWindow();
};

void TestUiPages::groupsFollowTheSelection()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("transformer-block.json"));
    QVERIFY(window->showTab(QStringLiteral("groups")));
    window.waitUntilSettled();
    auto *groups = window->findChild<GroupsPanel *>()->table();
    auto *conflicts = window->findChild<ConflictsModel *>();
    auto *conflictTable = window->findChild<TableView *>(QStringLiteral("conflictsTable"));
    QVERIFY(conflicts != nullptr && conflictTable != nullptr);
    // buf34 is a group of its own, buf35 reads it and cannot join, buf0 has to do with neither.
    window->workspace().selection().setOp(opNamed(window, "buf34"));
    QCOMPARE(groups->currentIndex().siblingAtColumn(GroupsModel::Name).data().toString(), QStringLiteral("buf34"));
    QCOMPARE(groups->currentIndex().siblingAtColumn(GroupsModel::Splits).data().toString(),
             QStringLiteral("dim 0 / 2"));
    QCOMPARE(groups->currentIndex().parent().siblingAtColumn(GroupsModel::Splits).data().toString(),
             QStringLiteral("dim 0 / 2"));
    window->workspace().selection().setOp(opNamed(window, "buf35"));
    QVERIFY(!groups->currentIndex().isValid());
    QCOMPARE(conflictTable->currentIndex().siblingAtColumn(ConflictsModel::Op).data().toString(),
             QStringLiteral("buf35"));
    window->workspace().selection().setOp(opNamed(window, "buf0"));
    QVERIFY(groups->selectionModel()->selectedRows().isEmpty());
    QVERIFY(!conflictTable->currentIndex().isValid());
    // Unticking a group by keyboard leaves the cursor where it is.
    groups->setCurrentIndex(groups->model()->index(3, 0));
    QTest::keyClick(groups, Qt::Key_Space);
    QTRY_COMPARE(groups->model()->index(3, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    window.waitUntilSettled();
    QCOMPARE(groups->currentIndex(), groups->model()->index(3, 0));
}

/// A log's line tells sizes, not what the op computes: that is said wherever the op stands.
void TestUiPages::inferredIsMarked()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("logs/vocab_projection_issue.txt"));
    window->workspace().selection().setOp(opNamed(window, "buf0"));
    window.waitUntilSettled();
    const QString inferred = window->verdict().inferredText()->text();
    QVERIFY(window->verdict().inferredText()->isVisibleTo(&window->verdict()));
    for (const char *what : {"stride_map", "operation", "inputs", "line 4"}) {
        QVERIFY2(inferred.contains(QLatin1String(what)), what);
    }
    QVERIFY(window->workspace().details()->numbers.contains(QStringLiteral("Pointwise (assumed)")));
    bool marked = false;
    for (const QLabel *label : window->findChildren<QLabel *>()) {
        marked = marked || (label->isVisible() && label->text().contains(QStringLiteral("Pointwise*")));
    }
    QVERIFY(marked); // above the plot
}

/// Generated code tells spans, not the layouts that splits would change: no divisor is offered.
void TestUiPages::generatedCodeHasNoBench()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("output_code/rms_scale_tiled.py"));
    const BenchState &bench = window->workspace().bench();
    QVERIFY2(bench.sentence().startsWith(QStringLiteral("Splits cannot be tried: ")), qPrintable(bench.sentence()));
    QVERIFY(!bench.dims().empty());
    for (const HostDimInfo &info : bench.dims()) {
        QCOMPARE(bench.table(info.dim), nullptr);
    }
    // Its loops are tiles, and the cores that it tells are enough.
    const QString headline = window->workspace().details()->headline;
    QVERIFY2(headline.contains(QStringLiteral("32 on c1, which is enough")), qPrintable(headline));
    QVERIFY(!headline.contains(QStringLiteral("not tiled")));
}

void TestUiPages::capturedGraphsInferNothing()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("add-98000x4096.json"));
    QVERIFY(!window->verdict().inferredText()->isVisibleTo(&window->verdict()));
    QVERIFY(!window->workspace().details()->numbers.contains(QStringLiteral("assumed")));
}

void TestUiPages::narrowVerdictIsWhole()
{
    DrivenWindow window;
    window.show();
    window->resize(900, 600);
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    const VerdictPanel &verdict = window->verdict();
    const auto *area = verdict.findChild<QScrollArea *>();
    QVERIFY(area != nullptr && area->width() < 260); // narrower than anything here would like
    QVERIFY(area->widget()->width() <= area->viewport()->width());
    const QLabel *next = verdict.nextStep();
    QVERIFY(next->mapTo(area->widget(), QPoint(next->width(), 0)).x() <= area->viewport()->width());
    QVERIFY(next->height() >= next->heightForWidth(next->width())); // wrapped, not cut below
}

/// The log of 98000x4096 shows 2 tiles; the documented rules plan 4. To follow the plan is a wish that outlives
/// rules and sessions, not a copy of one plan.
void TestUiPages::planIsFollowedOverTheLog()
{
    const Levels two{{HostDim{1}, 2, false}};
    const Levels four{{HostDim{1}, 4, false}};
    const QString log = DrivenWindow::sample("logs/add_wrong_results_july.log");
    DrivenWindow window;
    window.show();
    window.openFile(log);
    const BenchState &bench = window->workspace().bench();
    window->edits().setPreset(QStringLiteral("documented"));
    window.waitUntilSettled();
    QVERIFY(bench.showsLog());
    QCOMPARE(bench.splits(), two);
    window.press("auto");
    QVERIFY(bench.followsPlan());
    QCOMPARE(bench.splits(), four);
    window->edits().setPreset(QStringLiteral("torch-spyre-2026-07"));
    window.waitUntilSettled();
    QCOMPARE(bench.splits(), two);
    window->edits().setPreset(QStringLiteral("documented"));
    window.waitUntilSettled();
    QCOMPARE(bench.splits(), four);
    const QString kept = window.filePath("kept.spanscope");
    window.answerSaveWith(kept);
    window.press("saveSession");
    window.waitUntilSettled();
    QFile file(kept);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("follows_plan"));
    DrivenWindow other;
    other.show();
    other.openFile(kept);
    QCOMPARE(other->workspace().bench().splits(), four);
    QVERIFY(other->workspace().bench().followsPlan());
    other->edits().setSplit(HostDim{1}, 8);
    QVERIFY(!other->workspace().bench().followsPlan());
    other.press("undo");
    QCOMPARE(other->workspace().bench().splits(), four);
    // The same wish where log and plan agree just now.
    other->edits().setPreset(QStringLiteral("torch-spyre-2026-07"));
    other.waitUntilSettled();
    other->edits().setSplit(HostDim{1}, 8);
    other.press("auto");
    QCOMPARE(other->workspace().bench().splits(), two);
    other->edits().setPreset(QStringLiteral("documented"));
    other.waitUntilSettled();
    QCOMPARE(other->workspace().bench().splits(), four);
}

/// Choosing by hand exactly what the log shows is a choice all the same, and the words on the bench change.
void TestUiPages::choosingTheLogsTilesIsAChoice()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("logs/add_wrong_results_july.log"));
    const BenchState &bench = window->workspace().bench();
    QVERIFY(bench.showsLog());
    QVERIFY(bench.sentence().contains(QStringLiteral("log")));
    QSignalSpy changed(&bench, &BenchState::splitsChanged);
    window->edits().setSplits(Levels{{HostDim{1}, 2, false}});
    QCOMPARE(changed.count(), 1);
    QVERIFY(!bench.showsLog());
    window.press("undo");
    QCOMPARE(changed.count(), 2);
    QVERIFY(bench.showsLog());
}

void TestUiPages::comparisonShowsWhatDiffers()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("transformer-block.json"));
    QVERIFY(window->showTab(QStringLiteral("compare")));
    window->workspace().compareWithPreset(QStringLiteral("torch-spyre-2026-07"));
    QTRY_VERIFY_WITH_TIMEOUT(window->workspace().baseline() != nullptr, kPatience);
    window.waitUntilSettled();
    const auto *model = window->findChild<CompareModel *>();
    QCOMPARE(model->rowCount(), model->changes()); // of 37 ops
    QVERIFY(model->changes() > 0 && model->changes() < 37);
    QTest::mouseClick(window->currentPanel()->findChild<QCheckBox *>(), Qt::LeftButton, {}, QPoint(8, 8));
    QCOMPARE(model->rowCount(), 37);
}

void TestUiPages::closingWaitsForExports()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("transformer-block.json"));
    const QStringList kinds{QStringLiteral("exportPlan"), QStringLiteral("exportHtml"), QStringLiteral("exportCsv"),
                            QStringLiteral("exportPython")};
    for (const QString &kind : kinds) {
        window.answerSaveWith(window.filePath(kind.toLatin1().constData()));
        window.press(kind.toLatin1().constData());
    }
    QVERIFY(!window->close()); // not before they are written
    QVERIFY(window->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!window->isVisible(), kPatience);
    for (const QString &kind : kinds) {
        QVERIFY2(QFileInfo(window.filePath(kind.toLatin1().constData())).size() > 100, qPrintable(kind));
    }
}

void TestUiPages::oldFaultsDoNotKeepTheWindow()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("add-98000x4096.json"));
    window.answerSaveWith(window.filePath("no such folder/x.png"));
    window.press("exportPicture");
    window.answerSaveWith(window.filePath("report.html"));
    window.press("exportHtml");
    QVERIFY(!window->close());
    QTRY_VERIFY_WITH_TIMEOUT(!window->isVisible(), kPatience);
    QVERIFY(QFileInfo(window.filePath("report.html")).size() > 100);
}

void TestUiPages::copiesArrive()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("add-98000x4096.json"));
    window.press("copyPython");
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().contains(QStringLiteral("spyre_hint")), kPatience);
    window.press("copyMarkdown");
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().contains(QStringLiteral("98000x4096")), kPatience);
}

/// Every sample of the start page opens, and none has got lost.
void TestUiPages::samplesAreThere()
{
    const std::vector<Sample> list = samples();
    QVERIFY(list.size() >= 24);
    for (const Sample &sample : list) {
        DrivenWindow window;
        window->workspace().open({sample.open});
        window.waitUntilSettled();
        QVERIFY2(window->workspace().result() != nullptr, qPrintable(sample.title));
        QVERIFY(!sample.title.endsWith(QStringLiteral(".json"))); // all graphs have names for people
    }
}

void TestUiPages::linksFollowTheTheme()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    QLabel *risks = nullptr;
    for (auto *label : window->verdict().findChildren<QLabel *>()) {
        risks = label->text().contains(QStringLiteral("<a href")) ? label : risks;
    }
    QVERIFY(risks != nullptr);
    window.switchTheme(QStringLiteral("light"));
    window.switchTheme(QStringLiteral("dark"));
    const QImage live = risks->grab().toImage();
    window->workspace().selection().setOp(1);
    window.waitUntilSettled();
    window->workspace().selection().setOp(0);
    window.waitUntilSettled();
    QCOMPARE(live, risks->grab().toImage()); // as if it had always been dark
}

void TestUiPages::failedExportKeepsTheWindow()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("add-98000x4096.json"));
    window.answerSaveWith(window.filePath("no such folder/plan.json"));
    window.press("exportPlan");
    QVERIFY(!window->close());
    window.waitUntilSettled();
    QTest::qWait(50);
    QVERIFY(window->isVisible());
    const QString told = window->messages().texts().join(u'\n');
    QVERIFY2(told.contains(QStringLiteral("could not be written")), qPrintable(told));
    QVERIFY(window->close()); // the next wish is granted
}

QTEST_MAIN(TestUiPages)
#include "test_ui_pages.moc"
