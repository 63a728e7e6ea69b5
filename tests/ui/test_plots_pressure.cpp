#include "core/base/dims.h"
#include "tests/ui/sample_audits.h"
#include "ui/plots/pressure_plot.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/colours.h"
#include "ui/theme/theme.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace spanscope;
using namespace spanscope::ui;
using namespace spanscope::test;

class TestPlotsPressure : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void barsEndAtTheirSpan_data();
    void barsEndAtTheirSpan();
    void whatIfMovesTheBarsNotTheOutlines();
    void axisAndBarsAgree();
    void theLimitHasATick();
    void theWorstRowIsInView();
    void flatAndUnknownRowsHaveNoBar();
    void keysSelectAndSwitch();
    void mouseSelectsHoversAndZooms();
    void manyRowsScroll();
    void selectionStaysOnItsRow();
    void readoutTellsTheArithmetic();
    void accessibleTextStatesPeakLimitAndVerdict();
    void paletteReachesTheAxes();
    void exportsReadBack_data();
    void exportsReadBack();
    void exportFailsWhole();
    void imageHasTheAskedSize();
    void pictures();

private:
    std::unique_ptr<PressurePlot> m_plot;
};

void TestPlotsPressure::init()
{
    m_plot = std::make_unique<PressurePlot>();
    m_plot->setRows(lmHeadUntiled(), lmHeadUntiled(), kLimit);
    showAndPicture(*m_plot, QSize(760, 320), QStringLiteral("pressure-untiled"));
}

void TestPlotsPressure::cleanup()
{
    m_plot.reset();
}

void TestPlotsPressure::barsEndAtTheirSpan_data()
{
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("log") << true;
    QTest::newRow("linear") << false;
}

void TestPlotsPressure::barsEndAtTheirSpan()
{
    QFETCH(bool, logarithmic);
    m_plot->setLogarithmic(logarithmic);
    m_plot->setRows(lmHeadTiled(), lmHeadUntiled(), kLimit);
    // 32 x 49216 x 64 x 2 B and 64 x 49216 x 64 x 2 B against 256 MiB.
    const double read = 201588736.0;
    const double readUntiled = 403177472.0;
    const double left = m_plot->barRect(2).left();
    const double limit = m_plot->limitX();
    QVERIFY(limit > left);
    if (logarithmic) {
        // Equal ratios are equal distances, whatever the axis' bounds.
        const double octave = m_plot->xOf(kLimit * 2) - limit;
        QVERIFY(octave > 5);
        QVERIFY(std::abs(limit - m_plot->barRect(2).right() - octave * std::log2(kLimit / read)) < 0.01);
        QVERIFY(std::abs(m_plot->outlineRect(2).right() - limit - octave * std::log2(readUntiled / kLimit)) < 0.01);
    } else {
        QVERIFY(std::abs((m_plot->barRect(2).right() - left) / (limit - left) - read / kLimit) < 1e-6);
        QVERIFY(std::abs((m_plot->outlineRect(2).right() - left) / (limit - left) - readUntiled / kLimit) < 1e-6);
    }
    QVERIFY(m_plot->barRect(2).right() < limit);
    QVERIFY(m_plot->outlineRect(2).right() > limit);
    QVERIFY(m_plot->barRect(1).bottom() < m_plot->barRect(2).top());
}

void TestPlotsPressure::whatIfMovesTheBarsNotTheOutlines()
{
    const double before = m_plot->barRect(2).right();
    QCOMPARE(before, m_plot->outlineRect(2).right());
    m_plot->setRows(lmHeadTiled(), lmHeadUntiled(), kLimit);
    QVERIFY(m_plot->barRect(2).right() < m_plot->limitX());
    QVERIFY(m_plot->outlineRect(2).right() > m_plot->limitX());
    // One row of sticks is left of output dev 0: it does not vary any more.
    QCOMPARE(m_plot->barRect(0).width(), 0.0);
    QCOMPARE(m_plot->outlineRect(0).right(), m_plot->outlineRect(2).right());
    m_plot->setRows(lmHeadUntiled(), lmHeadUntiled(), kLimit);
    QCOMPARE(m_plot->barRect(2).right(), before);
}

void TestPlotsPressure::theLimitHasATick()
{
    auto *plot = m_plot->findChild<QCustomPlot *>();
    for (const Int limit : {kLimit, Int{200'000'000}}) { // a power of two and none
        m_plot->setRows(lmHeadUntiled(), lmHeadUntiled(), limit);
        for (const bool logarithmic : {true, false}) {
            m_plot->setLogarithmic(logarithmic);
            plot->replot();
            const QVector<double> ticks = plot->xAxis->tickVector();
            QVERIFY2(ticks.contains(static_cast<double>(limit)), qPrintable(QString::number(limit)));
            QVERIFY(ticks.size() >= 2);
            for (qsizetype i = 1; i < ticks.size(); ++i) {
                // Labels such as `256 MiB` must not touch.
                QVERIFY(plot->xAxis->coordToPixel(ticks[i]) - plot->xAxis->coordToPixel(ticks[i - 1]) > 30);
            }
        }
    }
}

void TestPlotsPressure::theWorstRowIsInView()
{
    // Twelve flat rows, then the one that matters.
    OpAudit many = lmHeadUntiled();
    const AuditRow worst = many.rows.front();
    AuditRow flat = many.rows.at(1);
    many.rows.clear();
    for (int dim = 0; dim < 12; ++dim) {
        flat.deviceDim = DeviceDim{dim};
        many.rows.push_back(flat);
    }
    many.rows.push_back(worst);
    many.rows.back().deviceDim = DeviceDim{12};
    m_plot->setRows(many, many, kLimit);
    QVERIFY(m_plot->findChild<QScrollBar *>()->value() > 0);
    const QRectF row = m_plot->rowRect(12);
    QVERIFY(row.top() >= 0 && row.bottom() <= m_plot->height());
}

void TestPlotsPressure::axisAndBarsAgree()
{
    auto *plot = m_plot->findChild<QCustomPlot *>();
    for (const bool logarithmic : {true, false}) {
        m_plot->setLogarithmic(logarithmic);
        plot->replot(QCustomPlot::rpQueuedRefresh);
        QVERIFY(std::abs(plot->xAxis->coordToPixel(static_cast<double>(kLimit)) - m_plot->limitX()) < 0.5);
        QVERIFY(std::abs(plot->axisRect()->left() - m_plot->barRect(0).left()) < 0.5);
    }
}

void TestPlotsPressure::flatAndUnknownRowsHaveNoBar()
{
    const OpAudit audit = manyReads(2);
    m_plot->setRows(audit, audit, kLimit);
    QCOMPARE(m_plot->rowCount(), 3);
    QVERIFY(m_plot->barRect(0).width() > 0);
    QCOMPARE(m_plot->barRect(2).width(), 0.0);
    m_plot->setSelectedRow(2);
    QVERIFY2(m_plot->readout().contains(QLatin1String("Min(d0, 7) cannot be analysed")), qPrintable(m_plot->readout()));
}

void TestPlotsPressure::keysSelectAndSwitch()
{
    QSignalSpy selected(m_plot.get(), &PressurePlot::rowSelected);
    QTest::keyClick(m_plot.get(), Qt::Key_Down);
    QTest::keyClick(m_plot.get(), Qt::Key_Down);
    QCOMPARE(m_plot->selectedRow(), 1);
    QTest::keyClick(m_plot.get(), Qt::Key_End);
    QTest::keyClick(m_plot.get(), Qt::Key_Down);
    QCOMPARE(m_plot->selectedRow(), 3);
    QTest::keyClick(m_plot.get(), Qt::Key_Home);
    QCOMPARE(selected.size(), 4);
    QCOMPARE(selected.back().front().toInt(), 0);
    QVERIFY(m_plot->isLogarithmic());
    QTest::keyClick(m_plot.get(), Qt::Key_L);
    QVERIFY(!m_plot->isLogarithmic());
    const double before = m_plot->limitX();
    QTest::keyClick(m_plot.get(), Qt::Key_Right);
    QVERIFY(m_plot->limitX() < before);
    QTest::keyClick(m_plot.get(), Qt::Key_0);
    QCOMPARE(m_plot->limitX(), before);
}

void TestPlotsPressure::mouseSelectsHoversAndZooms()
{
    auto *plot = m_plot->findChild<QCustomPlot *>();
    QSignalSpy selected(m_plot.get(), &PressurePlot::rowSelected);
    QSignalSpy readout(m_plot.get(), &PressurePlot::readoutChanged);
    const QPoint at = m_plot->barRect(1).center().toPoint();
    QCOMPARE(m_plot->rowAt(at), 1);
    QTest::mouseClick(plot, Qt::LeftButton, {}, at);
    QCOMPARE(selected.size(), 1);
    QCOMPARE(m_plot->selectedRow(), 1);
    QVERIFY(m_plot->hasFocus());
    QTest::mouseMove(plot, m_plot->barRect(2).center().toPoint());
    QTRY_VERIFY(!readout.isEmpty());
    QVERIFY(readout.back().front().toString().startsWith(QLatin1String("arg1_1 dev 0 = floor(d1/64)")));

    // With nothing to scroll the wheel zooms, and what is under the pointer stays there.
    const double limit = m_plot->limitX();
    const double octave = m_plot->xOf(kLimit * 2) - limit;
    QWheelEvent wheel(QPointF(limit, 100), plot->mapToGlobal(QPointF(limit, 100)), {}, QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot, &wheel);
    QVERIFY(std::abs(m_plot->limitX() - limit) < 0.01);
    QVERIFY(m_plot->xOf(kLimit * 2) - limit > octave * 1.3);

    // A Shift+drag shows the dragged stretch.
    m_plot->showAll();
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(static_cast<int>(limit) - 12, 100));
    QTest::mouseMove(plot, QPoint(static_cast<int>(limit), 100));
    QTest::mouseMove(plot, QPoint(static_cast<int>(limit) + 12, 100));
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(static_cast<int>(limit) + 12, 100));
    // The limit lies in it where it lay between the two ends, which are whole pixels.
    const double share = (limit - (std::floor(limit) - 12)) / 24;
    const QRect area = plot->axisRect()->rect();
    QTRY_VERIFY(std::abs(m_plot->limitX() - (area.left() + share * area.width())) < 2);
    QTest::mouseDClick(plot, Qt::LeftButton, {}, QPoint(300, 100));
    QCOMPARE(m_plot->limitX(), limit);
}

void TestPlotsPressure::manyRowsScroll()
{
    const OpAudit audit = manyReads(40);
    m_plot->setRows(audit, audit, kLimit);
    auto *scroll = m_plot->findChild<QScrollBar *>();
    QVERIFY(scroll->isVisible());
    scroll->setValue(0);
    QVERIFY(m_plot->rowRect(40).top() > m_plot->height());
    QTest::keyClick(m_plot.get(), Qt::Key_End);
    QCOMPARE(m_plot->selectedRow(), 40);
    QVERIFY(m_plot->rowRect(40).bottom() <= m_plot->height());
    QVERIFY(m_plot->rowRect(0).bottom() < 0);
    QTest::keyClick(m_plot.get(), Qt::Key_Home);
    QCOMPARE(scroll->value(), 0);
    auto *plot = m_plot->findChild<QCustomPlot *>();
    QWheelEvent wheel(QPointF(300, 100), plot->mapToGlobal(QPointF(300, 100)), {}, QPoint(0, -120), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot, &wheel);
    QVERIFY(scroll->value() > 0);
}

void TestPlotsPressure::selectionStaysOnItsRow()
{
    m_plot->setSelectedRow(3);
    OpAudit fewer = lmHeadTiled();
    fewer.rows.erase(fewer.rows.begin());
    m_plot->setRows(fewer, lmHeadUntiled(), kLimit);
    QCOMPARE(m_plot->selectedRow(), 2);
    m_plot->setRows({}, {}, kLimit);
    QCOMPARE(m_plot->selectedRow(), -1);
    QCOMPARE(m_plot->rowCount(), 0);
    QVERIFY(m_plot->readout().isEmpty());
}

void TestPlotsPressure::readoutTellsTheArithmetic()
{
    m_plot->setRows(lmHeadTiled(), lmHeadUntiled(), kLimit);
    m_plot->setSelectedRow(2);
    const QString text = m_plot->readout();
    QVERIFY2(text.contains(QLatin1String("201588736 B = 192.25 MiB = 0.75 x limit")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("d1 < 2,048 adds 31")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("403177472 B = 384.50 MiB = 1.50 x limit")), qPrintable(text));
}

void TestPlotsPressure::accessibleTextStatesPeakLimitAndVerdict()
{
    m_plot->setTitle(QStringLiteral("buf0"));
    QCOMPARE(m_plot->accessibleName(), QStringLiteral("Pressure of buf0"));
    const QString text = m_plot->accessibleDescription();
    for (const char *part : {"2 over the limit", "Limit 256.00 MiB", "384.50 MiB"}) {
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }
    m_plot->setByteUnits(ByteUnits::Bytes);
    QVERIFY(m_plot->accessibleDescription().contains(QLatin1String("403,177,472 B")));
}

void TestPlotsPressure::paletteReachesTheAxes()
{
    auto *plot = m_plot->findChild<QCustomPlot *>();
    m_plot->setPalette(darkPalette());
    const PlotColours dark = plotColours(darkPalette());
    QCOMPARE(plot->xAxis->tickLabelColor(), dark.text);
    QCOMPARE(plot->xAxis->grid()->pen().color(), dark.grid);
    QTest::qWait(20);
    const QImage shot = m_plot->grab().toImage();
    QCOMPARE(shot.pixelColor(3, shot.height() - 3), dark.background);
}

void TestPlotsPressure::exportsReadBack_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::newRow("png") << QStringLiteral("png");
    QTest::newRow("svg") << QStringLiteral("svg");
    QTest::newRow("pdf") << QStringLiteral("pdf");
}

void TestPlotsPressure::exportsReadBack()
{
    QFETCH(QString, suffix);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plot.") + suffix);
    m_plot->setPalette(darkPalette());
    m_plot->setTitle(QStringLiteral("buf0"));
    QString error;
    QVERIFY2(m_plot->exportTo(path, &error), qPrintable(error));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QImage image;
    if (suffix == QLatin1String("png")) {
        QVERIFY(image.loadFromData(bytes));
    } else if (suffix == QLatin1String("svg")) {
        QSvgRenderer renderer(bytes);
        QVERIFY(renderer.isValid());
        QVERIFY(bytes.contains("384.50 MiB"));
        QVERIFY(bytes.contains("limit 256.00 MiB"));
        image = QImage(renderer.viewBox().size(), QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        renderer.render(&painter);
    } else {
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.contains("%%EOF"));
        QVERIFY(bytes.size() > 3000);
        return;
    }
    QVERIFY(image.width() >= 900);
    // Light whatever the window's palette, and not empty.
    QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
    const QColor over = appearance(SpanState::Over, lightPalette()).fill;
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            pixels += image.pixelColor(x, y) == over ? 1 : 0;
        }
    }
    QVERIFY2(pixels > 500, qPrintable(QString::number(pixels)));
    const QString pictures = qEnvironmentVariable("SPANSCOPE_PICTURES");
    if (!pictures.isEmpty()) {
        image.save(pictures + QStringLiteral("/export-%1.png").arg(suffix));
    }
}

void TestPlotsPressure::exportFailsWhole()
{
    QTemporaryDir folder;
    QString error;
    QVERIFY(!m_plot->exportTo(folder.filePath(QStringLiteral("plot.gif")), &error));
    QVERIFY(error.contains(QLatin1String(".png")));
    QVERIFY(!m_plot->exportTo(folder.filePath(QStringLiteral("none/plot.png")), &error));
    QVERIFY(error.contains(QLatin1String("none/plot.png")));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestPlotsPressure::imageHasTheAskedSize()
{
    const QImage image = m_plot->toImage(QSize(500, 200), 2.0);
    QCOMPARE(image.size(), QSize(1000, 400));
    QCOMPARE(image.devicePixelRatio(), 2.0);
}

void TestPlotsPressure::pictures()
{
    m_plot->setRows(lmHeadTiled(), lmHeadUntiled(), kLimit);
    m_plot->setSelectedRow(2);
    m_plot->highlightDim(HostDim{1});
    showAndPicture(*m_plot, QSize(680, 300), QStringLiteral("pressure-tiled"));
    showAndPicture(*m_plot, QSize(340, 220), QStringLiteral("pressure-small"));
    m_plot->setByteUnits(ByteUnits::Bytes);
    m_plot->setLogarithmic(false);
    showAndPicture(*m_plot, QSize(900, 300), QStringLiteral("pressure-linear"));
    m_plot->setLogarithmic(true);
    const OpAudit audit = manyReads(40);
    m_plot->setRows(audit, audit, kLimit);
    showAndPicture(*m_plot, QSize(760, 400), QStringLiteral("pressure-many"));
    QVERIFY(m_plot->findChild<QScrollBar *>()->isVisible());
}

QTEST_MAIN(TestPlotsPressure)
#include "test_plots_pressure.moc"
