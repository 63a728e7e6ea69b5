#include "core/base/input_error.h"
#include "core/importers/import.h"
#include "core/importers/log_records.h"
#include "core/importers/log_text.h"
#include "core/importers/python_value.h"

#include <QTest>

#include <sstream>

using namespace spanscope;

namespace {

ImportResult importText(const std::string &text)
{
    std::istringstream in(text);
    return importLog(in, "compile.log");
}

/// The only fact of a text; an empty one when there are none or several.
ReportedFact onlyFact(const std::string &text)
{
    const ImportResult result = importText(text);
    if (result.graphs.size() != 1 || result.graphs.front()->reported.size() != 1) {
        return {};
    }
    return result.graphs.front()->reported.front();
}

const std::string kSpan = "buf0: per-core tensor span 272.00 MB (shape=[32, 8192, 17408], dtype=torch.float16, "
                          "device_size=[8192, 272, 32, 64], splits={d0: 1, d1: 32, d2: 1}) exceeds hardware limit of "
                          "256.00 MB";

} // namespace

class TestLogRecords : public QObject
{
    Q_OBJECT
private slots:
    void prefixes_data();
    void prefixes();
    void kinds_data();
    void kinds();
    void figures();
    void wrappedAnywhere();
    void severalOnOneLine();
    void repeatedOnesAreCounted();
    void refusals_data();
    void refusals();
    void nearMissesAreTold();
    void nothingRelevantIsAnError();
    void pythonValues();
    void invalidTextIsReplaced();
};

void TestLogRecords::prefixes_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::newRow("none") << "";
    QTest::newRow("logger") << "[CRITICAL] [spyre.inductor.work_division] ";
    QTest::newRow("core_division") << "[CRITICAL] [core_division] ";
    QTest::newRow("level only") << "[CRITICAL] ";
    QTest::newRow("worker") << "(Worker pid=12) [CRITICAL] [work_division] ";
    QTest::newRow("engine core, stamp") << "(EngineCore pid=7) 2026-07-14 10:00:00,123 [CRITICAL] ";
    QTest::newRow("glog") << "V0714 10:00:00.123000 4711 torch_spyre/x.py:12] [0/0] [__spyre] ";
    QTest::newRow("quoted") << "> > [CRITICAL] [core_division] ";
    QTest::newRow("inside a string") << "  \"message\": \"[CRITICAL] [core_division] ";
    QTest::newRow("colours") << "\x1b[1;31m[CRITICAL]\x1b[0m [core_division] \x1b[32m";
    QTest::newRow("other text") << "12:00 worker says: ";
}

void TestLogRecords::prefixes()
{
    QFETCH(QString, prefix);
    const ReportedFact fact = onlyFact("first line\n" + prefix.toStdString() + kSpan + "\nlast line\n");
    QCOMPARE(fact.kind, std::string("work_division_span"));
    QCOMPARE(fact.op, std::string("buf0"));
    QCOMPARE(fact.line, std::size_t{2});
    QCOMPARE(fact.details.at("span_mb"), std::string("272.00"));
    QCOMPARE(fact.details.at("device_size"), std::string("[8192, 272, 32, 64]"));
    QCOMPARE(fact.details.at("splits"), std::string("{d0: 1, d1: 32, d2: 1}"));
}

void TestLogRecords::kinds_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("op");
    const auto row = [](const char *kind, const char *op, const char *line) {
        QTest::newRow(line) << line << kind << op;
    };
    row("cannot_satisfy", "",
        "[WARNING] Cannot satisfy span limit for tensor arg0_1: coord=d1 still evaluates to 256 after splits. Inner "
        "dimensions cannot reduce span further. Best span=285212672, limit=268435456.");
    row("minimum_split", "",
        "[WARNING] Cannot satisfy minimum split requirement for d0: need 769 splits but only 32 cores remaining. Going "
        "on.");
    row("no_valid_split", "",
        "[WARNING] No valid split for variable d0 (orig_size=769, min_required=2) for tensor buf0.");
    row("needs_reduction_split", "",
        "[WARNING] Cannot satisfy hardware memory span limit (256.00MB) without splitting 1 reduction dimension(s) "
        "({d2}), which is off");
    row("work_division_splits", "buf3",
        "[DEBUG] [work_division] span_reduction work_division buf3: cores=32, iteration_space={d0: 32, d1: 5}, "
        "it_space_adjusted={d0: 32, d1: 1}, priorities=[d0], min_splits={d0: 2}, op_it_space_splits={d0: 32}");
    row("candidate_span", "buf0",
        "[INFO] [span_overflow_hint_analysis] trigger=output span overflow op=buf0 selected_host_dim=1 "
        "per_tile_span=256.09 MB total=0.25 GB shape=[1, 8195] dtype=torch.float16 device_size=[1, 64] "
        "span_limit=256.00 MB");
    row("combo_span", "buf0",
        "[INFO] [span_overflow_hint_analysis] trigger=output op=buf0:post_tile shape=[1, 8195] device_size=[1, 64] "
        "span_limit=256.00 MB");
    row("planner_op", "buf0",
        "[DEBUG] [span-overflow planner] op=buf0 ranges=[2] reduction_ranges=[] layout_size=[2] device_size=[1, 64]");
    row("skipped", "buf9", "[DEBUG] [span-overflow planner] skip op=buf9 reason=indirect reads: ['arg0_1']");
    row("divisors", "buf0",
        "[DEBUG] [span-overflow divisors] op=buf0 host_dim=1 required=2 max_auto_split=64 legal=[1, 5] capped=[1, 5]");
    row("candidates", "buf0",
        "[DEBUG] [span-overflow search] op=buf0 candidates=[{'source': 'output', 'host_dim': 1}] host_dims=[1]");
    row("split_candidates", "buf0",
        "[DEBUG] [span-overflow search] op=buf0 required_by_dim={1: 2} split_candidates={1: [1, 5]}");
    row("combo_cuts_stick", "buf0", "[DEBUG] [span-overflow search] op=buf0 combo={1: 5} rejected_stick=dim 1 of buf0");
    row("combo_leaves_spans", "buf0", "[DEBUG] [span-overflow search] op=buf0 combo={1: 5} leaves 2 spans");
    row("plan", "buf0", "[DEBUG] [span-overflow search] op=buf0 selected_split={1: 5} levels=[(1, 5)]");
    row("group_started", "buf0", "[DEBUG] [span-overflow groups] op=buf0 started_new_pw_group split=((1, 5, False),)");
    row("group_joined", "buf1", "[DEBUG] [span-overflow groups] op=buf1 joined_matching_signature=((1, 5, False),)");
    row("group_conformed", "buf1",
        "[DEBUG] [span-overflow groups] op=buf1 conformed_to_group_split={1: 5} (own_independent_plan_was={0: 2})");
    row("group_conflict", "buf1",
        "[DEBUG] [span-overflow groups] op=buf1 rejected_conflicting_auto_producers=['buf0']");
    row("group_created", "", "[DEBUG] [span-overflow groups] created group_index=0 ops=['buf0'] levels=[(10000, 5)]");
    row("hint_ignored", "", "spyre_hint on ['H']: no op iterates over the hinted dimension \xE2\x80\x94 hint ignored");
    row("tile_groups", "", "[INFO] coarse_tile_groups: 2 group(s) formed");
    row("abort", "", "RuntimeError: EAR overflow detected");
    row("abort", "", "  L3_ADDEARIMM :: be:be imm:-4194288 src0:0");
    row("abort", "", "Assertion `isEligibleForSplitting(all_mem_views)' failed");
    row("abort", "", "Incorrect chunk size in bytes");
}

void TestLogRecords::kinds()
{
    QFETCH(QString, line);
    QFETCH(QString, kind);
    QFETCH(QString, op);
    const ReportedFact fact = onlyFact(line.toStdString());
    QCOMPARE(QString::fromStdString(fact.kind), kind);
    QCOMPARE(QString::fromStdString(fact.op), op);
}

void TestLogRecords::figures()
{
    ReportedFact fact =
        onlyFact("Cannot satisfy span limit for tensor buf0: coord=floor(d1/64) still evaluates to 32 after "
                 "splits. Best span=401408000, limit=268431360.");
    QCOMPARE(fact.tensor, std::string("buf0"));
    QCOMPARE(fact.details.at("coordinate"), std::string("floor(d1/64)"));
    QCOMPARE(fact.figures.at("evaluates_to"), Int{32});
    QCOMPARE(fact.figures.at("best_span"), Int{401408000});
    QCOMPARE(fact.figures.at("limit"), Int{268431360});
    fact = onlyFact("Program verification failed for core 3 node buf0_mul\n");
    QCOMPARE(fact.figures.at("core"), Int{3});
    QCOMPARE(fact.details.at("node"), std::string("buf0_mul"));
    fact = onlyFact("Cannot satisfy minimum split requirement for d0: need 769 splits but only 32 cores remaining.");
    QCOMPARE(fact.figures.at("need"), Int{769});
    QCOMPARE(fact.figures.at("cores_remaining"), Int{32});
    fact = onlyFact("No valid split for variable d0 (orig_size=769, min_required=2) for tensor buf0.");
    QCOMPARE(fact.tensor, std::string("buf0"));
    QCOMPARE(fact.figures.at("orig_size"), Int{769});
    // Where the text ends in a name or a number, nobody knows whether all of it is there.
    fact = onlyFact("Program verification failed for core 3 node buf0_mul");
    QCOMPARE(fact.figures.at("core"), Int{3});
    QVERIFY(!fact.details.contains("node"));
    QVERIFY(!onlyFact("Program verification failed for core 3").figures.contains("core"));
    QCOMPARE(onlyFact("[span-overflow planner] skip op=buf1 reason=no span").details.at("reason"),
             std::string("no span\xE2\x80\xA6"));
    // The limit that is printed as 256.00 MB for both known limits is no figure.
    QVERIFY(!onlyFact(kSpan).figures.contains("limit"));
}

/// Every place where the line can be broken, at words and inside them.
void TestLogRecords::wrappedAnywhere()
{
    const std::string head = "[CRITICAL] [core_division] ";
    const std::string whole = head + kSpan;
    for (std::size_t at = head.size(); at < whole.size(); ++at) {
        const bool word = whole[at] == ' ';
        const std::string text =
            "[DEBUG] before\n" + whole.substr(0, at) + "\n" + whole.substr(at + (word ? 1 : 0)) + "\n[DEBUG] after\n";
        const ReportedFact fact = onlyFact(text);
        QVERIFY2(fact.kind == "work_division_span" && fact.op == "buf0", text.c_str());
        QVERIFY2(squeezed(fact.details.at("device_size")) == "[8192,272,32,64]", text.c_str());
        QVERIFY2(squeezed(fact.details.at("shape")) == "[32,8192,17408]", text.c_str());
        QVERIFY2(fact.details.at("span_mb") == "272.00", text.c_str());
    }
}

void TestLogRecords::severalOnOneLine()
{
    const ImportResult result = importText(
        "\"stderr\": \"Immediate value out of boundary in instruction:\\nL3_ADDEARIMM :: be:be imm:-16 src0:0\\n" +
        kSpan + "\\nEAR overflow detected\"");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    std::vector<std::string> kinds;
    for (const ReportedFact &fact : result.graphs.front()->reported) {
        kinds.push_back(fact.kind);
        QCOMPARE(fact.line, std::size_t{1});
    }
    QCOMPARE(kinds, (std::vector<std::string>{"abort", "abort", "work_division_span", "abort"}));
}

void TestLogRecords::repeatedOnesAreCounted()
{
    const ImportResult result =
        importText("(Worker pid=1) [CRITICAL] " + kSpan + "\n(Worker pid=2) [CRITICAL] " + kSpan + "\n");
    QCOMPARE(result.graphs.size(), std::size_t{1});
    QCOMPARE(result.graphs.front()->reported.size(), std::size_t{1});
    QCOMPARE(result.graphs.front()->reported.front().figures.at("times"), Int{2});
    QCOMPARE(result.lines.size(), std::size_t{2});
}

void TestLogRecords::refusals_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("code");
    QTest::newRow("combos")
        << "no combined split among host dims [0, 1] makes all spans fit within 256.00 MB after trying "
           "at most 512 combinations."
        << "no_combo_fits";
    QTest::newRow("axes") << "no combined split among axes [0, 1] makes all spans fit within 256.00 MB after trying at "
                             "most 512 combinations."
                          << "no_combo_fits";
    QTest::newRow("stick") << "no legal combined split preserves Spyre stick alignment. First rejected candidate: dim 1"
                           << "stick_alignment";
    QTest::newRow("dims")
        << "span-overflow planning found 4 candidate host dims [0, 1, 2, 3], exceeding the bounded search "
           "limit 3."
        << "too_many_dims";
    QTest::newRow("bounds") << "selected host dim 3 is out of bounds for data ranges [1, 2]"
                            << "dim_out_of_range";
    QTest::newRow("integral") << "selected host dim 1 has non-integral range s0"
                              << "range_not_integral";
    QTest::newRow("one") << "selected host dim 1 has unsplittable range 1"
                         << "range_unsplittable";
    QTest::newRow("conflict") << "it reads already auto-tiled producer(s) ['buf1'] of an earlier group."
                              << "reads_auto_tiled";
}

void TestLogRecords::refusals()
{
    QFETCH(QString, message);
    QFETCH(QString, code);
    const std::string text =
        "E   torch._inductor.exc.InductorError: Unsupported: Spyre backend does not support: Cannot "
        "auto-tile buf7: " +
        message.toStdString();
    const ReportedFact fact = onlyFact(text + "\n");
    QCOMPARE(fact.kind, std::string("unsupported"));
    QCOMPARE(fact.op, std::string("buf7"));
    QCOMPARE(QString::fromStdString(fact.details.at("code")), code);
    QCOMPARE(QString::fromStdString(fact.details.at("message")), message);
}

void TestLogRecords::nearMissesAreTold()
{
    const ImportResult result =
        importText("[CRITICAL] " + kSpan + "\n\n[DEBUG] [span-overflow search] says something new\n");
    QCOMPARE(result.notUnderstood, std::size_t{1});
    QCOMPARE(result.lines.size(), std::size_t{2});
    QVERIFY(result.lines[0].understood);
    QCOMPARE(result.lines[0].op, std::string("buf0"));
    QVERIFY(!result.lines[1].understood);
    QCOMPARE(result.lines[1].line, std::size_t{3});
    QCOMPARE(result.linesRead, std::size_t{3});
}

void TestLogRecords::nothingRelevantIsAnError()
{
    std::istringstream in("hello\nworld\n");
    try {
        const ImportResult result = importLog(in, "x.log");
        QFAIL("an error was expected");
    } catch (const InputError &error) {
        QCOMPARE(error.file(), std::string("x.log"));
    }
    std::istringstream near("hello\nper-core tensor spam\n");
    try {
        const ImportResult result = importLog(near, "x.log");
        QFAIL("an error was expected");
    } catch (const InputError &error) {
        QCOMPARE(error.place(), std::string("line 2"));
    }
}

void TestLogRecords::pythonValues()
{
    const PyParsed parsed = parsePyValue("F('spyre:0', torch.float16, size=[1, s0, 4*s1], d={d0: (1, 2)}, m =[-1], "
                                         "x=<A.B: 3>) trailing");
    QVERIFY(parsed.value.has_value());
    const PyValue &call = *parsed.value;
    QCOMPARE(call.text, std::string("F"));
    QCOMPARE(call.items.at(0).text, std::string("spyre:0"));
    QCOMPARE(call.items.at(1).text, std::string("torch.float16"));
    QCOMPARE(call.argument("size")->items.at(2).text, std::string("4*s1"));
    QCOMPARE(call.argument("d")->entry("d0")->items.at(1).integer, Int{2});
    QCOMPARE(*call.argument("m")->integers(), std::vector<Int>{-1});
    QCOMPARE(call.argument("x")->text, std::string("<A.B: 3>"));
    QVERIFY(parsePyValue("[1, 2").truncated);
    QVERIFY(!parsePyValue("[1 2]").value->integers().has_value());
    QVERIFY(!parsePyValue(std::string(200'000, '[')).value.has_value());
    QVERIFY(!parsePyValue("[99999999999999999999]").value->integers().has_value());
}

void TestLogRecords::invalidTextIsReplaced()
{
    QCOMPARE(shortText("a\xFF\x01 b"), std::string("a\xEF\xBF\xBD\xEF\xBF\xBD b"));
    QCOMPARE(shortText("\xC3\xA9\xC3\xA9\xC3\xA9", 4), std::string("\xC3\xA9\xC3\xA9\xE2\x80\xA6"));
    const ReportedFact fact = onlyFact("Program verification failed for core 1 node \xC3(\xFF\n");
    QCOMPARE(fact.details.at("node"), std::string("\xEF\xBF\xBD(\xEF\xBF\xBD"));
}

QTEST_APPLESS_MAIN(TestLogRecords)
#include "test_log_records.moc"
