/// Splits under trial: what they come to, and how choices reach them.

#include "analysed.h"

#include "ui/models/bench_state.h"
#include "ui/models/selection.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

using namespace spanscope;
using namespace spanscope::ui;

class TestUiBench : public QObject
{
    Q_OBJECT
private slots:
    void followsThePlan();
    void completeFitOfTheLmHead();
    void isFastEnough();
    void choicesByOp();
    void historyOfTheSelection();
    void levelsAreNormal();
};

void TestUiBench::followsThePlan()
{
    BenchState bench;
    QVERIFY(bench.isEmpty());
    bench.setOp(analysed(kAdd), 0, {});
    QVERIFY(bench.followsPlan());
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 4, false}}));
    QCOMPARE(bench.current().worstSpan, Int{200704000});
    QCOMPARE(bench.untiled().worstSpan, Int{802816000});
    QVERIFY(bench.trial().accepted);
    QVERIFY(bench.controlsText(HostDim{1}).contains(QStringLiteral("out dev 0")));
    QVERIFY(bench.sentence().contains(QStringLiteral("every span fits")));
    bench.setOp(nullptr, 3, {});
    QVERIFY(bench.isEmpty());
    QCOMPARE(bench.sentence(), QString());
}

void TestUiBench::completeFitOfTheLmHead()
{
    const GraphResultPtr result = analysed(kLmHead);
    const int op = firstWith(*result, Verdict::Unsupported);
    QVERIFY(op >= 0);
    BenchState bench;
    bench.setOp(result, op, {});
    QVERIFY(bench.splits().empty());
    QCOMPARE(bench.current().worstSpan, Int{403177472}); // 769 x 262144 x 2 B
    QSignalSpy spy(&bench, &BenchState::splitsChanged);
    GraphChoices choices;
    choices.splits[bench.opName()] = {{HostDim{1}, 2, false}, {HostDim{0}, 769, false}};
    bench.setChoices(choices);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(bench.current().worstSpan, Int{201588736});
    QVERIFY(!bench.current().anyOver());
    QVERIFY(!bench.trial().accepted); // 769 is over the cap of 64
    QVERIFY(bench.manualTrial().accepted);
    QVERIFY(bench.sentence().contains(QStringLiteral("1,538 tiles")));
    QVERIFY(bench.sentence().contains(QStringLiteral("manual hint")));
    QCOMPARE(bench.table(HostDim{0})->find(769)->status, SplitStatus::OverAutoCap);
    QCOMPARE(bench.table(HostDim{0})->find(2)->status, SplitStatus::CutsOutputStick);
    bench.setChoices(choices);
    QCOMPARE(spy.size(), 1); // nothing new
}

void TestUiBench::isFastEnough()
{
    const GraphResultPtr result = analysed(kLmHead);
    BenchState bench;
    bench.setOp(result, firstWith(*result, Verdict::Unsupported), {});
    qint64 best = 1'000'000;
    for (const Int split : {2, 4, 8, 16, 32, 64, 769}) {
        GraphChoices choices;
        choices.splits[bench.opName()] = {{HostDim{0}, split, false}};
        QElapsedTimer timer;
        timer.start();
        bench.setChoices(choices);
        best = std::min(best, timer.nsecsElapsed() / 1000);
    }
    qInfo("a change of splits: %lld us", static_cast<long long>(best));
    QVERIFY2(best < 16'000, qPrintable(QString::number(best)));
}

void TestUiBench::choicesByOp()
{
    GraphChoices choices;
    QVERIFY(!choices.splitsOf("buf0"));
    choices.splits["buf0"] = {};
    QVERIFY(choices.splitsOf("buf0")); // cleared by hand is not the same as never touched
    choices.aliases["buf0"] = withAlias({}, HostDim{1}, "H");
    QCOMPARE(aliasOf(choices.aliasesOf("buf0"), HostDim{1}), std::string("H"));
    QCOMPARE(aliasOf(choices.aliasesOf("buf0"), HostDim{0}), std::string());
    QVERIFY(withAlias(choices.aliasesOf("buf0"), HostDim{1}, "").empty());

    const GraphResultPtr result = analysed(kAdd);
    choices.excludedGroups = {result->graph->operations.front().name};
    choices.pins["x"] = {{HostDim{0}, 2, false}};
    const ExportChoice out = exportChoice(choices, *result);
    QCOMPARE(out.excludedGroups, std::vector<int>{0});
    QCOMPARE(out.pins.size(), std::size_t{1});
    QCOMPARE(out.pins.front().op, std::string("x"));
}

void TestUiBench::historyOfTheSelection()
{
    Selection selection;
    QSignalSpy spy(&selection, &Selection::opChanged);
    for (const int op : {3, 5, 7}) {
        selection.setOp(op);
    }
    selection.setOp(7); // no visit
    QCOMPARE(spy.size(), 3);
    selection.back();
    selection.back();
    QCOMPARE(selection.op(), 3);
    QVERIFY(!selection.canGoBack());
    selection.forward();
    QCOMPARE(selection.op(), 5);
    selection.setOp(9); // what lay ahead is gone
    QVERIFY(!selection.canGoForward());
    selection.back();
    QCOMPARE(selection.op(), 5);
    selection.setRow(2);
    selection.setDim(HostDim{1});
    selection.setOp(1);
    QCOMPARE(selection.row(), -1);
    QVERIFY(!selection.dim());
    selection.reset();
    QCOMPARE(selection.op(), -1);
    QVERIFY(!selection.canGoBack());
}

void TestUiBench::levelsAreNormal()
{
    const Levels levels = withSplit({{HostDim{2}, 4, false}}, HostDim{0}, 3);
    QCOMPARE(levels, (Levels{{HostDim{0}, 3, false}, {HostDim{2}, 4, false}}));
    QCOMPARE(withSplit(levels, HostDim{2}, 1), (Levels{{HostDim{0}, 3, false}}));
    QCOMPARE(splitOf(levels, HostDim{1}), Int{1});
    QCOMPARE(tileCount(levels), Int{12});
    QCOMPARE(tileCount({{HostDim{0}, Int{1} << 40, false}, {HostDim{1}, Int{1} << 40, false}}),
             std::numeric_limits<Int>::max());
}

QTEST_GUILESS_MAIN(TestUiBench)
#include "test_ui_bench.moc"
