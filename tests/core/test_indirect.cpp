/// Indirect reads: which dims data chooses, and what is still exact.

#include "core/graph/reader.h"
#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "core/layout/coordinates.h"
#include "core/planner/audit.h"

#include <QTest>

using namespace spanscope;

namespace {

Dep indirectDep(const char *index)
{
    Dep dep;
    dep.buffer = "table";
    dep.indexText = index;
    dep.index = parseExpr(index).expr;
    dep.hasIndex = true;
    dep.ranges = {{"d0", 16}, {"d1", 4096}};
    dep.indirect = true;
    return dep;
}

/// `free` or the expression, one per dim.
QStringList dependence(const Dep &dep, const std::vector<Int> &size, const std::vector<Int> &stride)
{
    QStringList out;
    for (const auto &dim : dataDependence(dep, size, stride)) {
        out.append(dim ? QString::fromStdString(dim->toString()) : QStringLiteral("free"));
    }
    return out;
}

GraphResultPtr planned(const char *expression)
{
    return runGraph(graphFromExpression(expression), *rulesFor({}, std::nullopt));
}

} // namespace

class TestIndirect : public QObject
{
    Q_OBJECT

private slots:
    void dims_data();
    void dims();
    void columnsOfAGatherAreExact();
    void rowsOfAGatherAreBounded();
};

void TestIndirect::dims_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<QList<qint64>>("stride");
    QTest::addColumn<QStringList>("expected");
    const QList<qint64> sticksFirst{64, 4096, 1};
    QTest::newRow("row of a table") << "d1 + 4096*indirect0" << sticksFirst << QStringList{"free", "indirect0", "free"};
    QTest::newRow("two symbols") << "d1 + 4096*indirect0 + 8192*indirect1" << sticksFirst
                                 << QStringList{"free", "indirect0 + 2*indirect1", "free"};
    QTest::newRow("column") << "4096*d0 + indirect0" << sticksFirst
                            << QStringList{"floor(Mod(indirect0, 4096)/64)", "floor(indirect0/4096)",
                                           "Mod(indirect0, 64)"};
    QTest::newRow("stick of a column") << "4096*d0 + 64*indirect0" << sticksFirst
                                       << QStringList{"Mod(indirect0, 64)", "floor(indirect0/64)", "free"};
    QTest::newRow("product") << "d1 + d0*indirect0" << sticksFirst << QStringList{"0", "0", "0"};
    QTest::newRow("nothing told") << "d1 + 4096*d0" << sticksFirst << QStringList{"0", "0", "0"};
    QTest::newRow("dim without stride") << "d1 + 4096*indirect0" << QList<qint64>{-1, 4096, 1}
                                        << QStringList{"0", "indirect0", "free"};
}

void TestIndirect::dims()
{
    QFETCH(QString, index);
    QFETCH(QList<qint64>, stride);
    QFETCH(QStringList, expected);
    QCOMPARE(dependence(indirectDep(index.toUtf8().constData()), {64, 4096, 64}, {stride.begin(), stride.end()}),
             expected);
}

/// 49152 x 4096 float16: 64 sticks a row, each 49152 * 64 * 2 B apart. Two cores halve the 64.
void TestIndirect::columnsOfAGatherAreExact()
{
    const GraphResultPtr result = planned("embedding(f16[49152,4096], i64[65536])");
    const OpAudit &truth = result->audits.at(0);
    const auto row = std::find_if(truth.rows.begin(), truth.rows.end(),
                                  [](const AuditRow &r) { return r.tensor.buffer == "arg0_1" && r.over; });
    QVERIFY(row != truth.rows.end());
    QCOMPARE(qint64{row->span}, qint64{64} * 49152 * 64 * 2);
    QVERIFY(row->exactness == Exactness::Exact);
    QVERIFY(row->coresNeeded == Int{2});
    QVERIFY(truth.coresNeeded == Int{2}); // the output's 65536 x 4096 too
}

/// 4194304 x 64 float16: one stick a row, any row may be read.
void TestIndirect::rowsOfAGatherAreBounded()
{
    const GraphResultPtr result = planned("embedding(f16[4194304,64], i64[16])");
    const OpAudit &truth = result->audits.at(0);
    const auto row = std::find_if(truth.rows.begin(), truth.rows.end(), [](const AuditRow &r) { return r.over; });
    QVERIFY(row != truth.rows.end());
    QCOMPARE(QString::fromStdString(row->coordinate), QStringLiteral("indirect0"));
    QCOMPARE(qint64{row->span}, qint64{4194304} * 64 * 2);
    QVERIFY(row->exactness == Exactness::UpperBound);
    QVERIFY(!row->coresNeeded && !truth.coresNeeded);
    const Fits fits = whatWouldFit(*result->graph, 0, result->analyses.at(0), result->rules.rules);
    QVERIFY(fits.fits.empty()); // no tiling shortens it
}

QTEST_APPLESS_MAIN(TestIndirect)
#include "test_indirect.moc"
