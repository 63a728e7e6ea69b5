#include "core/text/sentences.h"

#include <QTest>

#include <set>

using namespace spanscope;

namespace {

QString text(const std::string &s)
{
    return QString::fromStdString(s);
}

SplitEntry plain(Int count, SplitStatus status, Int tile)
{
    SplitEntry entry;
    entry.count = count;
    entry.status = status;
    entry.tile = tile;
    return entry;
}

SplitEntry stickCut(Int count, Int range, Int elems = 64, const TensorRef &tensor = {})
{
    SplitEntry entry;
    entry.count = count;
    entry.status = tensor.isOutput() ? SplitStatus::CutsOutputStick : SplitStatus::CutsInputStick;
    entry.tile = range / count;
    entry.tensorTile = range / count;
    entry.stick = StickFailure::Cut;
    entry.tensor = tensor;
    entry.elemsPerStick = elems;
    return entry;
}

/// The dim 0 of a restickified weight of 49216 = 64 x 769 rows.
SplitTable lmHeadTable()
{
    SplitTable table;
    table.range = 49216;
    table.required = 2;
    table.legal = {1};
    table.entries.push_back(plain(1, SplitStatus::One, 49216));
    for (const Int count : {2, 4, 8, 16, 32, 64}) {
        table.entries.push_back(stickCut(count, 49216));
    }
    for (const Int count : {769, 1538, 49216}) {
        table.entries.push_back(plain(count, SplitStatus::OverAutoCap, 49216 / count));
    }
    return table;
}

} // namespace

class TestText : public QObject
{
    Q_OBJECT
private slots:
    void bytesAreExactAndReadable_data();
    void bytesAreExactAndReadable();
    void ratiosNeverHideAnOverflow_data();
    void ratiosNeverHideAnOverflow();
    void narrowRatiosNeverHideAnOverflow();
    void groupsDigits();
    void levelsUseAliases();
    void operationIsItsTarget();
    void everyCodeHasItsOwnSentence();
    void splitSaysWhichStick();
    void groupsOfSplits();
    void tableSaysWhyNothingIsLegal();
    void comboNamesTheWorstSpan();
    void rowShowsItsArithmetic();
    void coresAreCountedAgainstTheMachine();
    void residualNamesTheGap();
    void causeNamesTheCap();
    void conflictNamesProducers();
};

void TestText::bytesAreExactAndReadable_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << qint64{0} << "0 B";
    QTest::newRow("below a KiB") << qint64{1023} << "1023 B";
    QTest::newRow("KiB") << qint64{1536} << "1536 B = 1.50 KiB";
    QTest::newRow("rounds up a unit") << qint64{1048575} << "1048575 B = 1.00 MiB";
    QTest::newRow("MiB") << qint64{335544320} << "335544320 B = 320.00 MiB";
    QTest::newRow("nearly 256 MiB") << qint64{268431360} << "268431360 B = 255.996 MiB";
    QTest::newRow("half up") << qint64{1049908224} << "1049908224 B = 1001.27 MiB";
    QTest::newRow("GiB") << qint64{1342177280} << "1342177280 B = 1.25 GiB";
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "9223372036854775807 B = 8388608.00 TiB";
}

void TestText::bytesAreExactAndReadable()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, expected);
    QCOMPARE(text(exactBytes(bytes)), expected);
}

void TestText::ratiosNeverHideAnOverflow_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("ratio");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("exactly") << qint64{268435456} << "1.00x"
                             << "268435456 B = 256.00 MiB = 1.00 x limit";
    QTest::newRow("just over") << qint64{268533760} << ">1.00x"
                               << "268533760 B = 256.09 MiB, >1.00 x limit";
    QTest::newRow("a little more than twice") << qint64{536870920} << ">2.00x"
                                              << "536870920 B = 512.00 MiB, >2.00 x limit";
    QTest::newRow("over") << qint64{335544320} << "1.25x"
                          << "335544320 B = 320.00 MiB = 1.25 x limit";
    QTest::newRow("tiny") << qint64{128} << "<0.01x"
                          << "128 B, <0.01 x limit";
    QTest::newRow("none") << qint64{0} << "0.00x"
                          << "0 B = 0.00 x limit";
}

void TestText::ratiosNeverHideAnOverflow()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, ratio);
    QFETCH(QString, sentence);
    QCOMPARE(text(ratioText(bytes, 268435456)), ratio);
    QCOMPARE(text(bytesAgainstLimit(bytes, 268435456)), sentence);
}

void TestText::narrowRatiosNeverHideAnOverflow()
{
    constexpr Int kLimit = 1000;
    QCOMPARE(text(narrowRatioText(2990, kLimit)), "2.99x");
    QCOMPARE(text(narrowRatioText(99'990, kLimit)), "99.99x");
    QCOMPARE(text(narrowRatioText(100'000, kLimit)), "100x");
    QCOMPARE(text(narrowRatioText(130'990, kLimit)), ">130x");
    QCOMPARE(text(narrowRatioText(131'001, kLimit)), ">131x");
    QCOMPARE(text(narrowRatioText(Int{32'768} * 268'435'456, 268'435'456)), "32768x");
    QCOMPARE(text(narrowRatioText(1, kLimit)), "<0.01x");
}

void TestText::groupsDigits()
{
    QCOMPARE(text(grouped(0)), "0");
    QCOMPARE(text(grouped(999)), "999");
    QCOMPARE(text(grouped(1000)), "1,000");
    QCOMPARE(text(grouped(268435456)), "268,435,456");
    QCOMPARE(text(grouped(-1234567)), "-1,234,567");
    QCOMPARE(text(grouped(-100)), "-100");
}

void TestText::levelsUseAliases()
{
    const std::vector<Level> levels = {{HostDim{0}, 769, false}, {HostDim{1}, 2, false}};
    QCOMPARE(text(levelsText({})), "-");
    QCOMPARE(text(levelsText(levels)), "dim 0 / 769 x dim 1 / 2");
    QCOMPARE(text(levelsText(levels, {{1, "K"}})), "dim 0 / 769 x K/2");
    QCOMPARE(text(shapeText({Int{1}, Extent::symbol("s0"), Int{64}})), "1xs0x64");
    QCOMPARE(text(shapeText({})), "scalar");
}

void TestText::operationIsItsTarget()
{
    Operation op;
    op.kind = "ComputedBuffer";
    QCOMPARE(text(operationText(op)), "ComputedBuffer");
    op.data = OpData{};
    op.data->type = "Reduction";
    QCOMPARE(text(operationText(op)), "Reduction");
    op.data->reductionType = "batchmatmul";
    QCOMPARE(text(operationText(op)), "batchmatmul");
    op.origin.targets = {"torch.ops.aten.add.Tensor", "aten.relu.default", "aten.add.Scalar"};
    QCOMPARE(text(operationText(op)), "add+relu");
}

void TestText::everyCodeHasItsOwnSentence()
{
    std::set<std::string> sentences;
    int codes = 0;
    for (int i = 0; i <= static_cast<int>(Code::NoComboFits); ++i, ++codes) {
        const std::string sentence = codeSentence(static_cast<Code>(i));
        QVERIFY2(!sentence.empty(), codeName(static_cast<Code>(i)).data());
        sentences.insert(sentence);
    }
    QCOMPARE(static_cast<int>(sentences.size()), codes);
    sentences.clear();
    codes = 0;
    for (int i = 0; i <= static_cast<int>(Unchecked::CoordinateMisread); ++i, ++codes) {
        sentences.insert(uncheckedSentence(static_cast<Unchecked>(i)));
    }
    QVERIFY(!sentences.contains(""));
    QCOMPARE(static_cast<int>(sentences.size()), codes);
}

void TestText::splitSaysWhichStick()
{
    const Rules rules;
    QCOMPARE(text(splitSentence(stickCut(2, 49216), HostDim{0}, rules)),
             "49216/2 = 24608 is no multiple of the 64-element stick of the output (dim 0)");
    QCOMPARE(text(splitSentence(stickCut(3, 240, 64, {1, "arg1_1"}), HostDim{2}, rules)),
             "a tile of 80 is no multiple of the 64-element stick of input arg1_1 (dim 0)");
    QCOMPARE(text(splitSentence(plain(769, SplitStatus::OverAutoCap, 64), HostDim{0}, rules)),
             "769 is over the cap of 64 automatic tiles a dim; a manual hint may go there");
    QCOMPARE(text(splitSentence(plain(1, SplitStatus::One, 64), HostDim{0}, rules)), "dim 0 stays whole");
}

void TestText::groupsOfSplits()
{
    const std::vector<SplitGroup> groups = splitGroups(lmHeadTable(), Rules{});
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(text(groups[0].sentence), "2, 4, 8, 16, 32, 64 cut a stick of the output (dim 0): 49216/2 = 24608 is no "
                                       "multiple of 64");
    QCOMPARE(groups[1].counts, (std::vector<Int>{769, 1538, 49216}));
    QCOMPARE(text(groups[1].sentence),
             "769, 1538, 49216 are over the cap of 64 automatic tiles a dim; only a manual hint may go there");
}

void TestText::tableSaysWhyNothingIsLegal()
{
    const Rules rules;
    SplitTable table = lmHeadTable();
    QCOMPARE(text(tableSentence(table, rules)),
             "every split of dim 0 up to 64 cuts a stick of the output (dim 0, 64 elements)");
    table.legal = {1, 2, 4};
    QCOMPARE(text(tableSentence(table, rules)), "the legal splits of dim 0 (2, 4) are not enough");
    SplitTable prime;
    prime.range = 8209;
    prime.legal = {1};
    prime.entries = {plain(1, SplitStatus::One, 8209), plain(8209, SplitStatus::OverAutoCap, 1)};
    QCOMPARE(text(tableSentence(prime, rules)), "dim 0 (8209) has no divisor from 2 to 64");
    prime.error = Code::RangeNotIntegral;
    prime.rangeText = "s0";
    QCOMPARE(text(tableSentence(prime, rules)), "the range of dim 0 is symbolic (s0)");
}

void TestText::comboNamesTheWorstSpan()
{
    ComboStep step;
    step.status = ComboStatus::LeavesSpans;
    Candidate small;
    small.perCoreSpan = 300'000'000;
    Candidate worst = small;
    worst.perCoreSpan = 401408000;
    worst.source = {0, "arg0_1"};
    worst.deviceDim.index = 2;
    step.remaining = {small, worst};
    QCOMPARE(text(comboSentence(step, Rules{})),
             "leaves 2 spans, worst 401408000 B = 382.81 MiB = 1.50 x limit (input:arg0_1 dev 2)");
    step.remaining = {worst};
    QCOMPARE(text(comboSentence(step, Rules{})),
             "leaves 1 span, 401408000 B = 382.81 MiB = 1.50 x limit (input:arg0_1 dev 2)");
}

void TestText::rowShowsItsArithmetic()
{
    AuditRow row;
    row.extent = 769;
    row.innerElems = 262144;
    row.itemBytes = 2;
    row.span = 403177472;
    QCOMPARE(text(rowArithmetic(row, 268435456)), "one value, no span");
    row.varies = true;
    QCOMPARE(text(rowArithmetic(row, 268435456)), "769 x 262144 x 2 B = 403177472 B = 384.50 MiB = 1.50 x limit");
    row.exactness = Exactness::UpperBound;
    QVERIFY(text(rowArithmetic(row, 268435456)).startsWith("at most 769 x"));
    row.exactness = Exactness::Unknown;
    row.problem = "Max is not analysed";
    QCOMPARE(text(rowArithmetic(row, 268435456)), "unknown: Max is not analysed");
}

void TestText::coresAreCountedAgainstTheMachine()
{
    QCOMPARE(text(coresSentence(2, {{"d1", 2}}, 32)), "2 of 32 cores on d1");
    QCOMPARE(text(coresSentence(10, {{"d0", 2}, {"d1", 5}}, 32)), "10 of 32 cores (2 on d0 x 5 on d1)");
    QCOMPARE(text(coresSentence(769, {}, 32)), "hopeless: it takes 769 cores and there are 32");
    QCOMPARE(text(coresSentence(std::nullopt, {}, 32)), "no number of cores helps");
}

void TestText::residualNamesTheGap()
{
    AuditRow row;
    row.tensor = {0, "arg1_1"};
    row.coordinate = "d1";
    row.span = 335544320;
    row.varies = row.over = true;
    row.unchecked = Unchecked::PointwiseInput;
    row.coresNeeded = 2;
    row.coreFactors = {{"d1", 2}};
    QCOMPARE(
        text(residualSentence(row, Rules{}, 32)),
        "input arg1_1 dev 0 (d1) spans 335544320 B = 320.00 MiB = 1.25 x limit; the compiler does not check what a "
        "pointwise op reads. Work Division must spend 2 of 32 cores on d1 to clear it.");
    QVERIFY(text(residualSentence(row, Rules{}, 1))
                .endsWith("Hopeless: it takes 2 cores on d1 and there is 1 (sencores of the graph)."));
}

void TestText::causeNamesTheCap()
{
    Graph graph;
    graph.operations.resize(1);
    OpAnalysis analysis;
    analysis.tables = {lmHeadTable()};
    analysis.code = Code::NoComboFits;
    Cause cause;
    cause.kind = CauseKind::Cap;
    cause.wouldFit = Fit{};
    cause.wouldFit->levels = {{HostDim{0}, 769, false}};
    cause.wouldFit->outside = {Outside::OverAutoCap};
    QCOMPARE(text(causeSentence(cause, graph, 0, analysis, Rules{})),
             "Every split of dim 0 up to 64 cuts a stick of the output (dim 0, 64 elements); 769 would fit but is over "
             "the cap of 64.");
    cause.kind = CauseKind::Unsupported;
    cause.remains = AuditRow{};
    cause.remains->tensor = {0, "arg0_1"};
    cause.remains->coordinate = "d2";
    cause.remains->span = 536870912;
    cause.reductionSymbols = {"d2"};
    QCOMPARE(text(causeSentence(cause, graph, 0, analysis, Rules{})),
             "Input arg0_1 dev 0 (d2) spans 536870912 B = 512.00 MiB = 2.00 x limit, and only the reduction symbol d2 "
             "controls it: no output split shortens it, only tiling the reduction could.");
}

void TestText::conflictNamesProducers()
{
    Graph graph;
    graph.operations.resize(3);
    graph.operations[2].name = "buf2";
    Conflict conflict;
    conflict.opIndex = 2;
    conflict.code = ConflictCode::ReadsManualHint;
    conflict.producers = {"buf0", "buf1"};
    QCOMPARE(text(conflictSentence(graph, conflict)),
             "buf2 reads buf0 and buf1, which carry manual hints; an automatic loop cannot join a manual one");
}

QTEST_APPLESS_MAIN(TestText)
#include "test_text.moc"
