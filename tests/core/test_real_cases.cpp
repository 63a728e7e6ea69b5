/// Failures that users met, figure by figure: tests/data/real-failures.json, and the planner's documented examples.

#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "core/planner/engine.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace spanscope;
using Json = nlohmann::json;
using Parts = std::vector<std::pair<int, Int>>; ///< host dim, parts

namespace {

const Json &cases()
{
    static const Json kCases = [] {
        std::ifstream in(SPANSCOPE_TEST_DATA "/real-failures.json");
        return Json::parse(in);
    }();
    return kCases.at("cases");
}

const Json &caseNamed(const std::string &id)
{
    return *std::find_if(cases().begin(), cases().end(), [&id](const Json &c) { return c.at("id") == id; });
}

std::vector<Level> levelsOf(const Json &levels)
{
    std::vector<Level> out;
    for (const Json &level : levels) {
        out.push_back({{level.at(0).get<int>()}, level.at(1).get<Int>(), level.at(2).get<bool>()});
    }
    return out;
}

std::vector<Level> levelsOf(const Parts &parts)
{
    std::vector<Level> out;
    for (const auto &[dim, count] : parts) {
        out.push_back({{dim}, count, false});
    }
    return out;
}

/// Everything about a typed graph under a preset.
struct Run
{
    GraphPtr graph;
    Rules rules;
    GraphResultPtr result;

    Run(const std::string &expression, const std::string &preset, bool reductionJoin = false)
        : graph(graphFromExpression(expression))
        , rules(*presetRules(preset))
    {
        rules.reductionJoin = rules.reductionJoin || reductionJoin;
        RulesInForce force;
        force.rules = rules;
        result = runGraph(graph, force);
    }
    [[nodiscard]] std::size_t index(const std::string &op) const { return graph->operationIndex(op).value(); }
    [[nodiscard]] const OpAnalysis &analysis(const std::string &op) const { return result->analyses[index(op)]; }
    [[nodiscard]] OpAudit audited(const std::string &op, const std::vector<Level> &levels) const
    {
        return audit(*graph, index(op), levels, rules, &analysis(op));
    }
    [[nodiscard]] Fits fits(const std::string &op) const
    {
        return whatWouldFit(*graph, index(op), analysis(op), rules, {3, 10'000'000, false});
    }
};

const AuditRow *rowOf(const OpAudit &audit, const std::string &tensor, int deviceDim)
{
    const auto it = std::find_if(audit.rows.begin(), audit.rows.end(), [&](const AuditRow &row) {
        return row.tensor.toString() == tensor && row.deviceDim.index == deviceDim;
    });
    return it == audit.rows.end() ? nullptr : &*it;
}

/// `tensor` -> largest span over the limit.
std::map<std::string, Int> overOf(const OpAudit &audit)
{
    std::map<std::string, Int> out;
    for (const AuditRow &row : audit.rows) {
        if (row.over) {
            Int &worst = out[row.tensor.toString()];
            worst = std::max(worst, row.span);
        }
    }
    return out;
}

const Fit *firstFit(const Fits &fits, FitKind kind)
{
    const auto it =
        std::find_if(fits.fits.begin(), fits.fits.end(), [kind](const Fit &fit) { return fit.kind == kind; });
    return it == fits.fits.end() ? nullptr : &*it;
}

} // namespace

class TestRealCases : public QObject
{
    Q_OBJECT
private slots:
    void everyFigure_data();
    void everyFigure();
    void linear28672();
    void linearVocabulary();
    void workDivisionSpans_data();
    void workDivisionSpans();
    void whatWouldFitTable_data();
    void whatWouldFitTable();
    void weightInTheOtherStickOrder();
    void causesOfTheRefusedOps();
    void twoDimPlanThatDoesNotShortenAStoredBuffer();
    void staleStridesOfTheRefusedAdd();

private:
    static void checkDecision(const Json &want, const Run &run, const std::string &op);
};

void TestRealCases::checkDecision(const Json &want, const Run &run, const std::string &op)
{
    const OpAnalysis &analysis = run.analysis(op);
    if (want.contains("levels")) {
        QVERIFY(analysis.outcome == Outcome::Planned);
        QVERIFY(analysis.levels == levelsOf(want.at("levels")));
        const OpAudit audit = run.audited(op, analysis.levels);
        if (want.contains("worst_tile_span")) {
            QCOMPARE(audit.worstSpan, want.at("worst_tile_span").get<Int>());
        }
        QCOMPARE(audit.anyOver(), want.value("residual", false));
    }
    if (want.contains("outcome")) {
        QCOMPARE(std::string(outcomeName(analysis.outcome)), want.at("outcome").get<std::string>());
        QCOMPARE(std::string(codeName(analysis.code.value())), want.at("code").get<std::string>());
    }
    if (want.contains("cause")) {
        const auto cause = decisiveCause(*run.graph, run.index(op), analysis, run.rules);
        QVERIFY(cause.has_value());
        QCOMPARE(std::string(causeName(cause->kind)), want.at("cause").get<std::string>());
        QVERIFY(cause->wouldFit && cause->wouldFit->levels == levelsOf(want.at("would_fit")));
    }
    if (want.contains("candidate_span")) {
        QCOMPARE(analysis.candidates.at(0).perCoreSpan, want.at("candidate_span").get<Int>());
    }
    if (want.contains("worst_tile_span") && want.contains("would_fit")) {
        QCOMPARE(run.audited(op, levelsOf(want.at("would_fit"))).worstSpan, want.at("worst_tile_span").get<Int>());
    }
}

void TestRealCases::everyFigure_data()
{
    QTest::addColumn<QString>("id");
    for (const Json &c : cases()) {
        if (c.contains("new")) {
            const auto id = c.at("id").get<std::string>();
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
        }
    }
}

void TestRealCases::everyFigure()
{
    QFETCH(QString, id);
    const Json &c = caseNamed(id.toStdString());
    const auto expression = c.at("new").get<std::string>();
    const Run run(expression, "documented");
    if (c.at("documented").contains("levels") || c.at("documented").contains("outcome")) {
        checkDecision(c.at("documented"), run, c.at("documented").value("op", "buf0"));
    }
    if (c.contains("torch-spyre-2026-07")) {
        checkDecision(c.at("torch-spyre-2026-07"), Run(expression, "torch-spyre-2026-07"), "buf0");
    }
    if (c.contains("untiled")) {
        const OpAudit untiled = run.audited("buf0", {});
        for (const Json &row : c.at("untiled").at("output")) {
            const AuditRow *got = rowOf(untiled, "output", row.at(0).get<int>());
            QVERIFY(got != nullptr);
            QCOMPARE(got->coordinate, row.at(1).get<std::string>());
            QCOMPARE(got->span, row.at(2).get<Int>());
        }
    }
    if (c.contains("candidate_span")) {
        QCOMPARE(run.analysis("buf0").candidates.at(0).perCoreSpan, c.at("candidate_span").get<Int>());
    }
    if (c.contains("legal_splits")) {
        for (const auto &[dim, legal] : c.at("legal_splits").items()) {
            const SplitTable &table = run.analysis("buf0").tables.at(0);
            QCOMPARE(table.hostDim.index, std::stoi(dim));
            QCOMPARE(table.legal, legal.get<std::vector<Int>>());
        }
    }
}

void TestRealCases::linear28672()
{
    const Json &c = caseNamed("linear-28672x8192");
    const Json &want = c.at("documented");
    const Run run(c.at("new").get<std::string>(), "documented");
    for (const char *op : {"buf0", "buf1"}) {
        QVERIFY(run.analysis(op).outcome == Outcome::Planned);
        QVERIFY(run.analysis(op).levels == levelsOf(want.at(op).at("levels")));
    }
    // buf0 goes on alone with its two tiles; what is left over is its transposed read.
    const OpAudit audit = run.audited("buf0", run.analysis("buf0").levels);
    const auto residual = want.at("buf0").at("residual").get<std::map<std::string, Int>>();
    QVERIFY(overOf(audit) == residual);
    QVERIFY(audit.coresNeeded == std::optional(want.at("buf0").at("cores_needed").get<Int>()));
    QVERIFY(audit.reliesOnWorkDivision(run.graph->sencores()));
    QCOMPARE(run.result->groups.conflicts.size(), want.at("conflicts").size());
    const Conflict &conflict = run.result->groups.conflicts.at(0);
    QCOMPARE(run.graph->operations[conflict.opIndex].name, want.at("conflicts").at(0).at(0).get<std::string>());
    QCOMPARE(std::string(conflictName(conflict.code)), want.at("conflicts").at(0).at(1).get<std::string>());
    QCOMPARE(conflict.producers, want.at("conflicts").at(0).at(2).get<std::vector<std::string>>());
    QVERIFY(!run.result->groups.compiles);

    const Fits fits = run.fits("buf0");
    const Fit *complete = firstFit(fits, FitKind::Complete);
    QVERIFY(complete != nullptr);
    QVERIFY(complete->levels == levelsOf(c.at("complete_fit_buf0")));

    const Run joined(c.at("new").get<std::string>(), "documented", true);
    QCOMPARE(joined.result->groups.groups.size(), c.at("reduction_join").at("groups").size());
    std::vector<std::string> members;
    for (const GroupMember &member : joined.result->groups.groups.at(0).members) {
        members.push_back(joined.graph->operations[member.opIndex].name);
    }
    QCOMPARE(members, c.at("reduction_join").at("groups").at(0).get<std::vector<std::string>>());
    QVERIFY(joined.result->groups.compiles);
}

void TestRealCases::linearVocabulary()
{
    const Json &c = caseNamed("linear-vocab-49216");
    const Run run(c.at("new").get<std::string>(), "documented");
    const Json &reader = c.at("reader");
    const auto op = reader.at("op").get<std::string>();
    const OpAnalysis &analysis = run.analysis(op);
    QCOMPARE(std::string(outcomeName(analysis.outcome)), reader.at("outcome").get<std::string>());
    QCOMPARE(std::string(codeName(analysis.code.value())), reader.at("code").get<std::string>());
    const OpAudit audit = run.audited(op, {});
    QCOMPARE(audit.worstSpan, reader.at("residual_span").get<Int>());
    const auto over = std::find_if(audit.rows.begin(), audit.rows.end(), [](const AuditRow &row) { return row.over; });
    QVERIFY(over != audit.rows.end());
    QCOMPARE(std::string(uncheckedName(over->unchecked)), reader.at("why").get<std::string>());

    const auto untiled = c.at("untiled_rows_over").get<std::map<std::string, Int>>();
    QVERIFY(overOf(run.audited("buf0", {})) == untiled);
    const Fits fits = run.fits("buf0");
    const Fit *complete = firstFit(fits, FitKind::Complete);
    QVERIFY(complete != nullptr);
    QVERIFY(complete->levels == levelsOf(c.at("complete_fit")));
    QCOMPARE(complete->worstSpan, c.at("complete_fit_worst_span").get<Int>());
}

void TestRealCases::workDivisionSpans_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<Parts>("divided");
    QTest::newRow("two tiles of dim 1") << "add-98000x4096"
                                        << "" << Parts{{1, 2}};
    QTest::newRow("32 cores on dim 1") << "mul-32x8192x17408"
                                       << "" << Parts{{1, 32}};
    QTest::newRow("the restickified weight") << "linear-vocab-49216"
                                             << "" << Parts{{1, 2}};
    QTest::newRow("cores on dims 0 and 1") << "matmul-out-4x2048x65536"
                                           << "neg(f16[4,2048,65536])" << Parts{{0, 4}, {1, 2}};
}

void TestRealCases::workDivisionSpans()
{
    // Work Division checks the outermost coordinate that still varies on one core.
    QFETCH(QString, id);
    QFETCH(QString, expression);
    QFETCH(Parts, divided);
    const Json &c = caseNamed(id.toStdString());
    const Run run(expression.isEmpty() ? c.at("new").get<std::string>() : expression.toStdString(), "documented");
    const OpAudit audit = run.audited("buf0", levelsOf(divided));
    const auto varying = std::find_if(audit.rows.begin(), audit.rows.end(),
                                      [](const AuditRow &row) { return row.tensor.isOutput() && row.varies; });
    QVERIFY(varying != audit.rows.end());
    QCOMPARE(varying->span, c.at("work_division_span").get<Int>());
}

void TestRealCases::whatWouldFitTable_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<Parts>("decided"); // empty: refused
    QTest::addColumn<Parts>("covered");
    QTest::addColumn<qint64>("coveredSpan");
    QTest::addColumn<Parts>("complete");
    QTest::addColumn<qint64>("completeSpan");
    QTest::newRow("add 1x8195x256x64") << "add(f16[1,8195,256,64], f16[1,8195,256,64])" << Parts{{1, 5}}
                                       << Parts{{1, 5}} << qint64{53706752} << Parts{{1, 5}} << qint64{53706752};
    // One tile of 64 rows leaves the output one stick: only the other coordinate varies.
    QTest::newRow("restickify 49216x4096") << "linear(f16[2,4096], f16[49216,4096])" << Parts{} << Parts{{0, 769}}
                                           << qint64{524288} << Parts{{0, 769}, {1, 2}} << qint64{201588736};
    QTest::newRow("restickify 131072x5120") << "linear(f16[2,5120], f16[131072,5120])" << Parts{{0, 8}} << Parts{{0, 8}}
                                            << qint64{167772160} << Parts{{0, 8}, {1, 5}} << qint64{268435456};
    QTest::newRow("add 270000x16384") << "add(bf16[270000,16384], bf16[270000,16384])" << Parts{} << Parts{{1, 64}}
                                      << qint64{138240000} << Parts{{1, 64}} << qint64{138240000};
    QTest::newRow("mul 32x8192x17408") << "mul(f16[32,8192,17408], f16[1,8192,17408])" << Parts{{1, 64}}
                                       << Parts{{1, 64}} << qint64{142606336} << Parts{{1, 64}} << qint64{142606336};
}

void TestRealCases::whatWouldFitTable()
{
    QFETCH(QString, expression);
    QFETCH(Parts, decided);
    QFETCH(Parts, covered);
    QFETCH(qint64, coveredSpan);
    QFETCH(Parts, complete);
    QFETCH(qint64, completeSpan);
    const Run run(expression.toStdString(), "documented");
    const OpAnalysis &analysis = run.analysis("buf0");
    QVERIFY(analysis.outcome == (decided.empty() ? Outcome::Unsupported : Outcome::Planned));
    QVERIFY(analysis.levels == levelsOf(decided));
    const Fits fits = run.fits("buf0");
    const Fit *first = firstFit(fits, FitKind::Covered);
    QVERIFY(first != nullptr && first->levels == levelsOf(covered));
    QCOMPARE(qint64{first->worstSpan}, coveredSpan);
    const Fit *whole = firstFit(fits, FitKind::Complete);
    QVERIFY(whole != nullptr && whole->levels == levelsOf(complete));
    QCOMPARE(qint64{whole->worstSpan}, completeSpan);
}

void TestRealCases::weightInTheOtherStickOrder()
{
    const Run run("linear(f16[2,5120], f16[131072,5120])", "documented");
    const OpAnalysis &analysis = run.analysis("buf0");
    QVERIFY(analysis.levels == (std::vector<Level>{{{0}, 8, false}}));
    const OpAudit tiled = run.audited("buf0", analysis.levels);
    QVERIFY(overOf(tiled) == (std::map<std::string, Int>{{"input:arg1_1", 1342177280}}));
    QVERIFY(tiled.coresNeeded == std::optional<Int>(5));
    for (const AuditRow &row : tiled.rows) {
        if (row.over) {
            QCOMPARE(row.symbols, (std::vector<std::string>{"d1"}));
            QVERIFY(row.coresNeeded == std::optional<Int>(5));
            QVERIFY(row.unchecked == Unchecked::PointwiseInput);
        }
    }
    QVERIFY(tiled.reliesOnWorkDivision(32));
    const OpAudit untiled = run.audited("buf0", {});
    QVERIFY(untiled.coresNeeded == std::optional<Int>(40));
    QVERIFY(!untiled.reliesOnWorkDivision(32)); // hopeless without tiles
}

void TestRealCases::causesOfTheRefusedOps()
{
    const Run vocabulary("linear(f16[2,4096], f16[49216,4096])", "documented");
    const auto cap = decisiveCause(*vocabulary.graph, 0, vocabulary.analysis("buf0"), vocabulary.rules);
    QVERIFY(cap && cap->kind == CauseKind::Cap && cap->wouldFit);
    QVERIFY(std::find(cap->wouldFit->outside.begin(), cap->wouldFit->outside.end(), Outside::OverAutoCap) !=
            cap->wouldFit->outside.end());

    const Run add("add(bf16[270000,16384], bf16[270000,16384])", "documented");
    const auto validation = decisiveCause(*add.graph, 0, add.analysis("buf0"), add.rules);
    QVERIFY(validation && validation->kind == CauseKind::Validation);
    QVERIFY(validation->wouldFit && validation->wouldFit->levels == (std::vector<Level>{{{1}, 64, false}}));
    QCOMPARE(validation->trueSpan, Int{138240000});
    QVERIFY(validation->validationRemains && validation->validationRemains->perCoreSpan > add.rules.maxSpanBytes);
    QVERIFY(std::find(validation->wouldFit->outside.begin(), validation->wouldFit->outside.end(),
                      Outside::Validation) != validation->wouldFit->outside.end());
}

void TestRealCases::twoDimPlanThatDoesNotShortenAStoredBuffer()
{
    // 4194304 x 128 float16: one stick row spans 512 MiB, both together 1 GiB.
    const Run run("neg(f16[4194304,128])", "documented");
    const OpAnalysis &analysis = run.analysis("buf0");
    QVERIFY(analysis.outcome == Outcome::Planned);
    QVERIFY(analysis.levels == (std::vector<Level>{{{0}, 4, false}}));
    QCOMPARE(run.audited("buf0", analysis.levels).worstSpan, Int{1073741824});
    QVERIFY(verdictOf(*run.result, 0) == Verdict::ResidualRisk);
}

void TestRealCases::staleStridesOfTheRefusedAdd()
{
    // A step of 16384 over a tile stride of 256 counts 64-fold: the rejected combo of 64 tiles says so.
    const GraphPtr graph = graphFromExpression("add(bf16[270000,16384], bf16[270000,16384])");
    const Rules rules = *presetRules("documented");
    const Trial trial = trySplits(*graph, 0, {{{1}, 64, false}}, rules);
    QVERIFY(!trial.accepted);
    QVERIFY(trial.step.status == ComboStatus::LeavesSpans);
    // 64 * 269999 + 1 steps of one stick of 64 two-byte elements.
    QCOMPARE(trial.step.remaining.at(0).perCoreSpan, (Int{64} * 269999 + 1) * 64 * 2);
}

QTEST_APPLESS_MAIN(TestRealCases)
#include "test_real_cases.moc"
