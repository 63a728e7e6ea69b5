#include "core/base/input_error.h"
#include "core/graph/knowledge.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "core/planner/audit.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace spanscope;

namespace {

ImportResult importSample(const std::string &name)
{
    const std::string path = std::string(SPANSCOPE_SOURCE_DIR) + "/samples/output_code/" + name;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        throw std::runtime_error("no sample " + path);
    }
    return importOutputCode(in, path);
}

ImportResult importText(const std::string &text)
{
    std::istringstream in(text);
    return importOutputCode(in, "output_code.py");
}

Int spanOf(const OpAudit &audit, const std::string &tensor, int deviceDim)
{
    for (const AuditRow &row : audit.rows) {
        if (row.tensor.toString() == tensor && row.deviceDim.index == deviceDim) {
            return row.problem.empty() ? row.span : Int{-1};
        }
    }
    return -2;
}

std::string opSpec(const std::string &args, const std::string &space = "sympify('c0'): (sympify('64'), 2)",
                   const std::string &extra = "")
{
    return "OpSpec(op='add', is_reduction=False, iteration_space={" + space + "}, op_info={}, " + extra + "args=[" +
           args + "]),\n";
}

std::string tensorArg(bool input, int index, const std::string &coordinates = "sympify('c0'), sympify('0')")
{
    return "TensorArg(is_input=" + std::string(input ? "True" : "False") + ", arg_index=" + std::to_string(index) +
           ", device_dtype=DataFormats.SEN169_FP16, device_size=[64, 64], device_coordinates=[" + coordinates +
           "], allocation={'hbm': 0}),";
}

std::string kernel(const std::string &body, const std::string &name = "k0")
{
    return name + " = async_compile.sdsc('" + name + "', [\n" + body + "])\n";
}

const InferredFact *inferredOf(const Graph &graph, const std::string &tensor)
{
    for (const InferredFact &fact : graph.inferred) {
        if (fact.tensor == tensor) {
            return &fact;
        }
    }
    return nullptr;
}

} // namespace

class TestOutputCode : public QObject
{
    Q_OBJECT
private slots:
    void tiledLoop();
    void prefixedLogText();
    void nestedLoops();
    void severalModules();
    void oddities();
    void namesAreUnique();
    void truncatedAndBroken();
    void nothingToRead();
    void integers64();
    void writesAndReadsBack();
    void unknownOpAfterALoop();
    void cancelledWhileBuilding();
};

void TestOutputCode::tiledLoop()
{
    const ImportResult result = importSample("rms_scale_tiled.py");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{1});
    const Operation &op = graph.operations.front();
    QCOMPARE(op.name, std::string("buf0"));
    QVERIFY(!op.relayoutable);
    QCOMPARE(op.loops.size(), std::size_t{1});
    QCOMPARE(op.loops[0].count, std::string("8"));
    QCOMPARE(op.coreSplits, (std::vector<std::pair<std::string, Int>>{{"c0", 1}, {"c1", 32}, {"c2", 1}}));
    QCOMPARE(op.data->ranges, (std::vector<Extent>{32, 1024, 17408}));
    QCOMPARE(op.reads.size(), std::size_t{2});
    QCOMPARE(op.reads[1].buffer, std::string("arg1_1"));
    QCOMPARE(op.reads[1].deviceCoordinates[1].toString(), std::string("floor(c2/64)"));
    QCOMPARE(op.layout->dtype, std::string("float16"));
    QCOMPARE(op.layout->size, (std::vector<Extent>{32, 8192, 17408}));
    QVERIFY(graph.inferred.empty()); // every dtype is told
    QCOMPARE(result.notUnderstood, std::size_t{0});
    const ReportedFact &fact = graph.reported.front();
    QCOMPARE(fact.kind, std::string("op_spec"));
    QCOMPARE(fact.details.at("tiled_symbol_trip_counts"), std::string("{'c1': 8}"));
    QCOMPARE(fact.details.at("tiled_symbols"), std::string("[[sympify('c1')]]"));
    // One tile: 1024 rows of c1, each 272*32*64 elements of 2 bytes.
    const OpAudit rows = audit(graph, 0, {}, Rules{});
    QCOMPARE(spanOf(rows, "output", 0), Int{1024} * 272 * 32 * 64 * 2);
    QCOMPARE(spanOf(rows, "input:arg1_1", 0), Int{1024} * 272 * 64 * 2);
    QCOMPARE(spanOf(rows, "output", 1), Int{272} * 32 * 64 * 2);
}

void TestOutputCode::prefixedLogText()
{
    const ImportResult result = importSample("lookup_and_sum.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{3});
    const Operation &lookup = graph.operations[0];
    QCOMPARE(lookup.name, std::string("sdsc_fused_embedding_sum_0.op0.tensor2"));
    QCOMPARE(lookup.data->ranges[0].symbolic, std::string("s0"));
    QVERIFY(!lookup.reads[0].indirect);
    QVERIFY(lookup.reads[1].indirect);
    QVERIFY(!lookup.reads[1].deviceCoordinates[1].isAnalysable());
    QCOMPARE(lookup.reads[0].accessLayout->dtype, std::string("int64")); // from the FX comment
    QCOMPARE(lookup.reads[1].accessLayout->dtype, std::string("float8_e4m3fn"));
    QCOMPARE(lookup.layout->device->deviceSize[1].symbolic, std::string("s0"));
    QVERIFY(inferredOf(graph, "arg1_1") != nullptr); // the dtype is only seen from the format
    QVERIFY(inferredOf(graph, "arg0_1") == nullptr);
    const Operation &sum = graph.operations[1];
    QCOMPARE(sum.name, std::string("buf1"));
    QCOMPARE(sum.data->type, std::string("Reduction"));
    QCOMPARE(sum.data->ranges, std::vector<Extent>{2048});
    QCOMPARE(sum.data->reductionRanges, std::vector<Extent>{5120});
    QCOMPARE(sum.writes[0].ranges.size(), std::size_t{1});
    QCOMPARE(sum.reads[0].ranges.size(), std::size_t{2});
    // floor(c1/32) runs over 160 sticks of 2048*32 float32.
    QCOMPARE(spanOf(audit(graph, 1, {}, Rules{}), "input:arg2_1", 0), Int{160} * 2048 * 32 * 4);
    QCOMPARE(graph.operations[2].kind, std::string("UnimplementedOp"));
    QCOMPARE(graph.reported[1].details.at("core_id_to_work_slice"), std::string("{0: (0, 512)}"));
}

void TestOutputCode::nestedLoops()
{
    const ImportResult result = importText(
        kernel("LoopSpec(count=sympify('4'), body=[LoopSpec(count=sympify('2*s0'), transform_history=['x'], body=[" +
               opSpec(tensorArg(true, 0) + tensorArg(false, 1)) + "]), " +
               opSpec(tensorArg(true, 0) + tensorArg(false, 2)) + "]),\n"));
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{2});
    QCOMPARE(graph.operations[0].loops.size(), std::size_t{2});
    QCOMPARE(graph.operations[0].loops[0].count, std::string("4"));
    QCOMPARE(graph.operations[0].loops[1].count, std::string("2*s0"));
    QCOMPARE(graph.operations[1].loops.size(), std::size_t{1});
}

void TestOutputCode::severalModules()
{
    const std::string one = "# AOT ID: ['0_inference']\n" + kernel(opSpec(tensorArg(false, 0)));
    const ImportResult result = importText(one + one);
    QCOMPARE(result.graphs.size(), std::size_t{2});
    QCOMPARE(result.graphs[1]->name, std::string("output_code.2"));
}

void TestOutputCode::oddities()
{
    // Comments between entries, integers without sympify, double quotes, a new spec class, positional LoopSpec.
    const ImportResult result = importText(
        kernel("# first [ ( bracket in a comment\n" +
               opSpec(tensorArg(true, 0) + tensorArg(false, 1, "sympify(\"Mod(c0, 8)\"), 0"),
                      "sympify(\"c0\"): (64, 2)", "device_tile_advance_expr=None, weird={'a': [1, (2, 3)]}, ") +
               "BarrierSpec(kind='x'),\n LoopSpec(sympify('3'), [" + opSpec(tensorArg(false, 2)) + "]),\n"));
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{2});
    QCOMPARE(graph.operations[0].writes[0].deviceCoordinates[0].toString(), std::string("Mod(c0, 8)"));
    QCOMPARE(graph.operations[0].data->ranges, std::vector<Extent>{64});
    QCOMPARE(graph.operations[1].loops[0].count, std::string("3"));
    QCOMPARE(result.notUnderstood, std::size_t{1}); // BarrierSpec
    QCOMPARE(graph.reported[0].details.at("weird"), std::string("{'a': [1, (2, 3)]}"));
}

void TestOutputCode::namesAreUnique()
{
    const ImportResult result = importText(
        kernel(opSpec(tensorArg(false, 0)) + opSpec(tensorArg(true, 0) + tensorArg(false, 0))) + "k0.run(buf5)\n");
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations[0].name, std::string("buf5"));
    QCOMPARE(graph.operations[1].name, std::string("buf5#2"));
    QVERIFY(graph.buffers.empty()); // it is written, not an input
}

void TestOutputCode::truncatedAndBroken()
{
    const std::string good = kernel(opSpec(tensorArg(false, 0)));
    ImportResult result = importText(good + good.substr(0, good.size() / 2));
    QCOMPARE(result.graphs.size(), std::size_t{1});
    QCOMPARE(result.notUnderstood, std::size_t{1});
    result = importText(kernel("OpSpec(op='x'),\n" + opSpec("TensorArg(is_input=True),")) + good);
    QCOMPARE(result.graphs.front()->operations.size(), std::size_t{2});
    QCOMPARE(result.notUnderstood, std::size_t{2});
    result = importText(kernel("OpSpec(op= = 'x'),\n") + kernel(opSpec(tensorArg(false, 0)), "k1"));
    QCOMPARE(result.graphs.front()->operations.size(), std::size_t{1});
    QCOMPARE(result.notUnderstood, std::size_t{1});
}

void TestOutputCode::nothingToRead()
{
    try {
        const ImportResult result = importText("print('hello')\n");
        QFAIL("an error was expected");
    } catch (const InputError &error) {
        QCOMPARE(error.file(), std::string("output_code.py"));
    }
    try {
        const ImportResult result = importText("\n\nk = async_compile.sdsc('k', " + std::string(100'000, '['));
        QFAIL("an error was expected");
    } catch (const InputError &error) {
        QCOMPARE(error.place(), std::string("line 3"));
    }
}

void TestOutputCode::integers64()
{
    const std::string body = opSpec("TensorArg(is_input=False, arg_index=0, device_dtype=DataFormats.IEEE_INT32, "
                                    "device_size=[64, 32], device_coordinates=[sympify('c0'), 0], allocation={})");
    const ImportResult plain = importText(kernel(body));
    QCOMPARE(plain.graphs.front()->operations[0].layout->dtype, std::string("int32"));
    const ImportResult wide =
        importText("# %x : Tensor \"i64[64, 32][32, 1]spyre:0\" = call_function\n" + kernel(body));
    QCOMPARE(wide.graphs.front()->operations[0].layout->dtype, std::string("int64"));
    QVERIFY(inferredOf(*wide.graphs.front(), "k0.arg0")->how.find("int64") != std::string::npos);
    const ImportResult strange = importText(
        kernel(opSpec("TensorArg(is_input=False, arg_index=0, device_dtype=DataFormats.NEW_FP4, device_size=[64, 32], "
                      "device_coordinates=[sympify('c0'), 0], allocation={})")));
    QVERIFY(strange.graphs.front()->operations[0].layout->dtype.empty());
    QVERIFY(inferredOf(*strange.graphs.front(), "k0.arg0") != nullptr);
}

void TestOutputCode::writesAndReadsBack()
{
    for (const char *name : {"rms_scale_tiled.py", "lookup_and_sum.log"}) {
        const ImportResult result = importSample(name);
        const std::string text = writeGraph(*result.graphs.front());
        const std::vector<GraphPtr> again = readGraphs(text, name);
        QCOMPARE(again.size(), std::size_t{1});
        QCOMPARE(writeGraph(*again.front()), text);
    }
}

void TestOutputCode::unknownOpAfterALoop()
{
    const std::string unknown = "UnimplementedOp(op='odd'),\n";
    const std::string loop = "LoopSpec(count=sympify('4'), body=[\n" + opSpec(tensorArg(false, 0)) + "]),\n" + unknown;
    const ImportResult result =
        importText(kernel(loop, "first_kernel_with_a_long_name") + kernel(unknown, "second_kernel_with_a_long_name"));
    const std::vector<Operation> &ops = result.graphs.front()->operations;
    QCOMPARE(ops.size(), std::size_t{3});
    QCOMPARE(ops[1].name, std::string("first_kernel_with_a_long_name.op1"));
    QVERIFY(ops[1].loops.empty());
    QCOMPARE(ops[2].name, std::string("second_kernel_with_a_long_name.op0"));
}

/// The second half of the way is the building of ops: it tells where it is, and stops when it is told to.
void TestOutputCode::cancelledWhileBuilding()
{
    constexpr std::size_t kKernels = 200;
    std::string text;
    for (std::size_t i = 0; i < kKernels; ++i) {
        text += kernel(opSpec(tensorArg(true, 0) + tensorArg(false, 1)), "k" + std::to_string(i));
    }
    std::size_t last = 0;
    std::size_t reports = 0;
    std::stop_source stop;
    WorkContext context;
    context.stop = stop.get_token();
    const auto watch = [&](std::size_t stopAt) {
        context.progress = [&, stopAt](std::size_t done, std::size_t total) {
            QVERIFY2(done >= last && done <= total && total == 2 * text.size(), "progress goes forward");
            last = done;
            ++reports;
            if (done >= stopAt) {
                stop.request_stop();
            }
        };
    };
    watch(2 * text.size());
    std::istringstream all(text);
    const ImportResult whole = importOutputCode(all, "output_code.py", context);
    QCOMPARE(whole.graphs.at(0)->operations.size(), kKernels);
    QVERIFY(reports > kKernels);
    QVERIFY(missingOperations(*whole.graphs.at(0)) == nullptr);

    last = 0;
    watch(text.size() + text.size() / 2);
    std::istringstream some(text);
    const ImportResult half = importOutputCode(some, "output_code.py", context);
    const Graph &graph = *half.graphs.at(0);
    QCOMPARE(graph.operations.size(), kKernels / 2);
    QVERIFY(std::find(half.notes.begin(), half.notes.end(), "cancelled: what was read until then is shown") !=
            half.notes.end());
    QCOMPARE(missingOperations(graph)->how, std::string("cancelled before all of it was read"));
}

QTEST_APPLESS_MAIN(TestOutputCode)
#include "test_output_code.moc"
