#include "core/planner/splits.h"

#include "core/planner/engine.h"

#include <algorithm>

namespace spanscope {

int stickHostDim(const StaticLayout &layout)
{
    const auto at = std::find(layout.stride.begin(), layout.stride.end(), layout.device.strideMap.back());
    return at == layout.stride.end() ? -1 : static_cast<int>(at - layout.stride.begin());
}

namespace {

/// Stick test of one layout's host dim; fills the numbers when it fails.
bool passesStick(const StaticLayout &layout, int hostDim, Int count, SplitEntry &entry)
{
    const int stick = stickHostDim(layout);
    entry.elemsPerStick = layout.device.elemsPerStick;
    entry.tensorDim = HostDim{hostDim};
    if (stick < 0) {
        entry.stick = StickFailure::StickDimUnknown;
        return false;
    }
    if (stick != hostDim) {
        return true;
    }
    entry.tensorTile = floorDiv(layout.size[static_cast<std::size_t>(hostDim)], count);
    if (entry.elemsPerStick > 0 && entry.tensorTile % entry.elemsPerStick == 0) {
        return true;
    }
    entry.stick = StickFailure::Cut;
    return false;
}

bool readPasses(const TensorContext &read, HostDim dim, Int count, SplitEntry &entry)
{
    if (!read.hostKnown) {
        entry.stick = StickFailure::CoordinatesUnknown;
        return false;
    }
    for (std::size_t i = 0; i < read.host.size(); ++i) {
        const std::vector<CoordTerm> &terms = read.host[i].terms;
        const bool moves = std::any_of(terms.begin(), terms.end(), [&](const CoordTerm &t) {
            return read.hostDimOf[static_cast<std::size_t>(t.symbol)] == dim.index;
        });
        if (moves && !passesStick(*read.layout, static_cast<int>(i), count, entry)) {
            return false;
        }
    }
    return true;
}

} // namespace

SplitEntry stickTest(const OpContext &context, HostDim dim, Int count)
{
    SplitEntry entry;
    entry.count = count;
    const TensorContext *output = context.output();
    if (output != nullptr && output->layout) {
        entry.tensor = output->ref;
        const bool exists = static_cast<std::size_t>(dim.index) < output->layout->size.size();
        if (exists && !passesStick(*output->layout, dim.index, count, entry)) {
            entry.status = SplitStatus::CutsOutputStick;
            return entry;
        }
    }
    for (const TensorContext &read : context.reads()) {
        if (read.dep->indirect || !read.isFixedTiled() || !read.layout) {
            continue;
        }
        entry.tensor = read.ref;
        if (!readPasses(read, dim, count, entry)) {
            entry.status = SplitStatus::CutsInputStick;
            return entry;
        }
    }
    return entry;
}

SplitEntry judgeSplit(const OpContext &context, HostDim dim, Int range, Int count, const Rules &rules, bool manual)
{
    SplitEntry entry;
    entry.count = count;
    entry.tile = count > 0 ? range / count : 0;
    if (count == 1) {
        entry.status = SplitStatus::One;
        return entry;
    }
    if (count < 1 || range % count != 0) {
        entry.status = SplitStatus::NotADivisor;
        return entry;
    }
    if (!manual && context.isReduction() && entry.tile == 1) {
        entry.status = SplitStatus::UnitTile;
        return entry;
    }
    if (!manual && count > rules.maxAutoSplit) {
        entry.status = SplitStatus::OverAutoCap;
        return entry;
    }
    entry = stickTest(context, dim, count);
    entry.tile = range / count;
    return entry;
}

SplitRange splitRange(const OpContext &context, HostDim dim)
{
    SplitRange out;
    const auto d = static_cast<std::size_t>(dim.index);
    if (dim.index < 0 || d >= context.ranges().size()) {
        out.error = Code::DimOutOfRange;
        return out;
    }
    const Extent &range = context.ranges()[d];
    out.text = range.toString();
    out.range = range.value;
    if (!range.isInteger()) {
        out.error = Code::RangeNotIntegral;
    } else if (range.value <= 1) {
        out.error = Code::RangeUnsplittable;
    }
    return out;
}

namespace {

/// Cuts a list of more than `keep` splits: 1, the four smallest, a window around the first
/// that suffices, then the largest downward.
std::vector<Int> cutToLimit(const std::vector<Int> &legal, Int required, std::size_t keep)
{
    if (legal.size() <= keep) {
        return legal;
    }
    std::vector<bool> kept(legal.size(), false);
    std::size_t count = 0;
    const auto take = [&](std::size_t i) {
        if (!kept[i] && count < keep) {
            kept[i] = true;
            ++count;
        }
    };
    for (std::size_t i = 0; i < 5 && i < legal.size(); ++i) {
        take(i);
    }
    std::size_t first =
        static_cast<std::size_t>(std::lower_bound(legal.begin(), legal.end(), required) - legal.begin());
    first = std::min(first, legal.size() - 1);
    for (std::size_t i = first < 2 ? 0 : first - 2; i <= first + 3 && i < legal.size(); ++i) {
        take(i);
    }
    for (std::size_t i = legal.size(); i-- > 0;) {
        take(i);
    }
    std::vector<Int> out;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (kept[i]) {
            out.push_back(legal[i]);
        }
    }
    return out;
}

} // namespace

SplitTable makeSplitTable(const OpContext &context, HostDim dim, Int required, const Rules &rules)
{
    SplitTable table;
    table.hostDim = dim;
    table.required = required;
    const SplitRange range = splitRange(context, dim);
    table.range = range.range;
    table.rangeText = range.text;
    table.error = range.error;
    if (table.error) {
        return table;
    }
    std::vector<Int> legal;
    for (const Int count : divisorsOf(range.range)) {
        table.entries.push_back(judgeSplit(context, dim, range.range, count, rules));
        const SplitStatus status = table.entries.back().status;
        if (status == SplitStatus::Legal || status == SplitStatus::One) {
            legal.push_back(count);
        }
    }
    table.legal = cutToLimit(legal, required, static_cast<std::size_t>(std::max<Int>(rules.maxSplitsPerDim, 1)));
    for (SplitEntry &entry : table.entries) {
        if (entry.status == SplitStatus::Legal &&
            !std::binary_search(table.legal.begin(), table.legal.end(), entry.count)) {
            entry.status = SplitStatus::DroppedBySplitLimit;
        }
    }
    return table;
}

const SplitEntry *SplitTable::find(Int count) const
{
    const auto at =
        std::find_if(entries.begin(), entries.end(), [count](const SplitEntry &e) { return e.count == count; });
    return at == entries.end() ? nullptr : &*at;
}

bool LegalSplits::any(HostDim dim)
{
    const auto d = static_cast<std::size_t>(dim.index);
    if (d >= m_known.size()) {
        return false;
    }
    if (m_known[d] < 0) {
        const SplitRange range = splitRange(m_context, dim);
        m_known[d] = 0;
        if (!range.error) {
            const std::vector<Int> divisors = divisorsOf(range.range);
            const bool found = std::any_of(divisors.begin(), divisors.end(), [&](Int count) {
                return count > 1 &&
                       judgeSplit(m_context, dim, range.range, count, m_rules).status == SplitStatus::Legal;
            });
            m_known[d] = found ? 1 : 0;
        }
    }
    return m_known[d] == 1;
}

} // namespace spanscope
