#include "ui/window/main_window.h"

#include "ui/panels/bench_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/export_controller.h"
#include "ui/window/file_dialogs.h"
#include "ui/window/message_bar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QIcon>
#include <QMimeData>
#include <QTabWidget>
#include <QUrl>

#include <utility>

/// Resources of a static library have to be asked for, outside of any namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(window);
}

namespace spanscope::ui {

MainWindow::MainWindow(const WindowPlaces &places, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(places.settingsFile.isEmpty() ? std::make_unique<Settings>()
                                               : std::make_unique<Settings>(places.settingsFile))
    , m_workspace(std::make_unique<Workspace>(*m_settings))
    , m_edits(std::make_unique<UserEdits>(*m_workspace))
    , m_autosave(std::make_unique<Autosave>(places.autosaveFolder, [this] { return snapshot(); }))
    , m_paths(fileDialogs(this, *m_settings))
{
    registerResources();
    setObjectName(QStringLiteral("spanscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/spanscope.svg")));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    applyTheme(*qApp, themeFromId(m_settings->theme()));
    createPanels();
    createDocks();
    createActions();
    createMenus();
    createToolBar();
    connectParts();
    resize(1280, 800);
    m_defaultLayout = saveState();
    restoreGeometry(m_settings->windowGeometry());
    restoreState(m_settings->windowState());
    m_contentShown = true; // as built; the next line hides it while nothing is open
    showContent(false);
    refreshTitle();
    refreshActions();
}

MainWindow::~MainWindow()
{
    // Views look at the state: they go before it.
    delete takeCentralWidget();
    qDeleteAll(m_docks);
    m_docks.clear();
    m_workspace->disconnect();
    m_settings->disconnect();
}

void MainWindow::setPathChooser(PathChooser chooser)
{
    m_paths = std::move(chooser);
}

void MainWindow::overrideTheme(const QString &id)
{
    applyTheme(*qApp, themeFromId(id));
}

bool MainWindow::showTab(const QString &id)
{
    for (std::size_t i = 0; i < m_tabPanels.size(); ++i) {
        if (m_tabPanels[i]->id() == id) {
            m_tabs->setCurrentIndex(static_cast<int>(i));
            return true;
        }
    }
    return false;
}

QStringList MainWindow::tabIds() const
{
    QStringList ids;
    for (const Panel *panel : m_tabPanels) {
        ids << panel->id();
    }
    return ids;
}

Panel *MainWindow::currentPanel() const
{
    const int index = m_tabs->currentIndex();
    return index < 0 ? nullptr : m_tabPanels.at(static_cast<std::size_t>(index));
}

bool MainWindow::isSettled() const
{
    return !m_workspace->isBusy() && m_exports->isSettled() && m_verdict->isSettled() && m_bench->isSettled() &&
           (currentPanel() == nullptr || currentPanel()->isSettled());
}

SessionData MainWindow::snapshot() const
{
    SessionData session = m_workspace->sessionData();
    session.windowGeometry = saveGeometry();
    session.windowState = saveState();
    return session;
}

QString MainWindow::lastSessionPath() const
{
    return QFileInfo(m_autosave->path()).absolutePath() + QStringLiteral("/last-session.json");
}

bool MainWindow::openLastSession()
{
    if (!QFileInfo::exists(lastSessionPath())) {
        m_workspace->tell({Message::Level::Info, tr("No session was kept yet."), {}, {}});
        return false;
    }
    try {
        m_workspace->restore(loadSession(lastSessionPath()));
        return true;
    } catch (const std::exception &error) {
        m_workspace->tellError(QString::fromUtf8(error.what()));
        return false;
    }
}

void MainWindow::recover(bool atOnce)
{
    const std::optional<SessionData> orphan = m_autosave->takeOrphan();
    if (!orphan) {
        return;
    }
    if (atOnce) {
        m_workspace->restore(*orphan);
        m_workspace->tell({Message::Level::Info, tr("SpanScope did not end properly last time. Your work is back."),
                           tr("Close it"), [this] { m_workspace->restore(SessionData{}); }});
    } else {
        m_workspace->tell({Message::Level::Info, tr("SpanScope did not end properly last time."), tr("Bring it back"),
                           [this, session = *orphan] { m_workspace->restore(session); }});
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const bool again = std::exchange(m_closesAfterExports, !m_exports->allWritten());
    if (m_closesAfterExports && !again) {
        event->ignore(); // what was asked for is written first; a fault keeps the window open to tell it
        m_workspace->tell({Message::Level::Info,
                           tr("The window closes when the exports are written. Closing it again gives up those that "
                              "have not begun."),
                           tr("Stay open"), [this] { m_closesAfterExports = false; }});
        return;
    }
    m_exports->giveUp();
    if (m_contentShown) {
        m_settings->setWindow(saveGeometry(), saveState());
    }
    if (!m_workspace->documents().documents().empty()) {
        saveSession(snapshot(), lastSessionPath(), nullptr);
    }
    m_settings->sync();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QMimeData *dropped = event->mimeData();
    event->acceptProposedAction();
    if (!dropped->hasUrls()) {
        m_workspace->openText(dropped->text());
        return;
    }
    QStringList files;
    QStringList ignored;
    for (const QUrl &url : dropped->urls()) {
        const QString path = url.toLocalFile();
        if (path.isEmpty()) {
            ignored << url.toDisplayString();
        } else if (QFileInfo(path).isDir()) {
            ignored << QFileInfo(path).fileName() + u'/';
        } else {
            files << path;
        }
    }
    if (!ignored.isEmpty()) {
        m_workspace->tell({Message::Level::Warning, tr("Ignored: %1").arg(ignored.join(QStringLiteral(", "))), {}, {}});
    }
    if (!files.isEmpty()) {
        m_workspace->open(files);
    }
}

} // namespace spanscope::ui
