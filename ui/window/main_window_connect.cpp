/// What the window does when something happens.

#include "ui/models/text.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/action_set.h"
#include "ui/window/document_switch.h"
#include "ui/window/export_controller.h"
#include "ui/window/help_viewer.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/rules_bar.h"
#include "ui/window/rules_dialog.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QTabWidget>

#include <utility>

namespace spanscope::ui {

void MainWindow::connectParts()
{
    Workspace *state = m_workspace.get();
    connect(state, &Workspace::messageRaised, m_messages, &MessageBar::show);
    connect(state, &Workspace::contentChanged, this, [this] { m_autosave->touch(); });
    connect(state, &Workspace::summaryChanged, this, &MainWindow::refreshTitle);
    connect(state, &Workspace::summaryChanged, this, &MainWindow::refreshActions);
    connect(state, &Workspace::sessionRestored, this, [this](const SessionData &session) {
        if (!session.windowGeometry.isEmpty()) {
            restoreGeometry(session.windowGeometry);
            restoreState(session.windowState);
            m_contentShown = !m_workspace->documents().documents().empty();
            for (QDockWidget *dock : m_docks) {
                dock->setProperty("closedByUser", dock->isHidden());
                dock->setVisible(m_contentShown && !dock->isHidden());
            }
        }
    });
    connect(&state->documents(), &DocumentStore::documentsChanged, this, [this] {
        showContent(!m_workspace->documents().documents().empty());
        refreshTitle();
        refreshActions();
    });
    connect(m_documentSwitch, &DocumentSwitch::wanted, m_documentSwitchAction, &QAction::setVisible);
    connect(m_rulesBar, &RulesBar::moreWanted, m_actions->get(QStringLiteral("rules")), &QAction::trigger);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::pasteWanted, this, &MainWindow::paste);
    connect(m_start, &StartPage::lastSessionWanted, this, [this] { openLastSession(); });
    connect(m_settings.get(), &Settings::themeChanged, this,
            [this] { applyTheme(*qApp, themeFromId(m_settings->theme())); });
    connect(m_exports, &ExportController::workChanged, m_status, &StatusLine::showExport);
    connect(m_exports, &ExportController::settled, this, [this](bool withoutErrors) {
        if (std::exchange(m_closesAfterExports, false) && withoutErrors) {
            close();
        }
    });
    connectHistory();
}

void MainWindow::connectHistory()
{
    QUndoStack &stack = m_workspace->undo().stack();
    QAction *undo = m_actions->get(QStringLiteral("undo"));
    QAction *redo = m_actions->get(QStringLiteral("redo"));
    const auto refresh = [&stack, undo, redo] {
        undo->setEnabled(stack.canUndo());
        redo->setEnabled(stack.canRedo());
        undo->setStatusTip(stack.canUndo() ? tr("Undo: %1").arg(stack.undoText()) : tr("Nothing to undo"));
        redo->setStatusTip(stack.canRedo() ? tr("Redo: %1").arg(stack.redoText()) : tr("Nothing to redo"));
    };
    connect(&stack, &QUndoStack::indexChanged, this, refresh);
    refresh();
    Selection &selection = m_workspace->selection();
    connect(&selection, &Selection::historyChanged, this, [this, &selection] {
        m_actions->get(QStringLiteral("back"))->setEnabled(selection.canGoBack());
        m_actions->get(QStringLiteral("forward"))->setEnabled(selection.canGoForward());
    });
}

void MainWindow::refreshTitle()
{
    const Document *doc = m_workspace->documents().current();
    setWindowTitle(doc != nullptr ? tr("%1 - SpanScope").arg(doc->title()) : tr("SpanScope"));
}

void MainWindow::refreshActions()
{
    const bool open = !m_workspace->documents().documents().empty();
    const bool analysed = m_workspace->summary() != nullptr;
    for (const char *id : {"reload", "close", "saveSession", "saveSessionAs", "focusFilter"}) {
        m_actions->get(QLatin1String(id))->setEnabled(open);
    }
    for (const ActionSet::Section &section : m_actions->sections()) {
        if (section.heading == tr("Export")) {
            for (QAction *action : section.actions) {
                action->setEnabled(analysed);
            }
        }
    }
    const Selection &selection = m_workspace->selection();
    m_actions->get(QStringLiteral("back"))->setEnabled(selection.canGoBack());
    m_actions->get(QStringLiteral("forward"))->setEnabled(selection.canGoForward());
}

void MainWindow::chooseFiles()
{
    const QStringList files = m_paths.openFiles(
        tr("Open"), tr("Graphs, logs, generated code, sessions (*.json *.jsonl *.log *.txt *.py *.spanscope)"));
    if (!files.isEmpty()) {
        m_workspace->open(files);
    }
}

void MainWindow::paste()
{
    const QString text = QApplication::clipboard()->text();
    if (text.trimmed().isEmpty()) {
        m_workspace->tell({Message::Level::Info, tr("The clipboard holds no text."), {}, {}});
        return;
    }
    m_workspace->openText(text);
}

void MainWindow::saveSessionAs()
{
    const QString path = m_paths.saveFile(tr("Save the session"), QStringLiteral("session.spanscope"),
                                          tr("SpanScope sessions (*.spanscope)"));
    if (!path.isEmpty()) {
        saveSessionTo(path);
    }
}

void MainWindow::saveSessionTo(const QString &path)
{
    QString error;
    const QString name = QFileInfo(path).fileName();
    if (saveSession(snapshot(), path, &error)) {
        m_sessionPath = path;
        m_workspace->recentFiles().add(QFileInfo(path).absoluteFilePath());
        m_workspace->tell({Message::Level::Info, tr("%1 is written.").arg(name), {}, {}});
    } else {
        m_workspace->tellError(tr("%1 could not be written: %2").arg(name, error));
    }
}

void MainWindow::focusPanel(Panel *panel)
{
    for (QDockWidget *dock : m_docks) {
        if (dock->widget() == panel) {
            dock->show();
            dock->raise();
        }
    }
    for (std::size_t i = 0; i < m_tabPanels.size(); ++i) {
        if (m_tabPanels[i] == panel) {
            m_tabs->setCurrentIndex(static_cast<int>(i));
        }
    }
    if (panel == m_bench) {
        m_tabs->setCurrentIndex(0);
    }
    panel->focusTarget()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showHelp()
{
    if (!m_help) {
        m_help = new HelpViewer(this);
    }
    // The page that explains what has the focus.
    QString topic = QStringLiteral("index");
    for (QWidget *widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget()) {
        if (const auto *panel = qobject_cast<Panel *>(widget)) {
            topic = panel->id();
            break;
        }
    }
    m_help->showTopic(topic);
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About SpanScope"));
    box->setTextFormat(Qt::RichText);
    box->setText(tr("<h3>SpanScope %1</h3><p>Explains and plans the memory spans of Spyre kernels.</p>"
                    "<p>The sources are licensed under Apache-2.0. This window links QCustomPlot, so the program as a "
                    "whole is distributed under GPL-3.0-or-later.</p>"
                    "<p>It uses Qt %2 (LGPL-3.0), QCustomPlot (GPL-3.0-or-later), nlohmann/json (MIT) and PEGTL (MIT); "
                    "Graphviz runs as a separate program.</p>")
                     .arg(QStringLiteral(SPANSCOPE_VERSION), QLatin1String(qVersion())));
    box->open();
}

} // namespace spanscope::ui
