/// NUL bytes in a log: what is made of it can be written and read again.

#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sstream>

using namespace spanscope;

class TestLogNul : public QObject
{
    Q_OBJECT
private slots:
    void anywhere_data();
    void anywhere();
    void inTheStageOfARecord();
};

void TestLogNul::anywhere_data()
{
    QTest::addColumn<QByteArray>("log");
    const QDir folder(QStringLiteral(SPANSCOPE_SOURCE_DIR "/samples/logs"));
    for (const QString &name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTest::newRow(qPrintable(name)) << file.readAll();
    }
}

/// A NUL put in at one place after the other: every graph survives its own file format.
void TestLogNul::anywhere()
{
    QFETCH(QByteArray, log);
    constexpr qsizetype kStep = 17;
    int graphs = 0;
    for (qsizetype at = 0; at < log.size(); at += kStep) {
        QByteArray changed = log;
        changed.insert(at, '\0');
        std::istringstream in(changed.toStdString());
        for (const GraphPtr &graph : importLog(in, "x.log").graphs) {
            const std::string written = writeGraph(*graph);
            QCOMPARE(writeGraph(*readGraphs(written, "written").at(0)), written);
            ++graphs;
        }
    }
    QVERIFY(graphs > 0);
}

void TestLogNul::inTheStageOfARecord()
{
    std::string line =
        "[INFO] [spyre.inductor.span_overflow] [span_overflow_hint_analysis] trigger=output span overflow "
        "op=buf0:post_?tile selected_host_dim=1 selected_device_dim_size=32 "
        "selected_device_span_stride_elems=6272000 per_tile_span=382.81 MB total=0.37 GB "
        "shape=[98000, 2048] dtype=torch.bfloat16 device_size=[32, 98000, 64] span_limit=256.00 MB\n";
    line[line.find('?')] = '\0';
    std::istringstream in(line);
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    const std::string written = writeGraph(*result.graphs[0]);
    QCOMPARE(writeGraph(*readGraphs(written, "written").at(0)), written);
}

QTEST_APPLESS_MAIN(TestLogNul)
#include "test_log_nul.moc"
