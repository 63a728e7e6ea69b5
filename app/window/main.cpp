/// spanscope, the window.

#include "app/window/start_options.h"
#include "ui/window/main_window.h"
#include "ui/window/screenshot.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTextStream>

#include <cstdio>
#include <memory>

namespace {

using spanscope::StartOptions;
using spanscope::ui::MainWindow;

/// Puts the splits of the command line on the bench as soon as there is one.
void splitWhenReady(MainWindow &window, const spanscope::ui::Levels &splits)
{
    auto connection = std::make_shared<QMetaObject::Connection>();
    *connection = QObject::connect(&window.workspace(), &spanscope::ui::Workspace::detailsChanged, &window,
                                   [&window, splits, connection] {
                                       if (!window.workspace().bench().isEmpty()) {
                                           QObject::disconnect(*connection);
                                           window.edits().setSplits(splits);
                                       }
                                   });
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
    if (!options.tab.isEmpty() && !window.showTab(options.tab)) {
        window.workspace().tellError(QStringLiteral("There is no page called \"%1\".").arg(options.tab));
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
    QApplication app(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("spanscope"));

    // A picture neither reads nor leaves traces of a person's own settings.
    QTemporaryDir scratch;
    spanscope::ui::WindowPlaces places;
    if (picture) {
        places = {scratch.filePath(QStringLiteral("settings.ini")), scratch.path()};
    }
    MainWindow window(places);
    if (!start.options.theme.isEmpty() || picture) {
        window.overrideTheme(start.options.theme.isEmpty() ? QStringLiteral("light") : start.options.theme);
    }
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
