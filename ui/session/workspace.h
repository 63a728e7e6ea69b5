#pragma once
/// Everything that is open, and the work that keeps its results up to date.

#include "ui/models/bench_state.h"
#include "ui/models/compare_model.h"
#include "ui/models/document.h"
#include "ui/models/op_details.h"
#include "ui/models/selection.h"
#include "ui/session/file_watch.h"
#include "ui/session/input_loader.h"
#include "ui/session/job_runner.h"
#include "ui/session/recent_files.h"
#include "ui/session/session_file.h"
#include "ui/session/undo_state.h"

#include <QHash>
#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace spanscope::ui {

class Settings;

/// Something to tell without stopping anybody.
struct Message
{
    enum class Level { Info, Warning, Error };
    Level level = Level::Info;
    QString text;
    QString actionText; ///< empty: nothing to do about it
    std::function<void()> action;
};

/// The window's state without the window. Views read from here and listen; what a person changes
/// goes through UserEdits.
class Workspace : public QObject
{
    Q_OBJECT
public:
    explicit Workspace(Settings &settings, QObject *parent = nullptr);
    ~Workspace() override;

    [[nodiscard]] Settings &settings() { return m_settings; }
    [[nodiscard]] DocumentStore &documents() { return m_documents; }
    [[nodiscard]] Selection &selection() { return m_selection; }
    [[nodiscard]] UndoState &undo() { return m_undo; }
    [[nodiscard]] BenchState &bench() { return m_bench; }
    [[nodiscard]] RecentFiles &recentFiles() { return m_recent; }

    /// The current graph's table; null while there is none.
    [[nodiscard]] ResultSummaryPtr summary() const;
    [[nodiscard]] GraphResultPtr result() const;
    /// Of the selected op under the rules in force; null until computed.
    [[nodiscard]] const OpDetailsPtr &details() const { return m_details; }
    [[nodiscard]] const GraphChoices &choices() const;
    [[nodiscard]] const std::shared_ptr<const Baseline> &baseline() const { return m_baseline; }
    [[nodiscard]] QString lastError() const { return m_lastError; }

    /// Opens files beside what is open already. A `.spanscope` file replaces everything.
    void open(const QStringList &paths);
    /// A pasted log, generated code or a typed expression.
    void openText(const QString &text);
    void reload();
    void closeDocument(int id);
    /// Stops loading and analysing; what is complete stays.
    void cancel();
    [[nodiscard]] bool isBusy() const;
    /// Selects this op as soon as its graph is analysed; empty: the worst one.
    void selectWhenReady(const QString &opName) { m_wantedOp = opName; }

    /// What the Compare page holds the current graph against.
    void compareWithPreset(const QString &preset);
    void compareWithDocument(int id);
    void compareWithFile(const QString &path);
    void clearBaseline();

    [[nodiscard]] SessionData sessionData() const;
    void restore(const SessionData &session);

    /// Shows a message in the window.
    void tell(const Message &message) { emit messageRaised(message); }
    void tellError(const QString &text);

signals:
    void summaryChanged(); ///< the current graph's table is another one
    void detailsChanged(); ///< of the selected op; null while they are computed
    void choicesChanged(); ///< splits, pins, aliases or exclusions of the current graph
    void rulesChanged();
    void baselineChanged();
    void busyChanged(bool busy);
    void progressed(const QString &label, qulonglong done, qulonglong total);
    void messageRaised(const spanscope::ui::Message &message);
    void sessionRestored(const spanscope::ui::SessionData &session);
    void contentChanged(); ///< something a session would keep is different

private:
    // workspace.cpp
    void connectParts();
    void startLoading();
    void loadNext();
    void taken(const InputSourcePtr &source, const InputSourcePtr &replaces);
    void offerReload(const QString &path);
    void showOp();
    void stateChanged(const UserState &before);
    void applyRestored(int id);
    // workspace_analysis.cpp
    struct AnalysisKey
    {
        RuleChoice rules;
        bool ignoreSwitches = true;
        GraphPtr graph;
        bool operator==(const AnalysisKey &) const = default;
    };
    void analyseStale();
    void summaryArrived(int id, const AnalysisKey &key, const ResultSummaryPtr &summary);
    void chooseOp(const ResultSummary &summary);
    void startDetails();
    void startBaseline(const QString &title, const std::function<Baseline(const WorkContext &)> &make);

    struct Pending
    {
        InputRequest request;
        InputSourcePtr replaces; ///< a reload
    };

    Settings &m_settings;
    DocumentStore m_documents;
    Selection m_selection;
    UndoState m_undo;
    BenchState m_bench;
    RecentFiles m_recent;
    FileWatch m_watch;
    std::deque<Pending> m_pending;
    std::optional<SessionData> m_restoring;
    QHash<int, AnalysisKey> m_analysed;
    QHash<int, QString> m_lastOp; ///< by document
    QString m_wantedOp;
    QString m_lastError;
    OpDetailsPtr m_details;
    std::shared_ptr<const Baseline> m_baseline;
    // Last: their threads end before anything else goes away.
    JobRunner m_loader;
    JobRunner m_analyser;
    JobRunner m_detailer;
    JobRunner m_comparer;
};

} // namespace spanscope::ui
