#include "core/graph/reader.h"
#include "core/graph/writer.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace spanscope;

namespace {

Layout layout()
{
    Layout layout;
    layout.type = "FixedTiledLayout";
    layout.dtype = "float16";
    layout.size = {Extent::symbol("s0"), 64};
    layout.stride = {64, 1};
    layout.device = DeviceLayout{{1, Extent::symbol("s0"), 64}, {-1, 64, 1}, 64, "SEN169_FP16", "STANDARD"};
    return layout;
}

Dep dep(const std::string &buffer, const std::string &index)
{
    Dep dep;
    dep.buffer = buffer;
    dep.indexText = index;
    dep.index = parseExpr(index).expr;
    dep.ranges = {{"d0", Extent::symbol("s0")}, {"d1", 64}};
    return dep;
}

/// A graph that uses every field there is.
Graph fullGraph()
{
    Graph graph;
    graph.name = "näme \"quoted\"";
    graph.producer = "torch-spyre 2026.7";
    graph.config = {4, 4096, true, false};
    graph.buffers = {{"arg0_1", "input", layout()}, {"arg1_1", "", std::nullopt}};
    Operation op;
    op.name = "buf0";
    op.kind = "ComputedBuffer";
    op.data = OpData{"Reduction", {Extent::symbol("s0"), 64}, {2}, "sum"};
    op.layout = layout();
    op.reads = {dep("arg0_1", "2*(d1) + 128*((d0//64))"), dep("arg1_1", "d0")};
    op.reads[0].indirect = true;
    op.reads[0].deviceCoordinates = {parseExpr("floor(d1/64)").expr, parseExpr("Mod(d1, 64)").expr};
    op.reads[0].accessLayout = Layout{"FixedTiledLayout", "float16", {}, {}, DeviceLayout{{1, 64}, {}, 64, "", ""}};
    op.reads[1].hasIndex = false;
    op.reads[1].indexText.clear();
    op.reads[1].index = Expr();
    op.writes = {dep("buf0", "64*d0 + d1")};
    op.dimHints = {{{"H", "W"}, 5, "d0", true, 3}};
    op.origin = {{"add", "sum_1"}, {"aten.add.Tensor"}, "model.py:42", "x + y\n"};
    op.coreSplits = {{"d0", 4}};
    op.loops = {{"8"}, {"s0"}};
    op.relayoutable = false;
    Operation bare;
    bare.name = "buf1";
    bare.kind = "ExternKernel";
    graph.operations = {op, bare};
    graph.outputs = {"buf0", "buf1"};
    graph.reported = {{"abort", "buf0", "arg0_1", 12, "EAR overflow", {{"bytes", 5}}, {{"mb", "5.00"}}}};
    graph.inferred = {{"buf0", "arg0_1", "stride_map", "default order", 3}};
    graph.finish();
    return graph;
}

bool same(const Dep &a, const Dep &b)
{
    return a.buffer == b.buffer && a.hasIndex == b.hasIndex && a.indexText == b.indexText && a.index == b.index &&
           a.ranges == b.ranges && a.indirect == b.indirect && a.deviceCoordinates == b.deviceCoordinates &&
           a.accessLayout == b.accessLayout;
}

bool same(const std::vector<Dep> &a, const std::vector<Dep> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dep &x, const Dep &y) { return same(x, y); });
}

} // namespace

class TestGraphWriter : public QObject
{
    Q_OBJECT
private slots:
    void readingBackGivesTheSameGraph();
    void prettyTextIsTheSameDocument();
    void bytesAreStable();
    void keysInOrder();
    void absentThingsAreLeftOut();
    void brokenUtf8IsReplaced();
};

void TestGraphWriter::readingBackGivesTheSameGraph()
{
    const Graph graph = fullGraph();
    for (const std::string &text : {writeGraph(graph), writeGraphPretty(graph)}) {
        const GraphPtr back = readGraphs(text, "f.json").at(0);
        QCOMPARE(back->name, graph.name);
        QCOMPARE(back->producer, graph.producer);
        QVERIFY(back->config.sencores == graph.config.sencores);
        QVERIFY(back->config.maxSpanBytes == graph.config.maxSpanBytes);
        QVERIFY(back->config.ignoreSpanOverflowHints == graph.config.ignoreSpanOverflowHints);
        QVERIFY(back->config.ignoreWsrHints == graph.config.ignoreWsrHints);
        QCOMPARE(back->outputs, graph.outputs);
        QCOMPARE(back->buffers.size(), std::size_t{2});
        QCOMPARE(back->buffers[0].kind, graph.buffers[0].kind);
        QVERIFY(back->buffers[0].layout == graph.buffers[0].layout);
        QVERIFY(!back->buffers[1].layout.has_value());
        QCOMPARE(back->operations.size(), std::size_t{2});
        const Operation &a = graph.operations[0];
        const Operation &b = back->operations[0];
        QCOMPARE(b.kind, a.kind);
        QCOMPARE(b.data->type, a.data->type);
        QCOMPARE(b.data->ranges, a.data->ranges);
        QCOMPARE(b.data->reductionRanges, a.data->reductionRanges);
        QCOMPARE(b.data->reductionType, a.data->reductionType);
        QVERIFY(b.layout == a.layout);
        QVERIFY(same(b.reads, a.reads));
        QVERIFY(same(b.writes, a.writes));
        QCOMPARE(b.dimHints, a.dimHints);
        QCOMPARE(b.origin.fxNodes, a.origin.fxNodes);
        QCOMPARE(b.origin.targets, a.origin.targets);
        QCOMPARE(b.origin.source, a.origin.source);
        QCOMPARE(b.origin.code, a.origin.code);
        QCOMPARE(b.coreSplits, a.coreSplits);
        QCOMPARE(b.loops.at(1).count, a.loops.at(1).count);
        QVERIFY(!b.relayoutable);
        QVERIFY(back->operations[1].relayoutable);
        QVERIFY(!back->operations[1].data.has_value());
        QCOMPARE(back->reported.at(0).text, graph.reported.at(0).text);
        QCOMPARE(back->reported.at(0).figures, graph.reported.at(0).figures);
        QCOMPARE(back->reported.at(0).details, graph.reported.at(0).details);
        QCOMPARE(back->reported.at(0).line, graph.reported.at(0).line);
        QCOMPARE(back->inferred.at(0).how, graph.inferred.at(0).how);
        QCOMPARE(back->inferred.at(0).tensor, graph.inferred.at(0).tensor);
    }
}

void TestGraphWriter::prettyTextIsTheSameDocument()
{
    const Graph graph = fullGraph();
    const std::string pretty = writeGraphPretty(graph);
    QVERIFY(nlohmann::json::parse(pretty) == nlohmann::json::parse(writeGraph(graph)));
    QVERIFY(pretty.starts_with("{\n  \"format\": \"spyre-span-graph\",\n  \"version\": 1,\n"));
    QVERIFY(pretty.ends_with("\n}\n"));
    QVERIFY(writeGraph(graph).find('\n') == std::string::npos);
}

void TestGraphWriter::bytesAreStable()
{
    const Graph graph = fullGraph();
    const std::string text = writeGraph(graph);
    QVERIFY(text == writeGraph(fullGraph()));
    QVERIFY(text == writeGraph(*readGraphs(text, "f.json").at(0)));
}

void TestGraphWriter::keysInOrder()
{
    const auto keysOf = [](const nlohmann::ordered_json &object) {
        std::vector<std::string> keys;
        for (auto it = object.begin(); it != object.end(); ++it) {
            keys.push_back(it.key());
        }
        return keys;
    };
    using Keys = std::vector<std::string>;
    const auto document = nlohmann::ordered_json::parse(writeGraph(fullGraph()));
    QCOMPARE(keysOf(document), (Keys{"format", "version", "name", "producer", "config", "buffers", "operations",
                                     "outputs", "reported", "inferred"}));
    QCOMPARE(keysOf(document["operations"][0]), (Keys{"name", "kind", "data", "layout", "reads", "writes", "dim_hints",
                                                      "origin", "core_splits", "loops", "relayoutable"}));
    QCOMPARE(keysOf(document["buffers"][0]["layout"]["device_layout"]),
             (Keys{"device_size", "stride_map", "elems_per_stick", "device_dtype", "element_arrangement"}));
}

void TestGraphWriter::absentThingsAreLeftOut()
{
    Graph graph;
    graph.name = "g";
    Operation op;
    op.name = "buf0";
    op.kind = "ExternKernel";
    graph.operations = {op};
    QCOMPARE(QString::fromStdString(writeGraph(graph)),
             QString(R"({"format":"spyre-span-graph","version":1,"name":"g","buffers":[],"operations":[)"
                     R"({"name":"buf0","kind":"ExternKernel","layout":null,"reads":[],"writes":[]}]})"));
}

void TestGraphWriter::brokenUtf8IsReplaced()
{
    Graph graph;
    graph.name = "a\xff"
                 "b";
    QCOMPARE(readGraphs(writeGraph(graph), "f.json").at(0)->name, std::string("a\xef\xbf\xbd"
                                                                              "b"));
}

QTEST_APPLESS_MAIN(TestGraphWriter)
#include "test_graph_writer.moc"
