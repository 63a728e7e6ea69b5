#include "core/planner/contradictions.h"

#include "core/graph/knowledge.h"
#include "core/layout/coordinates.h"

#include <algorithm>
#include <optional>

namespace spanscope {

namespace {

/// Integers of a list; nullopt when one is symbolic.
std::optional<std::vector<Int>> integersOf(const std::vector<Extent> &extents)
{
    std::vector<Int> out;
    out.reserve(extents.size());
    for (const Extent &extent : extents) {
        if (!extent.isInteger()) {
            return std::nullopt;
        }
        out.push_back(extent.value);
    }
    return out;
}

std::optional<std::vector<Int>> rangesOf(const Dep &dep)
{
    std::vector<Int> out;
    out.reserve(dep.ranges.size());
    for (const SymbolRange &range : dep.ranges) {
        if (!range.size.isInteger()) {
            return std::nullopt;
        }
        out.push_back(range.size.value);
    }
    return out;
}

/// Product of sizes, 0 as soon as one is; nullopt beyond 63 bits.
std::optional<Int> elementsOf(const std::vector<Int> &sizes)
{
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
        return 0;
    }
    Int product = 1;
    for (const Int size : sizes) {
        if (__builtin_mul_overflow(product, size, &product)) {
            return std::nullopt;
        }
    }
    return product;
}

bool hold(const std::vector<Int> &a, const std::vector<Int> &b)
{
    return elementsOf(a) == elementsOf(b);
}

/// Elements between the first and the last address of a tensor; 0 for an empty one, nullopt for what has no
/// integer strides or negative ones.
std::optional<Int> storageOf(const Layout &layout)
{
    const auto size = integersOf(layout.size);
    const auto stride = integersOf(layout.stride);
    if (!size || !stride || size->size() != stride->size()) {
        return std::nullopt;
    }
    if (std::find(size->begin(), size->end(), 0) != size->end()) {
        return 0;
    }
    Int last = 0;
    for (std::size_t i = 0; i < size->size(); ++i) {
        if ((*stride)[i] < 0) {
            return std::nullopt;
        }
        last = addChecked(last, mulChecked((*size)[i] - 1, (*stride)[i]));
    }
    return addChecked(last, 1);
}

/// Places that an index surely reaches: for sums of multiples of symbols the first and the last, else values
/// at corners. Ranges must be > 0. nullopt for what cannot be analysed.
std::optional<Extremes> reachedBy(const Dep &dep, const std::vector<Int> &ranges)
{
    const auto numberOf = [&dep](const std::string &name) {
        const auto at = std::find_if(dep.ranges.begin(), dep.ranges.end(),
                                     [&name](const SymbolRange &range) { return range.symbol == name; });
        return at == dep.ranges.end() ? dep.ranges.size() : static_cast<std::size_t>(at - dep.ranges.begin());
    };
    Extremes out{dep.index.constant(), dep.index.constant()};
    bool linear = true;
    for (const Monomial &term : dep.index.terms()) {
        linear = linear && term.atoms.size() == 1 && term.atoms.front()->kind == Atom::Kind::Symbol;
    }
    if (linear) {
        for (const Monomial &term : dep.index.terms()) {
            const std::size_t number = numberOf(term.atoms.front()->text);
            if (number == dep.ranges.size()) {
                return std::nullopt;
            }
            const Int end = mulChecked(term.coefficient, ranges[number] - 1);
            (end < 0 ? out.low : out.high) = addChecked(end < 0 ? out.low : out.high, end);
        }
        return out;
    }
    for (const std::string &name : dep.index.symbols()) {
        if (numberOf(name) == dep.ranges.size()) {
            return std::nullopt;
        }
    }
    const auto first = dep.index.evaluate([](const std::string &) { return Int{0}; });
    const auto last = dep.index.evaluate([&](const std::string &name) { return ranges[numberOf(name)] - 1; });
    return first && last ? std::optional(Extremes{std::min(*first, *last), std::max(*first, *last)}) : std::nullopt;
}

class Finder
{
public:
    Finder(const Graph &graph, std::size_t opIndex)
        : m_graph(graph)
        , m_op(graph.operations[opIndex])
        , m_place("/operations/" + std::to_string(opIndex))
    {
        const std::string type = m_op.data ? m_op.data->type : "";
        m_computes =
            m_op.kind == "ComputedBuffer" && (type == "Pointwise" || type == "Reduction" || type == "SpyreReduction");
        m_ranges = m_computes ? integersOf(m_op.data->ranges) : std::nullopt;
    }

    std::vector<Contradiction> run()
    {
        output();
        if (!m_op.writes.empty()) {
            dep(m_op.writes.front(), -1);
        }
        for (std::size_t i = 0; i < m_op.reads.size(); ++i) {
            dep(m_op.reads[i], static_cast<int>(i));
        }
        return std::move(m_found);
    }

private:
    Contradiction &add(ContradictionKind kind, int read, const std::string &place)
    {
        Contradiction &added = m_found.emplace_back();
        added.kind = kind;
        added.tensor.read = read;
        added.tensor.buffer = read >= 0             ? m_op.reads[static_cast<std::size_t>(read)].buffer
                              : m_op.writes.empty() ? m_op.name
                                                    : m_op.writes.front().buffer;
        added.place = m_place + place;
        return added;
    }

    void output()
    {
        if (!m_ranges || !m_op.layout || !m_op.layout->isFixedTiled()) {
            return;
        }
        const auto size = integersOf(m_op.layout->size);
        if (size && !hold(*m_ranges, *size)) {
            Contradiction &added = add(ContradictionKind::RangesAgainstSize, -1, "/data/ranges");
            added.sizes = *m_ranges;
            added.against = *size;
        }
    }

    void dep(const Dep &dep, int read)
    {
        const std::string place = read < 0 ? "/writes/0" : "/reads/" + std::to_string(read);
        device(dep, read, place);
        const auto ranges = rangesOf(dep);
        if (!dep.hasIndex || !ranges) {
            return;
        }
        const Int walked = elementsOf(*ranges).value_or(1);
        if (m_ranges && read < 0 && !hold(*ranges, *m_ranges)) {
            Contradiction &added = add(ContradictionKind::WriteAgainstRanges, read, place + "/ranges");
            added.sizes = *ranges;
            added.against = *m_ranges;
        } else if (m_ranges && read >= 0 && walked == 0 && elementsOf(*m_ranges) != 0) {
            Contradiction &added = add(ContradictionKind::ReadOfNothing, read, place + "/ranges");
            added.sizes = *ranges;
            added.against = *m_ranges;
        }
        symbols(dep, read, place);
        if (walked != 0 && !dep.indirect) {
            reach(dep, *ranges, read, place);
        }
    }

    /// A dim of stride 0 is one element that many indices share.
    void device(const Dep &dep, int read, const std::string &place)
    {
        const Layout *layout = m_graph.layoutOf(dep.buffer);
        if (layout == nullptr || !layout->isFixedTiled()) {
            return;
        }
        const auto deviceSize = integersOf(layout->device->deviceSize);
        auto size = integersOf(layout->size);
        if (!deviceSize || !size) {
            return;
        }
        std::vector<Int> stored;
        for (std::size_t i = 0; i < size->size(); ++i) {
            const bool shared = i < layout->stride.size() && layout->stride[i] == Extent(0);
            stored.push_back(shared ? std::min<Int>((*size)[i], 1) : (*size)[i]);
        }
        const auto room = elementsOf(*deviceSize);
        const auto need = elementsOf(stored);
        if (room && (!need || *room < *need)) {
            Contradiction &added = add(ContradictionKind::DeviceTooSmall, read, read < 0 ? "/layout" : place);
            added.decisive = read < 0 || *room == 0;
            added.sizes = *deviceSize;
            added.against = *std::move(size);
        }
    }

    void symbols(const Dep &dep, int read, const std::string &place)
    {
        if (read < 0 || m_op.writes.empty()) {
            return;
        }
        const std::vector<SymbolRange> &written = m_op.writes.front().ranges;
        for (std::size_t i = 0; i < dep.ranges.size(); ++i) {
            const SymbolRange &range = dep.ranges[i];
            const auto at = std::find_if(written.begin(), written.end(),
                                         [&range](const SymbolRange &w) { return w.symbol == range.symbol; });
            if (at == written.end() || !at->size.isInteger() || at->size == range.size) {
                continue;
            }
            Contradiction &added = add(ContradictionKind::SymbolTwice, read, place + "/ranges/" + std::to_string(i));
            added.decisive = false;
            added.symbol = range.symbol;
            added.sizes = {range.size.value};
            added.against = {at->size.value};
            return; // one of them says it
        }
    }

    void reach(const Dep &dep, const std::vector<Int> &ranges, int read, const std::string &place)
    {
        const Layout *layout = m_graph.layoutOf(dep.buffer);
        if (layout == nullptr || !dep.index.isAnalysable()) {
            return;
        }
        try {
            const auto elements = storageOf(*layout);
            const auto reached = reachedBy(dep, ranges);
            if (elements && reached && (reached->low < 0 || reached->high >= *elements)) {
                Contradiction &added = add(ContradictionKind::OutsideBuffer, read, place + "/index");
                added.decisive = read < 0;
                added.reached = reached->high >= *elements ? reached->high : reached->low;
                added.elements = *elements;
            }
        } catch (const ExactError &) {
            return; // beyond 63 bits: the spans are unknown for that reason already
        }
    }

    const Graph &m_graph;
    const Operation &m_op;
    std::string m_place;
    bool m_computes = false;
    std::optional<std::vector<Int>> m_ranges;
    std::vector<Contradiction> m_found;
};

} // namespace

std::vector<Contradiction> contradictionsOf(const Graph &graph, std::size_t opIndex)
{
    // Of an op whose text is cut off nothing is decided, and what is missing contradicts nothing.
    const bool judged = graph.operations[opIndex].relayoutable && incompleteness(graph, opIndex) == nullptr;
    return judged ? Finder(graph, opIndex).run() : std::vector<Contradiction>{};
}

bool isMeaningless(const std::vector<Contradiction> &contradictions)
{
    return std::any_of(contradictions.begin(), contradictions.end(), [](const Contradiction &c) { return c.decisive; });
}

} // namespace spanscope
