#include "core/importers/log_conform.h"

#include "core/graph/knowledge.h"
#include "core/graph/reader.h"

#include <algorithm>
#include <map>
#include <set>

namespace spanscope {

namespace {

bool readsBack(const std::string &text, bool constant)
{
    const ParsedExpr parsed = parseExpr(text);
    return !parsed.error && parsed.expr.toString() == text && parsed.expr.isConstant() == constant;
}

bool isExtent(const Extent &extent, bool negativeToo)
{
    return extent.isInteger() ? negativeToo || extent.value >= 0 : readsBack(extent.symbolic, false);
}

bool areExtents(const std::vector<Extent> &extents, bool negativeToo)
{
    return extents.size() <= ReaderLimits{}.maxDims &&
           std::all_of(extents.begin(), extents.end(),
                       [negativeToo](const Extent &extent) { return isExtent(extent, negativeToo); });
}

bool isDeviceLayout(const DeviceLayout &device)
{
    return !device.deviceSize.empty() && areExtents(device.deviceSize, false) && areExtents(device.strideMap, true) &&
           (device.strideMap.empty() || device.strideMap.size() == device.deviceSize.size()) &&
           isExtent(device.elemsPerStick, false) && device.elemsPerStick != Extent(0);
}

bool isExpression(const Expr &expr)
{
    return readsBack(expr.toString(), expr.isConstant());
}

class Conformer
{
public:
    explicit Conformer(Graph &graph)
        : m_graph(graph)
    {
    }

    std::vector<std::string> run()
    {
        std::set<std::string> names;
        for (Operation &op : m_graph.operations) {
            uniqueName(op.name, names);
            operation(op);
        }
        for (Buffer &buffer : m_graph.buffers) {
            uniqueName(buffer.name, names);
            m_isBuffer = true;
            layout(buffer.layout, buffer.name);
        }
        return std::move(m_left);
    }

private:
    void operation(Operation &op)
    {
        layout(op.layout, op.name);
        if (op.data && (!areExtents(op.data->ranges, false) || !areExtents(op.data->reductionRanges, false))) {
            op.data.reset();
            leave(op.name, "its ranges are no sizes");
        }
        for (std::vector<Dep> *deps : {&op.reads, &op.writes}) {
            for (Dep &entry : *deps) {
                dep(entry, op.name);
            }
        }
        const std::size_t hints = std::erase_if(op.dimHints, [](const DimHint &hint) { return hint.splitCount < 1; });
        const std::size_t cores = std::erase_if(op.coreSplits, [](const auto &split) { return split.second < 1; });
        if (hints > 0) {
            leave(op.name, "a hint's split count below 1");
        }
        if (cores > 0) {
            leave(op.name, "a core split below 1", Decides::No);
        }
        const std::size_t most = ReaderLimits{}.maxDims;
        if (op.dimHints.size() > most || op.coreSplits.size() > most || op.loops.size() > most) {
            op.dimHints.resize(std::min(op.dimHints.size(), most));
            op.coreSplits.resize(std::min(op.coreSplits.size(), most));
            op.loops.resize(std::min(op.loops.size(), most));
            leave(op.name, "more than " + std::to_string(most) + " hints, core splits or loops");
        }
    }

    void dep(Dep &entry, const std::string &op)
    {
        layout(entry.accessLayout, op);
        std::set<std::string> symbols;
        bool ranges = entry.ranges.size() <= ReaderLimits{}.maxDims;
        for (const SymbolRange &range : entry.ranges) {
            ranges =
                ranges && !range.symbol.empty() && symbols.insert(range.symbol).second && isExtent(range.size, false);
        }
        const bool coordinates =
            entry.deviceCoordinates.size() <= ReaderLimits{}.maxDims &&
            std::all_of(entry.deviceCoordinates.begin(), entry.deviceCoordinates.end(), isExpression);
        if (ranges && coordinates && (!entry.hasIndex || isExpression(entry.index))) {
            return;
        }
        entry.ranges.clear();
        entry.deviceCoordinates.clear();
        entry.hasIndex = false;
        entry.index = Expr();
        entry.indexText.clear();
        leave(op, "the address of " + entry.buffer + " is of no known form");
    }

    void layout(std::optional<Layout> &value, const std::string &name)
    {
        if (!value) {
            return;
        }
        const bool strides = value->stride.empty() || value->stride.size() == value->size.size();
        if (!areExtents(value->size, false) || !areExtents(value->stride, true) || !strides) {
            value.reset();
            leave(name, "its size and stride make no layout");
        } else if (value->device && !isDeviceLayout(*value->device)) {
            value->device.reset();
            leave(name, "its device layout is of no known form");
        }
    }

    void uniqueName(std::string &name, std::set<std::string> &names)
    {
        const std::string wanted = name.empty() ? "unnamed" : name;
        name = wanted;
        while (!names.insert(name).second) {
            name = wanted + "#" + std::to_string(++m_repeats.try_emplace(wanted, 1).first->second);
        }
    }

    /// Whether what is left out takes part in the decision about its op.
    enum class Decides { Yes, No };

    void leave(const std::string &name, const std::string &what, Decides decides = Decides::Yes)
    {
        constexpr std::size_t kMaxTold = 1'000;
        if (m_left.size() < kMaxTold) {
            m_left.push_back(name + ": left out, " + what);
        }
        if (decides == Decides::Yes && !m_isBuffer && m_incomplete.insert(name).second) {
            m_graph.inferred.push_back({name, "", std::string(inferred_what::kIncomplete), "left out, " + what, 0});
        }
    }

    Graph &m_graph;
    std::set<std::string> m_incomplete; ///< ops that are told to be so
    bool m_isBuffer = false;
    std::map<std::string, std::size_t> m_repeats; ///< per name: the number of its latest namesake
    std::vector<std::string> m_left;
};

} // namespace

std::vector<std::string> conform(Graph &graph)
{
    return Conformer(graph).run();
}

} // namespace spanscope
