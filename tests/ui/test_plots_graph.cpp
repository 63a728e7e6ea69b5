#include "tests/ui/sample_audits.h"
#include "tests/ui/sample_graphs.h"
#include "ui/plots/dot_layout.h"
#include "ui/plots/graph_view.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace spanscope;
using namespace spanscope::ui;
using namespace spanscope::test;

class TestPlotsGraph : public QObject
{
    Q_OBJECT
private slots:
    void dotReceivesNoForeignText();
    void jsonIsRead();
    void badJsonIsRefused_data();
    void badJsonIsRefused();
    void surroundings();
    void descriptionShowsGroupsAndConflicts();
    void layoutPlacesEverything();
    void missingDotIsTold();
    void slowDotIsStopped();
    void cancelAndRestart();
    void selectionByMouseAndKeys();
    void largeGraphsShowTheSurroundings();
    void longGraphsStayReadable();
    void hiddenViewsWait();
    void exportsReadBack();
    void pictures();
};

namespace {

DotGraph twoNodes()
{
    DotGraph graph;
    graph.nodes = {{QSizeF(72, 36), 0}, {QSizeF(72, 36), -1}};
    graph.edges = {{0, 1, QSizeF(40, 10)}};
    graph.groups = 1;
    return graph;
}

/// A view with a graph, laid out.
bool laidOut(GraphView &view, const GraphResultPtr &result, const QString &name)
{
    QSignalSpy done(&view, &GraphView::layoutFinished);
    view.setResult(result);
    view.resize(800, 500);
    view.setPalette(lightPalette());
    view.show();
    const bool good = done.wait(20'000) || !done.isEmpty();
    showAndPicture(view, QSize(800, 500), name);
    return good;
}

} // namespace

void TestPlotsGraph::dotReceivesNoForeignText()
{
    const QByteArray dot = writeDot(twoNodes());
    QVERIFY(dot.startsWith("digraph"));
    QVERIFY(dot.contains("n0 -> n1"));
    QVERIFY(dot.contains("cluster_0"));
    QVERIFY(dot.contains("width=1.000,height=0.500"));
}

void TestPlotsGraph::jsonIsRead()
{
    const QByteArray json = R"({"bb":"0,0,100,200","objects":[
        {"name":"cluster_0","bb":"10,110,90,190"},
        {"name":"n0","pos":"50,150"},{"name":"n1","pos":"50,20"}],
        "edges":[{"id":"e0","tail":1,"head":2,"pos":"e,50,38 50,132 50,100 50,70 50,48","lp":"70,85"}]})";
    DotPlacement placement;
    QString error;
    QVERIFY2(readDotJson(json, twoNodes(), &placement, &error), qPrintable(error));
    QCOMPARE(placement.bounds, QRectF(0, 0, 100, 200));
    QCOMPARE(placement.nodes[0], QPointF(50, 50)); // y turned over
    QCOMPARE(placement.nodes[1], QPointF(50, 180));
    QCOMPARE(placement.groups[0], QRectF(10, 10, 80, 80));
    QCOMPARE(placement.labels[0], QPointF(70, 115));
    QCOMPARE(placement.edges[0].front(), QPointF(50, 68));
    QCOMPARE(placement.edges[0].back(), QPointF(50, 162)); // the arrow's tip
    QCOMPARE(placement.edges[0].size() % 3, std::size_t{1});
}

void TestPlotsGraph::badJsonIsRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no json") << QByteArray("Error: syntax");
    QTest::newRow("no box") << QByteArray("{}");
    QTest::newRow("node missing") << QByteArray(R"({"bb":"0,0,1,1","objects":[{"name":"n0","pos":"1,1"}]})");
    QTest::newRow("place missing") << QByteArray(
        R"({"bb":"0,0,1,1","objects":[{"name":"n0","pos":"1"},{"name":"n1","pos":"1,2"}]})");
    QTest::newRow("group unknown") << QByteArray(R"({"bb":"0,0,1,1","objects":[{"name":"cluster_7","bb":"0,0,1,1"}]})");
    QTest::newRow("edge unknown") << QByteArray(R"({"bb":"0,0,1,1","objects":[{"name":"n0","pos":"1,1"},
        {"name":"n1","pos":"1,2"}],"edges":[{"id":"e4","pos":"0,0 1,1 2,2 3,3"}]})");
    QTest::newRow("edge without path") << QByteArray(R"({"bb":"0,0,1,1","objects":[{"name":"n0","pos":"1,1"},
        {"name":"n1","pos":"1,2"}],"edges":[{"id":"e0","pos":"0,0"}]})");
}

void TestPlotsGraph::badJsonIsRefused()
{
    QFETCH(QByteArray, json);
    DotPlacement placement;
    QString error;
    QVERIFY(!readDotJson(json, twoNodes(), &placement, &error));
    QVERIFY(!error.isEmpty());
}

void TestPlotsGraph::surroundings()
{
    const GraphResultPtr result = manyOperations(1000);
    QCOMPARE(opsAround(*result, 500, 3, 300), (std::vector<int>{497, 498, 499, 500, 501, 502, 503}));
    QCOMPARE(opsAround(*result, 500, 3, 4).size(), std::size_t{4});
    QCOMPARE(opsAround(*result, 0, 2, 300), (std::vector<int>{0, 1, 2}));
    // Without a selection: around the worst, here the first unsupported op.
    QCOMPARE(opsAround(*result, -1, 1, 300), (std::vector<int>{0, 1}));
    QCOMPARE(opsAround(*manyOperations(50), 10, 0, 300).size(), std::size_t{50});
    QCOMPARE(opsAround(*manyOperations(50), 10, 1, 300), (std::vector<int>{9, 10, 11})); // asked for, also if small
    QCOMPARE(opsAround(*result, 500, 0, 300).size(), std::size_t{7}); // too many for all: three steps
}

void TestPlotsGraph::descriptionShowsGroupsAndConflicts()
{
    const GraphResultPtr result = groupedGraph();
    const GraphPicture picture = describeGraph(*result, opsAround(*result, -1, 0, 300));
    QCOMPARE(picture.nodes.size(), std::size_t{7});
    QVERIFY(!picture.boxes.empty());
    QCOMPARE(picture.nodes[0].box, picture.nodes[2].box);
    QVERIFY(picture.nodes[0].box >= 0);
    QCOMPARE(picture.nodes[3].box, -1);
    QVERIFY2(picture.nodes[0].what.contains(QLatin1String("98000x4096")), qPrintable(picture.nodes[0].what));
    QVERIFY(picture.nodes[0].state.startsWith(QLatin1String("Planned")));
    QStringList edges;
    for (const auto &edge : picture.edges) {
        edges << QStringLiteral("%1>%2%3").arg(edge.from).arg(edge.to).arg(edge.conflict ? QStringLiteral("!")
                                                                                         : QString());
        QCOMPARE(edge.label, QStringLiteral("98000x4096"));
    }
    QCOMPARE(edges, (QStringList{QStringLiteral("0>1"), QStringLiteral("1>2"), QStringLiteral("1>4!"),
                                 QStringLiteral("4>5")}));
}

void TestPlotsGraph::layoutPlacesEverything()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    QVERIFY(laidOut(view, groupedGraph(), QStringLiteral("graph")));
    QCOMPARE(view.shownOps().size(), std::size_t{7});
    QVERIFY(view.hint().isEmpty());
    // Top down: readers lie below what they read; the other way round from left to right.
    QVERIFY(view.nodePosition(1).y() > view.nodePosition(0).y());
    QVERIFY(view.nodePosition(5).y() > view.nodePosition(4).y());
    for (const int op : view.shownOps()) {
        QVERIFY(view.rect().contains(view.nodePosition(op).toPoint()));
    }
    QSignalSpy done(&view, &GraphView::layoutFinished);
    view.setOrientation(Qt::Horizontal);
    QVERIFY(done.wait(20'000));
    QVERIFY(view.nodePosition(1).x() > view.nodePosition(0).x());
    QVERIFY2(view.accessibleDescription().contains(QLatin1String("7 operations, 4 edges")),
             qPrintable(view.accessibleDescription()));
}

void TestPlotsGraph::missingDotIsTold()
{
    GraphView view;
    view.setDotProgram(QStringLiteral("no-such-program-as-dot"));
    QSignalSpy failed(&view, &GraphView::layoutFailed);
    view.setResult(groupedGraph());
    view.resize(500, 300);
    view.show();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(view.hint().contains(QLatin1String("graphviz")), qPrintable(view.hint()));
    QTemporaryDir folder;
    QString error;
    QVERIFY(!view.exportTo(folder.filePath(QStringLiteral("graph.png")), &error));
    QVERIFY(error.contains(QLatin1String("graphviz")));
}

void TestPlotsGraph::slowDotIsStopped()
{
    QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("slow-dot"));
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexec sleep 60\n");
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    DotLayout layout;
    layout.setProgram(script);
    layout.setTimeout(100);
    QSignalSpy failed(&layout, &DotLayout::failed);
    layout.start(twoNodes());
    QVERIFY(layout.isRunning());
    QVERIFY(failed.wait(10'000));
    QVERIFY(!layout.isRunning());
    QCOMPARE(failed.size(), 1);

    // A program that answers nonsense is told as well.
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\ncat > /dev/null\necho nonsense\n");
    file.close();
    layout.setTimeout(20'000);
    layout.start(twoNodes());
    QVERIFY(failed.wait(20'000));
    QVERIFY2(failed.back().front().toString().startsWith(QLatin1String("dot failed")),
             qPrintable(failed.back().front().toString()));
}

void TestPlotsGraph::cancelAndRestart()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    DotLayout layout;
    QSignalSpy failed(&layout, &DotLayout::failed);
    QSignalSpy finished(&layout, &DotLayout::finished);
    layout.start(twoNodes());
    layout.cancel();
    QCOMPARE(failed.size(), 1);
    layout.start(twoNodes());
    layout.start(twoNodes()); // takes the place of the one before
    QVERIFY(finished.wait(20'000));
    QTest::qWait(50);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(failed.size(), 1);
}

void TestPlotsGraph::selectionByMouseAndKeys()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    QVERIFY(laidOut(view, groupedGraph(), QStringLiteral("graph-select")));
    QSignalSpy selected(&view, &GraphView::opSelected);
    auto *canvas = view.findChild<QGraphicsView *>();
    const QPoint at = canvas->viewport()->mapFrom(&view, view.nodePosition(1).toPoint());
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(selected.size(), 1);
    QCOMPARE(view.selectedOp(), 1);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selectedOp(), 0);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selectedOp(), 0);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selectedOp(), 1);
    const QPointF before = view.nodePosition(1) - view.nodePosition(0);
    QWheelEvent wheel(QPointF(50, 50), canvas->viewport()->mapToGlobal(QPointF(50, 50)), {}, QPoint(0, 240),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas->viewport(), &wheel);
    QVERIFY((view.nodePosition(1) - view.nodePosition(0)).manhattanLength() > before.manhattanLength() * 1.2);
    QTest::mouseDClick(canvas->viewport(), Qt::LeftButton, {},
                       canvas->viewport()->mapFrom(&view, view.nodePosition(1).toPoint()));
    QTest::keyClick(&view, Qt::Key_F);
    QVERIFY(((view.nodePosition(1) - view.nodePosition(0)) - before).manhattanLength() <= 2);
}

void TestPlotsGraph::largeGraphsShowTheSurroundings()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    const GraphResultPtr result = manyOperations(1000);
    view.setSelectedOp(500); // before there is a result: ignored
    QCOMPARE(view.selectedOp(), -1);
    view.setNeighbourhood(2);
    QVERIFY(laidOut(view, result, QStringLiteral("graph-part")));
    QCOMPARE(view.shownOps(), (std::vector<int>{0, 1, 2}));
    QSignalSpy done(&view, &GraphView::layoutFinished);
    view.setSelectedOp(500);
    QVERIFY(done.wait(20'000));
    QCOMPARE(view.shownOps(), (std::vector<int>{498, 499, 500, 501, 502}));
    // An op in sight does not move the picture.
    view.setSelectedOp(501);
    QCOMPARE(view.shownOps().front(), 498);
    QVERIFY(view.isLaidOut());
}

void TestPlotsGraph::longGraphsStayReadable()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    const GraphResultPtr result = manyOperations(120);
    QVERIFY(laidOut(view, result, QStringLiteral("graph-long")));
    QCOMPARE(view.shownOps().size(), std::size_t{120});
    const auto *canvas = view.findChild<QGraphicsView *>();
    QVERIFY(canvas->transform().m11() >= GraphView::kLeastReadable);
    view.setSelectedOp(100);
    QVERIFY(view.rect().contains(view.nodePosition(100).toPoint()));
    QTest::keyClick(&view, Qt::Key_F); // everything, however small
    QVERIFY(canvas->transform().m11() < GraphView::kLeastReadable);
    QSignalSpy done(&view, &GraphView::layoutFinished);
    view.setNeighbourhood(1);
    QVERIFY(done.wait(20'000));
    QCOMPARE(view.shownOps(), (std::vector<int>{99, 100, 101}));
}

void TestPlotsGraph::hiddenViewsWait()
{
    GraphView view;
    view.setResult(groupedGraph());
    QVERIFY(view.shownOps().empty());
    QSignalSpy done(&view, &GraphView::layoutFinished);
    QSignalSpy failed(&view, &GraphView::layoutFailed);
    view.resize(400, 300);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(done.size() + failed.size() == 1, 20'000);
    QCOMPARE(view.shownOps().size(), std::size_t{7});
}

void TestPlotsGraph::exportsReadBack()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    QVERIFY(laidOut(view, groupedGraph(), QStringLiteral("graph-export")));
    view.setPalette(darkPalette());
    QTemporaryDir folder;
    for (const char *suffix : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("graph.") + QLatin1String(suffix));
        QString error;
        QVERIFY2(view.exportTo(path, &error), qPrintable(error));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (path.endsWith(QLatin1String("png"))) {
            const QImage image = QImage::fromData(bytes);
            QVERIFY(image.width() > 400);
            QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
        } else if (path.endsWith(QLatin1String("svg"))) {
            QVERIFY(QSvgRenderer(bytes).isValid());
            QVERIFY(bytes.contains("buf4") && bytes.contains("98000x4096"));
        } else {
            QVERIFY(bytes.startsWith("%PDF-"));
        }
    }
    QVERIFY(view.toImage(2).width() > 400);
}

void TestPlotsGraph::pictures()
{
    if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
        QSKIP("needs the program dot");
    }
    GraphView view;
    view.setOrientation(Qt::Horizontal);
    QVERIFY(laidOut(view, groupedGraph(), QStringLiteral("graph-sideways")));
    QVERIFY(view.isLaidOut());
}

QTEST_MAIN(TestPlotsGraph)
#include "test_plots_graph.moc"
