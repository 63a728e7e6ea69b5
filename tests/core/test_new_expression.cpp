#include "core/base/input_error.h"
#include "core/importers/import.h"

#include <QTest>

using namespace spanscope;

namespace {

std::string joined(const std::vector<Extent> &values)
{
    std::string text;
    for (const Extent &value : values) {
        text += (text.empty() ? "" : ",") + value.toString();
    }
    return text;
}

/// `size / stride / device_size / stride_map`
QString layoutText(const Layout *layout)
{
    return QString::fromStdString(joined(layout->size) + " / " + joined(layout->stride) + " / " +
                                  joined(layout->device->deviceSize) + " / " + joined(layout->device->strideMap));
}

/// `buf0: 16384*d0 + d1 [d0=8195,d1=256]`, `*` after the buffer of an indirect read.
QString depText(const Dep &dep)
{
    std::string ranges;
    for (const SymbolRange &range : dep.ranges) {
        ranges += (ranges.empty() ? "" : ",") + range.symbol + "=" + range.size.toString();
    }
    return QString::fromStdString(dep.buffer + (dep.indirect ? "*" : "") + ": " + dep.indexText + " [" + ranges + "]");
}

QString dataText(const Operation &op)
{
    return QString::fromStdString(op.data->type + " " + joined(op.data->ranges) + " | " +
                                  joined(op.data->reductionRanges) + " " + op.data->reductionType);
}

QString errorOf(const std::string &text)
{
    try {
        (void)graphFromExpression(text);
    } catch (const InputError &error) {
        return QString::fromStdString(error.place() + ": " + error.reason());
    }
    return "no error";
}

const Operation &opOf(const GraphPtr &graph, const char *name)
{
    return *graph->findOperation(name);
}

} // namespace

class TestNewExpression : public QObject
{
    Q_OBJECT
private slots:
    void pointwise();
    void broadcasting();
    void oneTensorReadTwice();
    void scalarsAndDtypes_data();
    void scalarsAndDtypes();
    void reductions_data();
    void reductions();
    void matmul();
    void batchMatmulWithBroadcastBatch();
    void linearHasARestickifiedWeight();
    void linearWithBias();
    void transposeIsAViewOfTheReader();
    void transposedResultIsACopy();
    void transposedOperandIsRestickified();
    void embeddingReadsIndirectly();
    void statementsAndNames();
    void sparseResultsStaySparse();
    void realFailures_data();
    void realFailures();
};

void TestNewExpression::pointwise()
{
    const GraphPtr graph = graphFromExpression("add(f16[1,8195,256,64], f16[1,8195,256,64])", "g");
    QCOMPARE(graph->name, std::string("g"));
    QCOMPARE(graph->buffers.size(), std::size_t{2});
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(dataText(op), QString("Pointwise 1,8195,256,64 |  "));
    const QString layout = "1,8195,256,64 / 134266880,16384,64,1 / 8195,256,1,1,64 / 16384,64,64,-1,1";
    QCOMPARE(layoutText(&*op.layout), layout);
    QCOMPARE(layoutText(graph->layoutOf("arg1_1")), layout);
    QCOMPARE(depText(op.reads.at(0)), QString("arg0_1: 16384*d0 + 64*d1 + d2 [d0=8195,d1=256,d2=64]"));
    QCOMPARE(depText(op.reads.at(1)), QString("arg1_1: 16384*d0 + 64*d1 + d2 [d0=8195,d1=256,d2=64]"));
    QCOMPARE(depText(op.writes.at(0)), QString("buf0: 16384*d0 + 64*d1 + d2 [d0=8195,d1=256,d2=64]"));
    QCOMPARE(op.origin.targets, std::vector<std::string>{"aten.add.Tensor"});
    QCOMPARE(op.origin.code, std::string("add(f16[1,8195,256,64], f16[1,8195,256,64])"));
    QCOMPARE(graph->outputs, std::vector<std::string>{"buf0"});
}

void TestNewExpression::broadcasting()
{
    // The symbols after the last one used are dropped from a read, others stay.
    const GraphPtr graph = graphFromExpression("add(f16[1048576,1], f16[1,8])");
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(dataText(op), QString("Pointwise 1048576,8 |  "));
    QCOMPARE(depText(op.reads.at(0)), QString("arg0_1: d0 [d0=1048576]"));
    QCOMPARE(depText(op.reads.at(1)), QString("arg1_1: d1 [d0=1048576,d1=8]"));
    QCOMPARE(depText(op.writes.at(0)), QString("buf0: 8*d0 + d1 [d0=1048576,d1=8]"));
    QCOMPARE(layoutText(graph->layoutOf("arg0_1")), QString("1048576,1 / 1,1 / 1,1048576,64 / -1,1,-1"));

    const GraphPtr ranks = graphFromExpression("mul(f32[7], f32[2,3,7])");
    QCOMPARE(depText(opOf(ranks, "buf0").reads.at(0)), QString("arg0_1: d2 [d0=2,d1=3,d2=7]"));
    const GraphPtr scalar = graphFromExpression("mul(f32[2,3], f32[])");
    QCOMPARE(depText(opOf(scalar, "buf0").reads.at(1)), QString("arg1_1: 0 []"));
    QCOMPARE(layoutText(scalar->layoutOf("arg1_1")), QString(" /  / 1,32 / -1,-1"));
}

void TestNewExpression::oneTensorReadTwice()
{
    const GraphPtr graph = graphFromExpression("x = f16[4,64]; mul(x, x)");
    QCOMPARE(graph->buffers.size(), std::size_t{1});
    QCOMPARE(opOf(graph, "buf0").reads.size(), std::size_t{1});
    QCOMPARE(graphFromExpression("mul(f16[4,64], f16[4,64])")->buffers.size(), std::size_t{2});
}

void TestNewExpression::scalarsAndDtypes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("dtype");
    QTest::newRow("halves") << "add(f16[4], f16[4])"
                            << "float16";
    QTest::newRow("half and bfloat") << "add(f16[4], bf16[4])"
                                     << "float32";
    QTest::newRow("half and single") << "add(f16[4], f32[4])"
                                     << "float32";
    QTest::newRow("integer and half") << "mul(i64[4], f16[4])"
                                      << "float16";
    QTest::newRow("integers") << "mul(i64[4], i32[4])"
                              << "int64";
    QTest::newRow("bool and integer") << "mul(bool[4], i32[4])"
                                      << "int32";
    QTest::newRow("float8") << "add(f8[4], f8[4])"
                            << "float8_e4m3fn";
    QTest::newRow("number") << "mul(f16[4], 0.5)"
                            << "float16";
    QTest::newRow("real number on integers") << "mul(i32[4], 0.5)"
                                             << "float32";
    QTest::newRow("number on integers") << "add(i32[4], -2)"
                                        << "int32";
    QTest::newRow("division of integers") << "div(i64[4], i64[4])"
                                          << "float32";
    QTest::newRow("exp of bool") << "exp(bool[4])"
                                 << "float32";
    QTest::newRow("sum of int32") << "sum(i32[4,4], dim=0)"
                                  << "int64";
    QTest::newRow("max of int32") << "max(i32[4,4], dim=0)"
                                  << "int32";
    QTest::newRow("full name") << "relu(torch_or_not[4])"
                               << "";
    QTest::newRow("long dtype names") << "relu(bfloat16[4])"
                                      << "bfloat16";
}

void TestNewExpression::scalarsAndDtypes()
{
    QFETCH(QString, text);
    QFETCH(QString, dtype);
    if (dtype.isEmpty()) {
        QVERIFY(errorOf(text.toStdString()).contains("unknown dtype"));
        return;
    }
    const GraphPtr graph = graphFromExpression(text.toStdString());
    QCOMPARE(QString::fromStdString(graph->operations.back().layout->dtype), dtype);
}

void TestNewExpression::reductions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("read");
    QTest::addColumn<QString>("write");
    QTest::newRow("outer dim") << "sum(f16[2,20,16,64], dim=0)"
                               << "Reduction 20,16,64 | 2 sum"
                               << "20,16,64 / 1024,64,1 / 16,1,20,64 / 64,64,1024,1"
                               << "arg0_1: 1024*d0 + 64*d1 + d2 + 20480*d3 [d0=20,d1=16,d2=64,d3=2]"
                               << "buf0: 1024*d0 + 64*d1 + d2 [d0=20,d1=16,d2=64]";
    QTest::newRow("stick dim, kept") << "max(f16[10,4,3,80], dim=-1, keepdim)"
                                     << "Reduction 10,4,3,1 | 80 max"
                                     << "10,4,3,1 / 12,3,1,1 / 4,3,1,1,10,64 / 3,1,-1,-1,12,-1"
                                     << "arg0_1: 960*d0 + 240*d1 + 80*d2 + d3 [d0=10,d1=4,d2=3,d3=80]"
                                     << "buf0: 12*d0 + 3*d1 + d2 [d0=10,d1=4,d2=3]";
    QTest::newRow("two dims") << "prod(f16[3,2,2,3,128], dim=[3,4])"
                              << "Reduction 3,2,2 | 3,128 prod"
                              << "3,2,2 / 4,2,1 / 2,2,1,3,64 / 2,1,-1,4,-1"
                              << "arg0_1: 1536*d0 + 768*d1 + 384*d2 + 128*d3 + d4 [d0=3,d1=2,d2=2,d3=3,d4=128]"
                              << "buf0: 4*d0 + 2*d1 + d2 [d0=3,d1=2,d2=2]";
    QTest::newRow("inner dim, kept") << "min(f16[2576,120,5,100], 2, keepdim=True)"
                                     << "Reduction 2576,120,1,100 | 5 min"
                                     << "2576,120,1,100 / 12000,100,100,1 / 120,1,2,2576,64 / 100,-1,64,12000,1"
                                     << "arg0_1: 60000*d0 + 500*d1 + d2 + 100*d3 [d0=2576,d1=120,d2=100,d3=5]"
                                     << "buf0: 12000*d0 + 100*d1 + d2 [d0=2576,d1=120,d2=100]";
    QTest::newRow("everything") << "mean(f16[47,64])"
                                << "Reduction  | 47,64 mean"
                                << " /  / 1,64 / -1,-1"
                                << "arg0_1: 64*d0 + d1 [d0=47,d1=64]"
                                << "buf0: 0 []";
    QTest::newRow("nothing to reduce") << "sum(f16[8,1], dim=1)"
                                       << "Pointwise 8 |  "
                                       << "8 / 1 / 1,8,64 / -1,1,-1"
                                       << "arg0_1: d0 [d0=8]"
                                       << "buf0: d0 [d0=8]";
}

void TestNewExpression::reductions()
{
    QFETCH(QString, text);
    const GraphPtr graph = graphFromExpression(text.toStdString());
    const Operation &op = opOf(graph, "buf0");
    QTEST(dataText(op), "data");
    QTEST(layoutText(&*op.layout), "layout");
    QTEST(depText(op.reads.at(0)), "read");
    QTEST(depText(op.writes.at(0)), "write");
}

void TestNewExpression::matmul()
{
    const GraphPtr graph = graphFromExpression("bmm(f16[16,4096,288], f16[16,288,64])");
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(graph->operations.size(), std::size_t{1});
    QCOMPARE(dataText(op), QString("Reduction 16,4096,64 | 288 batchmatmul"));
    QCOMPARE(layoutText(&*op.layout), QString("16,4096,64 / 262144,64,1 / 4096,1,16,64 / 64,64,262144,1"));
    QCOMPARE(depText(op.reads.at(0)), QString("arg0_1: 1179648*d0 + 288*d1 + d3 [d0=16,d1=4096,d2=64,d3=288]"));
    QCOMPARE(depText(op.reads.at(1)), QString("arg1_1: 18432*d0 + d2 + 64*d3 [d0=16,d1=4096,d2=64,d3=288]"));
    QCOMPARE(depText(op.writes.at(0)), QString("buf0: 262144*d0 + 64*d1 + d2 [d0=16,d1=4096,d2=64]"));
}

void TestNewExpression::batchMatmulWithBroadcastBatch()
{
    const GraphPtr graph = graphFromExpression("matmul(f16[4,3,128], f16[128,64])");
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(dataText(op), QString("Reduction 4,3,64 | 128 batchmatmul"));
    QCOMPARE(depText(op.reads.at(1)), QString("arg1_1: d2 + 64*d3 [d0=4,d1=3,d2=64,d3=128]"));
}

void TestNewExpression::linearHasARestickifiedWeight()
{
    const GraphPtr graph = graphFromExpression("linear(f16[2,4096], f16[49216,4096])");
    QCOMPARE(graph->operations.size(), std::size_t{2});
    const Operation &copy = opOf(graph, "buf0");
    QCOMPARE(dataText(copy), QString("Pointwise 49216,4096 |  "));
    QCOMPARE(layoutText(&*copy.layout), QString("49216,4096 / 4096,1 / 769,4096,64 / 262144,1,4096"));
    QCOMPARE(depText(copy.reads.at(0)), QString("arg1_1: 4096*d0 + d1 [d0=49216,d1=4096]"));
    const Operation &product = opOf(graph, "buf1");
    QCOMPARE(dataText(product), QString("Reduction 2,49216 | 4096 batchmatmul"));
    QCOMPARE(layoutText(&*product.layout), QString("2,49216 / 49216,1 / 769,2,64 / 64,49216,1"));
    QCOMPARE(depText(product.reads.at(0)), QString("arg0_1: 4096*d0 + d2 [d0=2,d1=49216,d2=4096]"));
    QCOMPARE(depText(product.reads.at(1)), QString("buf0: 4096*d1 + d2 [d0=2,d1=49216,d2=4096]"));
    QCOMPARE(graph->outputs, std::vector<std::string>{"buf1"});
    // A row of one: the dim has no symbol.
    const GraphPtr row = graphFromExpression("linear(f16[1,4096], f16[49152,4096])");
    QCOMPARE(depText(opOf(row, "buf1").reads.at(0)), QString("arg0_1: d1 [d0=49152,d1=4096]"));
    QCOMPARE(depText(opOf(row, "buf1").reads.at(1)), QString("buf0: 4096*d0 + d1 [d0=49152,d1=4096]"));
    QCOMPARE(depText(opOf(row, "buf1").writes.at(0)), QString("buf1: d0 [d0=49152]"));
}

void TestNewExpression::linearWithBias()
{
    const GraphPtr graph = graphFromExpression("linear(f16[2,3,64], f16[128,64], f16[128])");
    QCOMPARE(dataText(opOf(graph, "buf1")), QString("Reduction 2,3,128 | 64 batchmatmul"));
    QCOMPARE(depText(opOf(graph, "buf2").reads.at(1)), QString("arg2_1: d2 [d0=2,d1=3,d2=128]"));
    QCOMPARE(opOf(graph, "buf2").origin.targets, std::vector<std::string>{"aten.add.Tensor"});
}

void TestNewExpression::transposeIsAViewOfTheReader()
{
    const GraphPtr graph = graphFromExpression("add(transpose(f16[512,240], 0, 1), f16[240,512])");
    QCOMPARE(graph->operations.size(), std::size_t{1});
    QCOMPARE(depText(opOf(graph, "buf0").reads.at(0)), QString("arg0_1: d0 + 240*d1 [d0=240,d1=512]"));
    // Two transposes are none.
    const GraphPtr twice = graphFromExpression("relu(transpose(transpose(f16[2,3,4], 0, 2), 2, 0))");
    QCOMPARE(depText(opOf(twice, "buf0").reads.at(0)), QString("arg0_1: 12*d0 + 4*d1 + d2 [d0=2,d1=3,d2=4]"));
}

void TestNewExpression::transposedResultIsACopy()
{
    const GraphPtr graph = graphFromExpression("transpose(f16[512,240])");
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(op.origin.targets, std::vector<std::string>{"aten.clone.default"});
    QCOMPARE(layoutText(&*op.layout), QString("240,512 / 512,1 / 8,240,64 / 64,512,1"));
    QCOMPARE(depText(op.reads.at(0)), QString("arg0_1: d0 + 240*d1 [d0=240,d1=512]"));
}

void TestNewExpression::transposedOperandIsRestickified()
{
    // A stick on k, B on n: of a transposed A the stick runs along m.
    const GraphPtr graph = graphFromExpression("matmul(transpose(f16[128,256]), f16[128,64])");
    QCOMPARE(graph->operations.size(), std::size_t{2});
    QCOMPARE(layoutText(&*opOf(graph, "buf0").layout), QString("128,256 / 256,1 / 2,256,64 / 16384,1,256"));
    QCOMPARE(depText(opOf(graph, "buf1").reads.at(0)), QString("buf0: d0 + 256*d2 [d0=256,d1=64,d2=128]"));
    QCOMPARE(depText(opOf(graph, "buf1").reads.at(1)), QString("arg1_1: d1 + 64*d2 [d0=256,d1=64,d2=128]"));
}

void TestNewExpression::embeddingReadsIndirectly()
{
    const GraphPtr graph = graphFromExpression("embedding(f16[50304,64], i64[2097152])");
    const Operation &op = opOf(graph, "buf0");
    QCOMPARE(dataText(op), QString("Pointwise 2097152,64 |  "));
    QCOMPARE(depText(op.reads.at(0)), QString("arg1_1: d0 [d0=2097152]"));
    QCOMPARE(depText(op.reads.at(1)), QString("arg0_1*: d1 + 64*indirect0 [d0=2097152,d1=64]"));
}

void TestNewExpression::statementsAndNames()
{
    const GraphPtr graph = graphFromExpression("# a comment\n h = mul(f16[32,8192,17408], f16[1,8192,17408]);\n"
                                               "unused = relu(h); sum(h, dim=-1);");
    QCOMPARE(graph->operations.size(), std::size_t{3});
    QCOMPARE(graph->outputs, (std::vector<std::string>{"buf1", "buf2"}));
    QCOMPARE(opOf(graph, "buf2").reads.at(0).buffer, std::string("buf0"));
    const GraphPtr twice = graphFromExpression("x = relu(f16[4]); x = relu(x); relu(x)");
    QCOMPARE(opOf(twice, "buf2").reads.at(0).buffer, std::string("buf1"));
    QCOMPARE(opOf(twice, "buf2").origin.fxNodes, std::vector<std::string>{"relu_2"});
}

void TestNewExpression::sparseResultsStaySparse()
{
    const GraphPtr graph = graphFromExpression("x = f16[8,128]; r = relu(sum(x, dim=-1, keepdim)); mul(x, r)");
    QCOMPARE(layoutText(&*opOf(graph, "buf1").layout), QString("8,1 / 1,1 / 1,1,8,64 / -1,-1,1,-1"));
    QCOMPARE(layoutText(&*opOf(graph, "buf2").layout), QString("8,128 / 128,1 / 2,8,64 / 64,128,1"));
}

void TestNewExpression::realFailures_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("layout"); // of the op's output
    QTest::newRow("98000x4096") << "add(bf16[98000,4096], bf16[98000,4096])"
                                << "98000,4096 / 4096,1 / 64,98000,64 / 64,4096,1";
    QTest::newRow("32x8192x17408") << "mul(f16[32,8192,17408], f16[1,8192,17408])"
                                   << "32,8192,17408 / 142606336,17408,1 / 8192,272,32,64 / 17408,64,142606336,1";
    QTest::newRow("270000x16384") << "add(bf16[270000,16384], bf16[270000,16384])"
                                  << "270000,16384 / 16384,1 / 256,270000,64 / 64,16384,1";
    QTest::newRow("28672x8192") << "linear(f16[2048,8192], f16[28672,8192])"
                                << "2048,28672 / 28672,1 / 448,2048,64 / 64,28672,1";
    QTest::newRow("4x2048x65536") << "matmul(f16[4,2048,128], f16[128,65536])"
                                  << "4,2048,65536 / 134217728,65536,1 / 2048,1024,4,64 / 65536,64,134217728,1";
}

void TestNewExpression::realFailures()
{
    QFETCH(QString, text);
    const GraphPtr graph = graphFromExpression(text.toStdString());
    QTEST(layoutText(&*graph->operations.back().layout), "layout");
}

QTEST_APPLESS_MAIN(TestNewExpression)
#include "test_new_expression.moc"
