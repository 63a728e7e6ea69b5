/// Panels, docks, tabs and the toolbar of the window.

#include "ui/panels/bench_panel.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/graph_panel.h"
#include "ui/panels/groups_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/overview_panel.h"
#include "ui/panels/pressure_panel.h"
#include "ui/panels/search_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/window/action_set.h"
#include "ui/window/document_switch.h"
#include "ui/window/export_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/rules_bar.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"

#include <QDockWidget>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace spanscope::ui {

namespace {
/// Of operations and verdict: at 1280 pixels both show their columns, and two fifths are left for the
/// plot; wider windows give all three more.
QList<int> dockWidths(int window)
{
    return {std::clamp(window * 33 / 100, 424, 620), std::clamp(window * 25 / 100, 322, 460)};
}
} // namespace

void MainWindow::createPanels()
{
    const PanelContext context{*m_workspace, *m_edits, m_paths};
    m_exports = new ExportController(context, this);
    m_messages = new MessageBar(this);
    m_start = new StartPage(*m_workspace, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pages"));
    m_operations = new OperationsPanel(context, this);
    m_verdict = new VerdictPanel(context, this);
    m_pressure = new PressurePanel(context, this);
    m_bench = new BenchPanel(context, this);

    auto *page = new QSplitter(Qt::Vertical, this);
    page->setChildrenCollapsible(false);
    page->addWidget(m_pressure);
    page->addWidget(m_bench);
    page->setStretchFactor(0, 3);
    page->setStretchFactor(1, 2);
    page->setObjectName(QStringLiteral("pressurePage"));
    m_tabs->addTab(page, m_pressure->title());
    m_tabPanels.push_back(m_pressure);
    const std::initializer_list<Panel *> rest{new SearchPanel(context, this),  new OverviewPanel(context, this),
                                              new GraphPanel(context, this),   new GroupsPanel(context, this),
                                              new ComparePanel(context, this), new LogPanel(context, this)};
    for (Panel *panel : rest) {
        m_tabs->addTab(panel, panel->title());
        m_tabPanels.push_back(panel);
    }
    for (std::size_t i = 0; i < m_tabPanels.size(); ++i) {
        m_tabs->setTabToolTip(static_cast<int>(i), m_tabPanels[i]->accessibleDescription());
        m_tabs->setTabWhatsThis(static_cast<int>(i), m_tabPanels[i]->accessibleDescription());
    }

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_tabs);
    auto *centre = new QWidget(this);
    auto *box = new QVBoxLayout(centre);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_messages);
    box->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_status = new StatusLine(*m_workspace, statusBar());
}

QDockWidget *MainWindow::addDock(Panel *panel, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(panel->title(), this);
    dock->setObjectName(panel->id() + QStringLiteral("Dock"));
    dock->setWidget(panel);
    dock->setWhatsThis(panel->whatsThis());
    addDockWidget(area, dock);
    m_docks.push_back(dock);
    return dock;
}

void MainWindow::createDocks()
{
    QDockWidget *left = addDock(m_operations, Qt::LeftDockWidgetArea);
    QDockWidget *right = addDock(m_verdict, Qt::RightDockWidgetArea);
    resizeDocks({left, right}, dockWidths(width()), Qt::Horizontal);
}

void MainWindow::createToolBar()
{
    QToolBar *bar = addToolBar(tr("Main"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->setMovable(false);
    for (const char *id : {"open", "reload", "undo", "redo", "back", "forward"}) {
        bar->addAction(m_actions->get(QLatin1String(id)));
    }
    bar->addSeparator();
    m_documentSwitch = new DocumentSwitch(*m_workspace, bar);
    m_documentSwitchAction = bar->addWidget(m_documentSwitch);
    m_documentSwitchAction->setVisible(false);
    m_rulesBar = new RulesBar(*m_workspace, *m_edits, bar);
    bar->addWidget(m_rulesBar);
    bar->addSeparator();
    auto *exports = new QToolButton(bar);
    exports->setText(tr("Export"));
    exports->setPopupMode(QToolButton::InstantPopup);
    exports->setToolTip(tr("Plans, hints, reports and pictures"));
    exports->setStatusTip(exports->toolTip());
    exports->setMenu(findChild<QMenu *>(QStringLiteral("exportMenu")));
    bar->addWidget(exports);
    auto *space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addAction(m_actions->get(QStringLiteral("palette")));
}

void MainWindow::resetLayout()
{
    restoreState(m_defaultLayout);
    resizeDocks({m_docks.at(0), m_docks.at(1)}, dockWidths(width()), Qt::Horizontal);
    for (QDockWidget *dock : m_docks) {
        dock->setVisible(m_contentShown);
    }
}

void MainWindow::showContent(bool open)
{
    if (open == m_contentShown) {
        return;
    }
    m_contentShown = open;
    m_pages->setCurrentWidget(open ? static_cast<QWidget *>(m_tabs) : m_start);
    // Empty docks would only take room from the start page; what a person closed stays closed.
    for (QDockWidget *dock : m_docks) {
        if (open) {
            dock->setVisible(!dock->property("closedByUser").toBool());
        } else {
            dock->setProperty("closedByUser", dock->isHidden() && isVisible());
            dock->hide();
        }
    }
    if (open && !m_docks.front()->property("sized").toBool()) {
        m_docks.front()->setProperty("sized", true);
        if (m_settings->windowState().isEmpty()) {
            resizeDocks({m_docks.at(0), m_docks.at(1)}, dockWidths(width()), Qt::Horizontal);
        }
    }
}

} // namespace spanscope::ui
