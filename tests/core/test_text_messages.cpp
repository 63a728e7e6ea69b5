/// The compiler's own texts, as it printed them.

#include "core/text/sentences.h"

#include <QTest>

using namespace spanscope;

class TestTextMessages : public QObject
{
    Q_OBJECT
private slots:
    void unsupported_data();
    void unsupported();
    void silentUnlessUnsupported();
    void conflicts_data();
    void conflicts();
};

namespace {

OpAnalysis refused(Code code, const std::vector<int> &dims)
{
    OpAnalysis analysis;
    analysis.outcome = Outcome::Unsupported;
    analysis.code = code;
    for (const int dim : dims) {
        analysis.searchDims.push_back(HostDim{dim});
    }
    if (!dims.empty()) {
        analysis.errorDim = HostDim{dims.front()};
    }
    return analysis;
}

Graph graphWith(const std::string &op, const std::vector<Extent> &ranges)
{
    Graph graph;
    graph.operations.resize(1);
    graph.operations[0].name = op;
    graph.operations[0].data = OpData{"Pointwise", ranges, {}, ""};
    return graph;
}

} // namespace

Q_DECLARE_METATYPE(spanscope::OpAnalysis)
Q_DECLARE_METATYPE(std::vector<spanscope::Extent>)

void TestTextMessages::unsupported_data()
{
    QTest::addColumn<OpAnalysis>("analysis");
    QTest::addColumn<std::vector<Extent>>("ranges");
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const OpAnalysis &analysis, const std::vector<Extent> &ranges, qint64 limit,
                        const char *expected) { QTest::newRow(name) << analysis << ranges << limit << expected; };
    row("no combo", refused(Code::NoComboFits, {0}), {49216, 4096}, 268435456,
        "no combined split among host dims [0] makes all spans fit within 256.000 MB after trying at most 512 "
        "combinations.");
    row("search order, small limit", refused(Code::NoComboFits, {1, 0}), {8, 8}, 4096,
        "no combined split among host dims [1, 0] makes all spans fit within 0.004 MB after trying at most 512 "
        "combinations.");
    row("a thirty-second of a MB", refused(Code::NoComboFits, {1}), {8, 8}, 32768,
        "no combined split among host dims [1] makes all spans fit within 0.031 MB after trying at most 512 "
        "combinations.");
    row("symbolic range", refused(Code::RangeNotIntegral, {1}), {4, Extent::symbol("s0")}, 268435456,
        "selected host dim 1 has non-integral range s0.");
    row("range of one", refused(Code::RangeUnsplittable, {1}), {4, 1}, 131072,
        "selected host dim 1 has unsplittable range 1.");
    row("out of range", refused(Code::DimOutOfRange, {1}), {524288000}, 268431360,
        "selected host dim 1 is out of bounds for data ranges [524288000].");
    row("too many", refused(Code::TooManyDims, {1, 2, 3, 4, 5, 0}), {2, 2, 2, 2, 2, 2}, 1,
        "span-overflow planning found 6 candidate host dims [1, 2, 3, 4, 5, 0], exceeding the bounded search limit 3.");
    OpAnalysis stick = refused(Code::StickAlignment, {1, 0});
    stick.firstStickRejection = ComboStep{};
    stick.firstStickRejection->splits = {{HostDim{1}, 3, false}, {HostDim{0}, 1, false}};
    row("sticks", stick, {8, 240}, 268435456,
        "no legal combined split preserves Spyre stick alignment. First rejected candidate: {1: 3, 0: 1}.");
}

void TestTextMessages::unsupported()
{
    QFETCH(OpAnalysis, analysis);
    QFETCH(std::vector<Extent>, ranges);
    QFETCH(qint64, limit);
    QFETCH(QString, expected);
    Rules rules;
    rules.maxSpanBytes = limit;
    QCOMPARE(QString::fromStdString(compilerMessage(graphWith("buf0", ranges), analysis, rules)),
             "Spyre backend does not support: Cannot auto-tile buf0: " + expected);
}

void TestTextMessages::silentUnlessUnsupported()
{
    OpAnalysis analysis;
    analysis.outcome = Outcome::None;
    analysis.code = Code::NoOverflow;
    QVERIFY(compilerMessage(graphWith("buf0", {2}), analysis, Rules{}).empty());
    analysis.outcome = Outcome::Planned;
    analysis.code.reset();
    QVERIFY(compilerMessage(graphWith("buf0", {2}), analysis, Rules{}).empty());
}

void TestTextMessages::conflicts_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("coordinate");
    QTest::addColumn<QString>("expected");
    const QString reads = "Cannot auto-tile buf2: it reads already auto-tiled producer(s) ['buf1']. Automatic "
                          "span-overflow grouping currently only synchronizes compatible contiguous pointwise ops, so "
                          "tiling this producer and consumer independently can produce unsynchronized loop nests.";
    QTest::newRow("closed") << static_cast<int>(ConflictCode::ReadsClosedGroup) << "" << reads;
    QTest::newRow("open") << static_cast<int>(ConflictCode::ReadsOpenRun) << "" << reads;
    QTest::newRow("manual") << static_cast<int>(ConflictCode::ReadsManualHint) << "" << reads;
    QTest::newRow("joined") << static_cast<int>(ConflictCode::ReadsJoinedProducer) << ""
                            << "Cannot auto-tile buf2: it reads producer(s) ['buf1'] that were already auto-tiled and "
                               "joined by another reduction consumer. A single auto-tiled producer can currently feed "
                               "only one reduction consumer in one synchronized group; multiple consumers sharing one "
                               "auto-tiled producer is not yet supported (#3217).";
    QTest::newRow("no symbol") << static_cast<int>(ConflictCode::NoSingleLoopVar) << "0"
                               << "Cannot adapt span-overflow plan for buf2: host_dim=1 output coordinate 0 has 0 free "
                                  "symbols; expected exactly one loop var.";
    QTest::newRow("two symbols") << static_cast<int>(ConflictCode::NoSingleLoopVar) << "6*d0 + d1"
                                 << "Cannot adapt span-overflow plan for buf2: host_dim=1 output coordinate 6*d0 + d1 "
                                    "has 2 free symbols; expected exactly one loop var.";
}

void TestTextMessages::conflicts()
{
    QFETCH(int, code);
    QFETCH(QString, coordinate);
    QFETCH(QString, expected);
    Conflict conflict;
    conflict.code = static_cast<ConflictCode>(code);
    conflict.producers = {"buf1"};
    conflict.hostDim = HostDim{1};
    conflict.coordinate = coordinate.toStdString();
    QCOMPARE(QString::fromStdString(compilerMessage(graphWith("buf2", {2, 2}), conflict)),
             "Spyre backend does not support: " + expected);
}

QTEST_APPLESS_MAIN(TestTextMessages)
#include "test_text_messages.moc"
