#pragma once
/// Two results side by side, op by op.

#include "ui/models/result_summary.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// What a baseline says of one op.
struct BaselineOp
{
    QString name;
    QString verdict;
    QString levels;
    Int worstSpan = -1; ///< bytes under its plan; -1: not told
};

/// A second graph, the same graph under other rules, or a plan document.
struct Baseline
{
    QString title;
    std::vector<BaselineOp> ops;
};

[[nodiscard]] Baseline baselineOf(const ResultSummary &summary, const QString &title);
/// From a `spyre-span-plan` document (its first line). Throws InputError.
[[nodiscard]] Baseline baselineOfPlan(std::string_view json, const std::string &file, const QString &title);

/// Ops of both sides by name, in the current graph's order, what only the baseline has last.
/// StateRole is a Change.
class CompareModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Op, VerdictBefore, VerdictAfter, LevelsBefore, LevelsAfter, SpanBefore, SpanAfter, Changed };
    enum Change { Same, Different, Added, Removed };

    explicit CompareModel(QObject *parent = nullptr);
    void setSides(const std::shared_ptr<const Baseline> &before, const ResultSummaryPtr &after, bool onlyChanged);
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    [[nodiscard]] int changes() const { return m_changes; }

private:
    std::vector<int> m_ops; ///< by row: op index or -1
    int m_changes = 0;
};

} // namespace spanscope::ui
