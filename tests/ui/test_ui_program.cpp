/// The program as people start it: pictures, command line, and what a kill leaves behind.

#include "driven_window.h"

#include "ui/panels/bench_panel.h"
#include "ui/window/message_bar.h"

#include <QDir>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>

using namespace spanscope;
using namespace spanscope::ui;

namespace {

/// Runs the program with a home of its own.
class Program
{
public:
    Program()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.path());
        process.setProcessEnvironment(environment);
        process.setProgram(QStringLiteral(SPANSCOPE_PROGRAM));
    }
    int run(const QStringList &arguments)
    {
        process.setArguments(arguments);
        process.start();
        return process.waitForFinished(2 * kPatience) && process.exitStatus() == QProcess::NormalExit
                   ? process.exitCode()
                   : -1;
    }

    QTemporaryDir home;
    QProcess process;
};

} // namespace

class TestUiProgram : public QObject
{
    Q_OBJECT
private slots:
    void takesPictures();
    void tellsWhatIsWrong();
    void tellsWhatIsNotThere();
    void comesBackAfterAKill();
};

void TestUiProgram::takesPictures()
{
    Program program;
    const QString path = program.home.filePath(QStringLiteral("p.png"));
    QCOMPARE(program.run({QStringLiteral("--screenshot"), path, QStringLiteral("--size"), QStringLiteral("1280x800"),
                          QStringLiteral("--theme"), QStringLiteral("dark"), QStringLiteral("--split"),
                          QStringLiteral("0=769"), QStringLiteral("new:linear(f16[2,4096], f16[49216,4096])")}),
             0);
    const QImage picture(path);
    QCOMPARE(program.process.readAllStandardError(), QByteArray()); // nothing to complain about
    QCOMPARE(picture.size(), QSize(1280, 800));
    QVERIFY(emptiness(picture) < 0.9);
    QVERIFY(lightness(picture) < 0.35);
}

void TestUiProgram::tellsWhatIsWrong()
{
    Program program;
    QCOMPARE(program.run({QStringLiteral("--help")}), 0);
    const QByteArray help = program.process.readAllStandardOutput();
    QVERIFY(help.contains("--screenshot") && help.contains("spanscope [options]"));
    QCOMPARE(program.run({QStringLiteral("--rules"), QStringLiteral("nobody")}), 2);
    QVERIFY(program.process.readAllStandardError().contains("nobody"));
    QCOMPARE(program.run({QStringLiteral("--split"), QStringLiteral("1by5")}), 2);
    QCOMPARE(program.run({QStringLiteral("--size"), QStringLiteral("12")}), 2);
    QCOMPARE(program.run({QStringLiteral("--screenshot"), program.home.filePath(QStringLiteral("p.png")),
                          QStringLiteral("/no/such/file.json")}),
             1);
    QVERIFY(program.process.readAllStandardError().contains("/no/such/file.json"));
}

void TestUiProgram::tellsWhatIsNotThere()
{
    const QString graph = QStringLiteral("new:add(bf16[98000,4096], bf16[98000,4096])");
    Program program;
    const QString path = program.home.filePath(QStringLiteral("p.png"));
    const auto run = [&](const QStringList &more) {
        return program.run(QStringList{QStringLiteral("--screenshot"), path} + more + QStringList{graph});
    };
    QCOMPARE(run({QStringLiteral("--tab"), QStringLiteral("nosuch")}), 2);
    const QByteArray pages = program.process.readAllStandardError();
    QVERIFY2(pages.contains("nosuch") && pages.contains("groups"), pages.constData());
    QCOMPARE(run({QStringLiteral("--op"), QStringLiteral("nosuch")}), 1);
    QVERIFY(program.process.readAllStandardError().contains("nosuch"));
    QCOMPARE(run({QStringLiteral("--split"), QStringLiteral("9=2")}), 1);
    QVERIFY(program.process.readAllStandardError().contains("no dim 9"));
    QCOMPARE(run({QStringLiteral("--split"), QStringLiteral("1=3")}), 1);
    QVERIFY(program.process.readAllStandardError().contains("3 does not divide dim 1"));
    QCOMPARE(program.run({QStringLiteral("--split"), QStringLiteral("1=4")}), 2); // of what?
    QCOMPARE(run({QStringLiteral("--split"), QStringLiteral("1=4"), QStringLiteral("--tab"), QStringLiteral("search")}),
             0);
}

void TestUiProgram::comesBackAfterAKill()
{
    Program program;
    program.process.setArguments({QStringLiteral("--split"), QStringLiteral("1=16"),
                                  QStringLiteral("new:add(bf16[98000,4096], bf16[98000,4096])")});
    program.process.start();
    QVERIFY(program.process.waitForStarted());
    const QString folder = program.home.filePath(QStringLiteral("SpanScope/SpanScope/autosave"));
    const auto kept = [&folder]() -> QString {
        const QStringList files = QDir(folder).entryList({QStringLiteral("*.spanscope")}, QDir::Files);
        QFile file(folder + u'/' + files.value(0));
        return !files.isEmpty() && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(kept().contains(QStringLiteral("\"split_count\": 16")), kPatience);
    program.process.kill(); // SIGKILL: no good-bye
    QVERIFY(program.process.waitForFinished());

    DrivenWindow window(folder);
    window.show();
    window->recover(true);
    window.waitUntilSettled();
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{1}, 16, false}}));
    QVERIFY(window->messages().texts().join(u' ').contains(QStringLiteral("did not end properly")));
    window->recover(true); // once only
    QCOMPARE(window->workspace().documents().documents().size(), std::size_t{1});
}

QTEST_MAIN(TestUiProgram)
#include "test_ui_program.moc"
