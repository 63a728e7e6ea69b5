/// whatWouldFit() against every combination of splits, judged by the walked spans.

#include "core/planner/audit.h"
#include "core/planner/engine.h"
#include "tests/core/reference/ref_op.h"
#include "tests/core/reference/report.h"

#include <QTest>

#include <algorithm>
#include <tuple>

using namespace spanscope;
using reference::Ints;
using reference::Random;
using reference::RefOp;
using reference::RefRow;
using reference::RefTensor;
using reference::Values;

namespace {

/// Which host dims of a tensor the output symbols are in.
using DimsOfSymbol = std::map<std::string, std::set<std::size_t>>;

DimsOfSymbol hostDimsOf(const RefOp &op, const RefTensor &t)
{
    DimsOfSymbol out;
    const auto coordinates = coordinatesOf(t.size, t.stride, op.symbolRanges(), t.index);
    for (std::size_t d = 0; d < coordinates.size(); ++d) {
        for (const reference::CoordPiece &piece : coordinates[d]) {
            out[piece.symbol].insert(d);
        }
    }
    return out;
}

/// The stick test of one tensor: may its host dim `dim` be cut into `split` parts?
bool stickAllows(const RefTensor &t, std::size_t dim, Int split)
{
    for (std::size_t h = 0; h < t.size.size(); ++h) {
        if (t.stride[h] == t.device.map.back()) {
            return h != dim || (t.size[h] / split) % t.device.stick == 0;
        }
    }
    return false; // no dim carries the stick: never guess
}

/// An op with what the stick tests need, computed once.
struct Judge
{
    const RefOp &op;
    std::vector<DimsOfSymbol> readDims;

    explicit Judge(const RefOp &refOp)
        : op(refOp)
    {
        for (const RefTensor &read : op.reads) {
            readDims.push_back(hostDimsOf(op, read));
        }
    }

    [[nodiscard]] bool splitAllowed(std::size_t dim, Int split) const
    {
        if (split == 1) {
            return true;
        }
        if (op.isReduction() && op.ranges[dim] / split == 1) {
            return false;
        }
        if (!stickAllows(op.output, dim, split)) {
            return false;
        }
        for (std::size_t r = 0; r < op.reads.size(); ++r) {
            for (const auto &[v, dims] : readDims[r]) {
                const auto at = op.hostDimOf.find(v);
                if (at == op.hostDimOf.end() || at->second != static_cast<int>(dim)) {
                    continue;
                }
                for (const std::size_t d : dims) {
                    if (!stickAllows(op.reads[r], d, split)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool hasLegalSplit(const std::string &v, Int cap) const
    {
        const auto dim = static_cast<std::size_t>(op.hostDimOf.at(v));
        for (Int s = 2; s <= std::min(cap, op.ranges[dim]); ++s) {
            if (op.ranges[dim] % s == 0 && splitAllowed(dim, s)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool onlyReductionSymbols(const RefRow &row) const
    {
        return !row.symbols.empty() && std::none_of(row.symbols.begin(), row.symbols.end(),
                                                    [this](const auto &v) { return op.hostDimOf.contains(v); });
    }

    /// Whether the decision looks at a row: all output rows; in a Reduction also the reads' rows without
    /// a reduction symbol, unless it is over the limit untiled and no dim of it has a legal split.
    [[nodiscard]] bool covered(const RefRow &row, const Rules &rules) const
    {
        if (row.read < 0) {
            return true;
        }
        if (!op.isReduction()) {
            return false;
        }
        bool helped = row.span <= rules.maxSpanBytes;
        for (const std::string &v : row.symbols) {
            if (!op.hostDimOf.contains(v)) {
                return false;
            }
            helped = helped || hasLegalSplit(v, rules.maxAutoSplit);
        }
        return helped;
    }
};

/// The same row without splits.
const RefRow &untiledOf(const std::vector<RefRow> &rows, const RefRow &row)
{
    return *std::find_if(rows.begin(), rows.end(), [&row](const RefRow &other) {
        return other.read == row.read && other.deviceDim == row.deviceDim;
    });
}

struct Combo
{
    Ints splits; ///< one per host dim
    Int product = 1;
    Int worst = 0;
    [[nodiscard]] auto cost() const
    {
        const auto tiled = std::count_if(splits.begin(), splits.end(), [](Int s) { return s > 1; });
        return std::tuple(product, tiled, *std::max_element(splits.begin(), splits.end()), splits);
    }
    [[nodiscard]] std::map<int, Int> asMap() const
    {
        std::map<int, Int> out;
        for (std::size_t d = 0; d < splits.size(); ++d) {
            out[static_cast<int>(d)] = splits[d];
        }
        return out;
    }
};

/// Every allowed combination, cheapest first.
std::vector<Combo> allCombos(const Judge &judge)
{
    std::vector<Combo> out{{}};
    for (std::size_t d = 0; d < judge.op.ranges.size(); ++d) {
        std::vector<Combo> next;
        for (const Combo &combo : out) {
            for (Int s = 1; s <= judge.op.ranges[d]; ++s) {
                if (judge.op.ranges[d] % s == 0 && judge.splitAllowed(d, s)) {
                    next.push_back(combo);
                    next.back().splits.push_back(s);
                    next.back().product *= s;
                }
            }
        }
        out = std::move(next);
    }
    std::sort(out.begin(), out.end(), [](const Combo &a, const Combo &b) { return a.cost() < b.cost(); });
    return out;
}

/// The first `count` combos under which every row that `counts` is within the limit.
template <typename Counts>
std::vector<Combo> cheapestFits(const RefOp &op, const std::vector<Combo> &combos, Int limit, std::size_t count,
                                const Counts &counts)
{
    std::vector<Combo> out;
    for (Combo combo : combos) {
        const std::vector<RefRow> rows = rowsOf(op, op.symbolRanges(combo.asMap()));
        bool fits = true;
        for (const RefRow &row : rows) {
            if (counts(row)) {
                fits = fits && row.span <= limit;
                combo.worst = std::max(combo.worst, row.span);
            }
        }
        if (fits) {
            out.push_back(combo);
        }
        if (out.size() == count) {
            break;
        }
    }
    return out;
}

std::string textOf(const Ints &splits)
{
    std::string out;
    for (const Int s : splits) {
        out += (out.empty() ? "" : "x") + std::to_string(s);
    }
    return out;
}

Ints splitsOf(const Fit &fit, std::size_t dims)
{
    Ints out(dims, 1);
    for (const Level &level : fit.levels) {
        out[static_cast<std::size_t>(level.hostDim.index)] = level.splitCount;
    }
    return out;
}

bool hasOutside(const Fit &fit, Outside what)
{
    return std::find(fit.outside.begin(), fit.outside.end(), what) != fit.outside.end();
}

/// What is wrong with the fits of one kind, empty if nothing: the first must be the cheapest of all,
/// the others must fit too and cost more and more.
template <typename Counts>
std::string compareFits(const RefOp &op, const Fits &got, FitKind kind, const std::vector<Combo> &combos,
                        const OpAnalysis &analysis, const Rules &rules, const Counts &counts)
{
    std::vector<Combo> rest = combos;
    std::string texts = std::string(fitKindName(kind)) + " got";
    bool asExpected = true;
    std::size_t found = 0;
    for (const Fit &fit : got.fits) {
        if (fit.kind != kind) {
            continue;
        }
        const Ints splits = splitsOf(fit, op.ranges.size());
        texts += " " + textOf(splits) + " (" + std::to_string(fit.worstSpan) + ")";
        if (found++ > 0) {
            rest.erase(rest.begin(), std::find_if(rest.begin(), rest.end(),
                                                  [&splits](const Combo &combo) { return combo.splits == splits; }));
        }
        const std::vector<Combo> want = cheapestFits(op, rest, rules.maxSpanBytes, 1, counts);
        asExpected = asExpected && !want.empty() && want[0].splits == splits && want[0].worst == fit.worstSpan &&
                     want[0].product == fit.tiles;
        const Int largest = *std::max_element(splits.begin(), splits.end());
        asExpected = asExpected && hasOutside(fit, Outside::OverAutoCap) == (largest > rules.maxAutoSplit);
        const bool comparable = analysis.cost && fit.tiles != analysis.cost->product;
        asExpected = asExpected && (!comparable || fit.cheaperThanPlan == (fit.tiles < analysis.cost->product));
        rest.erase(rest.begin(), rest.begin() + (rest.empty() ? 0 : 1));
    }
    const std::vector<Combo> cheapest = cheapestFits(op, combos, rules.maxSpanBytes, 1, counts);
    texts += ", cheapest " + (cheapest.empty()
                                  ? std::string("none")
                                  : textOf(cheapest[0].splits) + " (" + std::to_string(cheapest[0].worst) + ")");
    return asExpected && (found > 0 || cheapest.empty()) ? "" : texts;
}

} // namespace

class TestFitsExhaustive : public QObject
{
    Q_OBJECT
private slots:
    void cheapestFitsAreFound_data();
    void cheapestFitsAreFound();
    void theDecisiveCauseNamesTheCheapestFit();
};

void TestFitsExhaustive::cheapestFitsAreFound_data()
{
    QTest::addColumn<int>("reductionPercent");
    QTest::addColumn<bool>("views");
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<int>("count");
    QTest::newRow("pointwise, plain reads") << 0 << false << quint64{20260731} << 500;
    QTest::newRow("pointwise, views") << 0 << true << quint64{20260732} << 500;
    QTest::newRow("reductions") << 100 << false << quint64{20260733} << 600;
}

void TestFitsExhaustive::cheapestFitsAreFound()
{
    QFETCH(int, reductionPercent);
    QFETCH(bool, views);
    QFETCH(quint64, seed);
    QFETCH(int, count);
    Random random(reference::seedOf(seed));
    const reference::OpShape shape{3, {1, 2, 4, 6, 12, 64, 67, 128, 192, 256, 384}, reductionPercent, views};
    int judged = 0;
    for (int i = 0; i < reference::scaled(count); ++i) {
        const RefOp op = reference::randomOp(random, shape);
        const std::vector<RefRow> rows = rowsOf(op, op.symbolRanges());
        Rules rules;
        const Int span = rows.empty() ? 1 : random.pick(rows).span;
        rules.maxSpanBytes =
            std::max<Int>(1, random.chance(20) ? span : span / random.between(1, 60) - random.below(2));
        const Graph graph = graphOf(op);
        const OpAnalysis analysis = analyse(graph, 0, rules);
        const FitOptions options{3, 10'000'000, false};
        const Fits got = whatWouldFit(graph, 0, analysis, rules, options);
        QVERIFY(!got.cutShort);
        const Judge judge(op);
        const auto isCovered = [&](const RefRow &row) { return judge.covered(untiledOf(rows, row), rules); };
        const auto isHelpable = [&](const RefRow &row) {
            return !judge.onlyReductionSymbols(row) || row.span <= rules.maxSpanBytes;
        };
        const auto anyOver = [&](const auto &counts) {
            return std::any_of(rows.begin(), rows.end(),
                               [&](const RefRow &row) { return counts(row) && row.span > rules.maxSpanBytes; });
        };
        const std::vector<Combo> combos = allCombos(judge);
        std::string problem;
        if (anyOver(isCovered)) {
            problem = compareFits(op, got, FitKind::Covered, combos, analysis, rules, isCovered);
            ++judged;
        }
        if (problem.empty() && anyOver(isHelpable)) {
            problem = compareFits(op, got, FitKind::Complete, combos, analysis, rules, isHelpable);
            ++judged;
        }
        QVERIFY(reference::holds(problem.empty(), (problem + " | seed " + std::to_string(seed) + " limit " +
                                                   std::to_string(rules.maxSpanBytes) + " " + documentOf(op))));
    }
    QVERIFY(reference::holds(judged > reference::scaled(count) / 2, std::to_string(judged)));
}

void TestFitsExhaustive::theDecisiveCauseNamesTheCheapestFit()
{
    Random random(reference::seedOf(20260734));
    const reference::OpShape shape{3, {1, 2, 4, 6, 12, 64, 67, 128, 192, 256}, 0, true};
    int judged = 0;
    for (int i = 0; i < reference::scaled(1500); ++i) {
        const RefOp op = reference::randomOp(random, shape);
        const std::vector<RefRow> rows = rowsOf(op, op.symbolRanges());
        Rules rules;
        rules.maxSpanBytes = std::max<Int>(1, rows.empty() ? 1 : random.pick(rows).span / random.between(1, 60) - 1);
        const Graph graph = graphOf(op);
        const OpAnalysis analysis = analyse(graph, 0, rules);
        const auto cause = decisiveCause(graph, 0, analysis, rules);
        QCOMPARE(cause.has_value(), analysis.outcome == Outcome::Unsupported);
        if (!cause) {
            continue;
        }
        const Judge judge(op);
        const auto isCovered = [&](const RefRow &row) { return judge.covered(untiledOf(rows, row), rules); };
        const auto fits = cheapestFits(op, allCombos(judge), rules.maxSpanBytes, 1, isCovered);
        const std::string what = std::string(causeName(cause->kind)) + " limit " + std::to_string(rules.maxSpanBytes) +
                                 " fit " + (fits.empty() ? "none" : textOf(fits[0].splits)) + " " + documentOf(op);
        const bool named = cause->kind == CauseKind::Validation || cause->kind == CauseKind::Cap;
        QVERIFY(reference::holds(named == !fits.empty(), what));
        QVERIFY(reference::holds(
            !named || (cause->wouldFit && splitsOf(*cause->wouldFit, op.ranges.size()) == fits[0].splits), what));
        ++judged;
    }
    QVERIFY(reference::holds(judged > reference::scaled(100), std::to_string(judged)));
}

QTEST_APPLESS_MAIN(TestFitsExhaustive)
#include "test_fits_exhaustive.moc"
