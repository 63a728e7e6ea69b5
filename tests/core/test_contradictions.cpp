/// Graphs whose numbers cannot all be true get no firm verdict.

#include "core/exporters/exporters.h"
#include "core/graph/reader.h"
#include "core/groups/groups.h"
#include "core/text/sentences.h"

#include <QTest>

using namespace spanscope;

namespace {

/// A copy of a[98000, 4096] into b, whose numbers a case replaces.
struct Numbers
{
    QString dataRanges = "[98000, 4096]";
    QString size = "[98000, 4096]";
    QString deviceSize = "[64, 98000, 64]";
    QString writeRanges = R"([["d0", 98000], ["d1", 4096]])";
    QString writeIndex = "4096*d0 + d1";
    QString readRanges = R"([["d0", 98000], ["d1", 4096]])";
    QString readIndex = "4096*d0 + d1";
    QString readSize = "[98000, 4096]";
    QString readDeviceSize = "[64, 98000, 64]";
};

QString layoutOf(const QString &size, const QString &deviceSize)
{
    return QString(R"({"type": "FixedTiledLayout", "dtype": "float16", "size": %1, "stride": [4096, 1],
        "device_layout": {"device_size": %2, "stride_map": [64, 4096, 1], "elems_per_stick": 64}})")
        .arg(size, deviceSize);
}

GraphResultPtr planned(const Numbers &n)
{
    const QString text =
        QString(R"({"format": "spyre-span-graph", "version": 1, "name": "g", "buffers": [{"name": "a", "layout": )") +
        layoutOf(n.readSize, n.readDeviceSize) +
        QString(R"(}], "operations": [{"name": "b", "kind": "ComputedBuffer",
            "data": {"type": "Pointwise", "ranges": %1}, "layout": %2,
            "reads": [{"buffer": "a", "index": "%3", "ranges": %4}],
            "writes": [{"buffer": "b", "index": "%5", "ranges": %6}]}]})")
            .arg(n.dataRanges, layoutOf(n.size, n.deviceSize), n.readIndex, n.readRanges, n.writeIndex, n.writeRanges);
    return runGraph(readGraphs(text.toStdString(), "test").front(), *rulesFor({}, {}));
}

std::string placesOf(const GraphResult &result)
{
    std::string out;
    for (const Contradiction &contradiction : contradictionsOf(result, 0)) {
        out += (out.empty() ? "" : " ") + contradiction.place.substr(std::string("/operations/0").size());
    }
    return out;
}

} // namespace

class TestContradictions : public QObject
{
    Q_OBJECT
private slots:
    void soundNumbers();
    void meaningless_data();
    void meaningless();
    void told_data();
    void told();
    void compilesAsTheCompilerWouldSay();
    void reachOfIndices_data();
    void reachOfIndices();
};

void TestContradictions::soundNumbers()
{
    const GraphResultPtr result = planned({});
    QVERIFY(contradictionsOf(*result, 0).empty());
    QCOMPARE(verdictOf(*result, 0), Verdict::Planned);
    QVERIFY(inputWarnings(*result, 10).empty());
    QVERIFY(planJson(*result).find("contradictions") == std::string::npos);
}

void TestContradictions::meaningless_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("place"); // the first contradiction
    QTest::newRow("write range 0") << "writeRanges"
                                   << R"([["d0", 0], ["d1", 4096]])"
                                   << "/writes/0/ranges";
    QTest::newRow("short write") << "writeRanges"
                                 << R"([["d0", 5], ["d1", 4096]])"
                                 << "/writes/0/ranges";
    QTest::newRow("data ranges of 63 bits") << "dataRanges"
                                            << "[9223372036854775807, 4096]"
                                            << "/data/ranges";
    QTest::newRow("data ranges 0") << "dataRanges"
                                   << "[0, 4096]"
                                   << "/data/ranges";
    QTest::newRow("empty output") << "size"
                                  << "[0, 4096]"
                                  << "/data/ranges";
    QTest::newRow("smaller output") << "size"
                                    << "[97999, 4096]"
                                    << "/data/ranges";
    QTest::newRow("write beyond the output") << "writeIndex"
                                             << "4097*d0 + d1"
                                             << "/writes/0/index";
    QTest::newRow("write before the output") << "writeIndex"
                                             << "4096*d0 + d1 - 1"
                                             << "/writes/0/index";
    QTest::newRow("no room on the device") << "deviceSize"
                                           << "[64, 97999, 64]"
                                           << "/layout";
    QTest::newRow("empty on the device") << "deviceSize"
                                         << "[64, 0, 64]"
                                         << "/layout";
    QTest::newRow("read of nothing") << "readRanges"
                                     << R"([["d0", 0], ["d1", 4096]])"
                                     << "/reads/0/ranges";
    QTest::newRow("input empty on the device") << "readDeviceSize"
                                               << "[0, 98000, 64]"
                                               << "/reads/0";
}

void TestContradictions::meaningless()
{
    QFETCH(QString, part);
    QFETCH(QString, value);
    QFETCH(QString, place);
    Numbers numbers;
    (part == "writeRanges"  ? numbers.writeRanges
     : part == "dataRanges" ? numbers.dataRanges
     : part == "size"       ? numbers.size
     : part == "writeIndex" ? numbers.writeIndex
     : part == "deviceSize" ? numbers.deviceSize
     : part == "readRanges" ? numbers.readRanges
                            : numbers.readDeviceSize) = value;
    const GraphResultPtr result = planned(numbers);
    const std::string places = placesOf(*result);
    QVERIFY2((places + " ").starts_with(place.toStdString() + " "), places.c_str());
    QCOMPARE(verdictOf(*result, 0), Verdict::Unknown);
    QVERIFY(QString::fromStdString(headline(*result, 0)).contains("contradict"));
    QVERIFY(QString::fromStdString(headline(*result, 0)).contains("/operations/0" + place));
    QVERIFY(needsAttention(verdictOf(*result, 0)));
    QVERIFY(compilesOf(*result) != Compiles::Yes);
    QVERIFY(QString::fromStdString(planJson(*result)).contains("\"place\":\"/operations/0" + place + "\""));
    QVERIFY(!inputWarnings(*result, 10).empty());
}

void TestContradictions::told_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QString>("size");
    QTest::addColumn<QString>("what");
    QTest::newRow("padding") << "4096*d0 + d1 - 3"
                             << "[98000, 4096]"
                             << "its read of a reaches element -3, and the buffer has elements 0 to 401407999";
    QTest::newRow("behind the end") << "4096*d0 + d1 + 4096"
                                    << "[98000, 4096]"
                                    << "its read of a reaches element 401412095, and the buffer has elements 0 to";
    QTest::newRow("an empty input") << "4096*d0 + d1"
                                    << "[0, 4096]"
                                    << "and the buffer has none";
}

void TestContradictions::told()
{
    QFETCH(QString, index);
    QFETCH(QString, size);
    QFETCH(QString, what);
    Numbers numbers;
    numbers.readIndex = index;
    numbers.readSize = size;
    const GraphResultPtr result = planned(numbers);
    // A masked read may do that, so what is computed stands.
    QVERIFY(verdictOf(*result, 0) != Verdict::Unknown);
    QCOMPARE(contradictionsOf(*result, 0).size(), std::size_t{1});
    const QString warning = QString::fromStdString(inputWarnings(*result, 10).front());
    QVERIFY2(warning.contains(what), qPrintable(warning));
    QVERIFY(warning.contains("(/operations/0/reads/0/index)"));
}

void TestContradictions::compilesAsTheCompilerWouldSay()
{
    // The compiler takes the numbers as they stand: what it refuses does not compile.
    Numbers numbers;
    numbers.size = "[0, 4096]";
    const GraphResultPtr result = planned(numbers);
    QCOMPARE(result->analyses[0].outcome, Outcome::Unsupported);
    QCOMPARE(verdictOf(*result, 0), Verdict::Unknown);
    QCOMPARE(compilesOf(*result), Compiles::No);
}

void TestContradictions::reachOfIndices_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<bool>("inside");
    QTest::newRow("floors and Mods") << "4096*d0 + 64*floor(d1/64) + Mod(d1, 64)" << true;
    QTest::newRow("floors too far") << "4096*d0 + 128*floor(d1/64) + Mod(d1, 64)" << false;
    QTest::newRow("transposed") << "d0 + 98000*d1" << true;
    QTest::newRow("of one symbol") << "4096*d0 + Mod(d0, 4096)" << true;
    QTest::newRow("unknown symbol") << "4096*d0 + d1 + 4096*s0" << true; // nobody knows
    QTest::newRow("not analysable") << "4096*d0 + Max(d1, 5000)" << true;
    QTest::newRow("beyond 63 bits") << "9223372036854775807*d0 + d1" << true;
}

void TestContradictions::reachOfIndices()
{
    QFETCH(QString, index);
    QFETCH(bool, inside);
    Numbers numbers;
    numbers.writeIndex = index;
    const GraphResultPtr result = planned(numbers);
    QCOMPARE(contradictionsOf(*result, 0).empty(), inside);
}

QTEST_APPLESS_MAIN(TestContradictions)
#include "test_contradictions.moc"
