/// Graph files at their bounds: large, deep, cut off, cancelled.

#include "graph_helpers.h"

#include <QTest>

#include <sstream>

using namespace spanscope;
using namespace spanscope::test;

class TestGraphBounds : public QObject
{
    Q_OBJECT
private slots:
    void limits();
    void fortyDims();
    void deepNestingIsRefusedWithoutRecursion();
    void endlessStringIsNotHeld();
    void hugeStringIsRefused();
    void truncatedAnywhereIsAnError();
    void cancelledReadGivesWhatIsComplete();
    void progressReachesTheEnd();
};

void TestGraphBounds::limits()
{
    ReaderLimits limits;
    limits.maxDims = 3;
    limits.maxDeps = 2;
    limits.maxOperations = 2;
    limits.maxStringBytes = 40;
    limits.maxBytes = 1000;
    const auto op = [](const std::string &more, const std::string &name) { return opText(more, name); };
    const std::string data3 = R"("data":{"type":"Pointwise","ranges":[1,2,3]})";
    const std::string data4 = R"("data":{"type":"Pointwise","ranges":[1,2,3,4]})";
    QCOMPARE(errorOf(graphText(op(data3, "a")), limits), std::string("no error"));
    QCOMPARE(errorOf(graphText(op(data4, "a")), limits),
             std::string("/operations/0/data/ranges: has 4 entries, at most 3 are read"));
    const std::string dep = R"({"buffer":"x"})";
    QCOMPARE(errorOf(graphText(op(R"("reads":[)" + dep + "," + dep + "]", "a")), limits), std::string("no error"));
    QCOMPARE(errorOf(graphText(op(R"("reads":[)" + dep + "," + dep + "," + dep + "]", "a")), limits),
             std::string("/operations/0/reads: has 3 entries, at most 2 are read"));
    QCOMPARE(errorOf(graphText(op(data3, "a") + "," + op(data3, "b")), limits), std::string("no error"));
    QCOMPARE(errorOf(graphText(op(data3, "a") + "," + op(data3, "b") + "," + op(data3, "c")), limits),
             std::string("/operations/2: more than 2 entries"));
    QCOMPARE(errorOf(graphText(op(data3, std::string(40, 'n'))), limits), std::string("no error"));
    QCOMPARE(errorOf(graphText(op(data3, std::string(41, 'n'))), limits),
             std::string("/operations/0/name: a string of 41 bytes, at most 40 are read"));
    QCOMPARE(errorOf(graphText("") + std::string(1000, ' '), limits),
             std::string("line 1: the document is longer than 1000 bytes"));
}

void TestGraphBounds::fortyDims()
{
    std::string sizes = "2";
    for (int i = 1; i < 40; ++i) {
        sizes += ",2";
    }
    const GraphPtr graph = readOne(graphText(opText(R"("data":{"type":"Pointwise","ranges":[)" + sizes + "]}")));
    QCOMPARE(graph->operations.at(0).data->ranges.size(), std::size_t{40});
}

void TestGraphBounds::deepNestingIsRefusedWithoutRecursion()
{
    for (const std::string open : {"[", "{\"a\":"}) {
        std::string nested;
        for (int i = 0; i < 100000; ++i) {
            nested += open;
        }
        const std::string inUnknown = errorOf(R"({"x":)" + nested);
        QVERIFY2(inUnknown.find("nested deeper than 64 levels") != std::string::npos, inUnknown.c_str());
        const std::string inOp = errorOf(graphText(nested));
        QVERIFY2(inOp.find("nested deeper than 64 levels") != std::string::npos, inOp.c_str());
    }
}

void TestGraphBounds::endlessStringIsNotHeld()
{
    // Counts what is taken from it: a string that never ends is given up long before memory does.
    class Endless final : public std::streambuf
    {
    public:
        [[nodiscard]] std::size_t given() const { return m_given; }

    protected:
        int_type underflow() override
        {
            m_given += m_part.size();
            setg(m_part.data(), m_part.data(), m_part.data() + m_part.size());
            std::string next(m_part.size(), 'x');
            m_part.swap(next);
            m_last.swap(next);
            return traits_type::to_int_type(*gptr());
        }

    private:
        std::string m_part = R"({"name":")" + std::string(1 << 16, 'x');
        std::string m_last;
        std::size_t m_given = 0;
    };
    Endless buffer;
    std::istream in(&buffer);
    try {
        (void)readGraphs(in, "f.json");
        QFAIL("no error");
    } catch (const InputError &error) {
        QCOMPARE(error.place() + ": " + error.reason(),
                 std::string("line 1: a string of more than 67108864 bytes, at most 1048576 are read"));
    }
    QVERIFY(buffer.given() < std::size_t{70} << 20);
}

void TestGraphBounds::hugeStringIsRefused()
{
    const std::string huge(10000000, 'x');
    const std::string text = graphText(opText("\"origin\":{\"code\":\"" + huge + "\"}"));
    QCOMPARE(errorOf(text),
             std::string("/operations/0/origin/code: a string of 10000000 bytes, at most 1048576 are read"));
}

void TestGraphBounds::truncatedAnywhereIsAnError()
{
    const std::string whole = graphText(opText(R"("layout":)" + kLayout + R"(,"reads":[{"buffer":"x","index":"d0"}])"));
    QCOMPARE(errorOf(whole), std::string("no error"));
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const std::string error = errorOf(whole.substr(0, n));
        QVERIFY2(error != "no error", qPrintable(QString::number(n)));
    }
}

void TestGraphBounds::cancelledReadGivesWhatIsComplete()
{
    std::stop_source stop;
    WorkContext context;
    context.stop = stop.get_token();
    int reports = 0;
    context.progress = [&](std::size_t, std::size_t) {
        if (++reports == 3) {
            stop.request_stop();
        }
    };
    std::string text;
    for (int i = 0; i < 10; ++i) {
        text += graphText(opText(R"("x":1)")) + "\n";
    }
    const std::vector<GraphPtr> graphs = readGraphs(text, "f.jsonl", {}, context);
    QVERIFY(!graphs.empty() && graphs.size() < 10);
    QCOMPARE(graphs.back()->operations.size(), std::size_t{1});
}

void TestGraphBounds::progressReachesTheEnd()
{
    const std::string text = graphText(opText(R"("x":1)")) + "\n" + graphText("") + "\n";
    std::vector<std::size_t> done;
    WorkContext context;
    context.progress = [&](std::size_t now, std::size_t total) {
        QCOMPARE(total, text.size());
        done.push_back(now);
    };
    (void)readGraphs(text, "f.jsonl", {}, context);
    QVERIFY(std::is_sorted(done.begin(), done.end()));
    QCOMPARE(done.back(), text.size());
}

QTEST_APPLESS_MAIN(TestGraphBounds)
#include "test_graph_bounds.moc"
