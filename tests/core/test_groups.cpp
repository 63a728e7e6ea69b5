/// Hint groups and conflicts on hand-made graphs; every expectation is written by hand.

#include "tests/core/reference/group_builder.h"

#include <QTest>

using namespace reference;

class TestGroups : public QObject
{
    Q_OBJECT
private slots:
    void plansThatTheCasesRestOn();
    void sameSignatureJoinsByAdjacency();
    void anOpWithNothingToPlanClosesTheRun();
    void readingAClosedGroupIsAConflict();
    void manualHintsCloseTheRunAndForbidReaders();
    void unsupportedOpsCloseTheRun();
    void aReaderWithAnotherPlanConforms();
    void aReaderThatNeedsMoreIsAConflict();
    void anotherPlanWithoutReadingOpensANewRun();
    void aReductionIsAGroupOfItsOwn();
    void aReductionThatReadsTheRun();
    void aReductionJoins();
    void aReductionWithOtherCountsDoesNotJoin();
    void readersOfAJoinedProducer();
    void aConflictingOpIsNoTiledProducer();
    void hintsOfTwoLevels();
    void twoLoopVariablesAreAnError();
    void switchesDisableThePlanner_data();
    void switchesDisableThePlanner();
    void storageInsideAndOutside();
    void wholeGraphRun();
};

void TestGroups::plansThatTheCasesRestOn()
{
    Builder b;
    b.pointwise("half", {"x"});
    b.pointwise("single", {"x"}, "float32");
    b.tiny("tiny");
    b.unsupported("prime");
    b.reduction("sum", {});
    const Run run(b);
    QCOMPARE(levelsText(run.analyses[0].levels), std::string("(1 x 2)"));
    QCOMPARE(levelsText(run.analyses[1].levels), std::string("(1 x 4)"));
    QVERIFY(run.analyses[2].outcome == Outcome::None && run.analyses[2].code == Code::NoOverflow);
    QVERIFY(run.analyses[3].outcome == Outcome::Unsupported && run.analyses[3].code == Code::NoComboFits);
    QCOMPARE(levelsText(run.analyses[4].levels), std::string("(1 x 2)"));
}

void TestGroups::sameSignatureJoinsByAdjacency()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("b", {"x"}); // does not read a
    b.pointwise("c", {"b"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a b c"));
    QCOMPARE(run.conflicts(), std::string());
    QVERIFY(run.result.compiles);
    QVERIFY(run.membership(0) == Membership::Started);
    QVERIFY(run.membership(1) == Membership::SameSignature);
    QVERIFY(run.membership(2) == Membership::SameSignature);
    const Group &g = run.result.groups[0];
    QCOMPARE(g.levels.size(), std::size_t{1});
    QCOMPARE(g.levels[0].hintId, Int{10000});
    QCOMPARE(g.levels[0].splitCount, Int{2});
    QVERIFY(!g.levels[0].isReduction);
    const DimHint want{{"_span_overflow"}, 2, "d0", false, 10000};
    for (const GroupMember &member : g.members) {
        QCOMPARE(member.hints.size(), std::size_t{1});
        QVERIFY(member.hints[0] == want);
    }
    QCOMPARE(levelsText(run.result.levelsOf(2)), std::string("(1 x 2)"));
    QCOMPARE(run.result.groupOf, (std::vector<int>{0, 0, 0}));
}

void TestGroups::anOpWithNothingToPlanClosesTheRun()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.tiny("t");
    b.pointwise("c", {"x"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a | c"));
    QCOMPARE(run.conflicts(), std::string());
    QCOMPARE(run.result.groups[0].levels[0].hintId, Int{10000});
    QCOMPARE(run.result.groups[1].levels[0].hintId, Int{10001});
    QCOMPARE(run.result.groupOf, (std::vector<int>{0, -1, 1}));
    QVERIFY(run.result.levelsOf(1).empty());
}

void TestGroups::readingAClosedGroupIsAConflict()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.tiny("t");
    b.pointwise("c", {"a"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a"));
    QCOMPARE(run.conflicts(), std::string("c reads_closed_group a"));
    QVERIFY(!run.result.compiles);
    QCOMPARE(run.result.groupOf, (std::vector<int>{0, -1, -1}));
}

void TestGroups::manualHintsCloseTheRunAndForbidReaders()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("m", {"x"}).dimHints = {manualHint()};
    b.pointwise("c", {"x"});
    b.pointwise("d", {"m"});
    b.pointwise("e", {"x"});
    const Run run(b);
    QVERIFY(run.analyses[1].manual);
    // The conflict of d closes the run of c as well.
    QCOMPARE(run.groups(), std::string("a | c | e"));
    QCOMPARE(run.conflicts(), std::string("d reads_manual_hint m"));
    QVERIFY(!run.result.compiles);
}

void TestGroups::unsupportedOpsCloseTheRun()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.unsupported("u");
    b.pointwise("c", {"u"}); // an untiled producer is no obstacle
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a | c"));
    QCOMPARE(run.conflicts(), std::string());
    QVERIFY(!run.result.compiles);

    Builder manual;
    manual.unsupported("u").dimHints = {manualHint()};
    const Run hinted(manual);
    QVERIFY(hinted.result.compiles);
}

void TestGroups::aReaderWithAnotherPlanConforms()
{
    Builder b;
    b.pointwise("a", {"x"}, "float32"); // 4 tiles
    b.pointwise("c", {"a"});            // alone: 2 tiles; 4 suit it too
    b.pointwise("d", {"x"}, "float32");
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a c d"));
    QCOMPARE(run.conflicts(), std::string());
    QVERIFY(run.membership(1) == Membership::Conformed);
    QVERIFY(run.membership(2) == Membership::SameSignature);
    QCOMPARE(levelsText(run.result.levelsOf(1)), std::string("(1 x 4)"));
    QCOMPARE(run.result.memberOf(1)->hints[0].splitCount, Int{4});
}

void TestGroups::aReaderThatNeedsMoreIsAConflict()
{
    Builder b;
    b.pointwise("a", {"x"});            // 2 tiles
    b.pointwise("c", {"a"}, "float32"); // 2 tiles are not enough for it
    b.pointwise("d", {"x"});
    const Run run(b);
    QCOMPARE(run.conflicts(), std::string("c reads_open_run a"));
    QCOMPARE(run.groups(), std::string("a | d"));
    QVERIFY(!run.result.compiles);
}

void TestGroups::anotherPlanWithoutReadingOpensANewRun()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("c", {"x"}, "float32");
    b.pointwise("d", {"c"}, "float32");
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a | c d"));
    QCOMPARE(run.conflicts(), std::string());
    QVERIFY(run.membership(1) == Membership::Started);
}

void TestGroups::aReductionIsAGroupOfItsOwn()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.reduction("r", {});
    b.pointwise("c", {"x"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a | r | c"));
    QCOMPARE(run.conflicts(), std::string());
    QCOMPARE(run.result.groups[1].levels[0].hintId, Int{10001});
    QCOMPARE(run.result.groups[2].levels[0].hintId, Int{10002});
    QVERIFY(run.result.compiles);

    Builder readers;
    readers.reduction("r", {});
    readers.pointwise("c", {"r"});
    QCOMPARE(Run(readers).conflicts(), std::string("c reads_closed_group r"));
}

void TestGroups::aReductionThatReadsTheRun()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.reduction("r", {"a"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a"));
    QCOMPARE(run.conflicts(), std::string("r reads_open_run a"));
    QVERIFY(!run.result.compiles);
}

void TestGroups::aReductionJoins()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.reduction("r", {"a"});
    b.pointwise("c", {"x"}); // the run is closed: a new one
    const Run run(b, smallRules(true));
    QCOMPARE(run.groups(), std::string("a r | c"));
    QCOMPARE(run.conflicts(), std::string());
    QVERIFY(run.membership(1) == Membership::Joined);
    QVERIFY(run.result.compiles);
    QCOMPARE(run.result.memberOf(1)->hints[0].hintId, Int{10000});

    // A Reduction that does not read the run is still on its own.
    Builder apart;
    apart.pointwise("a", {"x"});
    apart.reduction("r", {});
    QCOMPARE(Run(apart, smallRules(true)).groups(), std::string("a | r"));
}

void TestGroups::aReductionWithOtherCountsDoesNotJoin()
{
    Builder b;
    b.pointwise("a", {"x"}, "float32"); // 4 tiles; the sum of it wants 4 as well
    b.pointwise("c", {"a"});            // conforms to 4
    b.reduction("r", {"c"});            // 2 tiles
    const Run run(b, smallRules(true));
    QCOMPARE(levelsText(run.analyses[2].levels), std::string("(1 x 2)"));
    QCOMPARE(run.groups(), std::string("a c"));
    QCOMPARE(run.conflicts(), std::string("r reads_open_run c"));
}

void TestGroups::readersOfAJoinedProducer()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.reduction("r", {"a"});
    b.pointwise("c", {"a"});
    b.pointwise("d", {"r"});
    const Run run(b, smallRules(true));
    QCOMPARE(run.groups(), std::string("a r"));
    QCOMPARE(run.conflicts(), std::string("c reads_joined_producer a; d reads_closed_group r"));
    QVERIFY(!run.result.compiles);
}

void TestGroups::aConflictingOpIsNoTiledProducer()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.tiny("t");
    b.pointwise("c", {"a"}); // conflict: stays untiled
    b.pointwise("d", {"c"});
    const Run run(b);
    QCOMPARE(run.groups(), std::string("a | d"));
    QCOMPARE(run.conflicts(), std::string("c reads_closed_group a"));
}

void TestGroups::hintsOfTwoLevels()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("c", {"a"});
    const Graph graph = b.finish();
    std::vector<OpAnalysis> analyses = analyseAll(graph, smallRules());
    for (OpAnalysis &analysis : analyses) {
        analysis.levels = {{{1}, 4, false}, {{2}, 1, false}};
        analysis.levels[1].splitCount = 64;
    }
    const GroupResult result = group(graph, analyses, smallRules());
    QCOMPARE(groupsText(graph, result), std::string("a c"));
    QCOMPARE(result.groups[0].levels.size(), std::size_t{2});
    QCOMPARE(result.groups[0].levels[0].hintId, Int{10000});
    QCOMPARE(result.groups[0].levels[1].hintId, Int{10001});
    const DimHint inner{{"_span_overflow"}, 64, "d1", false, 10001};
    QVERIFY(result.memberOf(1)->hints.at(1) == inner);
}

void TestGroups::twoLoopVariablesAreAnError()
{
    // Dim 1 is walked by two symbols: 4*d0 + d1.
    Builder b;
    Operation &op = b.pointwise("a", {});
    op.writes[0].indexText = "256*d0 + 64*d1 + d2";
    op.writes[0].index = parseExpr(op.writes[0].indexText).expr;
    op.writes[0].ranges = {{"d0", 4}, {"d1", 4}, {"d2", 64}};
    b.pointwise("c", {"a"});
    const Run run(b);
    QCOMPARE(levelsText(run.analyses[0].levels), std::string("(1 x 2)"));
    QCOMPARE(run.result.conflicts.size(), std::size_t{1});
    const Conflict &conflict = run.result.conflicts[0];
    QVERIFY(conflict.code == ConflictCode::NoSingleLoopVar);
    QCOMPARE(conflict.opIndex, std::size_t{0});
    QCOMPARE(conflict.hostDim.index, 1);
    QCOMPARE(conflict.coordinate, std::string("4*d0 + d1"));
    QVERIFY(!run.result.compiles);
    QCOMPARE(run.result.groupOf[0], -1);
}

void TestGroups::switchesDisableThePlanner_data()
{
    QTest::addColumn<bool>("wsr");
    QTest::addColumn<bool>("overflow");
    QTest::newRow("ignore_wsr_hints") << true << false;
    QTest::newRow("ignore_span_overflow_hints") << false << true;
}

void TestGroups::switchesDisableThePlanner()
{
    QFETCH(bool, wsr);
    QFETCH(bool, overflow);
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("c", {"a"}, "float32");
    b.unsupported("u");
    b.graph().config.ignoreWsrHints = wsr;
    b.graph().config.ignoreSpanOverflowHints = overflow;
    const Run off(b);
    QVERIFY(off.result.groups.empty());
    QVERIFY(off.result.conflicts.empty());
    QVERIFY(off.result.compiles);
    QVERIFY(off.result.disabledBy == (wsr ? DisabledBy::IgnoreWsrHints : DisabledBy::IgnoreSpanOverflowHints));
    QVERIFY(off.analyses[0].outcome == Outcome::Planned); // still analysed
    const Run shown(b, smallRules(), true);
    QCOMPARE(shown.groups(), std::string("a"));
    QCOMPARE(shown.conflicts(), std::string("c reads_open_run a"));
    QVERIFY(off.result.levelsOf(0).empty());

    b.graph().config.ignoreWsrHints = false;
    b.graph().config.ignoreSpanOverflowHints = false;
    const Run on(b);
    QVERIFY(on.result.disabledBy == DisabledBy::Nothing);
    QCOMPARE(on.groups(), std::string("a"));
}

void TestGroups::storageInsideAndOutside()
{
    Builder b;
    b.pointwise("inside", {"x"});
    b.pointwise("shared", {"inside"});
    b.pointwise("last", {"shared", "x"});
    b.tiny("outsider", {"shared"});
    b.graph().outputs = {"last"};
    const Run run(b);
    QCOMPARE(run.groups(), std::string("inside shared last"));
    const StoragePlan inside = storagePlan(run.graph, run.result, 0);
    QVERIFY(inside.output == Storage::Tile);                              // made and read in the group only
    QVERIFY(inside.reads.empty() || inside.reads.at(0) == Storage::Full); // x is a graph input
    const StoragePlan shared = storagePlan(run.graph, run.result, 1);
    QVERIFY(shared.output == Storage::Full); // read outside
    QVERIFY(shared.reads.at(0) == Storage::Tile);
    const StoragePlan last = storagePlan(run.graph, run.result, 2);
    QVERIFY(last.output == Storage::Full); // a graph output
    QVERIFY(last.reads.empty() || last.reads.at(0) == Storage::Full);
    const StoragePlan outsider = storagePlan(run.graph, run.result, 3);
    QVERIFY(outsider.output == Storage::Full);
    QVERIFY(outsider.reads.empty() || outsider.reads.at(0) == Storage::Full);
}

void TestGroups::wholeGraphRun()
{
    Builder b;
    b.pointwise("a", {"x"});
    b.pointwise("c", {"a"}, "float32");
    b.unsupported("u");
    b.tiny("t");
    RulesInForce rules;
    rules.rules = smallRules();
    const GraphResultPtr result = runGraph(std::make_shared<Graph>(b.finish()), rules);
    QVERIFY(result->complete);
    QVERIFY(verdictOf(*result, 1) == Verdict::Conflict);
    QVERIFY(verdictOf(*result, 2) == Verdict::Unsupported);
    QVERIFY(verdictOf(*result, 3) == Verdict::Fits);
    // a: 2 tiles of 8 rows x 128 bytes, both of the output and of x.
    QCOMPARE(result->audits[0].worstSpan, Int{1024});
    QVERIFY(verdictOf(*result, 0) == Verdict::Planned);
    QCOMPARE(result->untiledWorst.at(0), Int{2048});
    // c stays untiled: 16 rows x 64 x 4 bytes.
    QCOMPARE(result->audits[1].worstSpan, Int{4096});
}

QTEST_APPLESS_MAIN(TestGroups)
#include "test_groups.moc"
