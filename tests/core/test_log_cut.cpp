/// A text that was cut off never says more, or anything else, than the whole of it.

#include "log_helpers.h"

#include "core/base/input_error.h"
#include "core/exporters/document.h"
#include "core/exporters/exporters.h"
#include "core/graph/knowledge.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "core/text/sentences.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace spanscope;

namespace {

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

/// What a text says: per op its verdict, per record its figures, per graph whether it compiles.
struct Said
{
    std::map<std::string, std::set<Verdict>> verdicts;
    std::set<std::string> figures;
    std::set<Compiles> compiles;
    std::set<std::string> judgedByOutput; ///< ops whose inputs are told to be unknown
    bool refused = false;                 ///< nothing in it could be read
};

/// `kind op tensor name=value` of every figure and detail of a record. What ties it to an op may stand
/// later in the text, so it is told without an op, too.
void addFigures(const ReportedFact &fact, bool withOp, std::set<std::string> &out)
{
    for (const std::string &op : {withOp ? fact.op : std::string(), std::string()}) {
        const std::string record = fact.kind + " " + op + " " + fact.tensor;
        out.insert(record);
        for (const auto &[name, value] : fact.figures) {
            if (name != "times") {
                out.insert(record + " " + name + "=" + std::to_string(value));
            }
        }
        for (const auto &[name, value] : fact.details) {
            out.insert(record + " " + name + "=" + value);
        }
    }
}

Said saidBy(const std::string &text)
{
    Said said;
    ImportResult result;
    try {
        std::istringstream in(text);
        result = importAny(in, "cut.log");
    } catch (const InputError &) {
        said.refused = true;
        return said;
    }
    for (const GraphPtr &graph : result.graphs) {
        const GraphResultPtr run = runGraph(graph, rulesFor({}, graph->config.maxSpanBytes).value());
        for (std::size_t i = 0; i < graph->operations.size(); ++i) {
            // Ops of generated code are called after the arguments of a call further below: their place tells them.
            const Operation &op = graph->operations[i];
            said.verdicts[op.relayoutable ? op.name : "op " + std::to_string(i)].insert(verdictOf(*run, i));
            if (inputsUnknown(*graph, i) && incompleteness(*graph, i) == nullptr) {
                said.judgedByOutput.insert(op.name);
            }
        }
        said.compiles.insert(compilesOf(*run));
        for (const ReportedFact &fact : graph->reported) {
            const Operation *op = graph->findOperation(fact.op);
            addFigures(fact, op == nullptr || op->relayoutable, said.figures);
        }
    }
    return said;
}

/// Whether a cut text may say so of an op that has these verdicts in the whole text.
bool mayBe(Verdict cut, const std::set<Verdict> &whole)
{
    if (cut == Verdict::Unknown || whole.contains(cut)) {
        return true;
    }
    // A conflict is also told as a refusal, which counts where the op itself cannot be judged.
    if (cut == Verdict::Unsupported && whole.contains(Verdict::Conflict)) {
        return true;
    }
    // A span over the limit that the log tells is there before the line that refuses the op.
    return cut == Verdict::ResidualRisk && (whole.contains(Verdict::Unsupported) || whole.contains(Verdict::Conflict));
}

std::string firstDifference(const Said &cut, const Said &whole)
{
    for (const auto &[op, verdicts] : cut.verdicts) {
        const auto known = whole.verdicts.find(op);
        for (const Verdict verdict : verdicts) {
            if (verdict != Verdict::Unknown && (known == whole.verdicts.end() || !mayBe(verdict, known->second))) {
                return op + " is said to be " + std::string(verdictWord(verdict));
            }
        }
    }
    for (const std::string &figure : cut.figures) {
        const std::size_t ellipsis = figure.find("\xE2\x80\xA6"); // says itself that it goes on
        const std::string known = figure.substr(0, ellipsis);
        const auto found = whole.figures.lower_bound(known);
        if (found == whole.figures.end() ||
            (ellipsis == std::string::npos ? *found != known : !found->starts_with(known))) {
            return "the record `" + figure + "`";
        }
    }
    if (cut.compiles.contains(Compiles::Yes) && !whole.compiles.contains(Compiles::Yes)) {
        return "it is said to compile";
    }
    return {};
}

/// The text with line `number` (from 0) cut in its middle, as loggers do that limit the length of a line; empty when
/// there is no such line.
std::string withCutLine(const std::string &text, std::size_t number)
{
    std::size_t begin = 0;
    for (; number > 0 && begin != std::string::npos; --number) {
        const std::size_t end = text.find('\n', begin);
        begin = end == std::string::npos ? end : end + 1;
    }
    if (begin == std::string::npos || begin >= text.size()) {
        return {};
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    return text.substr(0, begin + (end - begin) / 2) + text.substr(end);
}

std::string around(const std::string &text, std::size_t at)
{
    const std::size_t shown = std::min<std::size_t>(at, 30);
    return "`" + text.substr(at - shown, shown) + "`: ";
}

constexpr const char *kMore = "[INFO] compiled\n";

} // namespace

class TestLogCut : public QObject
{
    Q_OBJECT
private slots:
    void nothingFirmerThanTheWhole_data();
    void nothingFirmerThanTheWhole();
    void oneCutLine_data();
    void oneCutLine();
    void whyAnOpIsNotWhole_data();
    void whyAnOpIsNotWhole();
    void toldEverywhere();
    void hintsMayComeLater();
    void otherLinesAreNoOps();
    void noOpIsNoCompile();

private:
    static std::string textOfRow();
};

/// The file of the row with its lines written in another way.
std::string TestLogCut::textOfRow()
{
    const auto fetched = [](const char *column) {
        return static_cast<const QString *>(QTest::qData(column, qMetaTypeId<QString>()))->toStdString();
    };
    std::istringstream lines(readFile(fetched("path")));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        text += fetched("prefix") + line + fetched("lineBreak");
    }
    return text;
}

void TestLogCut::nothingFirmerThanTheWhole_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("lineBreak");
    const std::filesystem::path root(SPANSCOPE_SOURCE_DIR);
    for (const char *folder : {"samples/logs", "samples/output_code", "tests/data/importers"}) {
        for (const auto &entry : std::filesystem::directory_iterator(root / folder)) {
            QTest::addRow("%s", entry.path().filename().c_str()) << QString::fromStdString(entry.path().string()) << ""
                                                                 << "\n";
        }
    }
    for (const char *name : {"add_planned_july.log", "conflict_and_hints_july.log"}) {
        const QString path = QString::fromStdString((root / "samples/logs" / name).string());
        QTest::addRow("%s, a worker's lines", name) << path << "(Worker pid=7) "
                                                    << "\n";
        QTest::addRow("%s, quoted", name) << path << "> "
                                          << "\n";
        QTest::addRow("%s, other line breaks", name) << path << ""
                                                     << "\r\n";
    }
}

void TestLogCut::nothingFirmerThanTheWhole()
{
    const std::string text = textOfRow();
    const Said whole = saidBy(text);
    QVERIFY(!whole.refused);
    std::size_t read = 0;
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
        const Said said = saidBy(text.substr(0, cut));
        read += said.refused ? 0 : 1;
        const std::string difference = firstDifference(said, whole);
        QVERIFY2(difference.empty(), ("cut after " + around(text, cut) + difference).c_str());
    }
    QVERIFY2(read > 10, "most cut texts must say something");
}

void TestLogCut::oneCutLine_data()
{
    nothingFirmerThanTheWhole_data();
}

void TestLogCut::oneCutLine()
{
    const std::string text = textOfRow();
    const Said whole = saidBy(text);
    std::size_t tried = 0;
    for (std::string cut = withCutLine(text, 0); !cut.empty(); cut = withCutLine(text, ++tried)) {
        Said said = saidBy(cut);
        said.figures.clear(); // a half line may read as another record
        // Without the head of its dump an op is known from single lines, and said to be judged by its output alone.
        for (const std::string &op : said.judgedByOutput) {
            said.verdicts.erase(op);
        }
        const std::string difference = firstDifference(said, whole);
        QVERIFY2(difference.empty(), ("line " + std::to_string(tried + 1) + ": " + difference).c_str());
    }
    QVERIFY(tried > 2);
}

/// The reason, per damage, why the op is not shown whole; nothing when it is.
void TestLogCut::whyAnOpIsNotWhole_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    const QString dump = logtest::kPassDump;
    const QString more = kMore;
    const auto without = [&](const char *from, const char *to) {
        const qsizetype begin = dump.indexOf(from);
        return QString(dump).remove(begin, dump.indexOf(to, begin) - begin) + more;
    };
    QTest::newRow("whole") << dump + more << "";
    QTest::newRow("whole, nothing behind it") << dump << "";
    QTest::newRow("in the kind") << dump.left(dump.indexOf("Buffer")) << "the text ends inside it";
    QTest::newRow("in the layout") << dump.left(dump.indexOf(", 64], stride=")) << "the text ends inside it";
    QTest::newRow("before the body") << dump.left(dump.indexOf("  Pointwise")) << "the text ends inside it";
    QTest::newRow("in a load") << dump.left(dump.indexOf(" + 64 * i0)")) << "the text ends inside it";
    QTest::newRow("before the last bracket") << dump.left(dump.indexOf("  )\n")) << "the text ends inside it";
    QTest::newRow("other output in the layout")
        << dump.left(dump.indexOf(", 64], stride=")) + "\n" + more << "its layout cannot be read";
    QTest::newRow("other output before the body")
        << dump.left(dump.indexOf("  Pointwise")) + more << "what it computes is not told";
    QTest::newRow("no layout") << without("  layout", "  Pointwise") << "its layout is not told";
    QTest::newRow("no ranges") << without("    ranges", "  )\n") << "its ranges are not told";
    QTest::newRow("no end") << dump.left(dump.indexOf("  )\n")) + more << "its text breaks off";
    QTest::newRow("a load breaks off") << without(" * i0)\n        return", "\n        return")
                                       << "one of its statements cannot be read";
    QTest::newRow("a load's line is missing")
        << without("        tmp0", "        return") << "no line gives tmp0, which its body uses";
    QTest::newRow("a reduction without its ranges")
        << (QString(dump).replace("Pointwise(", "Reduction(") + more) << "its reduction ranges are not told";
    QTest::newRow("a reduction of a tensor of unknown layout")
        << (QString(dump)
                .replace("Pointwise(", "Reduction(")
                .replace("    ranges=[128, 64],\n", "    ranges=[128, 64],\n    reduction_ranges=[4],\n")
                .replace("i1 + 64 * i0", "i0 * i1") +
            more)
        << "the layout of arg0_1, which the planner checks, is not told";
    QTest::newRow("a hint without count")
        << (QString(dump).replace("  Pointwise", "  dim_hints=[DimHint(dim_names=['H'])]\n  Pointwise") + more)
        << "one of its dim hints has no integer split_count";
    QTest::newRow("a hint breaks off")
        << (QString(dump).replace("  Pointwise", "  dim_hints=[DimHint(dim_names=['H\n  Pointwise") + more)
        << "its dim_hints cannot be read";
}

void TestLogCut::whyAnOpIsNotWhole()
{
    QFETCH(const QString, text);
    QFETCH(const QString, why);
    std::istringstream in(text.toStdString());
    const ImportResult result = importLog(in, "compile.log");
    const GraphPtr graph = result.graphs.at(0);
    QCOMPARE(graph->operations.size(), std::size_t{1});
    const InferredFact *fact = incompleteness(*graph, 0);
    QCOMPARE(QString::fromStdString(fact == nullptr ? std::string() : fact->how), why);
    const GraphResultPtr run = runGraph(graph, rulesFor({}, {}).value());
    QCOMPARE(verdictOf(*run, 0), why.isEmpty() ? Verdict::Fits : Verdict::Unknown);
    const bool asText = !why.isEmpty() && !why.startsWith("the layout of"); // of another tensor
    const bool told = std::any_of(result.lines.begin(), result.lines.end(), [](const LogLine &line) {
        return !line.understood && line.op == "buf0" && line.text.starts_with("buf0 is not shown whole: ");
    });
    QCOMPARE(told, asText);
}

/// What is said of such an op in text and JSON, and after a way through a graph file.
void TestLogCut::toldEverywhere()
{
    const std::string cut =
        std::string(logtest::kPassDump).substr(0, std::string(logtest::kPassDump).find(" + 64 * i0)"));
    std::istringstream in(cut);
    const GraphPtr imported = importLog(in, "compile.log").graphs.at(0);
    const GraphPtr read = readGraphs(writeGraph(*imported), "graph.json").at(0);
    for (const GraphPtr &graph : {imported, read}) {
        const GraphResultPtr run = runGraph(graph, rulesFor({}, {}).value());
        QCOMPARE(compilesOf(*run), Compiles::Unknown);
        QCOMPARE(compilesSentence(*run),
                 std::string("Whether it compiles is not known: 1 op cannot be judged by what is told."));
        QCOMPARE(shortReason(*run, 0), std::string("cannot be judged: the text ends inside it"));
        QVERIFY(headline(*run, 0).starts_with("Unknown: this op cannot be judged, the text ends inside it."));
        const std::string text = toText(opDocument(*run, 0));
        QVERIFY2(text.find("Open a text that tells all of this op, or ") != std::string::npos, text.c_str());
        const auto plan = nlohmann::json::parse(planJson(*run));
        QVERIFY(plan.at("compiles").is_null());
        QCOMPARE(plan.at("compiles_message").get<std::string>(), compilesSentence(*run));
        QCOMPARE(plan.at("operations").at(0).at("code").get<std::string>(), std::string("incomplete_text"));
        QCOMPARE(plan.at("operations").at(0).at("outcome").get<std::string>(), std::string("none"));
    }
}

/// Dumps of other passes than the one that assigns manual hints may be of before it.
void TestLogCut::hintsMayComeLater()
{
    const auto hintsOf = [](const QString &dump) {
        std::istringstream in(dump.toStdString());
        const GraphPtr graph = importLog(in, "compile.log").graphs.at(0);
        const auto &facts = graph->inferredOf("");
        return std::any_of(facts.begin(), facts.end(),
                           [&](std::size_t i) { return graph->inferred[i].what == "hints"; });
    };
    const QString dump = QString(logtest::kPassDump) + kMore;
    QVERIFY(!hintsOf(dump));
    QVERIFY(hintsOf(QString(dump).replace("AFTER assign_dim_hints", "AFTER propagate_layouts")));
    QVERIFY(!hintsOf(QString(dump)
                         .replace("AFTER assign_dim_hints", "AFTER propagate_layouts")
                         .replace("  Pointwise", "  dim_hints=[DimHint(dim_names=['H'], split_count=5, loop_var=d0, "
                                                 "is_reduction=False, hint_id=1)]\n  Pointwise")));
}

/// Only what the compiler calls an op is one: an exception's line behind a dump looks alike.
void TestLogCut::otherLinesAreNoOps()
{
    std::istringstream in(std::string(logtest::kPassDump) + "ValueError: Unexpected\nnote: Something\n");
    const GraphPtr graph = importLog(in, "compile.log").graphs.at(0);
    QCOMPARE(graph->operations.size(), std::size_t{1});
    QCOMPARE(compilesOf(*runGraph(graph, rulesFor({}, {}).value())), Compiles::Yes);
}

/// A record that is tied to no op makes a graph without operations: nothing of it compiles or does not.
void TestLogCut::noOpIsNoCompile()
{
    std::istringstream in("Program verification failed for core 3 node x\n");
    const GraphPtr graph = importLog(in, "compile.log").graphs.at(0);
    QVERIFY(graph->operations.empty());
    const GraphResultPtr run = runGraph(graph, rulesFor({}, {}).value());
    QCOMPARE(compilesOf(*run), Compiles::Unknown);
    QCOMPARE(compilesSentence(*run),
             std::string("Whether it compiles is not known: the log names no op with which to compute."));
}

QTEST_GUILESS_MAIN(TestLogCut)
#include "test_log_cut.moc"
