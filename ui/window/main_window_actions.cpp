/// Actions and menus of the window.

#include "ui/models/text.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/window/action_set.h"
#include "ui/window/command_palette.h"
#include "ui/window/export_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/rules_dialog.h"
#include "ui/window/samples.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/shortcuts_sheet.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>

namespace spanscope::ui {

void MainWindow::createActions()
{
    m_actions = new ActionSet(this);
    createFileActions();
    createEditActions();
    createViewActions();
    createGoActions();
    createExportActions();
    createHelpActions();
}

void MainWindow::createFileActions()
{
    const QString heading = tr("File");
    const auto add = [this, &heading](const ActionSpec &spec) { m_actions->add(heading, spec); };
    add({"open", tr("&Open..."), QKeySequence::Open, tr("Open graphs, logs, generated code or a session"),
         [this] { chooseFiles(); }});
    add({"paste", tr("&Paste a log or expression"), QKeySequence::Paste,
         tr("Open a log, generated code or an expression from the clipboard"), [this] { paste(); }});
    add({"reload", tr("&Reload"), QKeySequence(Qt::Key_F5), tr("Read the current file again"),
         [this] { m_workspace->reload(); }});
    add({"close", tr("&Close graph"), QKeySequence(Qt::CTRL | Qt::Key_W), tr("Close the current graph"),
         [this] { m_workspace->closeDocument(m_workspace->documents().currentId()); }});
    add({"saveSession", tr("&Save session"), QKeySequence::Save,
         tr("Keep what is open and everything chosen in a file"),
         [this] { m_sessionPath.isEmpty() ? saveSessionAs() : saveSessionTo(m_sessionPath); }});
    add({"saveSessionAs", tr("Save session &as..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
         tr("Keep the session in another file"), [this] { saveSessionAs(); }});
    add({"lastSession", tr("Open &last session"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T),
         tr("Open what was open when the window was closed"), [this] { openLastSession(); }});
    add({"quit", tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), tr("Close the window"), [this] { close(); }});
}

void MainWindow::createEditActions()
{
    const QString heading = tr("Edit");
    const auto add = [this, &heading](const ActionSpec &spec) { m_actions->add(heading, spec); };
    add({"undo", tr("&Undo"), QKeySequence::Undo, tr("Take the last change back"), [this] {
             const QString what = m_workspace->undo().stack().undoText();
             m_workspace->undo().stack().undo();
             m_workspace->tell({Message::Level::Info, tr("Undone: %1").arg(what), {}, {}});
         }});
    add({"redo", tr("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), tr("Make the change again"), [this] {
             const QString what = m_workspace->undo().stack().redoText();
             m_workspace->undo().stack().redo();
             m_workspace->tell({Message::Level::Info, tr("Done again: %1").arg(what), {}, {}});
         }});
    add({"auto", tr("Follow the &plan"), QKeySequence(Qt::CTRL | Qt::Key_D),
         tr("Put the planner's choice back on the bench"), [this] { m_edits->followPlan(); }});
    add({"none", tr("&Clear splits"), QKeySequence(Qt::CTRL | Qt::Key_0), tr("Clear every split of the operation"),
         [this] { m_edits->clearSplits(); }});
    add({"pin", tr("P&in or unpin"), QKeySequence(Qt::CTRL | Qt::Key_I),
         tr("Keep the splits on the bench as a manual hint, or give the hint up"), [this] { m_edits->togglePin(); }});
    add({"rules", tr("&Rules..."), QKeySequence(Qt::CTRL | Qt::Key_R), tr("Change any limit or cap of the rules"),
         [this] {
             auto *dialog = new RulesDialog(m_workspace->undo().state().rules, this);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             connect(dialog, &RulesDialog::chosen, m_edits.get(), &UserEdits::setRules);
             dialog->open();
         }});
    add({"settings", tr("&Settings..."), QKeySequence(Qt::CTRL | Qt::Key_Comma), tr("Theme, units, threads"),
         [this] { (new SettingsDialog(*m_settings, this))->open(); }});
}

void MainWindow::createViewActions()
{
    const QString heading = tr("View");
    const auto add = [this, &heading](const ActionSpec &spec) { return m_actions->add(heading, spec); };
    for (int i = 0; i < m_tabs->count(); ++i) {
        Panel *panel = m_tabPanels.at(static_cast<std::size_t>(i));
        const QByteArray id = "tab_" + panel->id().toLatin1();
        add({id.constData(), panel->title(), QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)),
             tr("Show the page %1").arg(panel->title()), [this, panel] { focusPanel(panel); }});
    }
    add({"table", tr("Spans as a &table"), QKeySequence(Qt::CTRL | Qt::Key_T),
         tr("Show the pressure plot's figures as a table"), [this] { m_pressure->showTable(true); }});
    add({"plot", tr("Spans as a &plot"), QKeySequence(Qt::CTRL | Qt::Key_G), tr("Show the pressure plot"),
         [this] { m_pressure->showTable(false); }});
    add({"bytes", tr("&Bytes or KiB, MiB"), QKeySequence(Qt::CTRL | Qt::Key_B), tr("Change the unit of spans"), [this] {
             m_settings->setByteUnits(m_settings->byteUnits() == ByteUnits::Bytes ? ByteUnits::Binary
                                                                                  : ByteUnits::Bytes);
         }});
    const std::initializer_list<std::tuple<const char *, QString, QString, Qt::Key>> themes{
        {"themeSystem", tr("Theme of the s&ystem"), QStringLiteral("system"), Qt::Key_F6},
        {"themeLight", tr("&Light theme"), QStringLiteral("light"), Qt::Key_F7},
        {"themeDark", tr("&Dark theme"), QStringLiteral("dark"), Qt::Key_F8}};
    for (const auto &[id, text, theme, key] : themes) {
        add({id, text, QKeySequence(key), tr("Change the colours of the window"),
             [this, name = theme] { m_settings->setTheme(name); }});
    }
    add({"fullScreen", tr("&Full screen"), QKeySequence(Qt::Key_F11), tr("Use the whole screen"),
         [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); }});
    add({"resetLayout", tr("&Reset docks"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
         tr("Put every dock back where it was at first"), [this] { resetLayout(); }});
}

void MainWindow::createGoActions()
{
    const QString heading = tr("Go");
    const auto add = [this, &heading](const ActionSpec &spec) { m_actions->add(heading, spec); };
    add({"back", tr("&Back"), QKeySequence(Qt::ALT | Qt::Key_Left), tr("The operation selected before"),
         [this] { m_workspace->selection().back(); }});
    add({"forward", tr("&Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), tr("The operation selected after"),
         [this] { m_workspace->selection().forward(); }});
    add({"palette", tr("&Jump to op or action"), QKeySequence(Qt::CTRL | Qt::Key_P),
         tr("Type a part of an operation's or action's name"), [this] {
             auto *palette = new CommandPalette(*m_actions, *m_workspace, this);
             palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, 60)));
             palette->show();
         }});
    add({"focusFilter", tr("F&ilter operations"), QKeySequence::Find, tr("Go to the filter line"), [this] {
             focusPanel(m_operations);
             m_operations->filterLine()->setFocus(Qt::ShortcutFocusReason);
             m_operations->filterLine()->selectAll();
         }});
    add({"focusOperations", tr("&Operations"), QKeySequence(Qt::CTRL | Qt::Key_1), tr("Go to the table of operations"),
         [this] { focusPanel(m_operations); }});
    add({"focusPressure", tr("&Pressure plot"), QKeySequence(Qt::CTRL | Qt::Key_2), tr("Go to the pressure plot"),
         [this] { focusPanel(m_pressure); }});
    add({"focusBench", tr("&Split bench"), QKeySequence(Qt::CTRL | Qt::Key_3), tr("Go to the split bench"),
         [this] { focusPanel(m_bench); }});
    add({"focusVerdict", tr("&Verdict"), QKeySequence(Qt::CTRL | Qt::Key_4), tr("Go to the verdict"),
         [this] { focusPanel(m_verdict); }});
}

void MainWindow::createExportActions()
{
    const QString heading = tr("Export");
    const auto add = [this, &heading](const char *id, const QString &text, const QKeySequence &keys, const QString &tip,
                                      const std::function<void()> &run) {
        m_actions->add(heading, {id, text, keys, tip, run});
    };
    const auto save = [this](ExportKind kind) { return [this, kind] { m_exports->save(kind); }; };
    const auto copy = [this](ExportKind kind) { return [this, kind] { m_exports->copy(kind); }; };
    const auto keys = [](Qt::Key key) { return QKeySequence(Qt::CTRL | Qt::ALT | key); };
    add("exportPython", tr("&Python hints..."), keys(Qt::Key_P), tr("spyre_hint code of every group and pin"),
        save(ExportKind::Python));
    add("exportGroups", tr("Hint &groups..."), keys(Qt::Key_G), tr("Groups that the capture module can apply"),
        save(ExportKind::Groups));
    add("exportPlan", tr("P&lan..."), keys(Qt::Key_J), tr("The whole plan as JSON"), save(ExportKind::Plan));
    add("exportCsv", tr("&Spans as CSV..."), keys(Qt::Key_C), tr("One row for each tensor coordinate"),
        save(ExportKind::Csv));
    add("exportMarkdown", tr("&Markdown report..."), keys(Qt::Key_M), tr("A report to paste into an issue"),
        save(ExportKind::Markdown));
    add("exportHtml", tr("&HTML report..."), keys(Qt::Key_H), tr("A report in one file, pictures inside"),
        save(ExportKind::Html));
    add("exportOpHtml", tr("HTML report of this &operation..."), keys(Qt::Key_O),
        tr("A report of the selected operation in one file"), save(ExportKind::OpHtml));
    add("exportPicture", tr("P&icture of this page..."), keys(Qt::Key_I),
        tr("PNG, SVG or PDF of the plot that is shown"), [this] { m_exports->savePicture(currentPanel()); });
    add("copyPython", tr("&Copy Python hints of this operation"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        tr("Put the spyre_hint code of the selected operation on the clipboard"), copy(ExportKind::OpPython));
    add("copyMarkdown", tr("Copy a report of &this operation"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
        tr("Put a Markdown report of the selected operation on the clipboard"), copy(ExportKind::OpMarkdown));
}

void MainWindow::createHelpActions()
{
    const QString heading = tr("Help");
    const auto add = [this, &heading](const ActionSpec &spec) { m_actions->add(heading, spec); };
    add({"help", tr("&Help"), QKeySequence::HelpContents, tr("Explain what has the focus"), [this] { showHelp(); }});
    add({"shortcuts", tr("&Shortcuts"), QKeySequence(Qt::Key_Question), tr("List every key of the window"),
         [this] { (new ShortcutsSheet(*m_actions, this))->show(); }});
    add({"about", tr("&About SpanScope"), QKeySequence(Qt::SHIFT | Qt::Key_F1), tr("Version and licences"),
         [this] { showAbout(); }});
}

/// What the start page lists, also while something is open.
void MainWindow::addOpenMenus(QMenu *file)
{
    QMenu *recent = file->addMenu(tr("&Recent files"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString &path : m_workspace->recentFiles().paths()) {
            QAction *action = recent->addAction(QString(path).replace(u'&', QStringLiteral("&&")));
            action->setEnabled(RecentFiles::isAlive(path));
            connect(action, &QAction::triggered, this, [this, path] { m_workspace->open({path}); });
        }
        if (recent->isEmpty()) {
            recent->addAction(tr("None yet"))->setEnabled(false);
        }
    });
    QMenu *shown = file->addMenu(tr("Sa&mples"));
    for (const Sample &sample : samples()) {
        connect(shown->addAction(sample.title), &QAction::triggered, this,
                [this, path = sample.open] { m_workspace->open({path}); });
    }
}

void MainWindow::createMenus()
{
    const auto fill = [this](QMenu *menu, std::initializer_list<const char *> ids) {
        for (const char *id : ids) {
            if (*id == '\0') {
                menu->addSeparator();
            } else {
                menu->addAction(m_actions->get(QLatin1String(id)));
            }
        }
    };
    QMenu *file = menuBar()->addMenu(tr("&File"));
    fill(file, {"open"});
    addOpenMenus(file);
    fill(file, {"paste", "reload", "close", "", "saveSession", "saveSessionAs", "lastSession", "", "quit"});
    fill(menuBar()->addMenu(tr("&Edit")), {"undo", "redo", "", "auto", "none", "pin", "", "rules", "settings"});
    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (const Panel *panel : m_tabPanels) {
        view->addAction(m_actions->get(QStringLiteral("tab_") + panel->id()));
    }
    view->addSeparator();
    for (QDockWidget *dock : m_docks) {
        view->addAction(dock->toggleViewAction());
    }
    fill(view,
         {"resetLayout", "", "table", "plot", "bytes", "", "themeSystem", "themeLight", "themeDark", "", "fullScreen"});
    fill(menuBar()->addMenu(tr("&Go")), {"back", "forward", "palette", "", "focusFilter", "focusOperations",
                                         "focusPressure", "focusBench", "focusVerdict"});
    QMenu *exports = menuBar()->addMenu(tr("E&xport"));
    exports->setObjectName(QStringLiteral("exportMenu"));
    fill(exports, {"exportPython", "exportGroups", "exportPlan", "", "exportCsv", "exportMarkdown", "exportHtml",
                   "exportOpHtml", "exportPicture", "", "copyPython", "copyMarkdown"});
    fill(menuBar()->addMenu(tr("&Help")), {"help", "shortcuts", "about"});
}

} // namespace spanscope::ui
