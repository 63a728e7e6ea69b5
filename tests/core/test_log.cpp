#include "core/layout/layouts.h"
#include "tests/core/log_helpers.h"

#include <QTest>

using namespace spanscope;
using namespace spanscope::logtest;

class TestLog : public QObject
{
    Q_OBJECT
private slots:
    void dumpGivesCompleteOps();
    void dumpFacts();
    void batchMatmulAndHints();
    void loneLine();
    void loneLineWithoutDeviceSize();
    void wrappedIssue();
    void hardWrappedNames();
    void twoCompiles();
    void orderGuess();
    void unusualDeviceSize();
    void indirectSymbolicAndMutation();
    void castTellsTheInputsDtype();
    void slicedInput();
    void chosenDump();
    void dumpWithForeignLines();
    void tensorWarningWithoutOp();
    void limitsThatDisagree();
};

void TestLog::dumpGivesCompleteOps()
{
    const ImportResult result = importSample("add_planned_july.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.name, std::string("add_planned_july"));
    QCOMPARE(graph.operations.size(), std::size_t{2});
    const Operation &add = graph.operations[0];
    QCOMPARE(add.name, std::string("buf0"));
    QCOMPARE(add.kind, std::string("ComputedBuffer"));
    QCOMPARE(add.data->type, std::string("Pointwise"));
    QCOMPARE(values(add.data->ranges), (Ints{1, 8195, 256, 64}));
    QCOMPARE(values(add.layout->stride), (Ints{134266880, 16384, 64, 1}));
    QCOMPARE(values(add.layout->device->strideMap), (Ints{16384, 64, 64, -1, 1}));
    QCOMPARE(add.layout->dtype, std::string("float16"));
    QCOMPARE(add.layout->device->elemsPerStick.value, Int{64});
    QCOMPARE(add.layout->device->deviceDtype, std::string("SEN169_FP16"));
    QCOMPARE(add.reads.size(), std::size_t{2});
    // The dim of size 1 has no symbol: i1, i2, i3 are d0, d1, d2.
    QCOMPARE(add.reads[0].indexText, std::string("16384*d0 + 64*d1 + d2"));
    QCOMPARE(rangesText(add.reads[0]), std::string("d0:8195 d1:256 d2:64 "));
    QCOMPARE(add.writes.size(), std::size_t{1});
    QCOMPARE(add.writes[0].indexText, std::string("16384*d0 + 64*d1 + d2"));
    QCOMPARE(add.origin.source, std::string("attention.py:42"));
    QCOMPARE(add.origin.code, std::string("return hidden + residual"));
    QCOMPARE(add.origin.fxNodes, std::vector<std::string>{"add"});
    const Operation &sum = graph.operations[1];
    QCOMPARE(sum.data->type, std::string("Reduction"));
    QCOMPARE(sum.data->reductionType, std::string("sum"));
    QCOMPARE(values(sum.data->reductionRanges), Ints{256});
    QCOMPARE(sum.reads[0].indexText, std::string("256*d0 + d1"));
    QCOMPARE(rangesText(sum.reads[0]), std::string("d0:8195 d1:256 "));
    QCOMPARE(sum.writes[0].indexText, std::string("d0"));
    QCOMPARE(rangesText(sum.writes[0]), std::string("d0:8195 "));
    QVERIFY(add.relayoutable);
    // The inputs are not in the dump.
    QCOMPARE(graph.buffers.size(), std::size_t{3});
    QCOMPARE(graph.buffers[0].name, std::string("arg0_1"));
    QCOMPARE(values(graph.buffers[0].layout->size), (Ints{8195, 256, 64}));
    QVERIFY(inferred(graph, "layout", "arg0_1") != nullptr);
    QVERIFY(inferred(graph, "layout", "arg1_1") != nullptr);
    QCOMPARE(graph.inferred.size(), std::size_t{3});
}

void TestLog::dumpFacts()
{
    const ImportResult result = importSample("add_planned_july.log");
    const Graph &graph = *result.graphs.front();
    QCOMPARE(kindsOf(graph),
             (std::vector<std::string>{"dump_op", "dump_op", "planner_op", "candidate_span", "candidates", "divisors",
                                       "split_candidates", "plan", "skipped", "group_started", "group_created",
                                       "tile_groups", "work_division_splits"}));
    for (const ReportedFact &fact : graph.reported) {
        if (fact.kind == "plan") {
            QCOMPARE(fact.op, std::string("buf0"));
            QCOMPARE(fact.line, std::size_t{50});
            QCOMPARE(fact.details.at("levels"), std::string("[(1, 5)]"));
        }
        if (fact.kind == "skipped") {
            QCOMPARE(fact.op, std::string("buf1"));
            QCOMPARE(fact.details.at("reason"), std::string("no span overflow"));
        }
        if (fact.kind == "candidate_span") {
            QCOMPARE(fact.figures.at("selected_host_dim"), Int{1});
            QCOMPARE(fact.details.at("per_tile_span"), std::string("256.09 MB"));
            QCOMPARE(fact.details.at("trigger"), std::string("output span overflow"));
        }
    }
    QVERIFY(!graph.config.maxSpanBytes.has_value()); // 256.00 MB is no limit to rely on
    QCOMPARE(result.notUnderstood, std::size_t{0});
}

void TestLog::batchMatmulAndHints()
{
    const ImportResult result = importSample("conflict_and_hints_july.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{3});
    const Operation &matmul = graph.operations[1];
    QCOMPARE(matmul.data->type, std::string("Reduction"));
    QCOMPARE(matmul.data->reductionType, std::string("batchmatmul"));
    QCOMPARE(matmul.reads.size(), std::size_t{2});
    QCOMPARE(matmul.reads[0].indexText, std::string("8192*d0 + d2"));
    QCOMPARE(matmul.reads[1].indexText, std::string("8192*d1 + d2"));
    QCOMPARE(rangesText(matmul.reads[1]), std::string("d0:2048 d1:28672 d2:8192 "));
    const Operation &bias = graph.operations[2];
    QCOMPARE(bias.dimHints.size(), std::size_t{2});
    QCOMPARE(bias.dimHints[1].dimNames, std::vector<std::string>{"vocab"});
    QCOMPARE(bias.dimHints[1].splitCount, Int{7});
    QCOMPARE(bias.dimHints[1].loopVar, std::string("d1"));
    QCOMPARE(bias.dimHints[1].hintId, Int{2});
    QCOMPARE(bias.reads[1].indexText, std::string("d1"));
    // Inputs: the weight as read by the copy, the bias as read by the addition.
    QCOMPARE(values(graph.layoutOf("arg1_1")->size), (Ints{28672, 8192}));
    QCOMPARE(values(graph.layoutOf("arg2_1")->size), (Ints{28672}));
    QCOMPARE(kindsOf(graph), (std::vector<std::string>{"dump_op", "dump_op", "dump_op", "hint_ignored", "plan", "plan",
                                                       "group_conflict", "unsupported"}));
    QCOMPARE(graph.reported[7].details.at("producers"), std::string("['buf0']"));
}

void TestLog::loneLine()
{
    const ImportResult result = importSample("mul_broadcast_april.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{1});
    const Operation &op = graph.operations.front();
    QCOMPARE(op.name, std::string("buf0"));
    QCOMPARE(op.data->type, std::string("Pointwise"));
    QCOMPARE(values(op.data->ranges), (Ints{32, 8192, 17408}));
    // [8192, 272, 32, 64] is the natural order of the default layout.
    QCOMPARE(values(op.layout->device->deviceSize), (Ints{8192, 272, 32, 64}));
    QCOMPARE(values(op.layout->device->strideMap), (Ints{17408, 64, 142606336, 1}));
    QCOMPARE(op.writes.front().indexText, std::string("142606336*d0 + 17408*d1 + d2"));
    QVERIFY(op.reads.empty());
    QVERIFY(inferred(graph, "stride_map", "buf0") != nullptr);
    QVERIFY(inferred(graph, "operation", "buf0") != nullptr);
    QVERIFY(inferred(graph, "op of a warning", "buf0") != nullptr);
    QCOMPARE(op.coreSplits, (std::vector<std::pair<std::string, Int>>{{"d0", 1}, {"d1", 32}, {"d2", 1}}));
    QCOMPARE(*graph.config.maxSpanBytes, Int{268435456}); // told by the warning
    // Two workers say the same; the abort is in three lines.
    QCOMPARE(kindsOf(graph),
             (std::vector<std::string>{"cannot_satisfy", "work_division_span", "abort", "abort", "abort", "abort"}));
    QCOMPARE(graph.reported[0].figures.at("times"), Int{2});
    QCOMPARE(graph.reported[0].op, std::string("buf0"));
    QCOMPARE(graph.reported[4].figures.at("imm"), Int{-2228208});
}

void TestLog::loneLineWithoutDeviceSize()
{
    const ImportResult result = importSample("add_wrong_results_july.log");
    const Graph &graph = *result.graphs.front();
    const Operation &op = graph.operations.front();
    QCOMPARE(op.layout->dtype, std::string("bfloat16"));
    QCOMPARE(values(op.layout->device->deviceSize), (Ints{64, 98000, 64}));
    QVERIFY(inferred(graph, "device_layout", "buf0") != nullptr);
    QCOMPARE(*graph.config.maxSpanBytes, Int{268431360});
}

void TestLog::wrappedIssue()
{
    const ImportResult result = importSample("vocab_projection_issue.txt");
    QCOMPARE(result.notUnderstood, std::size_t{0});
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(kindsOf(graph), (std::vector<std::string>{"planner_op", "candidate_span", "unsupported", "minimum_split",
                                                       "work_division_span"}));
    QCOMPARE(graph.reported[0].line, std::size_t{4});
    QCOMPARE(graph.reported[2].details.at("code"), std::string("no_combo_fits"));
    QCOMPARE(graph.reported[2].details.at("dims"), std::string("[0]"));
    QCOMPARE(graph.operations.size(), std::size_t{2});
    const Operation &weight = graph.operations[0];
    QCOMPARE(weight.name, std::string("buf0"));
    QCOMPARE(weight.layout->dtype, std::string("float16"));
    // The restickified weight: order [1, 0].
    QCOMPARE(values(weight.layout->device->deviceSize), (Ints{769, 4096, 64}));
    QCOMPARE(values(weight.layout->device->strideMap), (Ints{262144, 1, 4096}));
    QVERIFY(inferred(graph, "stride_map", "buf0")->how.find("[1, 0]") != std::string::npos);
    QVERIFY(inferred(graph, "tensor", "buf1") != nullptr); // the line does not name the tensor
    QVERIFY(inferred(graph, "tensor", "buf0") == nullptr); // the planner's line is about the op's layout
}

void TestLog::hardWrappedNames()
{
    std::ifstream in(std::string(SPANSCOPE_TEST_DATA) + "/importers/hard_wrap.log");
    const ImportResult result = importLog(in, "hard_wrap.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{2});
    QCOMPARE(values(graph.operations[0].data->ranges), (Ints{32, 8192, 17408}));
    QCOMPARE(values(graph.operations[1].data->ranges), (Ints{49216, 4096}));
    QCOMPARE(result.notUnderstood, std::size_t{0});
}

void TestLog::twoCompiles()
{
    const ImportResult result = importText("[CRITICAL] buf0: per-core tensor span 300.00 MB (shape=[4096, 64], "
                                           "dtype=torch.float16, splits={d0: 1}) exceeds\n"
                                           "[CRITICAL] buf1: per-core tensor span 300.00 MB (shape=[8192, 64], "
                                           "dtype=torch.float16, splits={d0: 1}) exceeds\n"
                                           "[CRITICAL] buf0: per-core tensor span 300.00 MB (shape=[2048, 128], "
                                           "dtype=torch.float16, splits={d0: 1}) exceeds\n");
    QCOMPARE(result.graphs.size(), std::size_t{2});
    QCOMPARE(result.graphs[0]->operations.size(), std::size_t{2});
    QCOMPARE(result.graphs[1]->operations.size(), std::size_t{1});
    QCOMPARE(values(result.graphs[1]->operations[0].data->ranges), (Ints{2048, 128}));
    QVERIFY(result.graphs[0]->name != result.graphs[1]->name);
}

void TestLog::orderGuess()
{
    // [512, 8, 256] in order [1, 2, 0] lies as [256, 8, 8, 64] / [1, 131072, 256, 2048].
    const ImportResult result = importText("[CRITICAL] buf0: per-core tensor span 1.00 MB (shape=[512, 8, 256], "
                                           "dtype=torch.float16, device_size=[256, 8, 8, 64], splits={}) exceeds\n");
    const Operation &op = result.graphs.front()->operations.front();
    QCOMPARE(values(op.layout->device->strideMap), (Ints{1, 131072, 256, 2048}));
    // A square tensor fits both orders: the natural one is taken and it is said.
    const ImportResult square = importText("[CRITICAL] buf0: per-core tensor span 1.00 MB (shape=[64, 64], "
                                           "dtype=torch.float16, device_size=[1, 64, 64], splits={}) exceeds\n");
    const Graph &graph = *square.graphs.front();
    QCOMPARE(values(graph.operations.front().layout->device->strideMap), (Ints{64, 64, 1}));
    QVERIFY(inferred(graph, "stride_map", "buf0")->how.find("2 orders") != std::string::npos);
    // One element a stick.
    const ImportResult sparse = importText("[CRITICAL] buf0: per-core tensor span 1.00 MB (shape=[512, 256], "
                                           "dtype=torch.float16, device_size=[256, 1, 512, 64], splits={}) exceeds\n");
    QCOMPARE(values(sparse.graphs.front()->operations.front().layout->device->strideMap), (Ints{1, -1, 256, -1}));
}

void TestLog::unusualDeviceSize()
{
    const ImportResult result = importText("[CRITICAL] buf0: per-core tensor span 1.00 MB (shape=[512, 256], "
                                           "dtype=torch.float16, device_size=[7, 7, 64], splits={}) exceeds\n");
    const Graph &graph = *result.graphs.front();
    const Operation &op = graph.operations.front();
    QCOMPARE(values(op.layout->device->deviceSize), (Ints{7, 7, 64}));
    QVERIFY(op.layout->device->strideMap.empty());
    QVERIFY(!staticLayout(*op.layout).has_value());
    QVERIFY(inferred(graph, "stride_map", "buf0") != nullptr);
}

namespace {

std::string dumpOf(const std::string &body, const std::string &pass = "assign_dim_hints")
{
    return "[DEBUG] [spyre.inductor.passes] AFTER " + pass + "\n" + body;
}

std::string pointwise(const std::string &op, const std::string &loads, const std::string &extra = "")
{
    return op +
           ": ComputedBuffer\n  layout=FixedTiledLayout('spyre:0', torch.float16, size=[128, 64], stride=[64, 1], "
           "device_layout=SpyreTensorLayout(device_size=[1, 128, 64], stride_map =[64, 64, 1], "
           "device_dtype=DataFormats.SEN169_FP16))\n" +
           extra +
           "  Pointwise(\n    'spyre',\n    torch.float16,\n    def inner_fn(index):\n        i0, i1 = index\n" +
           loads +
           "        return tmp0\n    ,\n    ranges=[128, 64],\n    origin_node=None,\n    origins=OrderedSet([x])\n  "
           ")\n";
}

} // namespace

void TestLog::indirectSymbolicAndMutation()
{
    const ImportResult result = importText(dumpOf(
        pointwise("op0", "        tmp0 = ops.load(arg1_1, i0)\n        tmp1 = ops.load(arg0_1, i1 + 64 * tmp0)\n") +
        "op1: ComputedBuffer\n  layout=MutationLayoutSHOULDREMOVE('spyre:0', torch.float16, size=[s0, 64], stride=[64, "
        "1])\n"
        "  Pointwise(\n    'spyre',\n    torch.float16,\n    def inner_fn(index):\n        i0, i1 = index\n"
        "        tmp0 = ops.load(buf0, i1 + 64 * i0)\n        return tmp0\n    ,\n    ranges=[s0, 64],\n  )\n"
        "op2: ExternKernelOut\n  layout=FixedLayout('spyre:0', torch.float16, size=[128, 64], stride=[64, 1])\n"));
    const Graph &graph = *result.graphs.front();
    QCOMPARE(graph.operations.size(), std::size_t{3});
    QVERIFY(!graph.operations[0].reads[0].indirect);
    QVERIFY(graph.operations[0].reads[1].indirect);
    QVERIFY(graph.layoutOf("arg0_1") == nullptr); // read indirectly: not guessed
    QVERIFY(inferred(graph, "layout", "arg0_1")->how.starts_with("not inferred"));
    QCOMPARE(graph.operations[1].layout->type, std::string("MutationLayoutSHOULDREMOVE"));
    QCOMPARE(graph.operations[1].data->ranges[0].symbolic, std::string("s0"));
    QCOMPARE(graph.operations[1].reads[0].ranges[0].size.symbolic, std::string("s0"));
    QCOMPARE(graph.operations[2].kind, std::string("ExternKernelOut"));
    QVERIFY(!graph.operations[2].data.has_value());
    QVERIFY(!graph.operations[2].layout->isFixedTiled());
}

void TestLog::castTellsTheInputsDtype()
{
    const ImportResult result = importText(
        dumpOf(pointwise("op0", "        tmp0 = ops.load(arg0_1, i1 + 64 * i0)\n"
                                "        tmp1 = ops.to_dtype(tmp0, torch.float16, src_dtype=torch.float32)\n")));
    QCOMPARE(result.graphs.front()->layoutOf("arg0_1")->dtype, std::string("float32"));
}

void TestLog::slicedInput()
{
    // Rows 2.. of a [130, 192] tensor, its first 64 columns.
    const ImportResult result =
        importText(dumpOf(pointwise("op0", "        tmp0 = ops.load(arg0_1, i1 + 192 * i0 + 384)\n")));
    QCOMPARE(values(result.graphs.front()->layoutOf("arg0_1")->size), (Ints{130, 192}));
}

void TestLog::chosenDump()
{
    const std::string load = "        tmp0 = ops.load(arg0_1, i1 + 64 * i0)\n";
    const std::string plain = pointwise("op0", load);
    const std::string divided = pointwise("op0", load, "  op_it_space_splits={d0: 32, d1: 1}\n  loop_info=[4]\n");
    const std::string compile = dumpOf(plain, "propagate") + dumpOf(pointwise("op0", load, "  allocation=None\n")) +
                                dumpOf(divided, "work_division");
    const ImportResult result = importText(compile + compile);
    QCOMPARE(result.graphs.size(), std::size_t{1}); // the second compile is the same
    const Operation &op = result.graphs.front()->operations.front();
    QCOMPARE(op.coreSplits, (std::vector<std::pair<std::string, Int>>{{"d0", 32}, {"d1", 1}}));
    const bool told = std::any_of(result.notes.begin(), result.notes.end(), [](const std::string &note) {
        return note.find("AFTER assign_dim_hints") != std::string::npos && note.find("3 dumps") != std::string::npos;
    });
    QVERIFY(told);
    // Another compile with the same pass is another graph.
    const ImportResult two = importText(dumpOf(plain) + dumpOf(pointwise("op7", load)));
    QCOMPARE(two.graphs.size(), std::size_t{2});
    QCOMPARE(two.graphs[1]->operations[0].name, std::string("buf7"));
}

void TestLog::dumpWithForeignLines()
{
    const std::string op = pointwise("op0", "        tmp0 = ops.load(arg0_1, i1 + 64 * i0)\n");
    std::string mixed = "[DEBUG] [spyre.inductor.passes] AFTER assign_dim_hints\n";
    std::istringstream lines(op);
    for (std::string line; std::getline(lines, line);) {
        mixed += line + "\nother process: loading shard\n[INFO] [vllm] heartbeat\n";
    }
    const ImportResult result = importText(mixed + "buf0: not a class\n");
    QCOMPARE(result.graphs.front()->operations.size(), std::size_t{1});
    QCOMPARE(result.graphs.front()->operations[0].reads[0].indexText, std::string("64*d0 + d1"));
}

void TestLog::tensorWarningWithoutOp()
{
    const ImportResult result =
        importText("Cannot satisfy span limit for tensor arg3_1: coord=d1 still evaluates to 9 after "
                   "splits. Best span=900000000, limit=268435456.\n");
    const Graph &graph = *result.graphs.front();
    QVERIFY(graph.operations.empty());
    QCOMPARE(graph.reported.size(), std::size_t{1});
    QVERIFY(graph.reported[0].op.empty()); // nothing says which op it is
}

void TestLog::limitsThatDisagree()
{
    const ImportResult result = importText(
        "Cannot satisfy span limit for tensor a: coord=d1 still evaluates to 9 after splits. Best span=9, limit=1.\n"
        "Cannot satisfy span limit for tensor b: coord=d1 still evaluates to 9 after splits. Best span=9, limit=2.\n");
    QVERIFY(!result.graphs.front()->config.maxSpanBytes.has_value());
}

QTEST_APPLESS_MAIN(TestLog)
#include "test_log.moc"
