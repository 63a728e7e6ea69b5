/// What a log leaves open is told as open: refusals without a shape, unnamed tensors, unknown inputs.

#include "log_helpers.h"

#include "core/exporters/document.h"
#include "core/exporters/exporters.h"
#include "core/graph/knowledge.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "core/importers/reported.h"
#include "core/text/sentences.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <sstream>

using namespace spanscope;

namespace {

constexpr const char *kLoneRefusal =
    "Cannot auto-tile buf7: no legal combined split preserves Spyre stick alignment.\n";
/// 32 x 98000 x 64 elements of 2 bytes are 401408000 bytes = 382.8125 MiB: half of the untiled tensor.
constexpr const char *kCritical =
    "[CRITICAL] buf0: per-core tensor span 382.812 MB (shape=[98000, 4096], dtype=torch.bfloat16, "
    "splits={d0: 1, d1: 1}) exceeds hardware limit of 256.00 MB\n";

std::string warningOf(const std::string &tensor)
{
    return "[WARNING] Cannot satisfy span limit for tensor " + tensor +
           ": coord=floor(d1/64) still evaluates to 32 after splits. Best span=401408000, limit=268435456.\n";
}

GraphPtr graphOf(const std::string &log)
{
    std::istringstream in(log);
    return importLog(in, "compile.log").graphs.at(0);
}

GraphResultPtr resultOf(const GraphPtr &graph)
{
    return runGraph(graph, rulesFor({}, graph->config.maxSpanBytes).value());
}

QString explained(const GraphResult &result)
{
    return QString::fromStdString(toText(opDocument(result, 0)));
}

} // namespace

class TestLogUnknowns : public QObject
{
    Q_OBJECT
private slots:
    void refusalWithoutShape();
    void refusalBeatsTheOutputAlone();
    void refusalSurvivesTheGraphFile();
    void unnamedTensor();
    void unnamedTensorIsNoRefusal();
    void tensorNamedByAWarning();
    void inputNamedByAWarning();
    void reductionBehindAShape();
    void unknownInputsClearOnlyKnownSpans();
    void generatedCodeDecidesNothing();
    void dumpsSayWhatWasRead();
    void combinationsAreRecomputed();
};

void TestLogUnknowns::refusalWithoutShape()
{
    const GraphResultPtr result = resultOf(graphOf(kLoneRefusal));
    QCOMPARE(verdictOf(*result, 0), Verdict::Unsupported);
    QCOMPARE(compilesOf(*result), Compiles::No);
    QVERIFY(result->analyses[0].asReported);
    QVERIFY(result->analyses[0].code == Code::StickAlignment);
    const QString text = QString::fromStdString(headline(*result, 0));
    QVERIFY2(text.startsWith("Unsupported, as reported by the log (line 1: no legal combined split"), qPrintable(text));
    QVERIFY2(text.contains("shape is not in the log, so nothing can be recomputed"), qPrintable(text));
    QVERIFY(shortReason(*result, 0).find("as reported by the log") == 0);
    const nlohmann::json plan = nlohmann::json::parse(planJson(*result));
    QVERIFY(plan.at("compiles") == nlohmann::json(false));
    const nlohmann::json &op = plan.at("operations").at(0);
    QVERIFY(op.at("outcome") == nlohmann::json("unsupported"));
    QVERIFY(op.at("code") == nlohmann::json("stick_alignment"));
    QVERIFY(op.at("as_reported") == nlohmann::json(true));
    QVERIFY(op.at("inferred").size() >= 2);
    const QString story = explained(*result);
    QVERIFY2(story.contains("shape unknown") && !story.contains("scalar"), qPrintable(story));
    QVERIFY2(story.contains("inputs and readers unknown") && !story.contains("reads nothing"), qPrintable(story));
    QVERIFY2(story.contains("The compiler printed") && !story.contains("would print"), qPrintable(story));
    QVERIFY2(story.contains("\nReported\n") && story.contains("\nInferred\n"), qPrintable(story));
}

void TestLogUnknowns::refusalBeatsTheOutputAlone()
{
    // As far as the output goes 4 tiles would do; the log knows more.
    const GraphResultPtr result =
        resultOf(graphOf(std::string(kCritical) + "Cannot auto-tile buf0: no combined split among host dims [1] makes "
                                                  "all spans fit within 256.000 MB after trying at most 512 "
                                                  "combinations.\n"));
    QCOMPARE(verdictOf(*result, 0), Verdict::Unsupported);
    QVERIFY(result->analyses[0].asReported);
    QVERIFY(result->analyses[0].code == Code::NoComboFits);
    QVERIFY(result->analyses[0].levels.empty());
    QVERIFY(result->groups.groups.empty());
    // Nothing was recomputed that could agree with it.
    const ReportedComparison comparison = compareReported(*result->graph, result->rules.rules);
    std::size_t refusals = 0;
    for (const ReportedFigure &figure : comparison.figures) {
        if (figure.what == "refusal") {
            ++refusals;
            QCOMPARE(figure.agreement, Agreement::NotComparable);
            QCOMPARE(figure.note, std::string("the op's output alone gives no reason, and its inputs are unknown"));
        }
    }
    QCOMPARE(refusals, std::size_t{1});
}

void TestLogUnknowns::refusalSurvivesTheGraphFile()
{
    std::istringstream in(writeGraph(*graphOf(kLoneRefusal)));
    const GraphResultPtr result = resultOf(readGraphs(in, "graph.json").at(0));
    QCOMPARE(verdictOf(*result, 0), Verdict::Unsupported);
    QVERIFY(result->analyses[0].asReported);
}

void TestLogUnknowns::unnamedTensor()
{
    const GraphResultPtr result = resultOf(graphOf(kCritical));
    QVERIFY(tensorUnnamed(*result->graph, 0) && inputsUnknown(*result->graph, 0));
    QCOMPARE(verdictOf(*result, 0), Verdict::ResidualRisk);
    QCOMPARE(compilesOf(*result), Compiles::Unknown);
    QVERIFY(nlohmann::json::parse(planJson(*result)).at("compiles") == nlohmann::json(nullptr));
    // Still something to work with: 64 x 98000 x 64 x 2 B untiled, and 4 tiles that would do.
    QCOMPARE(untiledWorstSpan(*result, 0), Int{802816000});
    QCOMPARE(result->analyses[0].levels, (std::vector<Level>{{HostDim{1}, 4, false}}));
    const QString text = QString::fromStdString(headline(*result, 0));
    QVERIFY2(text.contains("line 1 tells 382.812 MB per core for a tensor of buf0 that it does not name"),
             qPrintable(text));
    QVERIFY2(text.contains("If that is its output, 4 tiles of dim 1 would do"), qPrintable(text));
}

void TestLogUnknowns::unnamedTensorIsNoRefusal()
{
    // 769 stick rows: no split up to 64 keeps the sticks whole, if this is the output.
    const GraphResultPtr result =
        resultOf(graphOf("[CRITICAL] buf1: per-core tensor span 384.50 MB (shape=[49216, 4096], dtype=torch.float16, "
                         "device_size=[769, 4096, 64], splits={d0: 1, d1: 2}) exceeds hardware limit of 256.00 MB\n"));
    QCOMPARE(result->analyses[0].outcome, Outcome::Unsupported);
    QCOMPARE(verdictOf(*result, 0), Verdict::ResidualRisk);
    QVERIFY(compilerMessage(*result->graph, result->analyses[0], result->rules.rules).empty());
    QVERIFY2(!explained(*result).contains("The compiler"), qPrintable(explained(*result)));
}

void TestLogUnknowns::tensorNamedByAWarning()
{
    const GraphResultPtr result = resultOf(graphOf(warningOf("buf0") + kCritical));
    QVERIFY(!tensorUnnamed(*result->graph, 0));
    QVERIFY(inputsUnknown(*result->graph, 0));
    QCOMPARE(verdictOf(*result, 0), Verdict::ResidualRisk); // the log reports a span over the limit
}

void TestLogUnknowns::inputNamedByAWarning()
{
    const GraphPtr graph = graphOf(warningOf("arg3_1") + kCritical);
    QVERIFY(tensorUnnamed(*graph, 0));
    const bool named = std::any_of(graph->inferred.begin(), graph->inferred.end(), [](const InferredFact &fact) {
        return fact.what == "tensor" && fact.how.find("input arg3_1") != std::string::npos;
    });
    QVERIFY(named);
}

void TestLogUnknowns::reductionBehindAShape()
{
    const GraphPtr graph =
        graphOf("[CRITICAL] buf0: per-core tensor span 512.000 MB (shape=[4, 2048, 65536], dtype=torch.float16, "
                "device_size=[2048, 1024, 4, 64], splits={d0: 4, d1: 2, d2: 1, d3: 4}) exceeds hardware limit\n");
    const bool told = std::any_of(graph->inferred.begin(), graph->inferred.end(), [](const InferredFact &fact) {
        return fact.what == "operation" && fact.how.find("4 loop variables for 3 dims") != std::string::npos;
    });
    QVERIFY(told);
}

void TestLogUnknowns::unknownInputsClearOnlyKnownSpans()
{
    const GraphResultPtr result = resultOf(graphOf(warningOf("buf0") + kCritical));
    QVERIFY(exportFits(*result, 0).inputsUnknown);
    const QString story = explained(*result);
    QVERIFY2(story.contains("every known span"), qPrintable(story));
    QVERIFY2(!story.contains("every span"), qPrintable(story));
}

void TestLogUnknowns::generatedCodeDecidesNothing()
{
    std::istringstream in(
        "sdsc_0 = async_compile.sdsc('sdsc_0', [OpSpec(op='neg', is_reduction=False, "
        "iteration_space={sympify('c0'): (sympify('512'), 4)}, op_info={}, args=["
        "TensorArg(is_input=True, arg_index=0, device_dtype=DataFormats.SEN169_FP16, device_size=[8, 64], "
        "device_coordinates=[sympify('floor(c0/64)'), sympify('Mod(c0, 64)')], allocation={'hbm': 0}),"
        "TensorArg(is_input=False, arg_index=1, device_dtype=DataFormats.SEN169_FP16, device_size=[8, 64], "
        "device_coordinates=[sympify('floor(c0/64)'), sympify('Mod(c0, 64)')], allocation={'hbm': 0})])])\n");
    const GraphResultPtr result = resultOf(importOutputCode(in, "output_code.py").graphs.at(0));
    QCOMPARE(compilesOf(*result), Compiles::Unknown);
    const QString text = QString::fromStdString(toText(planDocument(*result)));
    QVERIFY2(!text.contains("It compiles"), qPrintable(text));
    QVERIFY2(text.contains("What the planner decided is not known"), qPrintable(text));
    QVERIFY(nlohmann::json::parse(planJson(*result)).at("compiles") == nlohmann::json(nullptr));
    QVERIFY2(explained(*result).contains("\nReported\n"), qPrintable(explained(*result)));
}

void TestLogUnknowns::dumpsSayWhatWasRead()
{
    const std::string dump = logtest::kPassDump;
    const GraphPtr graph = graphOf(dump + "[INFO] compiled\n");
    QCOMPARE(graph->reportedOf("buf0").size(), std::size_t{1});
    const ReportedFact &fact = graph->reported[graph->reportedOf("buf0").front()];
    QCOMPARE(fact.kind, std::string("dump_op"));
    QCOMPARE(fact.line, std::size_t{2});
    QCOMPARE(fact.text, std::string("pass dump AFTER assign_dim_hints: layout, ranges, 1 load"));
    QVERIFY(!inputsUnknown(*graph, 0));
    QCOMPARE(compilesOf(*resultOf(graph)), Compiles::Yes);

    // With nothing behind it the dump may go on: the op is judged, the compile is not.
    const GraphResultPtr open = resultOf(graphOf(dump));
    QCOMPARE(verdictOf(*open, 0), Verdict::Fits);
    QCOMPARE(compilesOf(*open), Compiles::Unknown);
    QCOMPARE(compilesSentence(*open), std::string("Whether it compiles is not known: the text ends with the pass dump: "
                                                  "whether more operations follow is not told."));
}

void TestLogUnknowns::combinationsAreRecomputed()
{
    // The output alone of the tensor above: halves leave 32 x 6272000 x 2 B, quarters fit.
    const std::string start = "[DEBUG] [spyre.inductor.span_overflow] [span-overflow ";
    const GraphPtr graph = graphOf(
        start +
        "planner] op=buf0 ranges=[98000, 4096] reduction_ranges=[] layout_size=[98000, 4096] "
        "device_size=[64, 98000, 64]\n"
        "[INFO] [span_overflow_hint_analysis] trigger=output span overflow op=buf0 selected_host_dim=1 "
        "selected_device_dim_size=64 selected_device_span_stride_elems=6272000 per_tile_span=765.62 MB total=0.75 GB "
        "shape=[98000, 4096] dtype=torch.bfloat16 device_size=[64, 98000, 64] span_limit=256.00 MB\n" +
        start +
        "search] op=buf0 combo={1: 2} leaves 1 spans\n"
        "[INFO] [span_overflow_hint_analysis] trigger=output span overflow op=buf0:post_tile selected_host_dim=1 "
        "selected_device_dim_size=32 selected_device_span_stride_elems=6272000 per_tile_span=382.81 MB total=0.37 GB "
        "shape=[98000, 2048] dtype=torch.bfloat16 device_size=[32, 98000, 64] span_limit=256.00 MB\n" +
        start + "search] op=buf0 combo={1: 128} rejected_stick={1: 128}\n");
    const ReportedComparison comparison = compareReported(*graph, Rules{});
    const auto agreementOf = [&](const std::string &kind) {
        for (const ReportedFigure &figure : comparison.figures) {
            if (graph->reported[figure.fact].kind == kind) {
                return figure.agreement;
            }
        }
        return Agreement::NotComparable;
    };
    QCOMPARE(agreementOf("combo_leaves_spans"), Agreement::Equal);
    QCOMPARE(agreementOf("combo_span"), Agreement::Equal);
    // 4096 / 128 = 32 elements are no whole stick of 64.
    QCOMPARE(agreementOf("combo_cuts_stick"), Agreement::Equal);
    QCOMPARE(agreementOf("candidate_span"), Agreement::Equal);
}

QTEST_GUILESS_MAIN(TestLogUnknowns)
#include "test_log_unknowns.moc"
