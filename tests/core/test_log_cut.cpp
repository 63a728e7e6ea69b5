/// A text that was cut off never says more, or anything else, than the whole of it.

#include "core/base/input_error.h"
#include "core/graph/knowledge.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "core/text/sentences.h"

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
    bool refused = false; ///< nothing in it could be read
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

/// Every line end, each with and without its line break, and every 7th byte.
std::set<std::size_t> cutsOf(const std::string &text)
{
    std::set<std::size_t> cuts;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (i % 7 == 0 || text[i] == '\n' || text[i - 1] == '\n') {
            cuts.insert(i);
        }
    }
    return cuts;
}

} // namespace

class TestLogCut : public QObject
{
    Q_OBJECT
private slots:
    void nothingFirmerThanTheWhole_data();
    void nothingFirmerThanTheWhole();
};

void TestLogCut::nothingFirmerThanTheWhole_data()
{
    QTest::addColumn<QString>("path");
    const std::filesystem::path root(SPANSCOPE_SOURCE_DIR);
    for (const char *folder : {"samples/logs", "samples/output_code", "tests/data/importers"}) {
        for (const auto &entry : std::filesystem::directory_iterator(root / folder)) {
            QTest::addRow("%s", entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
        }
    }
}

void TestLogCut::nothingFirmerThanTheWhole()
{
    QFETCH(const QString, path);
    const std::string text = readFile(path.toStdString());
    const Said whole = saidBy(text);
    QVERIFY(!whole.refused);
    std::size_t read = 0;
    for (const std::size_t cut : cutsOf(text)) {
        const Said said = saidBy(text.substr(0, cut));
        read += said.refused ? 0 : 1;
        const std::string difference = firstDifference(said, whole);
        QVERIFY2(difference.empty(),
                 ("cut after byte " + std::to_string(cut) + " (`" +
                  text.substr(cut - std::min<std::size_t>(cut, 30), std::min<std::size_t>(cut, 30)) +
                  "`): " + difference)
                     .c_str());
    }
    QVERIFY2(read > 10, "most cut texts must say something");
}

QTEST_GUILESS_MAIN(TestLogCut)
#include "test_log_cut.moc"
