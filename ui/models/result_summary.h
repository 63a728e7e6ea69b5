#pragma once
/// What the tables show of every op, computed once beside the analysis so that
/// views never compute while they paint.

#include "core/groups/groups.h"

#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace spanscope::ui {

/// One line of the operations table.
struct OpSummary
{
    Verdict verdict = Verdict::Fits;
    Int worstSpan = 0;   ///< bytes, under the plan
    Int untiledSpan = 0; ///< bytes, without splits
    bool unknown = false;
    QString name;
    QString operation; ///< aten target, else data type
    QString shape;     ///< `1x8195x256x64`
    QString dtype;
    QString levels;   ///< `dim 1 / 5`, `-`
    QString group;    ///< `G0`, counted as in the plan document; empty when in none
    QString source;   ///< `model.py:42`
    QString reason;   ///< one short line
    QString code;     ///< stable id of the skip or rejection, empty when planned
    QString haystack; ///< lower case name, operation, targets, source, shape for the filter
    QString tensors;  ///< lower case names of what it reads and writes, blank separated
};

inline constexpr std::size_t kVerdictCount = 7;

/// All ops of a result. Immutable once built; shared between views.
struct ResultSummary
{
    GraphResultPtr result;
    std::vector<OpSummary> ops;
    std::array<int, kVerdictCount> counts{}; ///< by Verdict

    [[nodiscard]] Int limit() const { return result->rules.rules.maxSpanBytes; }
    [[nodiscard]] int count(Verdict verdict) const { return counts.at(static_cast<std::size_t>(verdict)); }
};
using ResultSummaryPtr = std::shared_ptr<const ResultSummary>;

/// Summarizes every op of a result. Pure; meant for a worker thread. A cancelled
/// summary is null.
[[nodiscard]] ResultSummaryPtr summarize(GraphResultPtr result, const WorkContext &context = {});

} // namespace spanscope::ui
