#include "core/importers/new_builder.h"

#include "core/layout/layouts.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

namespace spanscope {

namespace {

/// The loops of an op: a symbol for each range but those of 1.
struct Loops
{
    std::vector<std::string> symbol; ///< per loop; empty for a range of 1
    std::vector<SymbolRange> ranges; ///< of the loops that have a symbol

    Loops(const std::vector<Int> &size, const std::vector<Int> &reductionSize)
    {
        std::vector<Int> all = size;
        all.insert(all.end(), reductionSize.begin(), reductionSize.end());
        for (const Int n : all) {
            symbol.emplace_back();
            if (n != 1) {
                symbol.back() = "d" + std::to_string(ranges.size());
                ranges.push_back({symbol.back(), n});
            }
        }
    }

    [[nodiscard]] Dep dep(const std::string &buffer, Expr index) const
    {
        Dep dep;
        dep.buffer = buffer;
        dep.indexText = index.toString();
        const std::vector<std::string> used = index.symbols();
        dep.index = std::move(index);
        dep.ranges = ranges;
        // Loops after the last one that the index uses are dropped, others stay.
        while (!dep.ranges.empty() && std::find(used.begin(), used.end(), dep.ranges.back().symbol) == used.end()) {
            dep.ranges.pop_back();
        }
        return dep;
    }
};

Dep readDep(const NewRead &read, const Loops &loops)
{
    const NewTensor &tensor = *read.tensor;
    Expr index;
    for (std::size_t i = 0; i < tensor.size.size(); ++i) {
        const int loop = read.loops[i];
        const bool isIndirect = i == 0 && !read.indirectDim0.empty();
        const std::string symbol = isIndirect        ? read.indirectDim0
                                   : loop == kNoLoop ? std::string()
                                                     : loops.symbol[static_cast<std::size_t>(loop)];
        if (tensor.size[i] != 1 && !symbol.empty()) {
            index = index + Expr(tensor.stride[i]) * Expr::symbol(symbol);
        }
    }
    Dep dep = loops.dep(tensor.buffer, std::move(index));
    dep.indirect = !read.indirectDim0.empty();
    return dep;
}

std::vector<Extent> extents(const std::vector<Int> &values)
{
    return {values.begin(), values.end()};
}

std::vector<Int> integers(const std::vector<Extent> &values)
{
    std::vector<Int> list;
    for (const Extent &value : values) {
        list.push_back(value.value);
    }
    return list;
}

std::vector<int> counted(std::size_t rank)
{
    std::vector<int> dims(rank);
    std::iota(dims.begin(), dims.end(), 0);
    return dims;
}

} // namespace

bool NewTensor::isView() const
{
    return hostDim != counted(hostDim.size());
}

NewGraphBuilder::NewGraphBuilder(const std::string &name)
{
    m_graph->name = name;
    m_graph->producer = "spanscope new";
}

Layout NewGraphBuilder::layoutFor(const std::vector<Int> &size, const std::string &dtype, int stickDim) const
{
    // An element count or byte count beyond 63 bits is an error of the expression already.
    Int bytes = 8;
    for (const Int n : size) {
        bytes = mulChecked(bytes, std::max<Int>(n, 1));
    }
    std::vector<int> order;
    for (int i = 0; i < static_cast<int>(size.size()); ++i) {
        if (i != stickDim) {
            order.push_back(i);
        }
    }
    if (!size.empty()) {
        order.push_back(stickDim);
    }
    const std::optional<Layout> layout = makeLayout(size, dtype, order);
    if (!layout) {
        throw std::invalid_argument("a " + dtype + " tensor of " + std::to_string(size.size()) +
                                    " dims has no default device layout");
    }
    return *layout;
}

const Layout &NewGraphBuilder::layoutOf(const std::string &buffer) const
{
    const auto input = m_inputIndex.find(buffer);
    return input != m_inputIndex.end() ? *m_graph->buffers[input->second].layout
                                       : *m_graph->operations[m_opIndex.at(buffer)].layout;
}

NewTensor NewGraphBuilder::input(const std::string &dtype, const std::vector<Int> &size)
{
    const int stickDim = static_cast<int>(size.size()) - 1;
    Buffer buffer;
    buffer.name = "arg" + std::to_string(m_graph->buffers.size()) + "_1";
    buffer.kind = "input";
    buffer.layout = layoutFor(size, dtype, stickDim);
    m_inputIndex.emplace(buffer.name, m_graph->buffers.size());
    NewTensor tensor{buffer.name, dtype, size, integers(buffer.layout->stride), stickDim, counted(size.size())};
    m_graph->buffers.push_back(std::move(buffer));
    return tensor;
}

NewTensor NewGraphBuilder::op(const NewOp &newOp)
{
    Operation op;
    op.name = "buf" + std::to_string(m_graph->operations.size());
    op.kind = "ComputedBuffer";
    const bool isReduction = !newOp.reductionType.empty();
    op.data = OpData{isReduction ? "Reduction" : "Pointwise", extents(newOp.size), extents(newOp.reductionSize),
                     newOp.reductionType};
    op.layout = layoutFor(newOp.size, newOp.dtype, newOp.stickDim);
    const Loops loops(newOp.size, newOp.reductionSize);
    for (const NewRead &read : newOp.reads) {
        Dep dep = readDep(read, loops);
        const bool isKnown = std::any_of(op.reads.begin(), op.reads.end(), [&](const Dep &other) {
            return other.buffer == dep.buffer && other.indexText == dep.indexText && other.indirect == dep.indirect;
        });
        if (!isKnown) { // reads are a set
            op.reads.push_back(std::move(dep));
        }
    }
    NewTensor result{
        op.name, newOp.dtype, newOp.size, integers(op.layout->stride), newOp.stickDim, counted(newOp.size.size())};
    const NewRead write{&result, counted(newOp.size.size()), {}};
    op.writes.push_back(readDep(write, loops));
    const int count = m_nodeCount[newOp.info.node]++;
    op.origin.fxNodes = {newOp.info.node + (count == 0 ? "" : "_" + std::to_string(count))};
    op.origin.targets = {newOp.info.target};
    op.origin.code = newOp.info.code;
    m_opIndex.emplace(op.name, m_graph->operations.size());
    m_graph->operations.push_back(std::move(op));
    return result;
}

NewTensor NewGraphBuilder::restickified(const NewTensor &tensor, int stickDim, const std::string &code)
{
    if (tensor.stickDim == stickDim) {
        return tensor;
    }
    // The whole buffer is copied as it lies on the host.
    const Layout layout = layoutOf(tensor.buffer);
    NewTensor whole = tensor;
    whole.size = integers(layout.size);
    whole.stride = integers(layout.stride);
    NewOp copy;
    copy.info = {"restickify", "spyre.restickify.default", code};
    copy.dtype = tensor.dtype;
    copy.size = whole.size;
    copy.stickDim = tensor.hostDim[static_cast<std::size_t>(stickDim)];
    copy.reads = {{&whole, counted(whole.size.size()), {}}};
    NewTensor view = tensor;
    view.buffer = op(copy).buffer;
    view.stickDim = stickDim;
    return view;
}

NewTensor NewGraphBuilder::clone(const NewTensor &tensor, const std::string &code)
{
    NewOp copy;
    copy.info = {"clone", "aten.clone.default", code};
    copy.dtype = tensor.dtype;
    copy.size = tensor.size;
    copy.stickDim = tensor.stickDim < 0 ? -1 : static_cast<int>(tensor.size.size()) - 1;
    copy.reads = {{&tensor, counted(tensor.size.size()), {}}};
    return op(copy);
}

GraphPtr NewGraphBuilder::finish(const NewTensor &last)
{
    std::set<std::string> read;
    for (const Operation &op : m_graph->operations) {
        for (const Dep &dep : op.reads) {
            read.insert(dep.buffer);
        }
    }
    for (const Operation &op : m_graph->operations) {
        if (op.name == last.buffer || read.count(op.name) == 0) {
            m_graph->outputs.push_back(op.name);
        }
    }
    m_graph->finish();
    return m_graph;
}

} // namespace spanscope
