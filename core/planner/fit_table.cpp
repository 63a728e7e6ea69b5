#include "core/planner/fits.h"

#include <algorithm>

namespace spanscope {

namespace {

std::vector<Int> splitsOfAxis(const OpContext &context, HostDim dim, bool ignoreSticks)
{
    const SplitRange range = splitRange(context, dim);
    std::vector<Int> out{1};
    if (range.error) {
        return out;
    }
    for (const Int count : divisorsOf(range.range)) {
        const bool unit = context.isReduction() && range.range == count;
        if (count > 1 && !unit && (ignoreSticks || stickTest(context, dim, count).status == SplitStatus::Legal)) {
            out.push_back(count);
        }
    }
    return out;
}

} // namespace

FitTable::FitTable(const OpContext &context, const OpAnalysis &analysis, const Rules &rules, bool ignoreSticks)
{
    const OpAudit untiled = audit(context.graph(), context.opIndex(), {}, rules, &analysis);
    std::vector<bool> useful(context.rank(), false);
    for (const AuditRow &row : untiled.rows) {
        for (const HostDim dim : row.controls) {
            const auto d = static_cast<std::size_t>(dim.index);
            if (row.over && d < useful.size()) {
                useful[d] = true;
            }
        }
    }
    for (std::size_t d = 0; d < useful.size(); ++d) {
        if (useful[d]) {
            const HostDim dim{static_cast<int>(d)};
            m_axes.push_back({dim, splitsOfAxis(context, dim, ignoreSticks)});
        }
    }
    const SplitVector ones(context.rank(), 1);
    if (context.output() != nullptr) {
        addRows(tileTensor(*context.output(), ones, {}), untiled.rows);
    }
    for (const TensorContext &read : context.reads()) {
        addRows(tileTensor(read, ones, {}), untiled.rows);
    }
}

void FitTable::addRows(const TiledTensor &tiled, const std::vector<AuditRow> &audited)
{
    if (!tiled.problem.empty()) {
        return;
    }
    const TensorContext &t = *tiled.tensor;
    std::vector<Int> ranges;
    for (std::size_t i = 0; i + 1 < tiled.coordinates.size(); ++i) {
        const auto known = std::find_if(audited.begin(), audited.end(), [&](const AuditRow &a) {
            return a.tensor == t.ref && a.deviceDim.index == static_cast<int>(i);
        });
        if (known == audited.end() || known->exactness == Exactness::Unknown || !known->varies) {
            continue;
        }
        Row row;
        row.tensor = t.ref;
        row.deviceDim = known->deviceDim;
        row.coordinate = known->coordinate;
        row.covered = isCovered(known->unchecked);
        row.overUntiled = known->over;
        row.onlyReduction = known->controls.empty();
        row.unitBytes = mulChecked(known->innerElems, known->itemBytes);
        row.spread.resize(m_axes.size());
        if (t.isDataDependent(i)) {
            row.onlyReduction = true;
            row.fixedSpread = known->extent - 1;
            m_rows.push_back(std::move(row));
            continue;
        }
        for (const CoordTerm &term : tiled.coordinates[i].terms) {
            const auto v = static_cast<std::size_t>(term.symbol);
            const int dim = t.hostDimOf[v];
            const auto axis =
                std::find_if(m_axes.begin(), m_axes.end(), [dim](const Axis &a) { return a.dim.index == dim; });
            if (axis == m_axes.end()) {
                row.fixedSpread = addChecked(row.fixedSpread, trueSpread(term, tiled.ranges).spread);
                if (dim < 0) {
                    row.reductionSymbols.push_back(t.index.symbols()[v]);
                }
                continue;
            }
            // A term that joins several symbols moves with the first one's dim; splitting the
            // others is not credited, which only overestimates.
            std::vector<Int> &spread = row.spread[static_cast<std::size_t>(axis - m_axes.begin())];
            spread.resize(axis->splits.size(), 0);
            for (std::size_t k = 0; k < axis->splits.size(); ++k) {
                ranges = tiled.ranges;
                for (std::size_t s = 0; s < ranges.size(); ++s) {
                    ranges[s] = t.hostDimOf[s] == dim ? ceilDiv(ranges[s], axis->splits[k]) : ranges[s];
                }
                spread[k] = addChecked(spread[k], trueSpread(term, ranges).spread);
            }
        }
        m_rows.push_back(std::move(row));
    }
}

Int FitTable::span(const Row &row, const std::vector<std::size_t> &choice) const
{
    Int spread = row.fixedSpread;
    for (std::size_t a = 0; a < choice.size(); ++a) {
        if (!row.spread[a].empty()) {
            spread = addChecked(spread, row.spread[a][choice[a]]);
        }
    }
    return spread == 0 ? 0 : mulChecked(addChecked(spread, 1), row.unitBytes);
}

} // namespace spanscope
