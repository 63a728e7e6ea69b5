/// Every model under Qt's own model tester, with figures that are known without it.

#include "analysed.h"

#include "core/base/input_error.h"
#include "core/exporters/exporters.h"
#include "ui/models/bench_state.h"
#include "ui/models/compare_model.h"
#include "ui/models/conflicts_model.h"
#include "ui/models/fits_model.h"
#include "ui/models/groups_model.h"
#include "ui/models/log_model.h"
#include "ui/models/operations_filter.h"
#include "ui/models/operations_model.h"
#include "ui/models/rejections_model.h"
#include "ui/models/residuals_model.h"
#include "ui/models/rows_model.h"
#include "ui/models/search_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

/// Every mistake is a failure of the running test.
constexpr auto kStrict = QAbstractItemModelTester::FailureReportingMode::QtTest;

QString cell(const QAbstractItemModel &model, int row, int column, const QModelIndex &parent = {})
{
    return model.index(row, column, parent).data().toString();
}

/// The restickified weight of the LM head: no split up to 64 leaves its sticks whole.
OpDetailsPtr lmHeadDetails()
{
    const GraphResultPtr result = analysed(kLmHead);
    const int op = firstWith(*result, Verdict::Unsupported);
    return op < 0 ? nullptr : computeDetails(result, static_cast<std::size_t>(op));
}

} // namespace

class TestUiModels : public QObject
{
    Q_OBJECT
private slots:
    void operations();
    void rows();
    void fits();
    void fitsAreToldOnce();
    void search();
    void rejections();
    void unknownSticksAreNotCut();
    void residuals();
    void groups();
    void conflicts();
    void compare();
    void planAsBaseline();
    void log();
    void numbers();
};

void TestUiModels::operations()
{
    OperationsModel model;
    OperationsFilter filter(&model);
    const QAbstractItemModelTester tester(&model, kStrict);
    const QAbstractItemModelTester filterTester(&filter, kStrict);
    model.setSummary(summarize(analysed(kAdd)));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(cell(model, 0, OperationsModel::Shape), QStringLiteral("98000x4096"));
    QCOMPARE(cell(model, 0, OperationsModel::Dtype), QStringLiteral("bfloat16"));
    QCOMPARE(cell(model, 0, OperationsModel::VerdictColumn), QStringLiteral("Planned"));
    QCOMPARE(cell(model, 0, OperationsModel::Levels), QStringLiteral("dim 1 / 4"));
    // 802816000 bytes untiled of 268435456: 2.9907
    QCOMPARE(cell(model, 0, OperationsModel::Pressure), QStringLiteral("2.99x"));
    QCOMPARE(model.index(0, OperationsModel::Pressure).data(UntiledRatioRole).toDouble(), 802816000.0 / 268435456.0);
    QCOMPARE(model.index(0, OperationsModel::Pressure).data(PressureRatioRole).toDouble(), 200704000.0 / 268435456.0);
    filter.setQuery(QStringLiteral("nothing"), false);
    QCOMPARE(filter.rowCount(), 0);
    model.setSummary(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestUiModels::rows()
{
    BenchState bench;
    bench.setOp(analysed(kAdd), 0, {});
    RowsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setAudits(bench.current(), bench.untiled(), kMaxSpanBytes, 32);
    QCOMPARE(model.rowCount(), static_cast<int>(bench.current().rows.size()));
    QCOMPARE(cell(model, 0, RowsModel::Tensor), QStringLiteral("output"));
    QCOMPARE(cell(model, 0, RowsModel::Coordinate), QStringLiteral("floor(d1/64)"));
    QCOMPARE(cell(model, 0, RowsModel::Span), QStringLiteral("191.41 MiB"));    // 200704000 B
    QCOMPARE(cell(model, 0, RowsModel::Untiled), QStringLiteral("765.63 MiB")); // 802816000 B
    QCOMPARE(cell(model, 0, RowsModel::UntiledRatio), QStringLiteral("2.99x"));
    QCOMPARE(cell(model, 0, RowsModel::State), QStringLiteral("fits"));
    model.setByteUnits(ByteUnits::Bytes);
    QCOMPARE(cell(model, 0, RowsModel::Span), QStringLiteral("200,704,000 B"));
    QVERIFY(model.toText().startsWith(QStringLiteral("Tensor\tDev\tCoordinate")));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestUiModels::fits()
{
    const OpDetailsPtr details = lmHeadDetails();
    QVERIFY(details);
    FitsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setDetails(details, details->result->rules.rules, {{0, "N"}});
    QVERIFY(model.rowCount() >= 2);
    // Cheapest that clears what is checked: 769 tiles of the rows.
    QCOMPARE(cell(model, 0, FitsModel::Splits), QStringLiteral("N/769"));
    QCOMPARE(cell(model, 0, FitsModel::Tiles), QStringLiteral("769"));
    const int complete = model.completeRow();
    QVERIFY(complete > 0);
    QCOMPARE(cell(model, complete, FitsModel::Tiles), QStringLiteral("1,538"));
    QCOMPARE(cell(model, complete, FitsModel::Worst), QStringLiteral("192.25 MiB")); // 201588736 B
    QCOMPARE(model.levels(model.index(complete, 0)), (Levels{{HostDim{0}, 769, false}, {HostDim{1}, 2, false}}));
    model.setDetails(nullptr, {}, {});
    QCOMPARE(model.completeRow(), -1);
    QVERIFY(model.levels({}).empty());
}

void TestUiModels::fitsAreToldOnce()
{
    // Splits that clear every span also clear those that the compiler checks: one row, not two.
    const GraphResultPtr result = analysed(kAdd);
    const OpDetailsPtr details = computeDetails(result, 0);
    QVERIFY(details);
    FitsModel model;
    model.setDetails(details, details->result->rules.rules, {});
    QSet<QString> splits;
    for (int row = 0; row < model.rowCount(); ++row) {
        splits.insert(cell(model, row, FitsModel::Splits));
        QVERIFY(!model.levels(model.index(row, 0)).empty());
    }
    QVERIFY(model.rowCount() > 0);
    QCOMPARE(splits.size(), qsizetype{model.rowCount()});
    QVERIFY(details->fits.fits.size() > static_cast<std::size_t>(model.rowCount()));
}

void TestUiModels::search()
{
    const auto details = computeDetails(analysed(kAdd), 0);
    SearchModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setDetails(details, details->result->rules.rules);
    QVERIFY(model.rowCount() > 1);
    // The plan is the first that fits: four tiles of dim 1.
    for (int row = 0; row < model.rowCount(); ++row) {
        if (cell(model, row, SearchModel::Status) == QStringLiteral("fits")) {
            QCOMPARE(cell(model, row, SearchModel::Splits), QStringLiteral("dim 1 / 4"));
            QCOMPARE(model.levels(model.index(row, 0)), (Levels{{HostDim{1}, 4, false}}));
            break;
        }
        QVERIFY(cell(model, row, SearchModel::Tiles).toInt() <= 4);
    }
    QVERIFY(!model.summary().isEmpty());
    model.setDetails(nullptr, {});
    QCOMPARE(model.rowCount(), 0);
}

void TestUiModels::rejections()
{
    const OpDetailsPtr details = lmHeadDetails();
    QVERIFY(details);
    RejectionsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setDetails(details, {});
    // 49216 = 64 x 769: the six divisors 2 to 64 leave tiles that are no multiple of 64 rows.
    QModelIndex sticks;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (cell(model, row, RejectionsModel::Rule) == QStringLiteral("cuts_output_stick")) {
            sticks = model.index(row, 0);
        }
    }
    QVERIFY(sticks.isValid());
    QCOMPARE(model.rowCount(sticks), 6);
    QCOMPARE(cell(model, 0, RejectionsModel::What, sticks), QStringLiteral("dim 0 / 2"));
    QCOMPARE(cell(model, 0, RejectionsModel::Measured, sticks), QStringLiteral("24,608"));
    QCOMPARE(cell(model, 0, RejectionsModel::Required, sticks), QStringLiteral("multiple of 64"));
    QCOMPARE(model.levels(model.index(0, 0, sticks)).value(), (Levels{{HostDim{0}, 2, false}}));
    QVERIFY(!model.levels(sticks));
}

/// A reduced tensor whose sticks no dim carries: nothing is cut there.
void TestUiModels::unknownSticksAreNotCut()
{
    const GraphResultPtr result =
        analysed("x = mul(f16[64,2048,2048], f16[64,2048,2048]); m = max(x, dim=-1, keepdim=True); sub(x, m)");
    const auto index = result->graph->operationIndex("buf2");
    QVERIFY(index.has_value());
    RejectionsModel model;
    model.setDetails(computeDetails(result, *index), {});
    QStringList rules;
    for (int row = 0; row < model.rowCount(); ++row) {
        rules << cell(model, row, RejectionsModel::What);
    }
    QVERIFY2(rules.contains(QStringLiteral("12  no dim is known to carry the stick of an input")),
             qPrintable(rules.join(u';')));
    QVERIFY(!rules.join(u';').contains(QStringLiteral("cuts a stick of an input")));
}

void TestUiModels::residuals()
{
    const OpDetailsPtr details = lmHeadDetails();
    QVERIFY(details);
    ResidualsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setDetails(details);
    QVERIFY(model.rowCount() > 0);
    QCOMPARE(cell(model, 0, ResidualsModel::Span), QStringLiteral("384.50 MiB")); // 769 x 262144 x 2
    QCOMPARE(cell(model, 0, ResidualsModel::Ratio), QStringLiteral("1.50x"));
    QCOMPARE(model.opIndex(model.index(0, 0)), static_cast<int>(details->opIndex));
    QVERIFY(model.sentence(0).contains(QStringLiteral("384.50 MiB")));
    // The matmul that reads the weight is told as well.
    bool reader = false;
    for (int row = 0; row < model.rowCount(); ++row) {
        reader = reader || model.opIndex(model.index(row, 0)) != static_cast<int>(details->opIndex);
    }
    QVERIFY(reader);
}

void TestUiModels::groups()
{
    const GraphResultPtr result = analysed(kAdd);
    QCOMPARE(result->groups.groups.size(), std::size_t{1});
    GroupsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    const std::string op = result->graph->operations.front().name;
    model.setResult(result, {Pin{op, {{HostDim{1}, 8, false}}}}, {});
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex group = model.index(0, 0);
    QCOMPARE(model.rowCount(group), 1);
    QCOMPARE(cell(model, 0, GroupsModel::Splits), QStringLiteral("dim 1 / 4"));
    QCOMPARE(cell(model, 0, GroupsModel::HintIds), QStringLiteral("10000"));
    QCOMPARE(cell(model, 0, GroupsModel::LoopVars, group), QStringLiteral("d1"));
    QCOMPARE(cell(model, 1, GroupsModel::Splits), QStringLiteral("dim 1 / 8"));
    QCOMPARE(group.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    QVERIFY(!model.index(1, 0).data(Qt::CheckStateRole).isValid());
    QSignalSpy spy(&model, &GroupsModel::includedChanged);
    QVERIFY(model.setData(group, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.front().at(0).toString(), QString::fromStdString(op));
    QCOMPARE(spy.front().at(1).toBool(), false);
    model.setResult(result, {}, {op});
    QCOMPARE(model.index(0, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    QCOMPARE(model.opIndex(model.index(0, 0)), 0);
}

void TestUiModels::conflicts()
{
    // A reduction is a group of its own; a pointwise op that reads it back cannot join the loop.
    const GraphResultPtr result =
        analysed("h = add(bf16[98000,4096], bf16[98000,4096]); s = sum(h, dim=-1, keepdim); sub(h, s)");
    ConflictsModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setResult(result);
    QCOMPARE(model.rowCount(), static_cast<int>(result->groups.conflicts.size()));
    QVERIFY(model.rowCount() > 0);
    QCOMPARE(cell(model, 0, ConflictsModel::CodeColumn),
             QString::fromStdString(std::string(conflictName(result->groups.conflicts.front().code))));
    QCOMPARE(model.opIndex(model.index(0, 0)), static_cast<int>(result->groups.conflicts.front().opIndex));
}

void TestUiModels::compare()
{
    const ResultSummaryPtr documented = summarize(analysed(kAdd));
    const ResultSummaryPtr shipped = summarize(analysed(kAdd, "torch-spyre-2026-07"));
    CompareModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    const auto before = std::make_shared<Baseline>(baselineOf(*shipped, QStringLiteral("shipped")));
    model.setSides(before, documented, false);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.changes(), 1);
    QCOMPARE(cell(model, 0, CompareModel::LevelsBefore), QStringLiteral("dim 1 / 2"));
    QCOMPARE(cell(model, 0, CompareModel::LevelsAfter), QStringLiteral("dim 1 / 4"));
    QCOMPARE(cell(model, 0, CompareModel::SpanBefore), QStringLiteral("382.81 MiB")); // 401408000 B
    QCOMPARE(cell(model, 0, CompareModel::VerdictBefore), QStringLiteral("Residual risk"));
    QCOMPARE(cell(model, 0, CompareModel::VerdictAfter), QStringLiteral("Planned"));
    const auto same = std::make_shared<Baseline>(baselineOf(*documented, QStringLiteral("same")));
    model.setSides(same, documented, true);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.changes(), 0);
}

void TestUiModels::planAsBaseline()
{
    const GraphResultPtr result = analysed(kAdd);
    const Baseline baseline = baselineOfPlan(planJson(*result), "plan.json", QStringLiteral("plan"));
    QCOMPARE(baseline.ops.size(), std::size_t{1});
    QCOMPARE(baseline.ops.front().levels, QStringLiteral("dim 1 / 4"));
    QCOMPARE(baseline.ops.front().verdict, QStringLiteral("Planned"));
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(baselineOfPlan("{}", "x.json", {})), InputError);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(baselineOfPlan("no json", "x.json", {})), InputError);
}

void TestUiModels::log()
{
    const GraphResultPtr result = analysed(kAdd);
    auto import = std::make_shared<ImportResult>();
    import->linesRead = 10;
    import->notUnderstood = 1;
    import->lines = {{3, true, result->graph->operations.front().name, "span of the op"}, { 7, false, "", "odd line" }};
    LogModel model;
    const QAbstractItemModelTester tester(&model, kStrict);
    model.setImport(import, result);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, LogModel::Line), QStringLiteral("3"));
    QCOMPARE(cell(model, 0, LogModel::Text), QStringLiteral("span of the op"));
    QCOMPARE(model.opIndex(model.index(0, 0)), 0);
    QCOMPARE(model.opIndex(model.index(1, 0)), -1);
    QCOMPARE(model.index(1, 0).data(StateRole).toInt(), 0);
    QVERIFY2(model.summary().startsWith(QStringLiteral("1 line recognised")), qPrintable(model.summary()));
    QVERIFY2(model.summary().contains(QStringLiteral(", 1 looked relevant")), qPrintable(model.summary()));
}

void TestUiModels::numbers()
{
    const GraphResultPtr result = analysed(kAdd);
    const QString text = opNumbers(*result->graph, 0);
    QVERIFY2(text.contains(QStringLiteral("[98000, 4096]")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("[64, 98000, 64]")), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestUiModels)
#include "test_ui_models.moc"
