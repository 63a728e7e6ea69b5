#include "core/planner/audit.h"

#include "core/planner/fits.h"

#include <algorithm>

namespace spanscope {

namespace {

/// The worst covered row under a combo of the search; the dims that control no row over the limit
/// have no axis and change nothing.
Int worstCovered(const FitTable &table, const std::vector<HostDim> &dims, const std::vector<Int> &tuple)
{
    std::vector<std::size_t> choice(table.axes().size(), 0);
    for (std::size_t a = 0; a < choice.size(); ++a) {
        const auto at = std::find(dims.begin(), dims.end(), table.axes()[a].dim);
        if (at != dims.end()) {
            const std::vector<Int> &splits = table.axes()[a].splits;
            const Int wanted = tuple[static_cast<std::size_t>(at - dims.begin())];
            choice[a] =
                static_cast<std::size_t>(std::lower_bound(splits.begin(), splits.end(), wanted) - splits.begin());
        }
    }
    Int worst = 0;
    for (const FitTable::Row &row : table.rows()) {
        worst = row.covered ? std::max(worst, table.span(row, choice)) : worst;
    }
    return worst;
}

/// The first combo of the compiler's own search that truly clears the covered rows.
std::optional<Fit> fitWithinCaps(const OpContext &context, const OpAnalysis &analysis, const Rules &rules)
{
    if (analysis.code != Code::NoComboFits) {
        return std::nullopt;
    }
    const FitTable table(context, analysis, rules, false);
    for (const Cost &cost : searchedCosts(analysis.tables, rules)) {
        const Int worst = worstCovered(table, analysis.searchDims, cost.tuple);
        if (cost.product == 1 || worst > rules.maxSpanBytes) {
            continue;
        }
        Fit fit;
        for (std::size_t i = 0; i < cost.tuple.size(); ++i) {
            if (cost.tuple[i] > 1) {
                fit.levels.push_back({analysis.searchDims[i], cost.tuple[i], false});
            }
        }
        std::sort(fit.levels.begin(), fit.levels.end(),
                  [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
        fit.tiles = cost.product;
        fit.worstSpan = worst;
        fit.cost = costOf(*splitVector(fit.levels, context.rank()));
        fit.outside = {Outside::Validation};
        return fit;
    }
    return std::nullopt;
}

const Fit *firstCovered(const Fits &fits)
{
    const auto at =
        std::find_if(fits.fits.begin(), fits.fits.end(), [](const Fit &f) { return f.kind == FitKind::Covered; });
    return at == fits.fits.end() ? nullptr : &*at;
}

/// The worst covered row that stays over the limit however finely every dim is split.
void findHopeless(const OpContext &context, const OpAnalysis &analysis, const Rules &rules, Cause &cause)
{
    std::vector<Level> finest;
    for (std::size_t d = 0; d < context.ranges().size(); ++d) {
        const SplitRange range = splitRange(context, HostDim{static_cast<int>(d)});
        if (!range.error) {
            finest.push_back({HostDim{static_cast<int>(d)}, range.range, false});
        }
    }
    const OpAudit tiled = audit(context.graph(), context.opIndex(), finest, rules, &analysis);
    const OpAudit untiled = audit(context.graph(), context.opIndex(), {}, rules, &analysis);
    const auto worst = [](const OpAudit &audited) {
        const AuditRow *out = nullptr;
        for (const AuditRow &row : audited.rows) {
            out = row.over && (out == nullptr || row.span > out->span) ? &row : out;
        }
        return out;
    };
    const AuditRow *row = worst(tiled) != nullptr ? worst(tiled) : worst(untiled);
    if (row == nullptr) {
        return;
    }
    cause.remains = *row;
    for (const std::string &symbol : row->symbols) {
        if (context.hostDimOf(symbol) < 0) {
            cause.reductionSymbols.push_back(symbol);
        }
    }
}

/// Which stick stands in the way of a fit found without the stick rules.
void findBlocker(const OpContext &context, const Fit &fit, Cause &cause)
{
    for (const Level &level : fit.levels) {
        SplitEntry entry = stickTest(context, level.hostDim, level.splitCount);
        if (entry.status != SplitStatus::Legal) {
            cause.blockedBy = std::move(entry);
            cause.blockedDim = level.hostDim;
            return;
        }
    }
}

Cause findCause(const OpContext &context, const OpAnalysis &analysis, const Rules &rules)
{
    Cause cause;
    if (auto fit = fitWithinCaps(context, analysis, rules)) {
        cause.kind = CauseKind::Validation;
        cause.trueSpan = fit->worstSpan;
        ComboStep step;
        step.status = Validator(context, rules).check(*splitVector(fit->levels, context.rank()), true, step);
        const auto worst =
            std::max_element(step.remaining.begin(), step.remaining.end(),
                             [](const Candidate &a, const Candidate &b) { return a.perCoreSpan < b.perCoreSpan; });
        if (worst != step.remaining.end()) {
            cause.validationRemains = *worst;
        }
        cause.wouldFit = std::move(fit);
        return cause;
    }
    const Fits fits = whatWouldFit(context.graph(), context.opIndex(), analysis, rules, {1});
    if (const Fit *fit = firstCovered(fits)) {
        cause.kind = CauseKind::Cap;
        cause.wouldFit = *fit;
        return cause;
    }
    FitOptions lifted{1};
    lifted.ignoreSticks = true;
    const Fits unstuck = whatWouldFit(context.graph(), context.opIndex(), analysis, rules, lifted);
    if (const Fit *fit = firstCovered(unstuck)) {
        cause.kind = CauseKind::StickAlignment;
        findBlocker(context, *fit, cause);
        return cause;
    }
    findHopeless(context, analysis, rules, cause);
    return cause;
}

} // namespace

std::optional<Cause> decisiveCause(const Graph &graph, std::size_t opIndex, const OpAnalysis &analysis,
                                   const Rules &rules)
{
    if (analysis.outcome != Outcome::Unsupported || analysis.asReported) {
        return std::nullopt;
    }
    try {
        return findCause(OpContext(graph, opIndex), analysis, rules);
    } catch (const ExactError &) {
        return Cause{};
    }
}

} // namespace spanscope
