#include "core/base/input_error.h"
#include "core/importers/import.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using namespace spanscope;

namespace {

QString kindsOf(const std::string &text)
{
    QStringList names;
    for (const InputKind kind : sniff(text)) {
        names << QString::fromUtf8(inputKindName(kind).data());
    }
    return names.join(' ');
}

QString errorOf(const std::function<void()> &action)
{
    try {
        action();
    } catch (const InputError &error) {
        return QString::fromStdString(error.what());
    }
    return "no error";
}

const std::string kGraph = R"({"format":"spyre-span-graph","version":1,"name":"g","operations":[]})";

/// Input that cannot be read twice, as a pipe.
class Pipe : public std::streambuf
{
public:
    explicit Pipe(std::string text)
        : m_text(std::move(text))
    {
        setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
    }

private:
    std::string m_text;
};

} // namespace

class TestNewOpenInput : public QObject
{
    Q_OBJECT
private slots:
    void kinds_data();
    void kinds();
    void expressionsFromTheCommandLine();
    void files();
    void pipes();
    void whatCannotBeRead_data();
    void whatCannotBeRead();
    void forcedKindOverridesTheGuess();
    void expressionsWithoutAPrefix();
    void utf16_data();
    void utf16();
    void utf16Halves();
    void severalKindsFarApart();
};

void TestNewOpenInput::kinds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kinds");
    QTest::newRow("graph") << QString::fromStdString(kGraph) << "graph";
    QTest::newRow("pretty graph") << "\n{\n  \"format\": \"spyre-span-graph\""
                                  << "graph";
    QTest::newRow("plan") << R"({"format": "spyre-span-plan", "version": 1})"
                          << "plan";
    QTest::newRow("expression") << "linear(f16[2,64], f16[1024,64])"
                                << "expression";
    QTest::newRow("statements") << "# tiny\nh = relu(f16[2,64]);\nsum(h)\n"
                                << "expression";
    QTest::newRow("expression with a slip") << "add(f16[2,64] f16[64])"
                                            << "expression";
    QTest::newRow("critical line") << "[CRITICAL] [core_division] buf0: per-core tensor span 272.00 MB (shape=[32])"
                                   << "log";
    QTest::newRow("any log") << "[WARNING] something else"
                             << "log";
    QTest::newRow("pass dump") << "op0: ComputedBuffer\n  layout=FixedTiledLayout('spyre:0', torch.float16)"
                               << "log";
    QTest::newRow("code") << "sdsc_0 = async_compile.sdsc('sdsc_0', [\n    OpSpec(op='mul', is_reduction=False"
                          << "output_code";
    QTest::newRow("code inside a log") << "[INFO] [span-overflow planner] op=buf0\nasync_compile.sdsc('x', ["
                                       << "output_code log";
    QTest::newRow("prose") << "Dear all, it failed again (see below)."
                           << "";
    QTest::newRow("other code") << "def f(x):\n    return x[0]\n"
                                << "";
    QTest::newRow("nothing") << "  \n"
                             << "";
}

void TestNewOpenInput::kinds()
{
    QFETCH(QString, text);
    QTEST(kindsOf(text.toStdString()), "kinds");
}

void TestNewOpenInput::expressionsFromTheCommandLine()
{
    const ImportResult result = openInput("new:add(f16[4,64], f16[64])");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    QCOMPARE(result.graphs[0]->operations.size(), std::size_t{1});
    QCOMPARE(errorOf([] { (void)openInput("new:add(f16[4,64]"); }),
             QString("new: line 1, column 14: expected `,` or `)`, found the end"));
}

void TestNewOpenInput::files()
{
    QTemporaryDir dir;
    const auto written = [&dir](const char *name, const std::string &text) {
        QFile file(dir.filePath(name));
        const bool isOpen = file.open(QIODevice::WriteOnly);
        Q_ASSERT(isOpen);
        file.write(text.data(), static_cast<qint64>(text.size()));
        return file.fileName().toStdString();
    };
    QCOMPARE(openInput(written("a.json", kGraph)).graphs.size(), std::size_t{1});
    const ImportResult lines = openInput(written("a.txt", kGraph + "\n" + kGraph + "\n"));
    QCOMPARE(lines.graphs.size(), std::size_t{2});
    QCOMPARE(lines.notes, std::vector<std::string>{"2 graphs, 0 operations"});
    const std::string expression = written("e", "relu(f16[2,64])\n");
    QCOMPARE(openInput(expression).graphs.at(0)->operations.size(), std::size_t{1});

    const QString missing = errorOf([&] { (void)openInput(dir.filePath("no").toStdString()); });
    QCOMPARE(missing, dir.filePath("no") + ": cannot be opened: No such file or directory");
    QCOMPARE(errorOf([&] { (void)openInput(dir.path().toStdString()); }), dir.path() + ": is a directory");
    const std::string empty = written("empty", "");
    QCOMPARE(errorOf([&] { (void)openInput(empty); }), QString::fromStdString(empty + ": the file is empty"));
    const std::string bad = written("bad.json", "{\"format\": \"spyre-span-graph\", \"version\": 9}");
    QCOMPARE(errorOf([&] { (void)openInput(bad); }),
             QString::fromStdString(bad + ": /version: version 9 is not known, only 1"));
}

void TestNewOpenInput::pipes()
{
    Pipe buffer(kGraph + "\n" + kGraph);
    std::istream in(&buffer);
    QCOMPARE(importAny(in, "standard input").graphs.size(), std::size_t{2});
    Pipe nothing("");
    std::istream none(&nothing);
    QCOMPARE(errorOf([&] { (void)importAny(none, "standard input"); }), QString("standard input: the file is empty"));
}

void TestNewOpenInput::whatCannotBeRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("plan") << QByteArray(R"({"format": "spyre-span-plan"})") << "f: is a plan, the result of planning";
    QTest::newRow("prose") << QByteArray("Dear all,\nhello")
                           << "f: is nothing that can be read: it begins with `Dear all, hello`";
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08\x00", 4) << "f: is gzip-compressed";
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\x00\x00",
                                          6)
                            << "f: is binary data";
    QTest::newRow("other JSON") << QByteArray(R"({"a": 1})") << "f: \"format\" is missing";
    QTest::newRow("slip") << QByteArray("add(f16[2,64] f16[64])") << "f: line 1, column 15: expected `,` or `)`";
}

void TestNewOpenInput::whatCannotBeRead()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, error);
    std::istringstream in(text.toStdString());
    const QString got = errorOf([&] { (void)importAny(in, "f"); });
    QVERIFY2(got.startsWith(error), qPrintable(got));
}

void TestNewOpenInput::forcedKindOverridesTheGuess()
{
    std::istringstream in("relu(f16[4])");
    const QString got = errorOf([&] { (void)importAny(in, "f", InputKind::Graph); });
    QVERIFY2(got.startsWith("f: line 1, column 1: syntax error"), qPrintable(got));
}

void TestNewOpenInput::expressionsWithoutAPrefix()
{
    const ImportResult result = openInput("add(f16[1,8195,256,64], f16[1,8195,256,64])");
    QCOMPARE(result.graphs.at(0)->operations.size(), std::size_t{1});
    QCOMPARE(errorOf([] { (void)openInput("relu(f16[8,64)"); }),
             QString("relu(f16[8,64): line 1, column 14: expected `,` or `]`, found `)` (taken as an op expression; as "
                     "a file it cannot be opened: No such file or directory)"));
    // A path that is no expression stays a path.
    QCOMPARE(errorOf([] { (void)openInput("no/such(file).json"); }),
             QString("no/such(file).json: cannot be opened: No such file or directory"));
    const QString empty = errorOf([] { (void)openInput(""); });
    QVERIFY2(empty.startsWith("an INPUT is empty"), qPrintable(empty));
}

/// UTF-16 bytes with their mark.
QByteArray utf16Bytes(const QString &text, bool bigEndian)
{
    QByteArray bytes = bigEndian ? QByteArray("\xfe\xff", 2) : QByteArray("\xff\xfe", 2);
    for (const QChar c : text) {
        const auto low = static_cast<char>(c.unicode() & 0xffU);
        const auto high = static_cast<char>(c.unicode() >> 8U);
        bytes += bigEndian ? high : low;
        bytes += bigEndian ? low : high;
    }
    return bytes;
}

void TestNewOpenInput::utf16_data()
{
    QTest::addColumn<bool>("bigEndian");
    QTest::addColumn<bool>("pipe");
    QTest::newRow("little, file") << false << false;
    QTest::newRow("big, file") << true << false;
    QTest::newRow("little, pipe") << false << true;
}

void TestNewOpenInput::utf16()
{
    QFETCH(bool, bigEndian);
    QFETCH(bool, pipe);
    // A long text in front: the first chunk is not the only one. \u20ac takes three bytes, \U0001f600 four.
    const QString filler = QString::fromUtf8("\xe2\x82\xac \xf0\x9f\x98\x80 \xc3\xa4\n").repeated(200'000);
    const QString line = "[CRITICAL] buf0: per-core tensor span 272.00 MB (shape=[32, 8192, 17408], "
                         "dtype=torch.float16, splits={d1: 32}) \u20ac exceeds hardware limit of 256.00 MB\n";
    const std::string bytes = utf16Bytes(filler + line, bigEndian).toStdString();
    std::istringstream seekable(bytes);
    Pipe buffer(bytes);
    std::istream piped(&buffer);
    const ImportResult result = importAny(pipe ? piped : seekable, "log");
    const ReportedFact &fact = result.graphs.at(0)->reported.at(0);
    QCOMPARE(fact.kind, std::string("work_division_span"));
    QCOMPARE(fact.line, std::size_t{200'001});
    QVERIFY(fact.text.find("\xe2\x82\xac exceeds") != std::string::npos);
}

/// Halves of characters at every place do no harm: each becomes a replacement character.
void TestNewOpenInput::utf16Halves()
{
    const QByteArray expression = utf16Bytes("relu(f16[8,64])", false);
    std::istringstream whole(expression.toStdString());
    QCOMPARE(importAny(whole, "f").graphs.size(), std::size_t{1});
    std::istringstream odd((expression + "x").toStdString()); // a byte alone at the end
    const QString got = errorOf([&] { (void)importAny(odd, "f"); });
    QVERIFY2(got.contains("line 1, column 16"), qPrintable(got));
    std::istringstream half((expression + QByteArray("\x00\xd8", 2)).toStdString());
    QVERIFY(errorOf([&] { (void)importAny(half, "f"); }).contains("line 1, column 16"));
}

/// The second kind begins megabytes after the first.
void TestNewOpenInput::severalKindsFarApart()
{
    std::string filler;
    while (filler.size() < 3'500'000) {
        filler += "INFO nothing of interest in this line, nor in the next one\n";
    }
    const std::string log = "[CRITICAL] buf0: per-core tensor span 272.00 MB (shape=[32, 8192, 17408], "
                            "dtype=torch.float16, splits={d1: 32}) exceeds hardware limit of 256.00 MB\n";
    const std::string code = "k = async_compile.sdsc('k', [UnimplementedOp(op='sort')])\n";
    for (const std::string &text : {log + filler + code, code + filler + log, filler + code + log}) {
        std::istringstream in(text);
        const ImportResult result = importAny(in, "mixed.log");
        QCOMPARE(result.graphs.size(), std::size_t{2});
        std::size_t kernels = 0;
        for (const GraphPtr &graph : result.graphs) {
            kernels += graph->operations.at(0).kind == "UnimplementedOp" ? 1 : 0;
        }
        QCOMPARE(kernels, std::size_t{1});
    }
}

QTEST_APPLESS_MAIN(TestNewOpenInput)
#include "test_new_open_input.moc"
