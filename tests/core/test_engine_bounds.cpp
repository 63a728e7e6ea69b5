/// Work that must stay bounded, and the short cuts that keep it so: they give what the long way gives.

#include "core/base/parallel.h"
#include "core/graph/reader.h"
#include "core/layout/coordinates.h"
#include "core/planner/audit.h"
#include "core/planner/engine.h"
#include "core/text/sentences.h"

#include <QTest>

#include <ctime>
#include <random>

using namespace spanscope;

namespace {

using Random = std::mt19937;

Int pick(Random &random, Int low, Int high)
{
    return std::uniform_int_distribution<Int>(low, high)(random);
}

/// A random nest of sums, floors and Mods in d0.
Expr randomTerm(Random &random, int depth)
{
    Expr out(pick(random, -3, 3));
    for (Int i = pick(random, 1, 2); i > 0; --i) {
        Expr x = Expr::symbol("d0");
        if (depth > 0) {
            const Expr inner = randomTerm(random, depth - 1);
            x = pick(random, 0, 1) == 0 ? Expr::floorDiv(inner, pick(random, 2, 9))
                                        : Expr::mod(inner, pick(random, 2, 9));
        }
        out = out + Expr(pick(random, -4, 7)) * x;
    }
    return out;
}

/// Largest - smallest + 1 by walking every value.
Int walkedExtent(const Expr &e, Int range)
{
    Int low = std::numeric_limits<Int>::max();
    Int high = std::numeric_limits<Int>::min();
    for (Int v = 0; v < range; ++v) {
        const Int x = *e.evaluate([v](const std::string &) { return v; });
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return high - low + 1;
}

TrueExtent extentOf(const std::string &text, const std::vector<std::string> &symbols, const std::vector<Int> &ranges)
{
    return trueExtent(*coordinateOf(parseExpr(text).expr, symbols), ranges);
}

double cpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// One pointwise op on [4194304, 128] that reads `reads` under the given index.
GraphPtr graphReading(int reads, const std::string &index, const std::string &ranges)
{
    const std::string layout = R"json({"type": "FixedTiledLayout", "dtype": "float16", "size": [4194304, 128],
        "stride": [128, 1], "device_layout": {"device_size": [2, 4194304, 64], "stride_map": [64, 128, 1],
        "elems_per_stick": 64}})json";
    std::string deps;
    for (int i = 0; i < reads; ++i) {
        deps += std::string(i == 0 ? "" : ", ") + R"json({"buffer": "a", "index": ")json" + index +
                R"json(", "ranges": )json" + ranges + "}";
    }
    return readGraphs(R"json({"format": "spyre-span-graph", "version": 1, "name": "g", "buffers": [{"name": "a",
        "layout": )json" + layout +
                          R"json(}], "operations": [{"name": "b", "kind": "ComputedBuffer", "data":
        {"type": "Pointwise", "ranges": [4194304, 128]}, "layout": )json" +
                          layout + R"json(, "reads": [)json" + deps +
                          R"json(], "writes": [{"buffer": "b", "index": "128*d0 + d1",
        "ranges": [["d0", 4194304], ["d1", 128]]}]}]})json",
                      "test")
        .front();
}

} // namespace

class TestEngineBounds : public QObject
{
    Q_OBJECT

private slots:
    void extentsOfRandomTerms();
    void extentsOfLongRanges();
    void coordinatesPrintAlike();
    void productsOfSumsAreBounded();
    void givingUpIsToldAsOurs();
    void oneValueHasNoSpan();
    void manyReads();
    void enumerationIsBounded();
    void progressNeverGoesBack();
    void readsThatCannotBe();
};

void TestEngineBounds::extentsOfRandomTerms()
{
    Random random(7);
    int exact = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Expr e = randomTerm(random, static_cast<int>(pick(random, 0, 3)));
        const auto coordinate = coordinateOf(e, {"d0"});
        QVERIFY(coordinate.has_value());
        // The same coordinate under growing and shrinking ranges: what it remembers must not matter.
        for (const Int range : {pick(random, 1, 40), pick(random, 1, 900), pick(random, 1, 90)}) {
            const TrueExtent got = trueExtent(*coordinate, std::vector<Int>{range});
            const Int want = walkedExtent(e, range);
            const QString what = QString::fromStdString(e.toString()) + QStringLiteral(" over %1").arg(range);
            QVERIFY2(got.exact, qPrintable(what));
            QVERIFY2(got.extent == want, qPrintable(what + QStringLiteral(": %1, not %2").arg(got.extent).arg(want)));
            exact += got.exact ? 1 : 0;
        }
    }
    QCOMPARE(exact, 60'000);
}

void TestEngineBounds::extentsOfLongRanges()
{
    // floor(v/2) takes every value up to 11542103, so the Mod every one below 412218.
    const TrueExtent mod = extentOf("floor(Mod(floor(d0/2), 412218)/32)", {"d0"}, {23084208});
    QVERIFY(mod.exact);
    QCOMPARE(mod.extent, Int{412217} / 32 + 1);
    // 16 steps of 1, then one of 5120: at the last value 5120 * 65535 + 15.
    const TrueExtent mixed = extentOf("5120*floor(d0/16) + Mod(d0, 16)", {"d0"}, {Int{1} << 40});
    QVERIFY(mixed.exact);
    QCOMPARE(mixed.extent, 5120 * ((Int{1} << 36) - 1) + 15 + 1);
    // A product does not repeat after the period of its factors: only a bound is known.
    const TrueExtent product = extentOf("floor(d0*Mod(d0, 3)/5)", {"d0"}, {Int{1} << 24});
    QVERIFY(!product.exact);
    QVERIFY(product.extent >= ((Int{1} << 24) - 3) * 2 / 5);
}

void TestEngineBounds::coordinatesPrintAlike()
{
    Random random(11);
    const std::vector<std::string> symbols{"d10", "d2", "c1"};
    for (int i = 0; i < 20'000; ++i) {
        Dep dep;
        dep.hasIndex = true;
        for (const std::string &name : symbols) {
            dep.ranges.push_back({name, Extent(pick(random, 1, 5000))});
            dep.index = dep.index + Expr(pick(random, 0, 300)) * Expr::symbol(name);
        }
        dep.index = dep.index + Expr(pick(random, 0, 3));
        const std::vector<Int> size{pick(random, 1, 9), pick(random, 1, 9), pick(random, 1, 9)};
        const std::vector<Int> stride{pick(random, 1, 4000), pick(random, 1, 400), pick(random, 1, 9)};
        const DepIndex index(dep);
        std::vector<Coordinate> coordinates;
        index.coordinates(size, stride, index.ranges(), coordinates);
        for (const Coordinate &c : coordinates) {
            QCOMPARE(toText(c, symbols), toExpr(c, symbols).toString());
        }
    }
}

void TestEngineBounds::productsOfSumsAreBounded()
{
    std::string text = "(a+b+c+d)";
    for (int i = 0; i < 40; ++i) {
        text += "*(a+b+c+d)";
    }
    const ParsedExpr kept = parseExpr(text);
    QVERIFY(!kept.error.has_value());
    QVERIFY(!kept.expr.isAnalysable());
    QCOMPARE(kept.expr.toString(), "(" + text + ")");
    // What indices hold is multiplied out.
    const ParsedExpr fine = parseExpr("(a + b)*(c + 2)*(d + 1)");
    QVERIFY(!fine.error.has_value());
    QVERIFY(fine.expr == parseExpr("a*c*d + a*c + 2*a*d + 2*a + b*c*d + b*c + 2*b*d + 2*b").expr);
}

void TestEngineBounds::givingUpIsToldAsOurs()
{
    // Four bare Mods of one symbol: at 209, the last value, they are 1, 2, 4 and 6, and at 0 all are 0.
    const Expr index = parseExpr("Mod(d0, 2) + Mod(d0, 3) + Mod(d0, 5) + Mod(d0, 7)").expr;
    const std::vector<Int> ranges{210};
    const auto plenty = coordinateOf(index, {"d0"});
    QCOMPARE(plannerExtent(*plenty, ranges).value_or(-1), Int{1 + 2 + 4 + 6 + 1});
    QVERIFY(!gaveUp(*plenty));
    auto effort = std::make_shared<Effort>();
    effort->decision = 10;
    const auto scarce = coordinateOf(index, {"d0"}, effort);
    QVERIFY(!plannerExtent(*scarce, ranges));
    QVERIFY(gaveUp(*scarce));
    // A Mod that is not bare is what the compiler gives up itself.
    const auto theirs = coordinateOf(parseExpr("Mod(3*d0, 64)").expr, {"d0"});
    QVERIFY(!plannerExtent(*theirs, ranges));
    QVERIFY(!gaveUp(*theirs));
    QCOMPARE(codeName(Code::EffortSpent), std::string_view("effort_spent"));
    QVERIFY(codeSentence(Code::EffortSpent) != codeSentence(Code::UnknownExtent));
}

void TestEngineBounds::oneValueHasNoSpan()
{
    // A step of dim 0 leaves 63 bits, but its coordinate is one value.
    const std::string text = R"({"format": "spyre-span-graph", "version": 1, "name": "g", "operations": [{"name": "a",
        "kind": "ComputedBuffer", "data": {"type": "Pointwise", "ranges": [9223372036854775783, 1]}, "layout": {
        "type": "FixedTiledLayout", "dtype": "float16", "size": [9223372036854775783, 1], "stride": [1, 1],
        "device_layout": {"device_size": [1, 9223372036854775783, 64], "stride_map": [64, 1, 1],
        "elems_per_stick": 64}}, "writes": [{"buffer": "a", "index": "d0",
        "ranges": [["d0", 9223372036854775783], ["d1", 1]]}]}]})";
    const GraphPtr graph = readGraphs(text, "test").front();
    const OpAudit audited = audit(*graph, 0, {}, Rules());
    QCOMPARE(audited.rows.size(), std::size_t{2});
    QVERIFY(audited.rows[0].exactness == Exactness::Exact && audited.rows[0].span == 0);
    QVERIFY(audited.rows[1].exactness == Exactness::Unknown);
}

void TestEngineBounds::manyReads()
{
    const GraphPtr graph = graphReading(10'000, "128*d0 + d1", R"([["d0", 4194304], ["d1", 128]])");
    const double start = cpuSeconds();
    const Rules rules;
    const OpAnalysis analysis = analyse(*graph, 0, rules);
    const OpAudit audited = audit(*graph, 0, {}, rules, &analysis);
    const Fits fits = whatWouldFit(*graph, 0, analysis, rules);
    QCOMPARE(audited.rows.size(), std::size_t{20'002});
    // 2 x 4194304 sticks of 128 bytes: 4 on d0 leave 2 x 4194304 x 128 bytes of the outer dim; 2 x 2 are enough.
    QVERIFY(audited.coresNeeded.has_value());
    QVERIFY(!fits.fits.empty());
    QVERIFY2(cpuSeconds() - start < 20, "far too slow");
}

void TestEngineBounds::enumerationIsBounded()
{
    // A million values for each of 2,000 reads: beyond what may be walked a bound is told.
    const GraphPtr graph = graphReading(2'000, "floor(d0*d1/3) + Mod(5*d0*d1, 37)", R"([["d0", 1024], ["d1", 1024]])");
    const double start = cpuSeconds();
    const OpAudit audited = audit(*graph, 0, {}, Rules());
    QVERIFY(audited.rows.size() > 2'000);
    const bool bounded = std::any_of(audited.rows.begin(), audited.rows.end(),
                                     [](const AuditRow &r) { return r.exactness == Exactness::UpperBound; });
    QVERIFY(bounded);
    QVERIFY2(cpuSeconds() - start < 60, "far too slow");
}

void TestEngineBounds::progressNeverGoesBack()
{
    std::size_t last = 0;
    bool back = false;
    WorkContext context;
    context.progress = [&](std::size_t done, std::size_t) {
        back = back || done < last;
        last = done;
    };
    parallelFor(20'000, 4, context, [](std::size_t) {});
    QVERIFY(!back);
    QCOMPARE(last, std::size_t{20'000});
}

void TestEngineBounds::readsThatCannotBe()
{
    const auto op = [](const char *name, const char *read) {
        return std::string(R"json({"name": ")json") + name + R"json(", "kind": "ComputedBuffer", "data": {"type":
            "Pointwise", "ranges": [64]}, "layout": null, "reads": [{"buffer": ")json" +
               read + R"json(", "index": "d0", "ranges": [["d0", 64]]}]})json";
    };
    const GraphPtr graph =
        readGraphs(R"json({"format": "spyre-span-graph", "version": 1, "name": "g", "operations": [)json" +
                       op("x", "x") + ", " + op("y", "z") + ", " + op("z", "y") + ", " + op("w", "nobody") + "]}",
                   "test")
            .front();
    QCOMPARE(graph->warnings,
             (std::vector<std::string>{"x reads x, which it defines itself", "y reads z, which only a later op defines",
                                       "w reads nobody, which nobody defines"}));
    QCOMPARE(analyseAll(*graph, Rules()).size(), std::size_t{4});
}

QTEST_APPLESS_MAIN(TestEngineBounds)
#include "test_engine_bounds.moc"
