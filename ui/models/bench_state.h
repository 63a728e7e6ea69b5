#pragma once
/// The splits under trial for the selected op, and what they come to.

#include "core/groups/groups.h"
#include "core/planner/engine.h"
#include "ui/models/user_state.h"

#include <QObject>

#include <vector>

namespace spanscope::ui {

/// Recomputed on every change; cheap enough to follow a key held down. Holds no history: the
/// user's splits come from the undoable UserState.
class BenchState : public QObject
{
    Q_OBJECT
public:
    explicit BenchState(QObject *parent = nullptr);

    /// Shows an op of a result (-1 or null: nothing) with the user's choices for that graph.
    void setOp(const GraphResultPtr &result, int op, const GraphChoices &choices);
    /// The same op under changed choices.
    void setChoices(const GraphChoices &choices);

    [[nodiscard]] bool isEmpty() const { return m_result == nullptr || m_op < 0; }
    [[nodiscard]] const GraphResultPtr &result() const { return m_result; }
    [[nodiscard]] int op() const { return m_op; }
    [[nodiscard]] const std::string &opName() const;
    [[nodiscard]] const Rules &rules() const { return m_result->rules.rules; }

    [[nodiscard]] const std::vector<HostDimInfo> &dims() const { return m_dims; }
    /// Judgements on every divisor of a dim; null for dims that have no integer range > 1.
    [[nodiscard]] const SplitTable *table(HostDim dim) const;
    [[nodiscard]] const Levels &splits() const { return m_splits; }
    /// Why no splits can be tried on this op at all (generated code without indices); empty when they can.
    [[nodiscard]] const QString &whyNot() const { return m_whyNot; }
    /// What the compile would use: the group's levels, else the op's own plan.
    [[nodiscard]] const Levels &planned() const { return m_planned; }
    [[nodiscard]] bool followsPlan() const { return m_follows && (m_planWanted || !hasLoggedTiles()); }
    /// The log's spans show other tiles than the plan's; they are on the bench until the user chooses.
    [[nodiscard]] bool hasLoggedTiles() const { return !m_reported.empty() && m_reported != m_planned; }
    /// The log tells tiles, the plan's or others.
    [[nodiscard]] bool hasReportedTiles() const { return !m_reported.empty(); }
    [[nodiscard]] bool showsLog() const { return m_follows && !m_planWanted && hasLoggedTiles(); }
    [[nodiscard]] bool isPinned() const { return m_pinned; }
    [[nodiscard]] const DimAliases &aliases() const { return m_aliases; }

    [[nodiscard]] const Trial &trial() const { return m_trial; }        ///< as the compiler judges them
    [[nodiscard]] const Trial &manualTrial() const { return m_manual; } ///< as a manual hint
    [[nodiscard]] const OpAudit &current() const { return m_current; }
    [[nodiscard]] const OpAudit &untiled() const { return m_untiled; }
    /// Tensor coordinates that a host dim controls: `out dev 0, arg1_1 dev 1`.
    [[nodiscard]] QString controlsText(HostDim dim) const;
    /// One sentence about the splits on the bench.
    [[nodiscard]] QString sentence() const;

signals:
    void opChanged();     ///< another op or result: everything is new
    void splitsChanged(); ///< splits, trial and audit; also after opChanged()
    void namesChanged();  ///< aliases or pin

private:
    void recompute();
    void takeChoices(const GraphChoices &choices);

    GraphResultPtr m_result;
    int m_op = -1;
    std::vector<HostDimInfo> m_dims;
    std::vector<SplitTable> m_tables;
    QString m_whyNot;
    Levels m_splits;
    Levels m_planned;
    Levels m_reported; ///< what the log's spans show without naming it
    DimAliases m_aliases;
    bool m_follows = true;     ///< no splits of the user's
    bool m_planWanted = false; ///< and the plan, whatever the log shows
    bool m_pinned = false;
    Trial m_trial;
    Trial m_manual;
    OpAudit m_current;
    OpAudit m_untiled;
};

} // namespace spanscope::ui
