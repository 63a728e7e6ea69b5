#pragma once
/// The figures that a log reported beside the ones computed here.

#include "core/groups/groups.h"
#include "core/importers/reported.h"
#include "ui/models/text_table.h"

#include <memory>

namespace spanscope::ui {

using ReportedComparisonPtr = std::shared_ptr<const ReportedComparison>;

/// StateRole is the Agreement.
class ReportedModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Line, Op, What, Reported, Recomputed, Equal, By, Remark };

    /// A comparison and its rows.
    struct Prepared
    {
        ReportedComparisonPtr comparison;
        GraphPtr graph; ///< whose figures they are
        std::vector<TableRow> rows;
    };

    explicit ReportedModel(QObject *parent = nullptr);
    /// The rows of a comparison; any thread may make them. Neither may be null.
    [[nodiscard]] static Prepared prepare(const ReportedComparisonPtr &comparison, const GraphPtr &graph);
    void setComparison(Prepared prepared);
    void clear();
    /// The op a figure is about, or -1.
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    /// How many figures agree, and the rules that the log shows.
    [[nodiscard]] QString summary() const;
    /// Backend aborts in plain words, one an item.
    [[nodiscard]] QStringList aborts() const;

private:
    ReportedComparisonPtr m_comparison;
    GraphPtr m_graph;
};

} // namespace spanscope::ui
