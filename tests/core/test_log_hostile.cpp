#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "core/importers/log_collector.h"
#include "core/importers/reported.h"

#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <sstream>
#include <streambuf>

using namespace spanscope;

namespace {

/// A pattern again and again, never in memory as a whole.
class Repeating : public std::streambuf
{
public:
    Repeating(const std::string &pattern, std::size_t bytes)
        : m_left(bytes)
    {
        while (m_block.size() < 65536) {
            m_block += pattern;
        }
    }

protected:
    int_type underflow() override
    {
        if (m_left == 0) {
            return traits_type::eof();
        }
        const std::size_t size = std::min(m_left, m_block.size());
        m_left -= size;
        setg(m_block.data(), m_block.data(), m_block.data() + size);
        return traits_type::to_int_type(*gptr());
    }

private:
    std::string m_block;
    std::size_t m_left;
};

/// Imports; the number of lines that were not understood, also of a log with nothing in it.
std::size_t importAll(std::istream &in)
{
    try {
        return importLog(in, "hostile.log").notUnderstood;
    } catch (const InputError &) {
        return 0;
    }
}

long peakKilobytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasureMemory = false;
#else
constexpr bool kMeasureMemory = true;
#endif

const std::string kSpan =
    "[CRITICAL] buf0: per-core tensor span 272.00 MB (shape=[32, 8192, 17408], dtype=torch.float16, "
    "device_size=[8192, 272, 32, 64], splits={d0: 1, d1: 32, d2: 1}) exceeds hardware limit of "
    "256.00 MB\n";

} // namespace

class TestLogHostile : public QObject
{
    Q_OBJECT
private slots:
    void repeated_data();
    void repeated();
    void recordInAHugeLine();
    void recordAtEveryPlaceOfABuffer();
    void binary();
    void halfCharacters();
    void deepBrackets_data();
    void deepBrackets();
    void hugeNumbers();
    void nearMissesAreBounded();
    void cancelled();
    void progress();
    void carriageReturns();
    void severedDump();
    void whatNoGraphCanHold();
    void indicesTooLarge_data();
    void indicesTooLarge();
};

void TestLogHostile::repeated_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("one endless line") << "x";
    QTest::newRow("blank lines") << "\n";
    QTest::newRow("heads of records on one line") << "buf0: per-core tensor span ";
    QTest::newRow("near misses") << "[CRITICAL] [core_division] buf0: per-core tensor span of something (shape= not\n";
    QTest::newRow("bare words") << "per-core\n";
    QTest::newRow("warnings cut off") << "Cannot satisfy span limit for tensor a: coord=";
    QTest::newRow("quotes and brackets") << "[span-overflow search] op=a candidates=['\"([{\\";
    QTest::newRow("dumps without ops") << "AFTER x\n";
    QTest::newRow("dump with open brackets") << "AFTER x\nop0: ComputedBuffer\n  layout=((((\n  ranges=[\n";
    QTest::newRow("one op with open brackets") << "op0: ComputedBuffer\n  ranges=[\n";
    QTest::newRow("nul bytes") << QString(QChar(0x1b)) + "[";
}

/// Time and memory stay small whatever repeats. 4 MB: the same in quality as hundreds. Processor time,
/// so that a busy machine does not matter.
void TestLogHostile::repeated()
{
    QFETCH(QString, pattern);
    constexpr std::size_t kBytes = std::size_t{kMeasureMemory ? 4 : 1} << 20; // sanitizers are slow
    Repeating buffer(pattern.toStdString(), kBytes);
    std::istream in(&buffer);
    const long before = peakKilobytes();
    const std::clock_t start = std::clock();
    importAll(in);
    const auto seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < (kMeasureMemory ? 10.0 : 60.0), std::to_string(seconds).c_str());
    QVERIFY(!kMeasureMemory || peakKilobytes() - before < 100'000);
}

void TestLogHostile::recordInAHugeLine()
{
    std::string text(3'000'000, 'a');
    text += " " + kSpan.substr(0, kSpan.size() - 1) + " " + std::string(3'000'000, 'b') + "\nlast\n";
    std::istringstream in(text);
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.linesRead, std::size_t{2});
    QCOMPARE(result.graphs.front()->reported.size(), std::size_t{1});
    QCOMPARE(result.graphs.front()->reported.front().line, std::size_t{1});
    QCOMPARE(result.graphs.front()->operations.front().name, std::string("buf0"));
    QVERIFY(result.graphs.front()->reported.front().text.size() <= 404);
}

/// The reader's buffer is 2 MiB: a record that lies across its end is whole all the same.
void TestLogHostile::recordAtEveryPlaceOfABuffer()
{
    const std::size_t near = std::size_t{2} << 20;
    for (std::size_t before = near - 320'000; before < near + 1000; before += 7'919) {
        std::string text;
        while (text.size() + 50 < before) {
            text += "0123456789 0123456789 0123456789 01234567890\n";
        }
        text += std::string(before - text.size(), 'x') + "\n";
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        std::istringstream in(text + kSpan.substr(0, 80) + "\n" + kSpan.substr(80) + "end\n");
        const ImportResult result = importLog(in, "x.log");
        QCOMPARE(result.graphs.front()->reported.size(), std::size_t{1});
        QCOMPARE(result.graphs.front()->reported.front().line, lines + 1);
        QCOMPARE(result.notUnderstood, std::size_t{0});
    }
}

void TestLogHostile::binary()
{
    std::string text;
    std::uint32_t state = 1;
    for (int i = 0; i < 1'000'000; ++i) {
        state = state * 1664525U + 1013904223U;
        text += static_cast<char>(state >> 24U);
    }
    std::istringstream in(text + "\n" + kSpan);
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.graphs.front()->reported.size(), std::size_t{1});
}

void TestLogHostile::halfCharacters()
{
    std::istringstream in("\xE2\x80 buf0\xC3: per-core tensor span 1.00 MB (shape=[64, 64], dtype=torch.float16\xFF, "
                          "splits={d\xE2: 1}) exceeds\nEAR overflow detected \xF0\x9F\n");
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.graphs.front()->reported.size(), std::size_t{2});
    for (const ReportedFact &fact : result.graphs.front()->reported) {
        QVERIFY(QString::fromStdString(fact.text).toStdString() == fact.text); // valid UTF-8
        QVERIFY(QString::fromStdString(fact.op).toStdString() == fact.op);
    }
}

void TestLogHostile::deepBrackets_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("bracket");
    QTest::newRow("candidates") << "[span-overflow search] op=buf0 candidates="
                                << "[";
    QTest::newRow("shape") << "buf0: per-core tensor span 1.00 MB (shape="
                           << "(";
    QTest::newRow("layout") << "AFTER x\nop0: ComputedBuffer\n  layout="
                            << "FixedTiledLayout(";
    QTest::newRow("index") << "AFTER x\nop0: ComputedBuffer\n  Pointwise(\n    def inner_fn(index):\n      ops.load(a, "
                           << "(";
    QTest::newRow("coordinate") << "Cannot satisfy span limit for tensor a: coord="
                                << "floor(";
}

void TestLogHostile::deepBrackets()
{
    QFETCH(QString, before);
    QFETCH(QString, bracket);
    for (const bool closed : {false, true}) {
        std::string text = before.toStdString();
        for (int i = 0; i < 100'000; ++i) {
            text += bracket.toStdString();
        }
        if (closed) {
            text += "1" + std::string(100'000, bracket == "[" ? ']' : ')');
        }
        std::istringstream in(text + " still evaluates to 3 after splits. Best span=4, limit=5\n" + kSpan);
        const ImportResult result = importLog(in, "x.log");
        QCOMPARE(result.graphs.back()->reported.back().kind, std::string("work_division_span"));
    }
}

void TestLogHostile::hugeNumbers()
{
    std::istringstream in(
        "[CRITICAL] buf0: per-core tensor span 1.00 MB (shape=[9223372036854775807, 9223372036854775807], "
        "dtype=torch.float16, splits={d0: 9223372036854775807}) exceeds\n"
        "[CRITICAL] buf1: per-core tensor span 1.00 MB (shape=[99999999999999999999999], dtype=torch.float16, "
        "splits={}) x\n"
        "[CRITICAL] buf2: per-core tensor span 1.00 MB (shape=[0, -5], dtype=torch.float16, splits={d0: -1}) exceeds\n"
        "[CRITICAL] buf3: per-core tensor span 1.00 MB (shape=[], dtype=torch.float16, device_size=[], splits={}) "
        "exceeds\n"
        "Cannot satisfy span limit for tensor buf0: coord=d0 still evaluates to 9223372036854775807 after splits. Best "
        "span=9223372036854775807, limit=9223372036854775807.\n"
        "  L3_ADDEARIMM :: be:be imm:-9223372036854775808 src0:0\n");
    const ImportResult result = importLog(in, "x.log");
    QVERIFY(!result.graphs.empty());
    for (const GraphPtr &graph : result.graphs) {
        const ReportedComparison comparison = compareReported(*graph, Rules{});
        QVERIFY(!comparison.figures.empty());
        for (const ReportedFigure &figure : comparison.figures) {
            QVERIFY(figure.agreement != Agreement::Equal);
        }
    }
}

void TestLogHostile::nearMissesAreBounded()
{
    std::string text = kSpan;
    constexpr std::size_t kMany = kMaxNearMissLines + 500;
    for (std::size_t i = 0; i < kMany; ++i) {
        text += "[WARNING] Cannot satisfy nothing\n";
    }
    std::istringstream in(text);
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.notUnderstood, kMany);                // counted
    QCOMPARE(result.lines.size(), kMaxNearMissLines + 1); // but not all kept
}

void TestLogHostile::cancelled()
{
    std::stop_source source;
    WorkContext context;
    context.stop = source.get_token();
    int reports = 0;
    context.progress = [&](std::size_t, std::size_t) {
        if (++reports == 3) {
            source.request_stop();
        }
    };
    Repeating buffer(kSpan, std::size_t{200} << 20);
    std::istream in(&buffer);
    const ImportResult result = importLog(in, "x.log", context);
    QVERIFY(reports < 6);
    QCOMPARE(result.graphs.size(), std::size_t{1}); // what was read until then
    QVERIFY(std::any_of(result.notes.begin(), result.notes.end(),
                        [](const std::string &note) { return note.starts_with("cancelled"); }));
}

void TestLogHostile::progress()
{
    const std::string text = kSpan + std::string(5'000'000, '\n');
    std::istringstream in(text);
    WorkContext context;
    std::size_t last = 0;
    std::size_t whole = 0;
    context.progress = [&](std::size_t done, std::size_t total) {
        QVERIFY(done >= last);
        last = done;
        whole = total;
    };
    (void)importLog(in, "x.log", context);
    QCOMPARE(last, text.size());
    QCOMPARE(whole, text.size());
}

void TestLogHostile::carriageReturns()
{
    std::string text = kSpan + "end\n";
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
        text.insert(at, "\r");
    }
    std::istringstream in(text);
    const ImportResult result = importLog(in, "x.log");
    QCOMPARE(result.graphs.front()->reported.size(), std::size_t{1});
    QVERIFY(result.graphs.front()->reported.front().text.find('\r') == std::string::npos);
}

/// A process that died in the middle of a dump leaves what it had written.
void TestLogHostile::severedDump()
{
    const std::string text =
        "[DEBUG] [passes] AFTER assign_dim_hints\nop0: ComputedBuffer\n  layout=FixedTiledLayout('spyre:0', "
        "torch.float16, size=[64, 64], stride=[64, 1], device_layout=SpyreTensorLayout(device_size=[1, 64, "
        "64], stride_map =[64, 64, 1], device_dtype=DataFormats.SEN169_FP16))\n  Pointwise(\n    'spyre',\n"
        "    torch.float16,\n    def inner_fn(index):\n        i0, i1 = index\n        tmp0 = ops.load(arg0_1, "
        "i1 + 64 * i0)\n        return tmp0\n    ,\n    ranges=[64, 64],\n  )\nop1: ComputedBuffer\n";
    for (std::size_t length = 60; length <= text.size(); ++length) {
        std::istringstream in(text.substr(0, length));
        try {
            const ImportResult result = importLog(in, "x.log");
            QVERIFY(result.graphs.front()->operations.front().name == "buf0" || length < 70);
        } catch (const InputError &) {
            QVERIFY2(length < 70, std::to_string(length).c_str());
        }
    }
}

/// Sizes that make no sense are left out and told: what is imported can be written and read again.
void TestLogHostile::whatNoGraphCanHold()
{
    std::istringstream in(
        "AFTER assign_dim_hints\nop0: ComputedBuffer\n  layout=FixedTiledLayout('spyre:0', torch.float16, size=[], "
        "stride=[64, "
        "1], device_layout=SpyreTensorLayout(device_size=[], stride_map=[1]))\n  dim_hints=[DimHint(split_count=0)]\n  "
        "op_it_space_splits={d0: -4}\n  Pointwise(\n    def inner_fn(index):\n      i0 = index\n      tmp0 = "
        "ops.load(, i0)\n    "
        "ranges=[-5]\n" +
        kSpan);
    const ImportResult result = importLog(in, "x.log");
    QVERIFY(!result.graphs.front()->warnings.empty());
    for (const GraphPtr &graph : result.graphs) {
        const std::string written = writeGraph(*graph);
        QCOMPARE(writeGraph(*readGraphs(written, "written").at(0)), written);
    }
    const Operation &op = result.graphs.front()->operations.front();
    QVERIFY(!op.layout && !op.data && op.coreSplits.empty() && op.dimHints.empty());
}

void TestLogHostile::indicesTooLarge_data()
{
    QTest::addColumn<QString>("index");
    QTest::addColumn<bool>("readHasIndex");
    const QString term = QStringLiteral("5000000000000000000*");
    QTest::newRow("a sum of coefficients") << term + "i0 + " + term + "d0" << false;
    QTest::newRow("a plain read") << QStringLiteral("i1 + 64*i0") << true;
}

/// Indices whose numbers or terms no product holds are told; the rest of the dump is read.
void TestLogHostile::indicesTooLarge()
{
    QFETCH(const QString, index);
    QFETCH(const bool, readHasIndex);
    std::istringstream in("AFTER assign_dim_hints\nop0: ComputedBuffer\n  layout=FixedTiledLayout('spyre:0', "
                          "torch.float16, size=[64, 64], stride=[64, 1], "
                          "device_layout=SpyreTensorLayout(device_size=[1, 64, 64], stride_map =[64, 64, 1], "
                          "device_dtype=DataFormats.SEN169_FP16))\n  Pointwise(\n    'spyre',\n    torch.float16,\n"
                          "    def inner_fn(index):\n        i0, i1 = index\n        tmp0 = ops.load(arg0_1, " +
                          index.toStdString() + ")\n        return tmp0\n    ,\n    ranges=[64, 64],\n  )\n");
    const ImportResult result = importLog(in, "x.log");
    const Operation &op = result.graphs.front()->operations.at(0);
    QCOMPARE(op.reads.size(), std::size_t{1});
    QCOMPARE(op.reads[0].buffer, std::string("arg0_1"));
    QCOMPARE(op.reads[0].hasIndex, readHasIndex);
    const bool told = !result.graphs.front()->warnings.empty() || result.notUnderstood > 0;
    QCOMPARE(told, !readHasIndex);
}

QTEST_APPLESS_MAIN(TestLogHostile)
#include "test_log_hostile.moc"
