/// Nothing is lost: a process that saves without a pause is killed at any moment, and every file is the
/// old or the new one, whole.

#include "kept_files.h"

#include "ui/session/autosave.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include <cstdio>
#include <cstring>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

constexpr int kPatience = 60'000;

/// SPANSCOPE_KILLS in the environment makes the loops longer.
int rounds()
{
    bool given = false;
    const int number = qEnvironmentVariableIntValue("SPANSCOPE_KILLS", &given);
    return given && number > 0 ? number : 25;
}

void say(const char *word)
{
    std::puts(word);
    std::fflush(stdout);
}

/// Child: version after version of every file.
int writeForever(const QString &folder, int number)
{
    for (say("ready");; number = (number + 1) % kVersions) {
        if (!writeVersion(folder, number)) {
            return 1;
        }
    }
}

/// Child: the autosave of a window in which something changes all the time.
int autosaveForever(const QString &folder)
{
    int number = 0;
    Autosave autosave(folder, [&number] {
        number = (number + 1) % kVersions;
        return numberedSession(number);
    });
    autosave.setPause(0);
    bool told = false;
    while (true) {
        autosave.touch();
        QCoreApplication::processEvents();
        if (!told && QFile::exists(autosave.path())) {
            told = true;
            say("ready");
        }
    }
}

/// Lets a child work for a random while after its first word and kills it. False: it did not come so far.
bool killedAtRandom(const QStringList &arguments, quint32 longestMilliseconds)
{
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), arguments);
    if (!child.waitForReadyRead(kPatience)) {
        return false;
    }
    QThread::usleep(QRandomGenerator::global()->bounded(1000 * longestMilliseconds));
    const bool lived = child.state() == QProcess::Running;
    child.kill(); // SIGKILL
    return child.waitForFinished(kPatience) && lived && child.exitStatus() == QProcess::CrashExit;
}

} // namespace

class TestUiKills : public QObject
{
    Q_OBJECT
private slots:
    void cutOffFilesAreSeen();
    void filesAreOldOrNew();
    void autosaveIsOldOrNew();
    void programExportsAreOldOrNew();
};

/// The judge itself: a file that lost its end, or whose end is another version's, is not taken for whole.
void TestUiKills::cutOffFilesAreSeen()
{
    const QTemporaryDir folder;
    QVERIFY(writeVersion(folder.path(), 7));
    for (const QString &name : keptFiles()) {
        QCOMPARE(versionOf(folder.path(), name), std::optional(7));
        QFile file(folder.filePath(name));
        for (const qint64 lost : {file.size() / 2, file.size()}) {
            QVERIFY(writeVersion(folder.path(), 7));
            QVERIFY(file.resize(file.size() - lost));
            QCOMPARE(versionOf(folder.path(), name), std::nullopt);
        }
        QFile::remove(folder.filePath(name));
        QCOMPARE(versionOf(folder.path(), name), std::nullopt);
    }
}

void TestUiKills::filesAreOldOrNew()
{
    const QTemporaryDir folder;
    int last = 0; // the version of the file written last
    QVERIFY(writeVersion(folder.path(), last));
    QMap<QString, int> cutShort; // after which file the kill came
    for (int round = 0; round < rounds(); ++round) {
        const int start = (last + 1) % kVersions;
        QVERIFY(killedAtRandom({QStringLiteral("--write-forever"), folder.path(), QString::number(start)}, 250));
        std::optional<int> newer;
        int steps = 0;
        for (const QString &name : keptFiles()) {
            const std::optional<int> version = versionOf(folder.path(), name);
            QVERIFY2(version.has_value(), qPrintable(name + QStringLiteral(" is not whole")));
            if (newer && *newer != *version) {
                // One file after the other: from here on all are one version behind.
                QCOMPARE((*version + 1) % kVersions, *newer);
                ++steps;
                ++cutShort[name];
            }
            newer = version;
        }
        QVERIFY(steps <= 1);
        last = *newer;
    }
    for (auto it = cutShort.begin(); it != cutShort.end(); ++it) {
        qInfo("killed before %s was new: %d times", qPrintable(it.key()), it.value());
    }
}

void TestUiKills::autosaveIsOldOrNew()
{
    const QTemporaryDir folder;
    for (int round = 0; round < rounds(); ++round) {
        QVERIFY(killedAtRandom({QStringLiteral("--autosave-forever"), folder.path()}, 50));
        Autosave next(folder.path(), [] { return SessionData(); });
        const std::optional<SessionData> found = next.takeOrphan();
        QVERIFY(found.has_value());
        QVERIFY(numberOf(*found).has_value());
        QVERIFY(!next.takeOrphan().has_value()); // once only
        // What the dead process had begun is gone too.
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList(QFileInfo(next.path()).fileName() + QStringLiteral(".lock")));
    }
}

/// The command line's exports: two graphs in turns into one file.
void TestUiKills::programExportsAreOldOrNew()
{
    const QString samples = QStringLiteral(SPANSCOPE_SOURCE_DIR "/samples/");
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.json"));
    const auto arguments = [&](const QString &sample) {
        return QStringList{QStringLiteral("plan"), QStringLiteral("--format"), QStringLiteral("json"),
                           samples + sample,       QStringLiteral("-o"),       path};
    };
    const auto content = [&path] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QList<QStringList> commands;
    QList<QByteArray> whole;
    for (const char *sample : {"transformer-block.json", "lm-head-49216.json"}) {
        commands << arguments(QLatin1String(sample));
        QProcess::execute(QStringLiteral(SPANSCOPE_CLI), commands.back());
        whole << content();
        QVERIFY(whole.back().endsWith('\n'));
    }
    QVERIFY(whole[0] != whole[1]);
    QElapsedTimer clock;
    clock.start();
    QProcess::execute(QStringLiteral(SPANSCOPE_CLI), commands[0]);
    const auto life = static_cast<quint32>(std::max<qint64>(clock.nsecsElapsed() / 1000, 1000));
    int finished = 0;
    for (int round = 0; round < 2 * rounds(); ++round) {
        QProcess program;
        program.start(QStringLiteral(SPANSCOPE_CLI), commands[round % 2]);
        QVERIFY(program.waitForStarted());
        QThread::usleep(QRandomGenerator::global()->bounded(life));
        program.kill();
        QVERIFY(program.waitForFinished(kPatience));
        finished += program.exitStatus() == QProcess::NormalExit ? 1 : 0;
        QVERIFY2(whole.contains(content()), "neither the old nor the new file");
    }
    QVERIFY2(finished < 2 * rounds(), "no run was killed: nothing was tried");
    qInfo("%d of %d runs were killed", 2 * rounds() - finished, 2 * rounds());
}

int main(int argc, char *argv[])
{
    QApplication app(argc, argv);
    if (argc == 4 && std::strcmp(argv[1], "--write-forever") == 0) {
        return writeForever(QString::fromLocal8Bit(argv[2]), std::atoi(argv[3]));
    }
    if (argc == 3 && std::strcmp(argv[1], "--autosave-forever") == 0) {
        return autosaveForever(QString::fromLocal8Bit(argv[2]));
    }
    TestUiKills test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_ui_kills.moc"
