/// Ops at the edges of what can be computed: told, never crashed on.

#include "core/graph/reader.h"
#include "core/groups/groups.h"
#include "core/planner/engine.h"

#include <QTest>

using namespace spanscope;

namespace {

std::string listOf(const std::vector<std::string> &items)
{
    std::string out = "[";
    for (const std::string &item : items) {
        out += (out.size() == 1 ? "" : ", ") + item;
    }
    return out + "]";
}

GraphPtr graphOf(const std::string &operation, const std::string &buffers = "[]")
{
    const std::string text = R"json({"format": "spyre-span-graph", "version": 1, "name": "edge", "buffers": )json" +
                             buffers + R"json(, "operations": [)json" + operation + "]}";
    return readGraphs(std::string_view(text), "edge.json").front();
}

GraphResultPtr run(const GraphPtr &graph)
{
    return runGraph(graph, *rulesFor({}, std::nullopt));
}

/// A pointwise op over `rank` dims of `size`, each device dim one host dim.
std::string manyDims(int rank, Int size)
{
    std::vector<std::string> sizes;
    std::vector<std::string> strides;
    std::vector<std::string> ranges;
    std::string index;
    Int stride = 1;
    for (int d = rank; d-- > 0;) {
        const std::string name = "d" + std::to_string(d);
        sizes.insert(sizes.begin(), std::to_string(size));
        strides.insert(strides.begin(), std::to_string(stride));
        ranges.insert(ranges.begin(), R"json([")json" + name + "\", " + std::to_string(size) + "]");
        index += (index.empty() ? "" : " + ") + std::to_string(stride) + "*" + name;
        stride *= size;
    }
    std::vector<std::string> device = sizes;
    std::vector<std::string> map = strides;
    device.push_back("64");
    map.push_back("-1");
    const std::string layout = R"json({"type": "FixedTiledLayout", "dtype": "float16", "size": )json" + listOf(sizes) +
                               R"json(, "stride": )json" + listOf(strides) +
                               R"json(, "device_layout": {"device_size": )json" + listOf(device) +
                               R"json(, "stride_map": )json" + listOf(map) + R"json(, "elems_per_stick": 64}})json";
    return R"json({"name": "buf0", "kind": "ComputedBuffer", "data": {"type": "Pointwise", "ranges": )json" +
           listOf(sizes) + R"json(}, "layout": )json" + layout +
           R"json(, "writes": [{"buffer": "buf0", "index": ")json" + index + R"json(", "ranges": )json" +
           listOf(ranges) + "}]}";
}

} // namespace

class TestBorders : public QObject
{
    Q_OBJECT
private slots:
    void manyDimsAreBounded_data();
    void manyDimsAreBounded();
    void layoutWithoutStridesIsTold();
    void givenCoordinatesAreNotPlanned();
    void deepIndexWithHints();
    void aFloorInAViewIsAudited();
};

void TestBorders::manyDimsAreBounded_data()
{
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("size");
    QTest::newRow("60^9") << 9 << 60;
    QTest::newRow("12^14") << 14 << 12;
    QTest::newRow("3^32") << 32 << 3;
    QTest::newRow("2^50") << 50 << 2;
}

void TestBorders::manyDimsAreBounded()
{
    QFETCH(int, rank);
    QFETCH(int, size);
    const GraphResultPtr result = run(graphOf(manyDims(rank, size)));
    QVERIFY(result->audits[0].anyOver());
    for (const AuditRow &row : result->audits[0].rows) {
        QVERIFY(!row.coresNeeded || *row.coresNeeded >= 1);
    }
}

void TestBorders::layoutWithoutStridesIsTold()
{
    const GraphPtr graph = graphOf(
        R"json({"name": "buf0", "kind": "ComputedBuffer", "data": {"type": "Reduction", "ranges": [4096], "reduction_ranges": [65536],
            "reduction_type": "sum"}, "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [4096],
            "device_layout": {"device_size": [64, 64], "stride_map": [64, 1], "elems_per_stick": 64}},
            "reads": [{"buffer": "a", "index": "d0 + 4096*d1", "ranges": [["d0", 4096], ["d1", 65536]]}],
            "writes": [{"buffer": "buf0", "index": "d0", "ranges": [["d0", 4096]]}]})json",
        R"json([{"name": "a", "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [65536, 4096], "stride": [4096, 1],
            "device_layout": {"device_size": [64, 65536, 64], "stride_map": [64, 4096, 1], "elems_per_stick": 64}}}])json");
    QVERIFY(run(graph)->analyses[0].code == Code::NotFixedTiledLayout);
    QVERIFY(!trySplits(*graph, 0, {{HostDim{0}, 2, false}}, Rules{}).accepted);
}

void TestBorders::givenCoordinatesAreNotPlanned()
{
    const GraphPtr graph = graphOf(
        R"json({"name": "buf0", "kind": "ComputedBuffer", "data": {"type": "Pointwise", "ranges": [65536, 4096]},
            "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [65536, 4096], "stride": [4096, 1],
            "device_layout": {"device_size": [64, 65536, 64], "stride_map": [64, 4096, 1], "elems_per_stick": 64}},
            "writes": [{"buffer": "buf0", "device_coordinates": ["floor(d1/64)"], "ranges": [["d0", 65536], ["d1", 4096]]}]
})json");
    const GraphResultPtr result = run(graph);
    QVERIFY(result->analyses[0].outcome == Outcome::None);
    QVERIFY(result->audits[0].hasUnknown); // one coordinate for three device dims
}

void TestBorders::deepIndexWithHints()
{
    std::string index = "d0";
    for (int i = 0; i < 98; ++i) {
        index = "floor(Mod(3*" + index + " + 1, 1000003)/2)";
    }
    const GraphPtr graph = graphOf(
        R"json({"name": "buf0", "kind": "ComputedBuffer", "data": {"type": "Pointwise", "ranges": [65536]},
            "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [65536], "stride": [1],
            "device_layout": {"device_size": [1024, 64], "stride_map": [64, 1], "elems_per_stick": 64}},
            "writes": [{"buffer": "buf0", "index": ")json" +
        index + R"json(", "ranges": [["d0", 65536]]}],
            "dim_hints": [{"dim_names": ["H"], "split_count": 2, "loop_var": "d0", "is_reduction": false, "hint_id": 1}]})json");
    QCOMPARE(run(graph)->audits.size(), std::size_t{1});
}

void TestBorders::aFloorInAViewIsAudited()
{
    // Every 22 rows of the op read one row: 3 rows of 128 bytes, though the first step moves nothing.
    const GraphPtr graph = graphOf(
        R"json({"name": "buf0", "kind": "ComputedBuffer", "data": {"type": "Pointwise", "ranges": [66, 64]},
            "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [66, 64], "stride": [64, 1],
            "device_layout": {"device_size": [1, 66, 64], "stride_map": [64, 64, 1], "elems_per_stick": 64}},
            "reads": [{"buffer": "a", "index": "64*floor(d0/22) + d1", "ranges": [["d0", 66], ["d1", 64]]}],
            "writes": [{"buffer": "buf0", "index": "64*d0 + d1", "ranges": [["d0", 66], ["d1", 64]]}]})json",
        R"json([{"name": "a", "layout": {"type": "FixedTiledLayout", "dtype": "float16", "size": [3, 64], "stride": [64, 1],
            "device_layout": {"device_size": [1, 3, 64], "stride_map": [64, 64, 1], "elems_per_stick": 64}}}])json");
    const std::vector<AuditRow> &rows = run(graph)->audits[0].rows;
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [](const AuditRow &r) { return r.tensor.read == 0 && r.deviceDim == DeviceDim{1}; });
    QVERIFY(at != rows.end());
    QCOMPARE(at->extent, Int{3});
    QCOMPARE(at->span, Int{384});
    QCOMPARE(at->coordinate, std::string("floor(d0/22)"));
}

QTEST_APPLESS_MAIN(TestBorders)
#include "test_borders.moc"
