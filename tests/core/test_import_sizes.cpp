/// Imported sizes that cannot be true, or not together, decide nothing: the op is unknown and says why.

#include "core/graph/knowledge.h"
#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "core/importers/reported.h"
#include "core/text/sentences.h"

#include <QTest>

#include <sstream>

using namespace spanscope;

namespace {

/// 8195 x 64 elements of 2 bytes: one row of sticks, all of it within 1.1 MiB.
const QString kDump = "[DEBUG] [spyre.inductor.passes] AFTER assign_dim_hints\n"
                      "op0: ComputedBuffer\n"
                      "  layout=FixedTiledLayout('spyre:0', torch.float16, size=[8195, 64], stride=[64, 1], "
                      "device_layout=SpyreTensorLayout(device_size=[1, 8195, 64], stride_map =[64, 64, 1], "
                      "device_dtype=DataFormats.SEN169_FP16))\n"
                      "  Pointwise(\n    'spyre',\n    torch.float16,\n    def inner_fn(index):\n"
                      "        i0, i1 = index\n        tmp0 = ops.load(arg0_1, i1 + 64 * i0)\n"
                      "        return tmp0\n    ,\n    ranges=[8195, 64],\n  )\n"
                      "[DEBUG] [spyre.inductor.span_overflow] [span-overflow search] op=buf0 selected_split={0: 5} "
                      "levels=[(0, 5)]\n[INFO] compiled\n";

/// 8192 rows of 512 elements, each core with 256 rows.
const QString kCode =
    "sdsc_neg = async_compile.sdsc('sdsc_neg', [OpSpec(op='neg', is_reduction=False, "
    "iteration_space={sympify('c0'): (sympify('8192'), 32), sympify('c1'): (sympify('512'), 1)}, op_info={}, args=["
    "TensorArg(is_input=True, arg_index=0, device_dtype=DataFormats.SEN169_FP16, device_size=[8, 8192, 64], "
    "device_coordinates=[sympify('floor(c1/64)'), sympify('c0'), sympify('Mod(c1, 64)')], allocation={'hbm': 0}),"
    "TensorArg(is_input=False, arg_index=1, device_dtype=DataFormats.SEN169_FP16, device_size=[8, 8192, 64], "
    "device_coordinates=[sympify('floor(c1/64)'), sympify('c0'), sympify('Mod(c1, 64)')], allocation={'hbm': 0})])])\n";

GraphPtr graphOf(const QString &text)
{
    std::istringstream in(text.toStdString());
    return importAny(in, "file").graphs.at(0);
}

} // namespace

class TestImportSizes : public QObject
{
    Q_OBJECT
private slots:
    void contradictions_data();
    void contradictions();
    void nothingIsComparedWithThem();
    void codeWithoutAllKernels();
};

void TestImportSizes::contradictions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("dump") << kDump << "";
    QTest::newRow("code") << kCode << "";
    const auto dump = [](const char *from, const char *to) { return QString(kDump).replace(from, to); };
    const auto code = [](const char *from, const char *to) { return QString(kCode).replace(from, to); };
    QTest::newRow("no elements") << dump("8195", "0") << "a range of [0, 64] is below 1";
    QTest::newRow("negative") << dump("8195", "-5") << "left out, its size and stride make no layout";
    QTest::newRow("range and size") << dump("    ranges=[8195, 64]", "    ranges=[1639, 64]")
                                    << "its ranges [1639, 64] are not the size [8195, 64] of what it writes";
    QTest::newRow("more ranges than dims") << dump("    ranges=[8195, 64]", "    ranges=[8195, 32, 2]")
                                           << "its ranges [8195, 32, 2] are not the size [8195, 64] of what it writes";
    QTest::newRow("device layout too small")
        << dump("device_size=[1, 8195, 64]", "device_size=[1, 819, 64]")
        << "the device_size [1, 819, 64] of buf0 holds less than its size [8195, 64]";
    QTest::newRow("device layout of nothing") << dump("device_size=[1, 8195, 64]", "device_size=[0, 8195, 64]")
                                              << "the device_size [0, 8195, 64] of buf0 has no elements";
    QTest::newRow("code: no elements") << code("'512'", "'0'") << "a range of [8192, 0] is below 1";
    QTest::newRow("code: out of the tensor")
        << code("'8192'", "'8193'")
        << "the coordinate c0 of sdsc_neg.arg1 runs over 8193 values, its device dim has 8192";
    QTest::newRow("code: beyond 63 bits")
        << code("'512'", "'9223372036854775807'")
        << "the coordinate floor(c1/64) of sdsc_neg.arg1 runs over 144115188075855872 values, its device dim has 8";
    QTest::newRow("code: a coordinate too few") << code("sympify('c0'), sympify('Mod(c1, 64)')]", "sympify('c0')]")
                                                << "sdsc_neg.arg1 has 2 coordinates for 3 device dims";
    QTest::newRow("code: a symbol without a range")
        << code("sympify('c0')", "sympify('c7')").replace("sympify('c7'):", "sympify('c0'):")
        << "the coordinate c7 of sdsc_neg.arg1 uses c7, whose range is not told";
    QTest::newRow("code: no symbol") << code("sympify('c0'):", "sympify('c0 + 1'):")
                                     << "its iteration space has an entry that is no symbol: c0 + 1";
    QTest::newRow("code: writes nothing")
        << code("is_input=False", "is_input=True") << "none of its tensors is written";
    QTest::newRow("code: a tensor without size")
        << QString(kCode).replace(kCode.indexOf("device_size"), 11, "device_sizes")
        << "one of its tensors cannot be read";
}

void TestImportSizes::contradictions()
{
    QFETCH(const QString, text);
    QFETCH(const QString, why);
    const GraphPtr graph = graphOf(text);
    const InferredFact *fact = incompleteness(*graph, 0);
    QCOMPARE(QString::fromStdString(fact == nullptr ? std::string() : fact->how), why);
    const GraphResultPtr run = runGraph(graph, rulesFor({}, {}).value());
    QCOMPARE(verdictOf(*run, 0) == Verdict::Unknown, !why.isEmpty());
    if (!why.isEmpty()) {
        QCOMPARE(compilesOf(*run), Compiles::Unknown);
    }
}

void TestImportSizes::nothingIsComparedWithThem()
{
    const GraphPtr graph = graphOf(QString(kDump).replace("    ranges=[8195, 64]", "    ranges=[1639, 64]"));
    const ReportedComparison comparison = compareReported(*graph, {});
    std::size_t plans = 0;
    for (const ReportedFigure &figure : comparison.figures) {
        if (figure.what == "plan") {
            ++plans;
            QCOMPARE(figure.agreement, Agreement::NotComparable);
            QCOMPARE(figure.note, "the op cannot be judged: its ranges [1639, 64] are not the size [8195, 64] of what "
                                  "it writes");
        }
    }
    QCOMPARE(plans, std::size_t{1});
    QCOMPARE(comparison.presetSentence, std::string("The log shows no decision that would tell the rules in force."));
}

/// A kernel that cannot be read takes its ops away: the text says so.
void TestImportSizes::codeWithoutAllKernels()
{
    const QString second = "sdsc_two = async_compile.sdsc('sdsc_two', [OpSpec(op='neg', ";
    const GraphPtr graph = graphOf(kCode + second);
    QCOMPARE(graph->operations.size(), std::size_t{1});
    QVERIFY(missingOperations(*graph) != nullptr);
    QVERIFY(missingOperations(*graph)->how.starts_with("the code ends inside kernel ('sdsc_two'"));
    const GraphResultPtr run = runGraph(graph, rulesFor({}, {}).value());
    const std::string sentence = compilesSentence(*run);
    QVERIFY2(sentence.find("Ops may be missing: the code ends inside kernel") != std::string::npos, sentence.c_str());
    QVERIFY(missingOperations(*graphOf(kCode)) == nullptr);
}

QTEST_GUILESS_MAIN(TestImportSizes)
#include "test_import_sizes.moc"
