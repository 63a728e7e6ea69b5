/// Opening, analysing, choosing and coming back, without a window.

#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "ui/session/settings.h"
#include "ui/session/user_edits.h"
#include "ui/session/workspace.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

constexpr int kWait = 20'000;

/// A workspace with settings of its own.
struct Bare
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("s.ini"))};
    Workspace workspace{settings};
    UserEdits edits{workspace};
    QStringList messages;

    Bare()
    {
        QObject::connect(&workspace, &Workspace::messageRaised, &workspace,
                         [this](const Message &message) { messages << message.text; });
    }
    [[nodiscard]] bool settled() const
    {
        auto &self = const_cast<Workspace &>(workspace);
        return !workspace.isBusy() && (self.selection().op() < 0 || workspace.details() != nullptr);
    }
    QString writeGraphFile(const char *name, const char *expression)
    {
        const QString path = folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(QByteArray::fromStdString(writeGraph(*graphFromExpression(expression)) + "\n"));
        }
        return path;
    }
};

} // namespace

class TestUiWorkspace : public QObject
{
    Q_OBJECT
private slots:
    void opensAndSelectsTheWorst();
    void tellsWhatIsWrong();
    void opensBeside();
    void rulesAnalyseAgain();
    void editsAreUndone();
    void sessionComesBack();
    void reloadKeepsTheSelection();
    void comparesWithRules();
};

void TestUiWorkspace::opensAndSelectsTheWorst()
{
    Bare bare;
    bare.workspace.openText(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    const ResultSummaryPtr summary = bare.workspace.summary();
    const auto op = static_cast<std::size_t>(bare.workspace.selection().op());
    QCOMPARE(summary->ops.at(op).verdict, Verdict::Unsupported);
    QCOMPARE(bare.workspace.bench().op(), static_cast<int>(op));
    QVERIFY(!bare.workspace.details()->headline.isEmpty());
    QVERIFY(!bare.workspace.details()->compilerText.isEmpty());
    QVERIFY(bare.workspace.details()->cause.has_value());
}

void TestUiWorkspace::tellsWhatIsWrong()
{
    Bare bare;
    bare.workspace.open({QStringLiteral("/nowhere/at/all.json")});
    QTRY_VERIFY_WITH_TIMEOUT(!bare.workspace.isBusy(), kWait);
    QTRY_VERIFY(!bare.workspace.lastError().isEmpty());
    QVERIFY(bare.messages.join(u' ').contains(QStringLiteral("/nowhere/at/all.json")));
    bare.workspace.openText(QStringLiteral("linear(f16[2,4096], f16[49216,"));
    QTRY_COMPARE_WITH_TIMEOUT(bare.messages.size(), 2, kWait);
    QVERIFY(bare.workspace.documents().documents().empty());
    const QString path = bare.folder.filePath(QStringLiteral("x.spanscope"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{}");
    file.close();
    bare.workspace.open({path});
    QCOMPARE(bare.messages.size(), 3);
}

void TestUiWorkspace::opensBeside()
{
    Bare bare;
    const QString first = bare.writeGraphFile("a.json", "add(bf16[98000,4096], bf16[98000,4096])");
    const QString second = bare.writeGraphFile("b.json", "relu(f16[64,64])");
    bare.workspace.open({first, second});
    QTRY_COMPARE_WITH_TIMEOUT(bare.workspace.documents().documents().size(), std::size_t{2}, kWait);
    QTRY_VERIFY_WITH_TIMEOUT(!bare.workspace.isBusy(), kWait);
    for (const Document &doc : bare.workspace.documents().documents()) {
        QVERIFY(doc.summary);
        QCOMPARE(doc.source->sha256.size(), 64);
    }
    QCOMPARE(bare.workspace.recentFiles().paths().size(), 2);
    const int other = bare.workspace.documents().documents().front().id;
    bare.workspace.documents().setCurrent(other);
    QCOMPARE(bare.workspace.summary()->ops.front().verdict, Verdict::Planned);
    bare.workspace.closeDocument(other);
    QCOMPARE(bare.workspace.documents().documents().size(), std::size_t{1});
    QCOMPARE(bare.workspace.summary()->ops.front().verdict, Verdict::Fits);
}

void TestUiWorkspace::rulesAnalyseAgain()
{
    Bare bare;
    bare.workspace.openText(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    QCOMPARE(bare.workspace.summary()->ops.front().levels, QStringLiteral("dim 1 / 4"));
    bare.edits.setPreset(QStringLiteral("torch-spyre-2026-07"));
    QTRY_COMPARE_WITH_TIMEOUT(bare.workspace.summary()->ops.front().levels, QStringLiteral("dim 1 / 2"), kWait);
    QCOMPARE(bare.workspace.summary()->ops.front().verdict, Verdict::ResidualRisk);
    bare.workspace.undo().stack().undo();
    QTRY_COMPARE_WITH_TIMEOUT(bare.workspace.summary()->ops.front().levels, QStringLiteral("dim 1 / 4"), kWait);
    bare.edits.setLimit(Int{1} << 30);
    QTRY_COMPARE_WITH_TIMEOUT(bare.workspace.summary()->ops.front().verdict, Verdict::Fits, kWait);
}

void TestUiWorkspace::editsAreUndone()
{
    Bare bare;
    bare.workspace.openText(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    const BenchState &bench = bare.workspace.bench();
    bare.edits.setSplit(HostDim{1}, 8);
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 8, false}}));
    QVERIFY(!bench.followsPlan());
    bare.edits.togglePin();
    QVERIFY(bench.isPinned());
    bare.edits.setAlias(HostDim{1}, QStringLiteral(" H "));
    QCOMPARE(aliasOf(bench.aliases(), HostDim{1}), std::string("H"));
    bare.edits.clearSplits();
    QVERIFY(bench.splits().empty());
    QUndoStack &stack = bare.workspace.undo().stack();
    QCOMPARE(stack.count(), 4);
    stack.undo();
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 8, false}}));
    stack.undo();
    QVERIFY(bench.aliases().empty());
    stack.undo();
    QVERIFY(!bench.isPinned());
    stack.undo();
    QVERIFY(bench.followsPlan());
    QCOMPARE(bench.splits(), (Levels{{HostDim{1}, 4, false}}));
    bare.edits.followPlan(); // it does already
    QVERIFY(stack.canRedo());
}

void TestUiWorkspace::sessionComesBack()
{
    SessionData session;
    {
        Bare bare;
        bare.workspace.openText(QStringLiteral("h = add(bf16[98000,4096], bf16[98000,4096]); relu(h)"));
        QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
        bare.workspace.selection().setOp(1);
        bare.edits.setSplit(HostDim{1}, 16);
        bare.edits.togglePin();
        bare.edits.setPreset(QStringLiteral("torch-spyre-2026-07"));
        session = readSession(writeSession(bare.workspace.sessionData()), "s");
    }
    Bare bare;
    bare.workspace.restore(session);
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    QCOMPARE(bare.workspace.selection().op(), 1);
    QCOMPARE(bare.workspace.bench().splits(), (Levels{{HostDim{1}, 16, false}}));
    QVERIFY(bare.workspace.bench().isPinned());
    QCOMPARE(bare.workspace.result()->rules.rules.preset, std::string("torch-spyre-2026-07"));
    QVERIFY(!bare.workspace.undo().stack().canUndo());
}

void TestUiWorkspace::reloadKeepsTheSelection()
{
    Bare bare;
    const QString path = bare.writeGraphFile("g.json", "h = add(bf16[98000,4096], bf16[98000,4096]); relu(h)");
    bare.workspace.open({path});
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    bare.workspace.selection().setOp(1);
    const QString name = QString::fromStdString(bare.workspace.bench().opName());
    const GraphResultPtr before = bare.workspace.result();
    bare.workspace.reload();
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.result() && bare.workspace.result() != before && bare.settled(), kWait);
    QCOMPARE(QString::fromStdString(bare.workspace.bench().opName()), name);
}

void TestUiWorkspace::comparesWithRules()
{
    Bare bare;
    bare.workspace.openText(QStringLiteral("add(bf16[98000,4096], bf16[98000,4096])"));
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.summary() && bare.settled(), kWait);
    bare.workspace.compareWithPreset(QStringLiteral("torch-spyre-2026-07"));
    QTRY_VERIFY_WITH_TIMEOUT(bare.workspace.baseline() != nullptr, kWait);
    QCOMPARE(bare.workspace.baseline()->ops.front().levels, QStringLiteral("dim 1 / 2"));
    bare.workspace.clearBaseline();
    QVERIFY(!bare.workspace.baseline());
}

QTEST_GUILESS_MAIN(TestUiWorkspace)
#include "test_ui_workspace.moc"
