/// Suggestions for ops in conflict: the cheapest tiles that the op and what it reads could share.

#include "core/groups/joint.h"
#include "core/importers/import.h"
#include "core/planner/engine.h"
#include "core/text/joint.h"
#include "core/text/sentences.h"

#include <QTest>

#include <algorithm>
#include <sstream>

using namespace spanscope;

namespace {

GraphResultPtr planned(const std::string &expression, std::optional<Int> limit = std::nullopt)
{
    const ImportResult imported = openInput("new:" + expression);
    RuleChoice choice;
    choice.maxSpanBytes = limit;
    return runGraph(imported.graphs.front(), *rulesFor(choice, std::nullopt));
}

std::string textOf(const GraphResult &result, const JointAnswer &answer)
{
    return answer.fit ? jointLevelsText(*result.graph, *answer.fit) : "none";
}

/// The largest span over the limit of an op under splits, of rows that a split of an output dim could shorten.
bool clearsAlone(const GraphResult &result, std::size_t op, const std::vector<Level> &levels)
{
    const OpAudit truth = audit(*result.graph, op, levels, result.rules.rules, &result.analyses[op]);
    return std::none_of(truth.rows.begin(), truth.rows.end(),
                        [](const AuditRow &row) { return row.over && isCovered(row.unchecked); });
}

} // namespace

class TestJoint : public QObject
{
    Q_OBJECT
private slots:
    void weightAndItsMatmul();
    void isTheCheapest();
    void wholeRuns();
    void anOpBetween();
    void noConflict();
    void nothingFits();
    void whyRunsEnd();
};

void TestJoint::weightAndItsMatmul()
{
    // The weight is tiled along its rows; those are the matmul's second output dim.
    const GraphResultPtr result = planned("linear(f16[2048,8192], f16[28672,8192])");
    QCOMPARE(verdictOf(*result, 1), Verdict::Conflict);
    const JointAnswer answer = jointFit(*result, 1);
    QCOMPARE(answer.ops, (std::vector<std::size_t>{0, 1}));
    QCOMPARE(answer.sharedDims, std::vector<HostDim>{HostDim{1}});
    QCOMPARE(textOf(*result, answer), std::string("buf0 dim 0 / 2 and buf1 dim 1 / 2"));
    QCOMPARE(answer.fit->tiles, Int{2});
    // Half of 448 sticks of 8192 rows of 128 bytes: the largest span that it clears.
    QCOMPARE(answer.fit->worstSpan, Int{224} * 8192 * 128);
    // The weight as it is read has its stick along the other dim: 128 sticks of 28672 rows, whatever the tile.
    QVERIFY(!answer.fit->isComplete());
    QCOMPARE(answer.fit->left.size(), std::size_t{1});
    QCOMPARE(answer.fit->left.front().opIndex, std::size_t{0});
    QCOMPARE(answer.fit->left.front().row.span, Int{128} * 28672 * 128);
    const std::string sentence = jointSentence(*result, answer);
    QVERIFY(sentence.starts_with("SpanScope's suggestion, which the compiler does not look for"));
    QVERIFY(nextStep(*result, 1, {}).find(sentence) != std::string::npos);
    QVERIFY(nextStep(*result, 0, {}).find("buf1 conflicts with its tiles") != std::string::npos);
}

void TestJoint::isTheCheapest()
{
    // No smaller count that divides 28672 and keeps sticks of 64 whole clears both by itself.
    for (const Int limit : {Int{20} << 20, Int{50} << 20, Int{120} << 20, Int{224} << 20}) {
        const GraphResultPtr result = planned("linear(f16[2048,8192], f16[28672,8192])", limit);
        const JointAnswer answer = jointFit(*result, 1);
        QVERIFY(answer.fit.has_value());
        const auto judged = [&](Int count) {
            return 28672 / 64 % count == 0 && clearsAlone(*result, 0, {{HostDim{0}, count, false}}) &&
                   clearsAlone(*result, 1, {{HostDim{1}, count, false}});
        };
        Int cheapest = 2;
        while (28672 % cheapest != 0 || !judged(cheapest)) {
            ++cheapest;
        }
        const std::string text = textOf(*result, answer);
        QVERIFY2(answer.fit->tiles <= cheapest, text.c_str());
        // Storage per tile may only help: with whole buffers what is cheaper must fail.
        if (answer.fit->tiles < cheapest) {
            QVERIFY2(!judged(answer.fit->tiles), text.c_str());
        }
    }
}

void TestJoint::wholeRuns()
{
    // What the reduction reads shares a loop with the op before it: all three must take the same one.
    const GraphResultPtr result =
        planned("a = add(f16[8192,65536], f16[8192,65536]); b = relu(a); sum(b, dim=0)", Int{32} << 20);
    QCOMPARE(result->groups.groups.front().members.size(), std::size_t{2});
    QCOMPARE(verdictOf(*result, 2), Verdict::Conflict);
    const JointAnswer answer = jointFit(*result, 2);
    QCOMPARE(textOf(*result, answer), std::string("buf0 dim 1 / 32, buf1 dim 1 / 32 and buf2 dim 0 / 32"));
    // 1024 sticks of 8192 rows of 128 bytes are 32 times the limit.
    QVERIFY(answer.fit->isComplete() && answer.fit->left.empty());
    QCOMPARE(answer.fit->worstSpan, Int{32} << 20);
    for (const JointMember &member : answer.fit->members) {
        QVERIFY(trySplits(*result->graph, member.opIndex, member.levels, result->rules.rules, true).accepted);
    }
}

void TestJoint::anOpBetween()
{
    // The sum needs all of the product before the op after it can start.
    const GraphResultPtr result = planned("h = mul(f16[4096,65536], f16[4096,65536]); s = sum(h, dim=1, keepdim=True);"
                                          "sub(h, s)");
    QCOMPARE(verdictOf(*result, 2), Verdict::Conflict);
    const JointAnswer answer = jointFit(*result, 2);
    QVERIFY(!answer.fit);
    QCOMPARE(answer.problem, JointProblem::BetweenThem);
    QCOMPARE(answer.between, std::size_t{1});
    QVERIFY(jointSentence(*result, answer).starts_with("buf0 and buf2 cannot share a loop: buf1 stands between them"));
}

void TestJoint::noConflict()
{
    const GraphResultPtr result = planned("relu(f16[8,64])");
    const JointAnswer answer = jointFit(*result, 0);
    QVERIFY(answer.problem == JointProblem::NotApplicable && !answer.fit);
    QVERIFY(jointSentence(*result, answer).empty());
}

void TestJoint::nothingFits()
{
    // One tile of one stick column still spans 8192 rows of 128 bytes.
    GraphResult result = *planned("h = mul(f16[8192,65536], f16[8192,65536]); sum(h, dim=0)");
    QCOMPARE(verdictOf(result, 1), Verdict::Conflict);
    result.rules.rules.maxSpanBytes = 8192 * 128 - 1;
    const JointAnswer answer = jointFit(result, 1);
    QCOMPARE(answer.problem, JointProblem::NothingFits);
    // The counts above 1 that leave whole sticks of 65536 / 64 = 1024.
    QCOMPARE(answer.looked, std::size_t{10});
    QVERIFY(!answer.cutShort);
    QVERIFY(jointSentence(result, answer).find("(10 combinations looked at, which are all)") != std::string::npos);
}

void TestJoint::whyRunsEnd()
{
    const auto end = [](const std::string &expression) {
        const GraphResultPtr result = planned(expression);
        return result->groups.groups.empty() ? "no group" : runEndSentence(*result, result->groups.groups.front());
    };
    QCOMPARE(end("add(bf16[98000,4096], bf16[98000,4096])"), std::string("the end of the graph"));
    QCOMPARE(end("linear(f16[2048,8192], f16[28672,8192])"), std::string("buf1, which conflicts"));
    QCOMPARE(end("add(bf16[98000,4096], bf16[98000,4096]); relu(f16[8,64])"), std::string("buf1, which is not tiled"));
    QCOMPARE(end("add(bf16[98000,4096], bf16[98000,4096]); add(f16[1,8195,256,64], f16[1,8195,256,64])"),
             std::string("buf1, whose splits differ (dim 1 / 5)"));
}

QTEST_APPLESS_MAIN(TestJoint)
#include "test_joint.moc"
