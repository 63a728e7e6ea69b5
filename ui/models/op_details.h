#pragma once
/// What is computed for the selected op only, when it is asked for.

#include "core/groups/groups.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace spanscope::ui {

/// A row over the limit, of this op or of one that reads its buffer.
struct Residual
{
    std::size_t opIndex = 0;
    AuditRow row;
};

struct OpDetails
{
    GraphResultPtr result;
    std::size_t opIndex = 0;
    OpAnalysis traced; ///< with every combo that was tried
    Fits fits;
    std::optional<Cause> cause;
    std::vector<SplitTable> tables;  ///< every host dim with an integer range > 1
    std::vector<Residual> residuals; ///< this op's first, then its readers'
    QString headline;                ///< one or two sentences
    QString causeText;               ///< empty unless unsupported
    QString nextStep;                ///< what to do about it: one or two sentences
    QString compilerText;            ///< what the compiler would print; may be empty
    QStringList reported;            ///< what a log says of the op, by line; empty for captured graphs
    QStringList inferred;            ///< what no line tells and had to be taken for granted; empty likewise
    QString numbers;                 ///< sizes, strides, deps, origin as aligned text
};
using OpDetailsPtr = std::shared_ptr<const OpDetails>;

/// Everything about one op: tens of milliseconds, meant for a worker thread. Null when cancelled.
[[nodiscard]] OpDetailsPtr computeDetails(const GraphResultPtr &result, std::size_t opIndex,
                                          const WorkContext &context = {});

/// The op's figures as text, one `name: value` a line.
[[nodiscard]] QString opNumbers(const Graph &graph, std::size_t opIndex);

/// Host dims of an op that can be split at all.
[[nodiscard]] std::vector<SplitTable> allSplitTables(const Graph &graph, std::size_t opIndex,
                                                     const OpAnalysis &analysis, const Rules &rules);

} // namespace spanscope::ui
