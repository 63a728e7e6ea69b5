#pragma once
/// The window: menus, toolbar, docks and tabs around the panels.

#include "ui/panels/panel.h"
#include "ui/session/autosave.h"
#include "ui/session/settings.h"

#include <QMainWindow>
#include <QPointer>

#include <memory>
#include <vector>

class QDockWidget;
class QMenu;
class QStackedWidget;
class QTabWidget;

namespace spanscope::ui {

class ActionSet;
class BenchPanel;
class DocumentSwitch;
class ExportController;
class HelpViewer;
class MessageBar;
class OperationsPanel;
class PressurePanel;
class RulesBar;
class StartPage;
class StatusLine;
class VerdictPanel;

/// Where a window keeps its things; empty entries: the user's own places.
struct WindowPlaces
{
    QString settingsFile;
    QString autosaveFolder;
};

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(const WindowPlaces &places = {}, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workspace &workspace() { return *m_workspace; }
    [[nodiscard]] UserEdits &edits() { return *m_edits; }
    [[nodiscard]] Settings &settings() { return *m_settings; }
    [[nodiscard]] Autosave &autosave() { return *m_autosave; }
    [[nodiscard]] ActionSet &actionSet() { return *m_actions; }
    [[nodiscard]] MessageBar &messages() { return *m_messages; }
    [[nodiscard]] StatusLine &statusLine() { return *m_status; }
    [[nodiscard]] OperationsPanel &operations() { return *m_operations; }
    [[nodiscard]] PressurePanel &pressure() { return *m_pressure; }
    [[nodiscard]] BenchPanel &bench() { return *m_bench; }
    [[nodiscard]] VerdictPanel &verdict() { return *m_verdict; }
    [[nodiscard]] StartPage &startPage() { return *m_start; }
    [[nodiscard]] QTabWidget &tabs() { return *m_tabs; }
    [[nodiscard]] const std::vector<QDockWidget *> &docks() const { return m_docks; }
    /// Replaces the file dialogs.
    void setPathChooser(PathChooser chooser);

    /// Opens what a crash left behind: at once, or as an offer when something else was asked for.
    void recover(bool atOnce);
    /// Opens the session of the last orderly end; false: there is none.
    bool openLastSession();
    /// Shows a tab by its panel's id; false: no such tab.
    bool showTab(const QString &id);
    /// What showTab() takes, in the order of the tabs.
    [[nodiscard]] QStringList tabIds() const;
    [[nodiscard]] Panel *currentPanel() const;
    /// Nothing is running and nothing is about to change.
    [[nodiscard]] bool isSettled() const;
    /// Only while the window lives: a theme for this run that is not remembered.
    void overrideTheme(const QString &id);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    // main_window_actions.cpp
    void createActions();
    void createFileActions();
    void createEditActions();
    void createViewActions();
    void createGoActions();
    void createExportActions();
    void createHelpActions();
    void createMenus();
    void addOpenMenus(QMenu *file);
    // main_window_docks.cpp
    void createPanels();
    void createDocks();
    void createToolBar();
    QDockWidget *addDock(Panel *panel, Qt::DockWidgetArea area);
    void resetLayout();
    void showContent(bool open);
    // main_window_connect.cpp
    void connectParts();
    void connectHistory();
    void refreshTitle();
    void refreshActions();
    void chooseFiles();
    void paste();
    void saveSessionAs();
    void saveSessionTo(const QString &path);
    [[nodiscard]] SessionData snapshot() const;
    [[nodiscard]] QString lastSessionPath() const;
    void focusPanel(Panel *panel);
    void showHelp();
    void showAbout();

    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<UserEdits> m_edits;
    std::unique_ptr<Autosave> m_autosave;
    PathChooser m_paths;
    QString m_sessionPath;

    ActionSet *m_actions = nullptr;
    ExportController *m_exports = nullptr;
    bool m_closesAfterExports = false;
    MessageBar *m_messages = nullptr;
    StatusLine *m_status = nullptr;
    RulesBar *m_rulesBar = nullptr;
    DocumentSwitch *m_documentSwitch = nullptr;
    QAction *m_documentSwitchAction = nullptr;
    StartPage *m_start = nullptr;
    QStackedWidget *m_pages = nullptr;
    QTabWidget *m_tabs = nullptr;
    OperationsPanel *m_operations = nullptr;
    PressurePanel *m_pressure = nullptr;
    BenchPanel *m_bench = nullptr;
    VerdictPanel *m_verdict = nullptr;
    std::vector<Panel *> m_tabPanels; ///< by tab index
    std::vector<QDockWidget *> m_docks;
    QByteArray m_defaultLayout;
    QPointer<HelpViewer> m_help;
    bool m_contentShown = false;
};

} // namespace spanscope::ui
