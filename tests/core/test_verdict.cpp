/// The verdict on ops of which something could not be computed.

#include "core/graph/reader.h"
#include "core/groups/groups.h"
#include "core/text/sentences.h"

#include <QTest>

using namespace spanscope;

namespace {

/// A copy of a[4096, 64] with the given indices and kind of op; `layout` replaces what is read.
GraphPtr copyOf(const std::string &readIndex, const std::string &writeIndex, const std::string &kind = "ComputedBuffer",
                const std::string &readLayout = {})
{
    const std::string layout = R"json({"type": "FixedTiledLayout", "dtype": "float16", "size": [4096, 64],
        "stride": [64, 1], "device_layout": {"device_size": [1, 4096, 64], "stride_map": [64, 64, 1],
        "elems_per_stick": 64}})json";
    const std::string ranges = R"json("ranges": [["d0", 4096], ["d1", 64]]})json";
    const std::string text =
        R"json({"format": "spyre-span-graph", "version": 1, "name": "g",
        "buffers": [{"name": "a", "layout": )json" +
        (readLayout.empty() ? layout : readLayout) + R"json(}], "operations": [{"name": "b", "kind": ")json" + kind +
        R"json(", "data": {"type": "Pointwise", "ranges": [4096, 64]}, "layout": )json" + layout +
        R"json(, "reads": [{"buffer": "a", "index": ")json" + readIndex + "\", " + ranges +
        R"json(], "writes": [{"buffer": "b", "index": ")json" + writeIndex + "\", " + ranges + "]}]}";
    return readGraphs(text, "test").front();
}

struct Judged
{
    explicit Judged(const GraphPtr &graph)
        : result(runGraph(graph, *rulesFor({}, {})))
        , verdict(verdictOf(*result, 0))
        , headlineText(headline(*result, 0))
    {
    }
    GraphResultPtr result;
    Verdict verdict;
    std::string headlineText;
};

constexpr const char *kPlain = "64*d0 + d1";

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    void nothingComputed_data();
    void nothingComputed();
    void oneReadUnknown();
    void foreignKernels();
    void orderOfVerdicts();
};

void TestVerdict::nothingComputed_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("reason");
    QTest::newRow("power") << "2**d0 + d1"
                           << "its index cannot be analysed: 2**d0 + d1";
    QTest::newRow("zero modulus") << "Mod(d0, 0)"
                                  << "its index cannot be analysed: Mod(d0, 0)";
    QTest::newRow("overflow") << "9223372036854775807*d0 + d1"
                              << "a size or product exceeds 63 bits";
}

void TestVerdict::nothingComputed()
{
    QFETCH(QString, index);
    QFETCH(QString, reason);
    const Judged judged(copyOf(index.toStdString(), index.toStdString()));
    QVERIFY(judged.verdict == Verdict::Unknown);
    QVERIFY(needsAttention(judged.verdict));
    QVERIFY(judged.result->audits[0].hasUnknown);
    const bool decided = !reason.contains("63 bits");
    QVERIFY((compilesOf(*judged.result) == Compiles::Unknown) != decided);
    const QString text = QString::fromStdString(judged.headlineText);
    QVERIFY2(text.startsWith("Unknown: no span could be computed. Not computed: output"), qPrintable(text));
    QVERIFY2(text.contains(reason), qPrintable(text));
    QVERIFY(QString::fromStdString(shortReason(*judged.result, 0)).contains(reason));
}

void TestVerdict::oneReadUnknown()
{
    const Judged judged(copyOf("2**d0", kPlain));
    QVERIFY(judged.verdict == Verdict::Unknown);
    // 4096 sticks of 128 bytes: what is known fits.
    QCOMPARE(judged.result->audits[0].worstSpan, Int{4096} * 128);
    const QString text = QString::fromStdString(judged.headlineText);
    QVERIFY2(text.contains("it fits as far as can be computed (the worst span is 524288 B"), qPrintable(text));
    QVERIFY2(text.contains("Not computed: input a: its index cannot be analysed: 2**d0."), qPrintable(text));
    QVERIFY(Judged(copyOf(kPlain, kPlain)).verdict == Verdict::Fits);
}

void TestVerdict::foreignKernels()
{
    // What a foreign kernel reads outside the device's layouts is not the planner's business ...
    const std::string plain =
        R"json({"type": "FixedLayout", "dtype": "float16", "size": [4096, 64], "stride": [64, 1]})json";
    QVERIFY(Judged(copyOf(kPlain, kPlain, "ExternKernel", plain)).verdict == Verdict::Skipped);
    // ... that of an op it plans is, and so is an index that nobody understands.
    QVERIFY(Judged(copyOf(kPlain, kPlain, "ComputedBuffer", plain)).verdict == Verdict::Unknown);
    QVERIFY(Judged(copyOf("2**d0", kPlain, "ExternKernel")).verdict == Verdict::Unknown);
}

void TestVerdict::orderOfVerdicts()
{
    for (const Verdict bad : {Verdict::Unsupported, Verdict::Conflict, Verdict::ResidualRisk, Verdict::Unknown}) {
        QVERIFY(needsAttention(bad));
    }
    for (const Verdict good : {Verdict::Planned, Verdict::Fits, Verdict::Skipped}) {
        QVERIFY(!needsAttention(good));
    }
    QCOMPARE(std::string(verdictWord(Verdict::Unknown)), std::string("Unknown"));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "test_verdict.moc"
