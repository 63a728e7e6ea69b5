/// The exporters on small graphs built from op expressions.

#include "core/base/input_error.h"
#include "core/exporters/document.h"
#include "core/exporters/exporters.h"
#include "core/importers/import.h"

#include <QTest>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>

#include <algorithm>

using namespace spanscope;

namespace {

GraphResultPtr resultOf(const std::string &expression)
{
    const GraphPtr graph = graphFromExpression(expression);
    return runGraph(graph, *rulesFor({}, std::nullopt));
}

const GraphResult &chain()
{
    // Two pointwise ops of 8195 = 5 x 11 x 149 rows share one loop of 5 tiles.
    static const GraphResultPtr kResult = resultOf("h = add(f16[1,8195,256,64], f16[1,8195,256,64]); relu(h)");
    return *kResult;
}

QJsonObject parsed(const std::string &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QString text(const std::string &s)
{
    return QString::fromStdString(s);
}

} // namespace

class TestExporters : public QObject
{
    Q_OBJECT
private slots:
    void planNamesTheDecision();
    void traceAddsSplitsAndCombos();
    void sameResultSameBytes();
    void piecesMakeTheWhole();
    void groupsShareHintIds();
    void excludedGroupIsLeftOut();
    void pinsTakeFreeHintIds();
    void wrongPinIsTheUsersError();
    void sharedHintIdIsAnError();
    void pythonNestsOuterFirst();
    void namesNeverBecomeCode();
    void pinsBeyond63Bits();
    void pythonWarnsOfCountsThatDoNotDivide();
    void pythonOfOneOpNamesItsCompanions();
    void picturesAreXmlWithLimitAndWords();
};

void TestExporters::planNamesTheDecision()
{
    const QJsonObject plan = parsed(planJson(chain()));
    const QJsonObject op = plan["operations"].toArray()[0].toObject();
    QCOMPARE(op["outcome"].toString(), "planned");
    QCOMPARE(op["levels"].toArray()[0].toObject()["split_count"].toInt(), 5);
    QCOMPARE(op["candidates"].toArray()[0].toObject()["per_core_span"].toInteger(), qint64{268533760});
    QCOMPARE(op["splits"].toObject()["1"].toArray(), (QJsonArray{1, 5, 11, 55}));
    QCOMPARE(op["cost"].toArray(), (QJsonArray{5, 1, 5, QJsonArray{5}}));
    QVERIFY(op["code"].isNull() && op["message"].isNull() && op["cause"].isNull());
    QVERIFY(!op.contains("fits") && !op.contains("combos"));
    QVERIFY(plan["compiles"].toBool());
}

void TestExporters::traceAddsSplitsAndCombos()
{
    const GraphPtr graph = graphFromExpression("add(bf16[98000,4096], bf16[98000,4096])");
    RunOptions options;
    options.trace = true;
    const GraphResultPtr result = runGraph(graph, *rulesFor({}, std::nullopt), options);
    const QJsonObject op = parsed(opJson(*result, 0, {true, true}));
    QStringList statuses;
    for (const QJsonValue &combo : op["combos"].toArray()) {
        statuses += combo["status"].toString();
    }
    // 2 tiles leave 401408000 bytes, 4 tiles fit.
    QCOMPARE(statuses.filter("leaves_spans").size(), 1);
    QCOMPARE(statuses.last(), "fits");
    // 4096 has 13 divisors.
    QCOMPARE(op["split_table"].toObject()["1"].toArray().size(), 13);
    QCOMPARE(op["not_tried"].toInt(-1), 0);
    QVERIFY(!op["fits"].toArray().isEmpty());
}

void TestExporters::sameResultSameBytes()
{
    const GraphResultPtr again = resultOf("h = add(f16[1,8195,256,64], f16[1,8195,256,64]); relu(h)");
    QCOMPARE(planJson(chain(), {true, true}), planJson(*again, {true, true}));
    QCOMPARE(htmlReport(chain()), htmlReport(*again));
}

void TestExporters::piecesMakeTheWhole()
{
    // Combinations that were kept and those searched again for the output are the same.
    const GraphPtr graph = graphFromExpression("linear(f16[2048,8192], f16[28672,8192]); "
                                               "add(bf16[98000,4096], bf16[98000,4096])");
    const RulesInForce rules = *rulesFor({}, std::nullopt);
    const GraphResultPtr kept = runGraph(graph, rules, {1, false, true});
    const GraphResultPtr fresh = runGraph(graph, rules);
    QVERIFY(!kept->analyses.back().combos.empty() && fresh->analyses.back().combos.empty());
    QCOMPARE(planJson(*kept, {true, true}), planJson(*fresh, {true, true}));
    // The JSON comes op by op, and no piece holds the whole.
    std::size_t pieces = 0;
    std::size_t longest = 0;
    std::string joined;
    writePlanJson(*fresh, {true, true}, [&](std::string_view piece) {
        ++pieces;
        longest = std::max(longest, piece.size());
        joined += piece;
    });
    QVERIFY(pieces > 10 && longest < joined.size() * 2 / 3);
    QCOMPARE(parsed(joined)["operations"].toArray().size(), 3);
    PlanDocumentOptions all;
    all.fits = true;
    all.trace = true;
    std::string written;
    writePlanText(*fresh, all, {}, [&written](std::string_view piece) { written += piece; });
    QCOMPARE(text(written), text(toText(planDocument(*fresh, all))));
}

void TestExporters::groupsShareHintIds()
{
    const QJsonObject document = parsed(hintGroupsJson(chain()));
    QCOMPARE(document["groups"].toArray(),
             (QJsonArray{QJsonArray{QJsonArray{"buf0", "buf1"}, QJsonArray{QJsonArray{10000, 5, false}}}}));
    const QJsonObject hints = document["dim_hints"].toObject();
    QCOMPARE(hints["buf0"], hints["buf1"]);
    QCOMPARE(hints["buf0"].toArray()[0].toObject()["dim_names"].toArray(), QJsonArray{"_span_overflow"});
}

void TestExporters::excludedGroupIsLeftOut()
{
    ExportChoice choice;
    choice.excludedGroups = {0};
    const QJsonObject document = parsed(hintGroupsJson(chain(), choice));
    QVERIFY(document["groups"].toArray().isEmpty());
    QVERIFY(text(pythonHints(chain(), choice)).contains("Nothing is tiled here"));
}

void TestExporters::pinsTakeFreeHintIds()
{
    ExportChoice choice;
    choice.pins = {{"buf0", {{HostDim{1}, 11, false}, {HostDim{2}, 2, false}}}};
    choice.aliases["buf0"] = {{1, "H"}};
    const QJsonObject document = parsed(hintGroupsJson(chain(), choice));
    const QJsonArray hints = document["dim_hints"].toObject()["buf0"].toArray();
    QCOMPARE(hints.size(), 2);
    QCOMPARE(hints[0].toObject()["dim_names"].toArray(), QJsonArray{"H"});
    QCOMPARE(hints[1].toObject()["dim_names"].toArray(), QJsonArray{"D2"});
    QCOMPARE(hints[0].toObject()["loop_var"].toString(), "d0"); // the dim of size 1 has no symbol
    QVERIFY(hints[0].toObject()["hint_id"] != hints[1].toObject()["hint_id"]);
    // The reader of a pinned op cannot join it: it is in no group.
    QVERIFY(!document["dim_hints"].toObject().contains("buf1"));
}

void TestExporters::wrongPinIsTheUsersError()
{
    ExportChoice choice;
    choice.pins = {{"buf9", {{HostDim{0}, 2, false}}}};
    QVERIFY_EXCEPTION_THROWN((void)hintGroupsJson(chain(), choice), InputError);
    choice.pins = {{"buf0", {{HostDim{4}, 2, false}}}};
    QVERIFY_EXCEPTION_THROWN((void)pythonHints(chain(), choice), InputError);
}

void TestExporters::sharedHintIdIsAnError()
{
    GraphResult broken = chain();
    broken.groups.groups.push_back(broken.groups.groups.front());
    QVERIFY_EXCEPTION_THROWN((void)hintGroupsJson(broken), InputError);
}

/// What a name holds after a newline stays in the comment or the string literal.
void TestExporters::namesNeverBecomeCode()
{
    const std::string evil = "x\nimport os; os.system('id')  #";
    Graph graph = *graphFromExpression("h = add(f16[1,8195,256,64], f16[1,8195,256,64]); relu(h)");
    for (std::size_t i = 0; i < graph.operations.size(); ++i) {
        Operation &op = graph.operations[i];
        op.name += evil;
        op.layout->dtype += evil;
        op.origin.targets = {evil};
        op.origin.source = evil;
        op.origin.code = evil;
        for (Dep &write : op.writes) {
            write.buffer = op.name;
        }
        for (Dep &read : op.reads) {
            read.buffer += read.buffer.starts_with("buf") ? evil : "";
        }
    }
    graph.name = evil;
    graph.finish();
    const GraphResultPtr result = runGraph(std::make_shared<const Graph>(graph), *rulesFor({}, std::nullopt));
    ExportChoice choice;
    choice.pins = {{graph.operations[0].name, {{HostDim{1}, 5, false}}}};
    choice.aliases[graph.operations[0].name] = {{1, "H\"]\nimport os\n#"}};
    for (const QString &code : {text(pythonHints(*result, choice)), text(pythonHints(*result, {}, std::size_t{1}))}) {
        QVERIFY(code.contains("import os"));
        for (const QString &line : code.split('\n')) {
            QVERIFY2(!line.trimmed().startsWith("import"), qPrintable(code));
        }
    }
}

void TestExporters::pinsBeyond63Bits()
{
    ExportChoice choice;
    choice.pins = {{"buf0", {{HostDim{1}, 3'037'000'500, false}, {HostDim{2}, 3'037'000'500, false}}}};
    try {
        const std::string code = pythonHints(chain(), choice);
        QFAIL("an error was expected");
    } catch (const InputError &error) {
        QVERIFY(text(error.reason()).contains("3037000500 x 3037000500 tiles"));
    }
}

void TestExporters::pythonNestsOuterFirst()
{
    ExportChoice choice;
    choice.pins = {{"buf0", {{HostDim{1}, 5, false}, {HostDim{2}, 4, false}}}};
    choice.aliases["buf0"] = {{1, "H"}, {2, "L"}};
    const QString code = text(pythonHints(chain(), choice));
    QVERIFY(code.contains("declare_tensor_dim(\"H\", 8195)\n"));
    QVERIFY(code.contains("name_tensor_dims(arg0_1, [\"H\", \"L\", \"D3\"])"));
    QVERIFY(code.contains("with spyre_hint(num_tiles_per_dim={\"H\": 5}):\n"
                          "    with spyre_hint(num_tiles_per_dim={\"L\": 4}):\n"
                          "        ...  # buf0"));
    QVERIFY(code.contains("each 1x1639x64x64"));
}

void TestExporters::pythonWarnsOfCountsThatDoNotDivide()
{
    ExportChoice choice;
    choice.pins = {{"buf0", {{HostDim{1}, 2, false}}}};
    QVERIFY(text(pythonHints(chain(), choice)).contains("WARNING: 2 does not divide the range 8195 of dim 1"));
    choice.pins = {{"buf0", {{HostDim{1}, 1, false}}}};
    QVERIFY(text(pythonHints(chain(), choice)).contains("A count of 1 is dropped"));
    QVERIFY(!text(pythonHints(chain())).contains("A count of 1 is dropped"));
}

void TestExporters::pythonOfOneOpNamesItsCompanions()
{
    const QString code = text(pythonHints(chain(), {}, std::size_t{1}));
    QVERIFY(code.contains("# buf0 runs in the same loop: put its line into the same scope."));
    QVERIFY(!code.contains("...  # buf0"));
    QVERIFY(code.contains("...  # buf1"));
}

void TestExporters::picturesAreXmlWithLimitAndWords()
{
    const OpAudit untiled = audit(*chain().graph, 0, {}, chain().rules.rules, &chain().analyses[0]);
    const std::string svg = pressureSvg(chain(), 0, chain().audits[0], untiled);
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd()) {
        reader.readNext();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    const QString picture = text(svg);
    QVERIFY(picture.contains("limit 256.00 MiB = 268,435,456 B"));
    QVERIFY(picture.contains("untiled 256.09 MiB"));
    QVERIFY(picture.contains("51.22 MiB")); // 1639 x 16384 x 2 bytes
    QVERIFY(picture.contains("over, not checked by the compiler"));
}

QTEST_APPLESS_MAIN(TestExporters)
#include "test_exporters.moc"
