#include "graph_helpers.h"

#include <QTest>

#include <sstream>

using namespace spanscope;
using namespace spanscope::test;

class TestGraphReader : public QObject
{
    Q_OBJECT
private slots:
    void everyKey();
    void optionalKeysMayBeAbsentOrNull();
    void symbolicSizes();
    void unknownKeysAreIgnored();
    void severalDocuments_data();
    void severalDocuments();
    void unknownReadsAreWarnings();
    void wrongInput_data();
    void wrongInput();
    void wrongLineOfJsonl();
};

void TestGraphReader::everyKey()
{
    const std::string op =
        opText(R"("data":{"type":"Reduction","ranges":[4],"reduction_ranges":[128],"reduction_type":"sum"},)"
               R"("layout":)" +
               kLayout +
               R"(,)"
               R"("reads":[{"buffer":"arg0_1","index":"128*d0 + d1","ranges":[["d0",4],["d1",128]],"indirect":true}],)"
               R"("writes":[{"buffer":"buf0","index":"d0","ranges":[["d0",4]]}],)"
               R"("dim_hints":[{"dim_names":["H"],"split_count":5,"loop_var":"d0","is_reduction":true,"hint_id":3}],)"
               R"("origin":{"fx_nodes":["add"],"targets":["aten.add.Tensor"],"source":"model.py:42","code":"x + y"},)"
               R"("core_splits":[["d0",4]],"loops":["8"],"relayoutable":false)");
    const GraphPtr graph = readOne(graphText(
        op,
        R"("producer":"torch-spyre 2026.7","config":{"sencores":4,"max_span_bytes":4096,)"
        R"("ignore_span_overflow_hints":true,"ignore_wsr_hints":false},"outputs":["buf0"],)"
        R"("reported":[{"kind":"work_division_span","op":"buf0","line":7,"figures":{"bytes":5},"details":{"mb":"5.00"}}],)"
        R"("inferred":[{"op":"buf0","what":"stride_map","how":"default order"}],)"
        R"("buffers":[{"name":"arg0_1","kind":"input","layout":)" +
            kLayout + "}],"));
    QCOMPARE(graph->name, std::string("g"));
    QCOMPARE(graph->producer, std::string("torch-spyre 2026.7"));
    QCOMPARE(graph->config.sencores.value_or(0), Int{4});
    QCOMPARE(graph->config.maxSpanBytes.value_or(0), Int{4096});
    QVERIFY(graph->config.ignoreSpanOverflowHints.value_or(false));
    QVERIFY(!graph->config.ignoreWsrHints.value_or(true));
    QVERIFY(graph->isOutput("buf0"));
    QVERIFY(graph->warnings.empty());
    const Layout *layout = graph->layoutOf("arg0_1");
    QVERIFY(layout != nullptr && layout->isFixedTiled());
    QCOMPARE(layout->size, (std::vector<Extent>{4, 128}));
    QCOMPARE(layout->device->strideMap, (std::vector<Extent>{64, 128, 1}));
    QCOMPARE(layout->device->elemsPerStick, Extent(64));

    const Operation *buf0 = graph->findOperation("buf0");
    QVERIFY(buf0 != nullptr);
    QCOMPARE(buf0->data->type, std::string("Reduction"));
    QCOMPARE(buf0->data->reductionRanges, (std::vector<Extent>{128}));
    QCOMPARE(buf0->data->reductionType, std::string("sum"));
    QVERIFY(buf0->reads.at(0).indirect);
    QCOMPARE(buf0->reads.at(0).indexText, std::string("128*d0 + d1"));
    QVERIFY(buf0->reads.at(0).index == Expr(128) * Expr::symbol("d0") + Expr::symbol("d1"));
    QCOMPARE(buf0->reads.at(0).ranges.at(1), (SymbolRange{"d1", 128}));
    QVERIFY(!buf0->writes.at(0).indirect);
    QCOMPARE(buf0->dimHints.at(0), (DimHint{{"H"}, 5, "d0", true, 3}));
    QCOMPARE(buf0->origin.source, std::string("model.py:42"));
    QCOMPARE(buf0->origin.targets, std::vector<std::string>{"aten.add.Tensor"});
    QCOMPARE(buf0->coreSplits.at(0).second, Int{4});
    QCOMPARE(buf0->loops.at(0).count, std::string("8"));
    QVERIFY(!buf0->relayoutable);
    QCOMPARE(graph->reported.at(0).figures.at("bytes"), Int{5});
    QCOMPARE(graph->reported.at(0).line, std::size_t{7});
    QCOMPARE(graph->inferred.at(0).how, std::string("default order"));
}

void TestGraphReader::optionalKeysMayBeAbsentOrNull()
{
    const GraphPtr graph = readOne(graphText(
        R"({"name":"buf0","kind":"ExternKernel","data":null,"layout":null,"reads":null,"origin":null},)"
        R"({"name":"buf1","kind":"ComputedBuffer","data":{"type":"Scatter","ranges":[3],"reduction_type":null},)"
        R"("layout":{"type":"FixedLayout","dtype":"float32","size":[3],"stride":[0]},)"
        R"("reads":[{"buffer":"buf0","index":null}]})",
        R"("config":null,"outputs":null,)"));
    QVERIFY(!graph->operations.at(0).data.has_value());
    QVERIFY(!graph->operations.at(0).layout.has_value());
    QVERIFY(!graph->operations.at(1).layout->isFixedTiled());
    QVERIFY(!graph->operations.at(1).reads.at(0).hasIndex);
    QVERIFY(!graph->config.sencores.has_value());
    QCOMPARE(graph->sencores(), Int{32});
}

void TestGraphReader::symbolicSizes()
{
    const GraphPtr graph = readOne(graphText(opText(
        R"("data":{"type":"Pointwise","ranges":["s0",64,"2*32"]},"layout":{"type":"FixedTiledLayout","dtype":"float16",)"
        R"("size":["s0",64],"stride":[64,1],"device_layout":{"device_size":[1,"s0",64],"stride_map":[64,"64*s0",-1],)"
        R"("elems_per_stick":64}},"reads":[{"buffer":"x","index":"s1*d0 + d1","ranges":[["d0","s0"],["d1",64]]}])")));
    const Operation &op = graph->operations.at(0);
    QVERIFY(!op.data->ranges.at(0).isInteger());
    QCOMPARE(op.data->ranges.at(0).toString(), std::string("s0"));
    QCOMPARE(op.data->ranges.at(2), Extent(64)); // a string that is an integer after all
    QCOMPARE(op.layout->device->strideMap.at(1), Extent::symbol("64*s0"));
    QCOMPARE(op.layout->device->strideMap.at(2), Extent(-1));
    QCOMPARE(op.reads.at(0).ranges.at(0).size, Extent::symbol("s0"));
}

void TestGraphReader::unknownKeysAreIgnored()
{
    const GraphPtr graph = readOne(
        graphText(opText(R"("data":{"type":"Pointwise","ranges":[1],"x":[[{"y":1}]]},"z":{"a":[1,2,{"b":null}]})"),
                  R"("future":[{"deep":[[1.5,"x",true]]},3],"more":{"a":{}},)"));
    QCOMPARE(graph->operations.size(), std::size_t{1});
    QCOMPARE(graph->operations.at(0).data->ranges, std::vector<Extent>{1});
}

void TestGraphReader::severalDocuments_data()
{
    QTest::addColumn<QString>("between");
    QTest::newRow("a graph a line") << "\n";
    QTest::newRow("blank lines and CRLF") << "\r\n\r\n  \n";
    QTest::newRow("no newline at the end is needed") << "\n";
}

void TestGraphReader::severalDocuments()
{
    QFETCH(QString, between);
    const std::string pretty = "{\n\"format\": \"spyre-span-graph\",\n\"version\": 1, \"name\": \"}\",\n"
                               "\"operations\": [\n]\n}";
    std::istringstream in(graphText("") + between.toStdString() + pretty + between.toStdString() + graphText(""));
    const std::vector<GraphPtr> graphs = readGraphs(in, "f.jsonl");
    QCOMPARE(graphs.size(), std::size_t{3});
    QCOMPARE(graphs.at(1)->name, std::string("}"));
}

void TestGraphReader::unknownReadsAreWarnings()
{
    const std::string reads = R"("reads":[{"buffer":"ghost","index":"0"},{"buffer":"ghost","index":"1"}])";
    const GraphPtr graph = readOne(graphText(opText(reads) + "," + opText(R"("reads":[{"buffer":"buf0"}])", "buf1")));
    QCOMPARE(graph->warnings, std::vector<std::string>{"buf0 reads ghost, which nobody defines"});
}

void TestGraphReader::wrongInput_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error"); // the beginning of `place: reason`
    const auto row = [](const char *name, const std::string &text, const char *error) {
        QTest::newRow(name) << QString::fromStdString(text) << error;
    };
    const auto layout = [](const std::string &size, const std::string &stride, const std::string &device) {
        return graphText(opText(R"("layout":{"type":"FixedTiledLayout","dtype":"float16","size":)" + size +
                                R"(,"stride":)" + stride + R"(,"device_layout":)" + device + "}"));
    };
    const auto read = [](const std::string &dep) { return graphText(opText(R"("reads":[)" + dep + "]")); };
    row("empty", "", ": the file is empty");
    row("only blanks", " \n\n ", ": the file is empty");
    row("array", "[1]", ": must be an object that describes a graph, is an array");
    row("number", "17", ": must be an object that describes a graph");
    row("no JSON", "hello", "line 1, column 1: syntax error");
    row("second line", "{\n  \"format\": nope}", "line 2, column 14: syntax error");
    row("empty object", "{}", ": \"format\" is missing");
    row("another format", R"({"format":"spyre-span-plan"})",
        "/format: must be \"spyre-span-graph\", is \"spyre-span-plan\"");
    row("another version", R"({"format":"spyre-span-graph","version":2})", "/version: version 2 is not known");
    row("no name", R"({"format":"spyre-span-graph","version":1,"operations":[]})", ": \"name\" is missing");
    row("no operations", R"({"format":"spyre-span-graph","version":1,"name":"g"})", ": \"operations\" is missing");
    row("operations an object", R"({"format":"spyre-span-graph","version":1,"name":"g","operations":{}})",
        "/operations: must be an array, is an object");
    row("operation a string", graphText("\"x\""), "/operations/0: must be an object, is a string");
    row("second operation without kind", graphText(opText(R"("x":1)") + R"(,{"name":"b"})"),
        "/operations/1: \"kind\" is missing");
    row("name a number", graphText(R"({"name":3})"), "/operations/0/name: must be a string, is an integer");
    row("name empty", graphText(opText(R"("x":1)", "")), "/operations/0/name: the operation has no name");
    row("two ops of one name", graphText(opText(R"("x":1)") + "," + opText(R"("x":1)")),
        "/operations/1/name: the name \"buf0\" is taken already by /operations/0/name");
    row("op and buffer of one name", graphText(opText(R"("x":1)"), R"("buffers":[{"name":"buf0"}],)"),
        "/operations/0/name: the name \"buf0\" is taken already by /buffers/0/name");
    row("negative size", layout("[4,-1]", "[1,1]", "null"), "/operations/0/layout/size/1: must not be negative, is -1");
    row("negative size as text", layout("[\"-3\"]", "[1]", "null"),
        "/operations/0/layout/size/0: must not be negative, is -3");
    row("float size", layout("[1.5]", "[1]", "null"),
        "/operations/0/layout/size/0: must be an integer or a symbolic expression, is a number that is no 63-bit");
    row("size beyond 63 bits", layout("[9223372036854775808]", "[1]", "null"),
        "/operations/0/layout/size/0: the integer exceeds 63 bits");
    row("size beyond 64 bits", layout("[99999999999999999999999]", "[1]", "null"),
        "/operations/0/layout/size/0: must be an integer");
    row("1e400", layout("[1e400]", "[1]", "null"), "line 1, column ");
    row("NaN", layout("[NaN]", "[1]", "null"), "line 1, column ");
    row("strides of another rank", layout("[2,2]", "[1]", "null"),
        "/operations/0/layout/stride: has 1 entries, size has 2");
    row("no device size", layout("[2]", "[1]", "{}"), "/operations/0/layout/device_layout: \"device_size\" is missing");
    row("empty device size", layout("[2]", "[1]", R"({"device_size":[]})"),
        "/operations/0/layout/device_layout/device_size: must have at least one entry");
    row("negative device size", layout("[2]", "[1]", R"({"device_size":[-64]})"),
        "/operations/0/layout/device_layout/device_size/0: must not be negative");
    row("stride map of another rank", layout("[2]", "[1]", R"({"device_size":[1,64],"stride_map":[1]})"),
        "/operations/0/layout/device_layout/stride_map: has 1 entries, device_size has 2");
    row("no elements in a stick", layout("[2]", "[1]", R"({"device_size":[64],"elems_per_stick":0})"),
        "/operations/0/layout/device_layout/elems_per_stick: must be at least 1");
    row("index a number", read(R"({"buffer":"x","index":3})"),
        "/operations/0/reads/0/index: must be a string, is an integer");
    row("index no expression", read(R"({"buffer":"x","index":"d0 + ) d1"})"),
        "/operations/0/reads/0/index: not an index expression: ");
    row("negative range", read(R"({"buffer":"x","index":"d0","ranges":[["d0",-4]]})"),
        "/operations/0/reads/0/ranges/0/1: must not be negative, is -4");
    row("range no pair", read(R"({"buffer":"x","index":"d0","ranges":[["d0"]]})"),
        "/operations/0/reads/0/ranges/0: must be a pair");
    row("range twice", read(R"({"buffer":"x","index":"d0","ranges":[["d0",1],["d0",2]]})"),
        "/operations/0/reads/0/ranges/1: the symbol d0 has two ranges");
    row("indirect a number", read(R"({"buffer":"x","index":"d0","indirect":1})"),
        "/operations/0/reads/0/indirect: must be true or false, is an integer");
    row("split of 0", graphText(opText(R"("dim_hints":[{"split_count":0}])")),
        "/operations/0/dim_hints/0/split_count: must be at least 1, is 0");
    row("limit of 0", graphText("", R"("config":{"max_span_bytes":0},)"), "/config/max_span_bytes: must be at least 1");
    row("key twice in the document", graphText("", R"("name":"h",)"), "/name: the key occurs twice");
    row("key twice in an op", graphText(opText(R"("kind":"x")")), "/operations/0/kind: the key occurs twice");
    row("NUL in a name", graphText(R"({"name":"a\u0000b"})"), "/operations/0/name: the string contains a NUL");
    row("pointer escapes",
        R"({"format":"spyre-span-graph","version":1,"name":"g","operations":[],)"
        R"("reported":[{"kind":"k","figures":{"a/b~c":"x"}}]})",
        "/reported/0/figures/a~1b~0c: must be an integer, is a string");
}

void TestGraphReader::wrongInput()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    const QString got = QString::fromStdString(errorOf(text.toStdString()));
    QVERIFY2(got.startsWith(error), qPrintable(got));
}

void TestGraphReader::wrongLineOfJsonl()
{
    const std::string good = graphText("");
    QCOMPARE(errorOf(good + "\n\n" + graphText("3") + "\n" + good),
             std::string("line 3, /operations/0: must be an object, is an integer"));
    QVERIFY(errorOf(good + "\n{\"format\": !}\n" + good).starts_with("line 2, column 12: syntax error"));
    QCOMPARE(errorOf(good + "\n{\"a" + std::string(1, '\0') + "\": 1}\n"),
             std::string("line 2, column 4: the text contains a NUL byte"));
    QCOMPARE(errorOf("{\"name\": \"\xff\xfe\"}"),
             std::string("line 1, column 11: syntax error while parsing value - invalid string: "
                         "ill-formed UTF-8 byte; last read: '\"\\xff'"));
}

QTEST_APPLESS_MAIN(TestGraphReader)
#include "test_graph_reader.moc"
