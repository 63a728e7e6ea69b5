/// spanscope, the window.

#include "app/window/start_options.h"
#include "ui/panels/bench_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/screenshot.h"

#include <QApplication>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextStream>

#include <cstdio>
#include <memory>

namespace {

using spanscope::StartOptions;
using spanscope::ui::MainWindow;

/// Why the op on the bench cannot be split so; empty when it can.
QString splitProblem(const spanscope::ui::BenchState &bench, const spanscope::Level &split)
{
    const QString op = QString::fromStdString(bench.opName());
    const spanscope::SplitTable *table = bench.table(split.hostDim);
    if (table == nullptr) {
        return QStringLiteral("%1 has no dim %2 that can be split.").arg(op).arg(split.hostDim.index);
    }
    return table->find(split.splitCount) != nullptr ? QString()
                                                    : QStringLiteral("%1 does not divide dim %2 of %3 (%4).")
                                                          .arg(split.splitCount)
                                                          .arg(split.hostDim.index)
                                                          .arg(op)
                                                          .arg(table->range);
}

/// Puts the splits of the command line on the bench as soon as there is one.
void splitWhenReady(MainWindow &window, const spanscope::ui::Levels &splits)
{
    auto connection = std::make_shared<QMetaObject::Connection>();
    *connection = QObject::connect(&window.workspace(), &spanscope::ui::Workspace::detailsChanged, &window,
                                   [&window, splits, connection] {
                                       const auto &bench = window.workspace().bench();
                                       if (bench.isEmpty()) {
                                           return;
                                       }
                                       QObject::disconnect(*connection);
                                       for (const spanscope::Level &split : splits) {
                                           if (const QString problem = splitProblem(bench, split); !problem.isEmpty()) {
                                               window.workspace().tellError(problem);
                                               return;
                                           }
                                       }
                                       window.edits().setSplits(splits);
                                   });
}

/// Off screen there are no window frames whose hints could matter: not worth a line on stderr.
void withoutPlatformNotes(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (type != QtWarningMsg || !text.contains(QLatin1String("propagateSizeHints"))) {
        const QByteArray line = qFormatLogMessage(type, context, text).toLocal8Bit();
        std::fprintf(stderr, "%s\n", line.constData());
    }
}

void openInputs(MainWindow &window, const StartOptions &options)
{
    if (!options.rules.isEmpty()) {
        window.edits().setPreset(options.rules);
    }
    if (!options.op.isEmpty()) {
        window.workspace().selectWhenReady(options.op);
    }
    if (!options.splits.empty()) {
        splitWhenReady(window, options.splits);
    }
    if (!options.files.isEmpty()) {
        window.workspace().open(options.files);
    }
}

/// Exit code of the program.
int renderAndQuit(MainWindow &window, const StartOptions &options)
{
    int code = 1;
    spanscope::ui::Screenshot screenshot(window, options.screenshot, options.size);
    QObject::connect(&screenshot, &spanscope::ui::Screenshot::done, &window, [&](bool written, const QString &error) {
        const QString problem = window.workspace().lastError().isEmpty() ? error : window.workspace().lastError();
        if (!problem.isEmpty()) {
            QTextStream(stderr) << problem << '\n';
        }
        code = written && problem.isEmpty() ? 0 : 1;
        QApplication::quit();
    });
    QApplication::exec();
    return code;
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setOrganizationName(QStringLiteral("SpanScope"));
    QCoreApplication::setApplicationName(QStringLiteral("SpanScope"));
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    // Before a display is needed: --help works without one, and so does a picture.
    const spanscope::StartResult start = spanscope::readCommandLine(arguments);
    if (!start.start) {
        QTextStream(start.exitCode == 0 ? stdout : stderr) << start.text;
        return start.exitCode;
    }
    const bool picture = !start.options.screenshot.isEmpty();
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (picture && !display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // A picture neither reads nor leaves traces of a person's own settings.
    QTemporaryDir scratch;
    if (picture) {
        qInstallMessageHandler(withoutPlatformNotes);
        if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) {
            qputenv("XDG_RUNTIME_DIR", scratch.path().toLocal8Bit());
        }
    }
    QApplication app(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("spanscope"));
    spanscope::ui::WindowPlaces places;
    if (picture) {
        places = {scratch.filePath(QStringLiteral("settings.ini")), scratch.path()};
    }
    MainWindow window(places);
    if (!start.options.theme.isEmpty() || picture) {
        window.overrideTheme(start.options.theme.isEmpty() ? QStringLiteral("light") : start.options.theme);
    }
    if (!start.options.tab.isEmpty() && !window.showTab(start.options.tab)) {
        QTextStream(stderr) << QStringLiteral("There is no page called \"%1\". Pages: %2.\n")
                                   .arg(start.options.tab, window.tabIds().join(QStringLiteral(", ")));
        return 2;
    }
    window.bench().comboButton()->setChecked(start.options.comboMap);
    window.show();
    openInputs(window, start.options);
    if (picture) {
        return renderAndQuit(window, start.options);
    }
    window.recover(start.options.files.isEmpty());
    if (start.options.files.isEmpty() && window.settings().reopenLast() && !window.workspace().isBusy()) {
        window.openLastSession();
    }
    return QApplication::exec();
}
