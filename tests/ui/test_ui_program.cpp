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
    QCOMPARE(picture.size(), QSize(1280, 800));
    QVERIFY(emptiness(picture) < 0.9);
    QVERIFY(lightness(picture) < 0.35);
}

void TestUiProgram::tellsWhatIsWrong()
{
    Program program;
    QCOMPARE(program.run({QStringLiteral("--help")}), 0);
    QVERIFY(program.process.readAllStandardOutput().contains("--screenshot"));
    QCOMPARE(program.run({QStringLiteral("--rules"), QStringLiteral("nobody")}), 2);
    QVERIFY(program.process.readAllStandardError().contains("nobody"));
    QCOMPARE(program.run({QStringLiteral("--split"), QStringLiteral("1by5")}), 2);
    QCOMPARE(program.run({QStringLiteral("--size"), QStringLiteral("12")}), 2);
    QCOMPARE(program.run({QStringLiteral("--screenshot"), program.home.filePath(QStringLiteral("p.png")),
                          QStringLiteral("/no/such/file.json")}),
             1);
    QVERIFY(program.process.readAllStandardError().contains("/no/such/file.json"));
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
