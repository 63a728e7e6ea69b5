/// Session files, autosave, undo, settings, recent files and the file watch.

#include "core/base/input_error.h"
#include "ui/session/autosave.h"
#include "ui/session/file_watch.h"
#include "ui/session/recent_files.h"
#include "ui/session/session_file.h"
#include "ui/session/settings.h"
#include "ui/session/undo_state.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

SessionData fullSession()
{
    SessionData session;
    SessionGraph graph;
    graph.path = QStringLiteral("/somewhere/lm head \u00e4.json");
    graph.sha256 = "abc123";
    graph.graphIndex = 2;
    graph.selectedOp = QStringLiteral("buf0");
    graph.choices.splits["buf0"] = {{HostDim{0}, 769, false}, {HostDim{1}, 2, false}};
    graph.choices.splits["buf1"] = {};
    graph.choices.pins["buf0"] = {{HostDim{0}, 769, false}};
    graph.choices.aliases["buf0"] = {{0, "N"}, {1, "K"}};
    graph.choices.excludedGroups = {"buf3"};
    SessionGraph pasted;
    pasted.text = QStringLiteral("add(f16[2], f16[2])");
    session.graphs = {graph, pasted};
    session.current = 1;
    session.rules.preset = "torch-spyre-2026-07";
    session.rules.maxAutoSplit = 128;
    session.rules.reductionJoin = false;
    session.ignoreSwitches = false;
    session.windowGeometry = QByteArray("\0\1\2binary", 9);
    return session;
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
}

} // namespace

class TestUiSession : public QObject
{
    Q_OBJECT
private slots:
    void roundTrip();
    void faultyFiles_data();
    void faultyFiles();
    void writesWholeOrNotAtAll();
    void autosaveAndOrphans();
    void undoSteps();
    void settingsAreTyped();
    void recentFiles();
    void watchesReplacedFiles();
};

void TestUiSession::roundTrip()
{
    const SessionData session = fullSession();
    const SessionData back = readSession(writeSession(session), "s");
    QCOMPARE(back.graphs.size(), session.graphs.size());
    for (std::size_t i = 0; i < back.graphs.size(); ++i) {
        QCOMPARE(back.graphs[i].path, session.graphs[i].path);
        QCOMPARE(back.graphs[i].text, session.graphs[i].text);
        QCOMPARE(back.graphs[i].sha256, session.graphs[i].sha256);
        QCOMPARE(back.graphs[i].graphIndex, session.graphs[i].graphIndex);
        QCOMPARE(back.graphs[i].selectedOp, session.graphs[i].selectedOp);
        QVERIFY(back.graphs[i].choices == session.graphs[i].choices);
    }
    QCOMPARE(back.current, 1);
    QVERIFY(back.rules == session.rules);
    QCOMPARE(back.ignoreSwitches, false);
    QCOMPARE(back.windowGeometry, session.windowGeometry);
    QCOMPARE(writeSession(back), writeSession(session));
}

void TestUiSession::faultyFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no json") << QByteArray("hello");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("another format") << QByteArray(R"({"format":"spyre-span-graph","version":1,"graphs":[]})");
    QTest::newRow("a later version") << QByteArray(R"({"format":"spyre-span-session","version":2,"graphs":[]})");
    QTest::newRow("no graphs") << QByteArray(R"({"format":"spyre-span-session","version":1})");
    QTest::newRow("wrong type") << QByteArray(R"({"format":"spyre-span-session","version":1,"graphs":[{"path":7}]})");
    QTest::newRow("split of none") << QByteArray(
        R"({"format":"spyre-span-session","version":1,"graphs":[{"splits":{"b":[{"host_dim":0,"split_count":0}]}}]})");
    QTest::newRow("unknown rules") << QByteArray(
        R"({"format":"spyre-span-session","version":1,"graphs":[],"rules":{"preset":"nobody"}})");
}

void TestUiSession::faultyFiles()
{
    QFETCH(QByteArray, text);
    try {
        static_cast<void>(readSession(text.toStdString(), "case.spanscope"));
        QFAIL("was read");
    } catch (const InputError &error) {
        QCOMPARE(error.file(), std::string("case.spanscope"));
        QVERIFY(!error.reason().empty());
    }
}

void TestUiSession::writesWholeOrNotAtAll()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.spanscope"));
    QString error;
    QVERIFY(saveSession(fullSession(), path, &error));
    QCOMPARE(loadSession(path).graphs.size(), std::size_t{2});
    QVERIFY(!saveSession(fullSession(), folder.filePath(QStringLiteral("missing/b.spanscope")), &error));
    QVERIFY(!error.isEmpty());
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(loadSession(folder.filePath(QStringLiteral("none")))), InputError);
}

void TestUiSession::autosaveAndOrphans()
{
    const QTemporaryDir folder;
    Autosave first(folder.path(), [] { return fullSession(); });
    first.setPause(1);
    first.touch();
    QTRY_VERIFY(QFile::exists(first.path()));
    {
        Autosave second(folder.path(), [] { return SessionData{}; });
        // The first one lives: its file is nobody's to take.
        QVERIFY(!second.takeOrphan());
        second.setPause(1);
        second.touch();
        QTest::qWait(20);
        QVERIFY(!QFile::exists(second.path())); // nothing open, nothing kept
    }
    // What a window leaves that was killed: the file, and a lock of a process that is no more.
    const QString orphan = folder.filePath(QStringLiteral("orphan.spanscope"));
    QVERIFY(QFile::copy(first.path(), orphan));
    write(folder.filePath(QStringLiteral("broken.spanscope")), "{ half a");
    Autosave third(folder.path(), [] { return SessionData{}; });
    const auto found = third.takeOrphan();
    QVERIFY(found);
    QVERIFY(found->graphs.front().choices == fullSession().graphs.front().choices);
    QVERIFY(!QFile::exists(orphan));
    QVERIFY(!third.takeOrphan());
    QVERIFY(QFile::exists(first.path()));
}

void TestUiSession::undoSteps()
{
    UndoState undo;
    QSignalSpy spy(&undo, &UndoState::changed);
    undo.change(QStringLiteral("one"), [](UserState &state) { state.graphs[1].pins["a"] = {{HostDim{0}, 2, false}}; });
    undo.change(QStringLiteral("two"), [](UserState &state) { state.rules.maxSpanBytes = 1024; });
    undo.change(QStringLiteral("nothing"), [](UserState &) {});
    QCOMPARE(undo.stack().count(), 2);
    QCOMPARE(undo.stack().undoText(), QStringLiteral("two"));
    undo.stack().undo();
    QVERIFY(!undo.state().rules.maxSpanBytes);
    QCOMPARE(undo.state().graph(1).pins.size(), std::size_t{1});
    undo.stack().undo();
    QVERIFY(undo.state() == UserState{});
    undo.stack().redo();
    QCOMPARE(undo.state().graph(1).pins.size(), std::size_t{1});
    QCOMPARE(spy.size(), 5);
    UserState fresh;
    fresh.ignoreSwitches = false;
    undo.reset(fresh);
    QVERIFY(!undo.stack().canUndo());
    QVERIFY(undo.state() == fresh);
}

void TestUiSession::settingsAreTyped()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.ini"));
    {
        Settings settings(file);
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        QVERIFY(settings.logarithmicAxis());
        QSignalSpy theme(&settings, &Settings::themeChanged);
        settings.setTheme(QStringLiteral("dark"));
        settings.setTheme(QStringLiteral("dark"));
        QCOMPARE(theme.size(), 1);
        settings.setByteUnits(ByteUnits::Bytes);
        settings.setLogarithmicAxis(false);
        settings.setJobs(3);
        settings.setHeaderState(QStringLiteral("ops"), "state");
    }
    const Settings again(file);
    QCOMPARE(again.theme(), QStringLiteral("dark"));
    QCOMPARE(again.byteUnits(), ByteUnits::Bytes);
    QVERIFY(!again.logarithmicAxis());
    QCOMPARE(again.jobs(), 3);
    QCOMPARE(again.headerState(QStringLiteral("ops")), QByteArray("state"));
}

void TestUiSession::recentFiles()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("s.ini")));
    RecentFiles recent(settings);
    for (int i = 0; i < 20; ++i) {
        recent.add(QStringLiteral("/f%1").arg(i));
    }
    recent.add(QStringLiteral("/f15"));
    QCOMPARE(recent.paths().front(), QStringLiteral("/f15"));
    QCOMPARE(recent.paths().size(), 12);
    QCOMPARE(recent.paths().count(QStringLiteral("/f15")), 1);
    recent.remove(QStringLiteral("/f15"));
    QCOMPARE(recent.paths().front(), QStringLiteral("/f19"));
    QVERIFY(!RecentFiles::isAlive(QStringLiteral("/f19")));
    QVERIFY(RecentFiles::isAlive(folder.path()));
}

void TestUiSession::watchesReplacedFiles()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("g.json"));
    write(path, "one");
    FileWatch watch;
    watch.setPause(20);
    watch.setPaths({path});
    QSignalSpy spy(&watch, &FileWatch::fileChanged);
    write(path, "one and two");
    QTRY_COMPARE(spy.size(), 1);
    // As editors do: a new file in the place of the old one.
    const QString other = folder.filePath(QStringLiteral("other"));
    write(other, "three and more");
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(other, path));
    QTRY_COMPARE(spy.size(), 2);
    write(path, "four, which is longer still");
    QTRY_COMPARE(spy.size(), 3);
    QCOMPARE(spy.back().front().toString(), path);
    watch.setPaths({});
    write(path, "nobody looks");
    QTest::qWait(80);
    QCOMPARE(spy.size(), 3);
}

QTEST_GUILESS_MAIN(TestUiSession)
#include "test_ui_session.moc"
