/// The cores that an audit asks for, against every product of factors.

#include "core/planner/audit.h"
#include "tests/core/reference/ref_op.h"
#include "tests/core/reference/report.h"

#include <QTest>

#include <algorithm>

using namespace spanscope;
using reference::Random;
using reference::RefOp;
using reference::RefRow;
using reference::Values;

namespace {

/// A limit at, just below, or somewhere around the spans of the op.
Int randomLimit(Random &random, const std::vector<RefRow> &rows)
{
    const Int span = random.pick(rows).span;
    return std::max<Int>(1, random.chance(40) ? span - random.below(2) : span / random.between(1, 40) + 1);
}

/// Symbols that run along a stick, with that stick's elements; false when two sticks differ.
bool stickSymbols(const RefOp &op, std::map<std::string, Int> &out)
{
    for (int read = -1; read < static_cast<int>(op.reads.size()); ++read) {
        const reference::RefTensor &t = op.tensor(read);
        const auto coordinates = coordinatesOf(t.device.size, t.device.map, op.symbolRanges(), t.index);
        for (const reference::CoordPiece &piece : coordinates.back()) {
            const auto [it, isNew] = out.emplace(piece.symbol, t.device.stick);
            if (!isNew && it->second != t.device.stick) {
                return false;
            }
        }
    }
    return true;
}

std::vector<Int> factorsOf(Int n)
{
    std::vector<Int> out;
    for (Int f = 1; f <= n; ++f) {
        if (n % f == 0) {
            out.push_back(f);
        }
    }
    return out;
}

/// The smallest product of core factors that brings all given rows (by place) within the limit.
std::optional<Int> smallestCores(const RefOp &op, const Values &ranges, const std::map<std::string, Int> &sticks,
                                 const std::vector<std::size_t> &rows, const std::set<std::string> &symbols, Int limit)
{
    std::vector<std::pair<Int, Values>> combos{{1, ranges}};
    for (const std::string &v : symbols) {
        const auto stick = sticks.find(v);
        const Int units = stick == sticks.end() ? ranges.at(v) : ranges.at(v) / stick->second;
        std::vector<std::pair<Int, Values>> next;
        for (const auto &[cores, values] : combos) {
            for (const Int f : factorsOf(units)) {
                next.emplace_back(cores * f, values);
                next.back().second[v] = ranges.at(v) / f;
            }
        }
        combos = std::move(next);
    }
    std::stable_sort(combos.begin(), combos.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[cores, values] : combos) {
        const std::vector<RefRow> now = rowsOf(op, values);
        if (std::all_of(rows.begin(), rows.end(), [&](std::size_t k) { return now[k].span <= limit; })) {
            return cores;
        }
    }
    return std::nullopt;
}

} // namespace

class TestCoresBruteforce : public QObject
{
    Q_OBJECT
private slots:
    void coresNeededIsTheSmallestProduct();
};

void TestCoresBruteforce::coresNeededIsTheSmallestProduct()
{
    const std::uint64_t seed = reference::seedOf(20260722);
    Random random(seed);
    reference::OpShape shape;
    shape.views = false;
    shape.maxDims = 3;
    shape.sizes = {1, 2, 6, 9, 64, 128, 192, 384};
    shape.reductionPercent = 15;
    int judged = 0;
    for (int i = 0; i < reference::scaled(2500); ++i) {
        const RefOp op = reference::randomOp(random, shape);
        const Values ranges = op.symbolRanges();
        std::map<std::string, Int> sticks;
        const bool wellDefined =
            stickSymbols(op, sticks) && std::all_of(sticks.begin(), sticks.end(),
                                                    [&](const auto &s) { return ranges.at(s.first) % s.second == 0; });
        const std::vector<RefRow> rows = rowsOf(op, ranges);
        if (!wellDefined || ranges.size() > 3 || rows.empty()) {
            continue;
        }
        Rules rules;
        rules.maxSpanBytes = randomLimit(random, rows);
        const Graph graph = graphOf(op);
        const OpAudit got = audit(graph, 0, {}, rules);
        const std::string what =
            " | seed " + std::to_string(seed) + " limit " + std::to_string(rules.maxSpanBytes) + " " + documentOf(op);
        std::vector<std::size_t> over;
        std::set<std::string> all;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const AuditRow &row = got.rows.at(k);
            if (rows[k].span <= rules.maxSpanBytes) {
                QVERIFY(reference::holds(row.coresNeeded == std::optional<Int>(1), what));
                continue;
            }
            over.push_back(k);
            all.insert(rows[k].symbols.begin(), rows[k].symbols.end());
            const auto want = smallestCores(op, ranges, sticks, {k}, rows[k].symbols, rules.maxSpanBytes);
            QVERIFY(
                reference::holds(row.coresNeeded == want, (row.tensor.toString() + " " + row.coordinate + " cores " +
                                                           std::to_string(row.coresNeeded.value_or(-1)) + " want " +
                                                           std::to_string(want.value_or(-1)) + what)));
        }
        const auto joint = smallestCores(op, ranges, sticks, over, all, rules.maxSpanBytes);
        QVERIFY(
            reference::holds(got.coresNeeded == joint, ("joint cores " + std::to_string(got.coresNeeded.value_or(-1)) +
                                                        " want " + std::to_string(joint.value_or(-1)) + what)));
        ++judged;
    }
    QVERIFY(reference::holds(judged > reference::scaled(200), std::to_string(judged)));
}

QTEST_APPLESS_MAIN(TestCoresBruteforce)
#include "test_cores_bruteforce.moc"
