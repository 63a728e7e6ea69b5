#include "core/planner/engine.h"

#include "core/planner/op_context.h"
#include "core/planner/search.h"
#include "core/planner/splits.h"

#include <algorithm>

namespace spanscope {

namespace {

std::vector<Level> tidied(std::vector<Level> splits)
{
    std::erase_if(splits, [](const Level &l) { return l.splitCount == 1; });
    std::stable_sort(splits.begin(), splits.end(),
                     [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    return splits;
}

/// Ranges and divisibility: what makes a split impossible to apply at all.
bool applicable(const OpContext &context, Trial &trial, const Rules &rules, bool manual)
{
    bool fine = true;
    for (const Level &level : trial.splits) {
        const SplitRange range = splitRange(context, level.hostDim);
        SplitEntry entry;
        entry.count = level.splitCount;
        entry.status = SplitStatus::NotADivisor;
        if (range.error) {
            trial.error = trial.error ? trial.error : range.error;
            trial.errorDim = trial.errorDim ? trial.errorDim : std::optional(level.hostDim);
            fine = false;
        } else {
            entry = judgeSplit(context, level.hostDim, range.range, level.splitCount, rules, manual);
            fine = fine && entry.status != SplitStatus::NotADivisor;
        }
        trial.entries.push_back(std::move(entry));
    }
    return fine;
}

void judge(const OpContext &context, const Rules &rules, bool manual, Trial &trial)
{
    if (!applicable(context, trial, rules, manual)) {
        return;
    }
    std::vector<Int> tuple;
    for (const Level &level : trial.splits) {
        tuple.push_back(level.splitCount);
    }
    trial.step.splits = trial.splits;
    trial.step.cost = costOf(tuple);
    if (context.output() == nullptr || !context.output()->layout) {
        trial.error = Code::NoOutputAddress;
        return;
    }
    if (!sticksHold(context, trial.step)) {
        trial.step.status = ComboStatus::CutsStick;
        return;
    }
    Validator validator(context, rules);
    trial.step.status = validator.check(*splitVector(trial.splits, context.rank()), true, trial.step);
    const bool allowed = std::all_of(trial.entries.begin(), trial.entries.end(),
                                     [](const SplitEntry &e) { return e.status == SplitStatus::Legal; });
    const bool tooMany = !manual && static_cast<Int>(trial.splits.size()) > rules.maxTileDims;
    if (tooMany) {
        trial.error = Code::TooManyDims;
    }
    // Nothing validates a hint that a person writes: whether its spans fit is for the audit to say.
    const bool passes =
        trial.step.status == ComboStatus::Fits || (manual && trial.step.status == ComboStatus::LeavesSpans);
    trial.accepted = passes && allowed && !tooMany;
}

HostCoordinate coordinateText(const TensorContext &tensor, HostDim dim)
{
    HostCoordinate out;
    if (!tensor.hostKnown || dim.index < 0 || static_cast<std::size_t>(dim.index) >= tensor.host.size()) {
        return out;
    }
    const Expr e = toExpr(tensor.host[static_cast<std::size_t>(dim.index)], tensor.index.symbols());
    out.text = e.toString();
    out.symbols = e.symbols();
    return out;
}

} // namespace

Trial trySplits(const Graph &graph, std::size_t opIndex, const std::vector<Level> &splits, const Rules &rules,
                bool manual)
{
    Trial trial;
    trial.splits = tidied(splits);
    try {
        judge(OpContext(graph, opIndex), rules, manual, trial);
    } catch (const ExactError &) {
        trial.error = Code::Overflow63;
        trial.accepted = false;
    }
    return trial;
}

bool conformsTo(const Graph &graph, std::size_t opIndex, const std::vector<Level> &levels, const Rules &rules)
{
    try {
        const OpContext context(graph, opIndex);
        ComboStep step;
        step.splits = levels;
        for (const Level &level : levels) {
            const SplitRange range = splitRange(context, level.hostDim);
            if (range.error || range.range % level.splitCount != 0) {
                return false;
            }
        }
        const auto splits = splitVector(levels, context.rank());
        if (!splits || context.output() == nullptr || !context.output()->layout || !sticksHold(context, step)) {
            return false;
        }
        return Validator(context, rules).check(*splits, false, step) == ComboStatus::Fits;
    } catch (const ExactError &) {
        return false;
    }
}

HostCoordinate outputHostCoordinate(const Graph &graph, std::size_t opIndex, HostDim dim)
{
    try {
        const OpContext context(graph, opIndex);
        return context.output() == nullptr ? HostCoordinate{} : coordinateText(*context.output(), dim);
    } catch (const ExactError &) {
        return {};
    }
}

HostCoordinate readHostCoordinate(const Graph &graph, std::size_t opIndex, std::size_t read, HostDim dim)
{
    try {
        const OpContext context(graph, opIndex);
        return read < context.reads().size() ? coordinateText(context.reads()[read], dim) : HostCoordinate{};
    } catch (const ExactError &) {
        return {};
    }
}

} // namespace spanscope
