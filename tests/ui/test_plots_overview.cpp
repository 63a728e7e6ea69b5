#include "tests/ui/sample_audits.h"
#include "tests/ui/sample_graphs.h"
#include "ui/plots/overview_plot.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace spanscope;
using namespace spanscope::ui;
using namespace spanscope::test;

class TestPlotsOverview : public QObject
{
    Q_OBJECT
private slots:
    void barsAreToScale();
    void untiledSpansComeFromTheAudit();
    void ordersAndKeys();
    void clickSelects();
    void zoomKeepsThePointAndItsBounds();
    void tenThousandOperationsAreSmooth();
    void exportsReadBack();
    void emptyAndAccessible();
    void pictures();
};

void TestPlotsOverview::barsAreToScale()
{
    OverviewPlot plot;
    const GraphResultPtr result = groupedGraph();
    plot.setResult(result);
    showAndPicture(plot, QSize(700, 320), QStringLiteral("overview-small"));
    // buf0 untiled: 98000 x 4096 x 2 B = 802816000 B; in 4 tiles of dim 1 (documented rules) less than the limit.
    QCOMPARE(untiledSpans(*result)[0], Int{802816000});
    const double limit = plot.limitY();
    const QRectF bar = plot.barRect(3);
    QVERIFY(bar.height() > 0);
    QVERIFY(bar.top() > limit);
    // Equal ratios are equal heights: the bar of buf3 ends where the axis says.
    auto *inner = plot.findChild<QCustomPlot *>();
    const double ratio = static_cast<double>(result->audits[3].worstSpan) / static_cast<double>(kLimit);
    const QCPRange range = inner->yAxis->range();
    if (ratio > range.lower) {
        const double perOctave = inner->axisRect()->height() / std::log2(range.upper / range.lower);
        QVERIFY(std::abs((bar.top() - limit) - perOctave * -std::log2(ratio)) < 1.0);
    } else {
        QCOMPARE(bar.top(), bar.bottom());
    }
}

void TestPlotsOverview::untiledSpansComeFromTheAudit()
{
    const GraphResultPtr result = groupedGraph();
    const std::vector<Int> spans = untiledSpans(*result);
    QCOMPARE(spans.size(), std::size_t{7});
    for (std::size_t op = 0; op < spans.size(); ++op) {
        QCOMPARE(spans[op], untiledWorstSpan(*result, op));
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(untiledSpans(*result, stop.get_token()).empty());
}

void TestPlotsOverview::ordersAndKeys()
{
    OverviewPlot plot;
    plot.setResult(manyOperations(50));
    showAndPicture(plot, QSize(600, 300), QStringLiteral("overview-fifty"));
    QSignalSpy selected(&plot, &OverviewPlot::opSelected);
    QTest::keyClick(&plot, Qt::Key_Home);
    QCOMPARE(plot.selectedOp(), 0);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.selectedOp(), 1);
    QTest::keyClick(&plot, Qt::Key_O);
    QVERIFY(plot.sortMode() == OverviewOrder::WorstFirst);
    QCOMPARE(plot.order().front(), 49); // spans grow with the index
    QTest::keyClick(&plot, Qt::Key_Home);
    QCOMPARE(plot.selectedOp(), 49);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.selectedOp(), 48);
    QTest::keyClick(&plot, Qt::Key_End);
    QCOMPARE(selected.back().front().toInt(), 0);
    plot.setSelectedOp(500);
    QCOMPARE(plot.selectedOp(), -1);
    QCOMPARE(selected.size(), 5);
}

void TestPlotsOverview::clickSelects()
{
    OverviewPlot plot;
    plot.setResult(manyOperations(20));
    showAndPicture(plot, QSize(600, 300), QStringLiteral("overview-twenty"));
    QSignalSpy selected(&plot, &OverviewPlot::opSelected);
    auto *inner = plot.findChild<QCustomPlot *>();
    QTest::mouseClick(inner, Qt::LeftButton, {}, plot.barRect(13).center().toPoint());
    QCOMPARE(plot.selectedOp(), 13);
    QCOMPARE(selected.size(), 1);
    QVERIFY2(plot.readout().startsWith(QLatin1String("buf13")), qPrintable(plot.readout()));
    QCOMPARE(plot.opAt(plot.barRect(7).center()), 7);
    QCOMPARE(plot.opAt(QPointF(1, 1)), -1);
}

void TestPlotsOverview::zoomKeepsThePointAndItsBounds()
{
    OverviewPlot plot;
    plot.setResult(manyOperations(100));
    showAndPicture(plot, QSize(600, 300), QStringLiteral("overview-hundred"));
    auto *inner = plot.findChild<QCustomPlot *>();
    const QRectF before = plot.barRect(40);
    const QPointF at(before.center().x(), 100);
    QWheelEvent wheel(at, inner->mapToGlobal(at), {}, QPoint(0, 480), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(inner, &wheel);
    QVERIFY(plot.barRect(40).width() > before.width() * 2);
    QVERIFY(std::abs(plot.barRect(40).center().x() - before.center().x()) < 0.01);
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(&plot, Qt::Key_Minus);
    }
    QVERIFY(std::abs(plot.barRect(40).width() - before.width()) < 0.01);
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(&plot, Qt::Key_Plus);
    }
    QVERIFY(inner->xAxis->range().size() >= 2.9);
    // Selecting an op that is out of sight brings it in.
    plot.setSelectedOp(99);
    QVERIFY(inner->xAxis->range().contains(99));
}

void TestPlotsOverview::tenThousandOperationsAreSmooth()
{
    OverviewPlot plot;
    const GraphResultPtr result = manyOperations(10'000);
    plot.setResult(result, std::vector<Int>(10'000, Int{1} << 31));
    showAndPicture(plot, QSize(1000, 360), QStringLiteral("overview-many"));
    auto *inner = plot.findChild<QCustomPlot *>();
    QElapsedTimer timer;
    timer.start();
    constexpr int kFrames = 10;
    for (int i = 0; i < kFrames; ++i) {
        QTest::keyClick(&plot, i % 2 == 0 ? Qt::Key_Plus : Qt::Key_Minus);
        inner->replot(QCustomPlot::rpImmediateRefresh);
    }
    const auto perFrame = timer.elapsed() / kFrames;
    qInfo("%lld ms a frame", static_cast<long long>(perFrame));
    // Measured at a few milliseconds; the bound leaves room for a busy machine and sanitizers.
    QVERIFY(perFrame < 400);
    // The worst of the ops that share a pixel is the one that is seen.
    plot.setSelectedOp(999);
    QVERIFY(plot.barRect(999).top() < plot.barRect(500).top());
}

void TestPlotsOverview::exportsReadBack()
{
    OverviewPlot plot;
    plot.setPalette(darkPalette());
    plot.setResult(groupedGraph());
    QTemporaryDir folder;
    for (const char *suffix : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("overview.") + QLatin1String(suffix));
        QString error;
        QVERIFY2(plot.exportTo(path, &error), qPrintable(error));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (path.endsWith(QLatin1String("png"))) {
            const QImage image = QImage::fromData(bytes);
            QCOMPARE(image.size(), QSize(2400, 960));
            QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        } else if (path.endsWith(QLatin1String("svg"))) {
            QVERIFY(QSvgRenderer(bytes).isValid());
            QVERIFY(bytes.contains("buf3"));
            QVERIFY(bytes.contains("limit 256.00 MiB"));
        } else {
            QVERIFY(bytes.startsWith("%PDF-") && bytes.contains("%%EOF"));
        }
    }
    QString error;
    QVERIFY(!plot.exportTo(folder.filePath(QStringLiteral("overview")), &error));
    QVERIFY(!error.isEmpty());
}

void TestPlotsOverview::emptyAndAccessible()
{
    OverviewPlot plot;
    QVERIFY(plot.accessibleDescription().startsWith(QLatin1String("0 operations")));
    plot.setResult(groupedGraph());
    const QString text = plot.accessibleDescription();
    for (const char *part : {"7 operations", "Conflict", "Limit 256.00 MiB", "peak"}) {
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }
    plot.setResult(nullptr);
    QVERIFY(plot.order().empty());
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.selectedOp(), -1);
}

void TestPlotsOverview::pictures()
{
    OverviewPlot plot;
    plot.setResult(groupedGraph());
    plot.setSelectedOp(4);
    showAndPicture(plot, QSize(760, 340), QStringLiteral("overview-selected"));
    QCOMPARE(plot.toImage(QSize(400, 200), 2).size(), QSize(800, 400));
}

QTEST_MAIN(TestPlotsOverview)
#include "test_plots_overview.moc"
