#include "tests/ui/sample_audits.h"
#include "tests/ui/sample_graphs.h"
#include "ui/plots/combo_map.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace spanscope;
using namespace spanscope::ui;
using namespace spanscope::test;

namespace {

ComboMapRequest request(std::size_t op, std::vector<Level> current = {})
{
    ComboMapRequest out;
    out.opIndex = op;
    out.a = HostDim{0};
    out.b = HostDim{1};
    out.nameA = QStringLiteral("N");
    out.nameB = QStringLiteral("K");
    out.current = std::move(current);
    return out;
}

/// The copy of the vocabulary weight: the op of [49216, 4096].
std::size_t copyOf(const GraphResult &result)
{
    for (std::size_t i = 0; i < result.graph->operations.size(); ++i) {
        const Operation &op = result.graph->operations[i];
        if (op.layout && op.layout->size.size() == 2 && op.layout->size[0].value == 49216) {
            return i;
        }
    }
    return 0;
}

int rowOf(const ComboMapData &map, Int count)
{
    const auto it = std::find(map.countsA.begin(), map.countsA.end(), count);
    return it == map.countsA.end() ? -1 : static_cast<int>(it - map.countsA.begin());
}

int columnOf(const ComboMapData &map, Int count)
{
    const auto it = std::find(map.countsB.begin(), map.countsB.end(), count);
    return it == map.countsB.end() ? -1 : static_cast<int>(it - map.countsB.begin());
}

} // namespace

class TestPlotsCombo : public QObject
{
    Q_OBJECT
private slots:
    void cellsAreTrue();
    void planAndHeldDims();
    void longListsAreCut();
    void stopsWhenAsked();
    void computingIsQuick();
    void mouseAndKeys();
    void cursorScrollsIntoView();
    void exportsReadBack();
    void pictures();
};

void TestPlotsCombo::cellsAreTrue()
{
    const GraphResultPtr result = vocabularyGraph();
    const std::size_t op = copyOf(*result);
    const ComboMapData map = computeComboMap(*result, request(op));
    QVERIFY(map.complete);
    QCOMPARE(map.limit, kLimit);
    QVERIFY(!map.plan); // the compiler has none
    const auto cell = [&map](Int a, Int b) {
        return map.cell(static_cast<std::size_t>(rowOf(map, a)), static_cast<std::size_t>(columnOf(map, b)));
    };
    QVERIFY(rowOf(map, 769) > 0 && columnOf(map, 2) > 0);
    QCOMPARE(cell(1, 1).worstSpan, Int{403177472});
    QVERIFY(cell(1, 1).state == SpanState::Over);
    QVERIFY(cell(2, 1).cut == SplitStatus::CutsOutputStick);
    QVERIFY(!cell(2, 1).accepted);
    // 769 tiles clear the output; the read still steps over all rows, which nobody checks.
    QCOMPARE(cell(769, 1).worstSpan, Int{403177472});
    QVERIFY(cell(769, 1).state == SpanState::OverUnchecked);
    QCOMPARE(cell(769, 2).worstSpan, Int{201588736});
    QVERIFY(cell(769, 2).state == SpanState::Fits);
    QVERIFY(!cell(769, 2).accepted); // over the cap of 64
    QVERIFY2(cell(769, 2).sentence.contains(QLatin1String("1,538 tiles")), qPrintable(cell(769, 2).sentence));
    QVERIFY2(cell(769, 2).sentence.contains(QLatin1String("64")), qPrintable(cell(769, 2).sentence));
}

void TestPlotsCombo::planAndHeldDims()
{
    const GraphResultPtr result = groupedGraph();
    const OpAnalysis &analysis = result->analyses[0];
    QVERIFY(analysis.outcome == Outcome::Planned);
    const ComboMapData map = computeComboMap(*result, request(0, analysis.levels));
    QVERIFY(map.plan.has_value());
    QCOMPARE(*map.plan, map.current);
    const ComboCell &plan = map.cell(static_cast<std::size_t>(rowOf(map, map.plan->first)),
                                     static_cast<std::size_t>(columnOf(map, map.plan->second)));
    QVERIFY(plan.accepted);
    QCOMPARE(plan.worstSpan, result->audits[0].worstSpan);
    // A split held on a third dim that the plan does not have: then the plan is not on this map.
    ComboMapRequest other = request(0, analysis.levels);
    other.b = HostDim{0};
    other.a = HostDim{0};
    other.current = {{HostDim{1}, 128, false}};
    QVERIFY(!computeComboMap(*result, other).plan);
}

void TestPlotsCombo::longListsAreCut()
{
    std::vector<Int> divisors;
    for (Int i = 0; i < 40; ++i) {
        divisors.push_back(Int{1} << i);
    }
    const std::vector<Int> shown = divisorsToShow(divisors, {Int{1} << 35}, 1024, 8);
    // 1 and 2^35 stay; the six others are the nearest to 2^10.
    QCOMPARE(shown.size(), std::size_t{8});
    QCOMPARE(shown.front(), Int{1});
    QCOMPARE(shown.back(), Int{1} << 35);
    QVERIFY(std::find(shown.begin(), shown.end(), 1024) != shown.end());
    QVERIFY(shown[1] >= 128 && shown[6] <= 8192);
    QVERIFY(std::is_sorted(shown.begin(), shown.end()));
    QCOMPARE(divisorsToShow({1, 2, 4}, {}, 1, 8), (std::vector<Int>{1, 2, 4}));

    const GraphResultPtr result = vocabularyGraph();
    ComboMapRequest small = request(copyOf(*result), {{HostDim{0}, 49216, false}});
    small.maxPerSide = 4;
    const ComboMapData map = computeComboMap(*result, small);
    QCOMPARE(map.countsA.size(), std::size_t{4});
    QCOMPARE(map.leftOutA, std::size_t{10}); // 49216 = 64 x 769 has 14 divisors
    QCOMPARE(map.leftOutB, std::size_t{9});  // 4096 has 13
    QCOMPARE(map.countsA.back(), Int{49216});
}

void TestPlotsCombo::stopsWhenAsked()
{
    const GraphResultPtr result = vocabularyGraph();
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!computeComboMap(*result, request(copyOf(*result)), stop.get_token()).complete);
}

void TestPlotsCombo::computingIsQuick()
{
    const GraphResultPtr result = groupedGraph();
    QElapsedTimer timer;
    timer.start();
    const ComboMapData map = computeComboMap(*result, request(0));
    qInfo("%zu cells in %lld ms", map.cells.size(), static_cast<long long>(timer.elapsed()));
    QVERIFY(map.cells.size() > 100);
    QVERIFY(timer.elapsed() < 3000);
}

void TestPlotsCombo::mouseAndKeys()
{
    const GraphResultPtr result = vocabularyGraph();
    ComboMap widget;
    widget.setMap(computeComboMap(*result, request(copyOf(*result))));
    showAndPicture(widget, widget.sizeHint(), QStringLiteral("combo"));
    QSignalSpy chosen(&widget, &ComboMap::comboChosen);
    QSignalSpy readout(&widget, &ComboMap::readoutChanged);
    const int row = rowOf(widget.map(), 769);
    const int column = columnOf(widget.map(), 2);
    QCOMPARE(widget.cellText(row, column), QStringLiteral("0.75"));
    QCOMPARE(widget.cellText(0, 0), QStringLiteral("1.50"));
    QTest::mouseClick(&widget, Qt::LeftButton, {}, widget.cellRect(row, column).center().toPoint());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().at(0).value<Int>(), Int{769});
    QCOMPARE(chosen.front().at(1).value<Int>(), Int{2});
    QCOMPARE(widget.map().current, std::make_pair(Int{769}, Int{2}));
    QTest::keyClick(&widget, Qt::Key_Right);
    QTest::keyClick(&widget, Qt::Key_Up);
    QCOMPARE(widget.cursor(), std::make_pair(row - 1, column + 1));
    QCOMPARE(chosen.size(), 1);
    QVERIFY(readout.size() >= 2);
    QTest::keyClick(&widget, Qt::Key_Return);
    QCOMPARE(chosen.back().at(1).value<Int>(), Int{4});
    QTest::keyClick(&widget, Qt::Key_Home);
    QTest::keyClick(&widget, Qt::Key_Left);
    QCOMPARE(widget.cursor().second, 0);
    QTest::mouseClick(&widget, Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(chosen.size(), 2);
    QVERIFY(widget.accessibleName().contains(QLatin1String("N x K")));
    QVERIFY2(widget.accessibleDescription().contains(QLatin1String("256.00 MiB")),
             qPrintable(widget.accessibleDescription()));
    widget.clear();
    QVERIFY(widget.cellText(0, 0).isEmpty());
    QTest::keyClick(&widget, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
}

void TestPlotsCombo::cursorScrollsIntoView()
{
    const GraphResultPtr result = vocabularyGraph();
    QScrollArea area;
    auto *widget = new ComboMap;
    area.setWidget(widget);
    area.setWidgetResizable(true);
    widget->setMap(computeComboMap(*result, request(copyOf(*result))));
    area.resize(200, 150);
    area.show();
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key_End);
    QVERIFY(area.horizontalScrollBar()->value() > 0);
}

void TestPlotsCombo::exportsReadBack()
{
    const GraphResultPtr result = vocabularyGraph();
    ComboMap widget;
    widget.setPalette(darkPalette());
    widget.setMap(computeComboMap(*result, request(copyOf(*result))));
    QTemporaryDir folder;
    for (const char *suffix : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("combo.") + QLatin1String(suffix));
        QString error;
        QVERIFY2(widget.exportTo(path, &error), qPrintable(error));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (path.endsWith(QLatin1String("png"))) {
            QCOMPARE(QImage::fromData(bytes).size(), widget.sizeHint() * 2);
        } else if (path.endsWith(QLatin1String("svg"))) {
            QVERIFY(QSvgRenderer(bytes).isValid());
            QVERIFY(bytes.contains("0.75"));
        } else {
            QVERIFY(bytes.startsWith("%PDF-"));
        }
    }
}

void TestPlotsCombo::pictures()
{
    const GraphResultPtr result = groupedGraph();
    ComboMap widget;
    widget.setMap(computeComboMap(*result, request(0, result->analyses[0].levels)));
    showAndPicture(widget, widget.sizeHint(), QStringLiteral("combo-plan"));
    QCOMPARE(widget.toImage(2).size(), widget.sizeHint() * 2);
}

QTEST_MAIN(TestPlotsCombo)
#include "test_plots_combo.moc"
