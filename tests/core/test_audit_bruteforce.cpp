/// The audit against a walk over every symbol value of one tile.

#include "core/planner/audit.h"
#include "core/planner/engine.h"
#include "tests/core/reference/ref_op.h"
#include "tests/core/reference/report.h"

#include <QTest>

#include <algorithm>

using namespace spanscope;
using reference::Ints;
using reference::Random;
using reference::RefOp;
using reference::RefRow;
using reference::Values;

namespace {

using Splits = std::map<int, Int>;

std::vector<Level> levelsOf(const Splits &splits)
{
    std::vector<Level> out;
    for (const auto &[dim, count] : splits) {
        if (count > 1) {
            out.push_back({{dim}, count, false});
        }
    }
    return out;
}

Splits randomSplits(Random &random, const RefOp &op)
{
    Splits out;
    for (std::size_t d = 0; d < op.ranges.size(); ++d) {
        if (random.chance(45)) {
            Int count = random.between(1, op.ranges[d]);
            while (op.ranges[d] % count != 0) {
                --count;
            }
            out[static_cast<int>(d)] = count;
        }
    }
    return out;
}

std::string failureText(const RefOp &op, const Splits &splits, Int limit, std::uint64_t seed)
{
    std::string out = " | seed " + std::to_string(seed) + " limit " + std::to_string(limit) + " splits {";
    for (const auto &[dim, count] : splits) {
        out += " " + std::to_string(dim) + ":" + std::to_string(count);
    }
    return out + " } " + documentOf(op);
}

const RefRow *findRow(const std::vector<RefRow> &rows, const AuditRow &row)
{
    const auto it = std::find_if(rows.begin(), rows.end(), [&row](const RefRow &r) {
        return r.read == row.tensor.read && r.deviceDim == row.deviceDim.index;
    });
    return it == rows.end() ? nullptr : &*it;
}

/// max - min + 1 of an expression's text over all values, walked jointly; 0 when there are too many.
Int walkedText(const std::string &text, const std::vector<std::string> &symbols, const Values &ranges)
{
    const auto expr = reference::parseReference(text);
    Int count = 1;
    for (const std::string &v : symbols) {
        count *= ranges.at(v);
    }
    if (!expr || count > 3000) {
        return 0;
    }
    Int low = INT64_MAX;
    Int high = INT64_MIN;
    for (Int n = 0; n < count; ++n) {
        Values values;
        Int rest = n;
        for (const std::string &v : symbols) {
            values[v] = rest % ranges.at(v);
            rest /= ranges.at(v);
        }
        const auto value = static_cast<Int>(reference::evaluate(*expr, values).value());
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return high - low + 1;
}

/// What is wrong with one row, empty if nothing.
std::string judgeRow(const RefOp &op, const AuditRow &row, const RefRow &want, const Values &ranges, Int limit)
{
    const auto differs = [](const char *what, Int got, Int wanted) {
        return got == wanted ? std::string()
                             : std::string(what) + " is " + std::to_string(got) + ", want " + std::to_string(wanted);
    };
    if (row.exactness == Exactness::UpperBound) {
        return row.extent >= want.extent && row.span >= want.span ? "" : "an upper bound below the truth";
    }
    if (row.exactness == Exactness::Unknown) {
        return "unknown: " + row.problem;
    }
    Int sum = 1;
    for (const auto &[v, extent] : row.extents) {
        sum += extent;
    }
    const Int walked = walkedText(row.coordinate, row.symbols, ranges);
    std::vector<HostDim> controls;
    for (const auto &[v, dim] : op.hostDimOf) {
        if (std::find(row.symbols.begin(), row.symbols.end(), v) != row.symbols.end()) {
            controls.push_back({dim});
        }
    }
    std::vector<HostDim> told = row.controls;
    std::sort(controls.begin(), controls.end());
    std::sort(told.begin(), told.end());
    for (const std::string &problem :
         {differs("extent", row.extent, want.extent), differs("inner", row.innerElems, want.innerElems),
          differs("span", row.span, want.span), differs("item bytes", row.itemBytes, op.tensor(want.read).itemBytes),
          differs("varies", row.varies ? 1 : 0, want.extent > 1 ? 1 : 0),
          differs("over", row.over ? 1 : 0, want.span > limit ? 1 : 0), differs("sum of extents", sum, want.extent),
          walked == 0 ? std::string() : differs("walked coordinate", walked, want.extent),
          told == controls ? std::string() : std::string("controls differ")}) {
        if (!problem.empty()) {
            return row.tensor.toString() + " dim " + std::to_string(row.deviceDim.index) + " " + row.coordinate + ": " +
                   problem;
        }
    }
    for (const auto &[v, range] : row.tileRanges) {
        if (range != ranges.at(v)) {
            return "tile range of " + v;
        }
    }
    return "";
}

std::string judge(const RefOp &op, const OpAudit &got, const std::vector<RefRow> &want, const Values &ranges, Int limit)
{
    Int worst = 0;
    bool over = false;
    for (const RefRow &row : want) {
        worst = std::max(worst, row.span);
        over = over || row.span > limit;
    }
    std::size_t matched = 0;
    for (const AuditRow &row : got.rows) {
        const RefRow *truth = findRow(want, row);
        if (truth == nullptr) {
            return "a row nobody expects: " + row.tensor.toString() + " " + row.coordinate;
        }
        ++matched;
        std::string problem = judgeRow(op, row, *truth, ranges, limit);
        if (!problem.empty()) {
            return problem;
        }
    }
    if (matched != want.size()) {
        return "rows: " + std::to_string(matched) + ", want " + std::to_string(want.size());
    }
    if (got.worstSpan != worst) {
        return "worst span " + std::to_string(got.worstSpan) + ", want " + std::to_string(worst);
    }
    return got.anyOver() == over && !got.hasUnknown ? "" : "anyOver or hasUnknown";
}

/// A limit at, just below, or somewhere around the spans of the op.
Int randomLimit(Random &random, const std::vector<RefRow> &rows)
{
    const Int span = random.pick(rows).span;
    return std::max<Int>(1, random.chance(40) ? span - random.below(2) : span / random.between(1, 40) + 1);
}

} // namespace

class TestAuditBruteforce : public QObject
{
    Q_OBJECT
private slots:
    void rowsAreTheTruth();
    void tileStorageStepsByTheTile();
    void layoutsThatCannotBeRebuiltAreSaidSo();
};

void TestAuditBruteforce::rowsAreTheTruth()
{
    const std::uint64_t seed = reference::seedOf(20260721);
    Random random(seed);
    for (int i = 0; i < reference::scaled(10'000); ++i) {
        const RefOp op = reference::randomOp(random);
        const Splits splits = randomSplits(random, op);
        const Values ranges = op.symbolRanges(splits);
        const std::vector<RefRow> want = rowsOf(op, ranges);
        Rules rules;
        rules.maxSpanBytes = want.empty() ? 1000 : randomLimit(random, want);
        const Graph graph = graphOf(op);
        const OpAnalysis analysis = analyse(graph, 0, rules);
        const OpAudit got = audit(graph, 0, levelsOf(splits), rules, random.chance(50) ? &analysis : nullptr);
        const std::string problem = judge(op, got, want, ranges, rules.maxSpanBytes);
        QVERIFY(reference::holds(problem.empty(), (problem + failureText(op, splits, rules.maxSpanBytes, seed))));
    }
}

namespace {

/// The same op with a tensor stored per tile: rebuilt layout, contiguous strides. False: no such layout.
/// `levels` receives the splits in the tensor's own host dims.
bool storePerTile(const RefOp &op, reference::RefTensor &t, const Splits &splits, std::vector<Level> &levels)
{
    Ints tile = t.size;
    std::map<std::string, std::size_t> dimOf; // every symbol walks one buffer dim whole
    for (const reference::IndexTerm &term : t.index.terms) {
        for (std::size_t d = 0; d < t.size.size(); ++d) {
            if (t.size[d] > 1 && t.stride[d] == term.factor) {
                dimOf[term.symbol] = d;
            }
        }
    }
    Splits own;
    for (const auto &[v, dim] : op.hostDimOf) {
        const auto split = splits.find(dim);
        if (dimOf.contains(v) && split != splits.end()) {
            tile[dimOf.at(v)] /= split->second;
            own[static_cast<int>(dimOf.at(v))] = split->second;
        }
    }
    levels = levelsOf(own);
    const auto device = reference::resized(t.device, t.size, tile);
    if (!device) {
        return false;
    }
    const Ints stride = reference::contiguous(tile);
    for (reference::IndexTerm &term : t.index.terms) {
        term.factor = stride[dimOf.at(term.symbol)];
    }
    t.size = tile;
    t.stride = stride;
    t.device = *device;
    return true;
}

} // namespace

void TestAuditBruteforce::tileStorageStepsByTheTile()
{
    const std::uint64_t seed = reference::seedOf(20260723);
    Random random(seed);
    reference::OpShape shape;
    shape.views = false;
    int judged = 0;
    for (int i = 0; i < reference::scaled(3000); ++i) {
        const RefOp op = reference::randomOp(random, shape);
        const Splits splits = randomSplits(random, op);
        StoragePlan storage;
        RefOp tiled = op;
        std::vector<Level> outputLevels;
        bool known = storePerTile(op, tiled.output, splits, outputLevels);
        storage.output = Storage::Tile;
        for (reference::RefTensor &read : tiled.reads) {
            const bool perTile = random.chance(60);
            storage.reads.push_back(perTile ? Storage::Tile : Storage::Full);
            storage.readLevels.emplace_back();
            known = known && (!perTile || storePerTile(op, read, splits, storage.readLevels.back()));
        }
        if (!known) {
            continue;
        }
        // The walk has the tile's ranges from the start: that is how a tile's own dep looks.
        const Values ranges = op.symbolRanges(splits);
        for (auto &[v, range] : tiled.outer) {
            range = ranges.at(v);
        }
        const std::vector<RefRow> want = rowsOf(tiled, ranges);
        Rules rules;
        rules.maxSpanBytes = want.empty() ? 1 : randomLimit(random, want);
        const Graph graph = graphOf(op);
        const OpAudit got = audit(graph, 0, levelsOf(splits), rules, nullptr, storage);
        const std::string problem = judge(op, got, want, ranges, rules.maxSpanBytes);
        QVERIFY(reference::holds(problem.empty(),
                                 ("tile storage: " + problem + failureText(op, splits, rules.maxSpanBytes, seed))));
        ++judged;
    }
    QVERIFY(reference::holds(judged > reference::scaled(1000), std::to_string(judged)));
}

void TestAuditBruteforce::layoutsThatCannotBeRebuiltAreSaidSo()
{
    // No host dim has the size 7 of device dim 0, and two dims could carry the stick.
    RefOp op;
    op.ranges = {8, 16, 128};
    op.outer = {{"d0", 8}, {"d1", 16}, {"d2", 128}};
    op.hostDimOf = {{"d0", 0}, {"d1", 1}, {"d2", 2}};
    op.output = {"buf0", "float16", 2, {8, 16, 128}, {2048, 128, 1}, {{7, 2, 16, 64}, {2048, 64, 128, 1}, 64}, {}};
    op.output.index.terms = {{"d0", 2048, 1, 0}, {"d1", 128, 1, 0}, {"d2", 1, 1, 0}};
    const Graph graph = graphOf(op);
    StoragePlan storage;
    storage.output = Storage::Tile;
    const OpAudit got = audit(graph, 0, {{{0}, 2, false}}, Rules{}, nullptr, storage);
    QVERIFY(got.hasUnknown);
    for (const AuditRow &row : got.rows) {
        QVERIFY(row.exactness == Exactness::Unknown);
        QVERIFY(!row.problem.empty());
        QCOMPARE(row.span, Int{0});
    }
}

QTEST_APPLESS_MAIN(TestAuditBruteforce)
#include "test_audit_bruteforce.moc"
