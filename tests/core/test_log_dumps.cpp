/// Which dumps belong to one compile, also when there are more than are kept.

#include "core/importers/log_dump_collector.h"

#include <QTest>

using namespace spanscope;

namespace {

/// A dump of one op, told apart by `mark`; `bytes` more text makes it large.
void dump(DumpCollector &collector, const std::string &pass, const std::string &mark, bool splits = false,
          std::size_t bytes = 0)
{
    static std::size_t line = 0;
    collector.begin(pass, ++line);
    collector.add("op0: ComputedBuffer", false, ++line, true);
    collector.add("  origin_node=" + mark + std::string(bytes, 'x'), false, ++line, true);
    if (splits) {
        collector.add("  op_it_space_splits={d0: 4}", false, ++line, true);
    }
}

std::vector<DumpGroup> groupsOf(DumpCollector &collector)
{
    collector.finish();
    return collector.take();
}

bool tells(const std::shared_ptr<const DumpText> &text, const std::string &mark)
{
    return text && text->text.find("origin_node=" + mark) != std::string::npos;
}

} // namespace

class TestLogDumps : public QObject
{
    Q_OBJECT
private slots:
    void onePerCompile();
    void droppedCompileLeavesTheOthersAlone();
    void droppedDumpLeavesItsCompileAlone();
    void sameDumpAgain();
};

void TestLogDumps::onePerCompile()
{
    DumpCollector collector;
    dump(collector, "assign_dim_hints", "first");
    dump(collector, "work_division", "first", true);
    dump(collector, "assign_dim_hints", "second");
    dump(collector, "work_division", "second", true);
    const std::vector<DumpGroup> groups = groupsOf(collector);
    QCOMPARE(groups.size(), std::size_t{2});
    QVERIFY(tells(groups[0].best, "first") && tells(groups[0].latestSplits, "first"));
    QVERIFY(tells(groups[1].best, "second") && tells(groups[1].latestSplits, "second"));
}

/// No room for the second compile: its later dumps must not go to the first.
void TestLogDumps::droppedCompileLeavesTheOthersAlone()
{
    DumpCollector collector(DumpLimits{1, kMaxAllDumpBytes});
    dump(collector, "assign_dim_hints", "first");
    dump(collector, "assign_dim_hints", "second");
    dump(collector, "work_division", "second", true);
    const std::vector<DumpGroup> groups = groupsOf(collector);
    QCOMPARE(collector.dropped(), std::size_t{2});
    QCOMPARE(groups.size(), std::size_t{1});
    QVERIFY(tells(groups[0].best, "first"));
    QVERIFY(!groups[0].latestSplits);
    QVERIFY(!groups[0].passes.contains("work_division"));
}

/// The same where bytes run out: what follows of that compile fits, and stands for itself.
void TestLogDumps::droppedDumpLeavesItsCompileAlone()
{
    DumpCollector collector(DumpLimits{kMaxDumpGroups, 2'000});
    dump(collector, "assign_dim_hints", "first");
    dump(collector, "assign_dim_hints", "second", false, 10'000);
    dump(collector, "work_division", "second", true);
    const std::vector<DumpGroup> groups = groupsOf(collector);
    QCOMPARE(collector.dropped(), std::size_t{1});
    QCOMPARE(groups.size(), std::size_t{2});
    QVERIFY(tells(groups[0].best, "first") && !groups[0].latestSplits);
    QVERIFY(tells(groups[1].best, "second") && tells(groups[1].latestSplits, "second"));
}

void TestLogDumps::sameDumpAgain()
{
    DumpCollector collector;
    for (int i = 0; i < 3; ++i) {
        dump(collector, "assign_dim_hints", "first");
    }
    dump(collector, "work_division", "first", true);
    const std::vector<DumpGroup> groups = groupsOf(collector);
    QCOMPARE(groups.size(), std::size_t{1});
    QCOMPARE(groups[0].repeats, std::size_t{2});
    QVERIFY(tells(groups[0].latestSplits, "first"));
}

QTEST_GUILESS_MAIN(TestLogDumps)
#include "test_log_dumps.moc"
