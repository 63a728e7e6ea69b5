#include "tests/core/reference/ref_op.h"

#include <algorithm>
#include <numeric>

namespace reference {

namespace {

struct Dtype
{
    const char *name;
    Int bytes;
    Int stick;
};

Dtype randomDtype(Random &random)
{
    return random.pick<Dtype>({{"float16", 2, 64},
                               {"bfloat16", 2, 64},
                               {"float32", 4, 32},
                               {"int64", 8, 32},
                               {"float8_e4m3fn", 1, 128},
                               {"bool", 1, 64}});
}

/// Fills in dtype, strides and device layout of a tensor whose size is known.
void layOut(Random &random, RefTensor &t)
{
    const Dtype dtype = randomDtype(random);
    t.dtype = dtype.name;
    t.itemBytes = dtype.bytes;
    const std::size_t n = t.size.size();
    std::vector<std::size_t> memory(n);
    std::iota(memory.begin(), memory.end(), std::size_t{0});
    if (random.chance(20)) {
        random.shuffle(memory);
    }
    t.stride.assign(n, 1);
    Int step = 1;
    for (std::size_t k = n; k-- > 0;) {
        t.stride[memory[k]] = step;
        step *= t.size[memory[k]];
    }
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    if (random.chance(40)) {
        random.shuffle(order);
    }
    if (random.chance(8) && n < 6) {
        order.push_back(-1);
    }
    t.device = defaultDevice(t.size, t.stride, dtype.stick, order);
}

/// How a read walks one symbol: the size of the buffer dim, and the terms without their stride.
struct Access
{
    Ints sizes;
    std::vector<std::vector<IndexTerm>> terms; ///< per buffer dim
    Ints offsets;
};

Access accessOf(Random &random, const std::string &v, Int range, bool views)
{
    const Int kind = views ? random.below(100) : 0;
    if (range == 1 || kind < 60) {
        return {{range}, {range == 1 ? std::vector<IndexTerm>{} : std::vector<IndexTerm>{{v, 1, 1, 0}}}, {0}};
    }
    if (kind < 72) { // broadcast
        return {{1}, {{}}, {0}};
    }
    if (kind < 80) { // a slice of something larger
        const Int extra = random.between(1, range);
        return {{range + extra}, {{{v, 1, 1, 0}}}, {random.between(0, extra)}};
    }
    const Int part = random.between(2, std::max<Int>(2, range - 1));
    if (kind < 86) { // tiled over and over
        return {{part}, {{{v, 1, 1, part}}}, {0}};
    }
    if (kind < 91) { // each element repeated
        return {{(range + part - 1) / part}, {{{v, 1, part, 0}}}, {0}};
    }
    if (kind < 95) { // every other element
        return {{range * 2}, {{{v, 2, 1, 0}}}, {0}};
    }
    // A dim seen through a reshape.
    return {{(range + part - 1) / part, part}, {{{v, 1, part, 0}}, {{v, 1, 1, part}}}, {0, 0}};
}

RefTensor randomRead(Random &random, const std::vector<std::pair<std::string, Int>> &symbols, bool views,
                     const std::string &buffer)
{
    struct BufferDim
    {
        Int size;
        std::vector<IndexTerm> terms;
        Int offset;
    };
    std::vector<BufferDim> dims;
    for (const auto &[v, range] : symbols) {
        const Access access = accessOf(random, v, range, views && dims.size() < 5);
        for (std::size_t k = 0; k < access.sizes.size(); ++k) {
            dims.push_back({access.sizes[k], access.terms[k], access.offsets[k]});
        }
    }
    if (random.chance(25)) {
        random.shuffle(dims);
    }
    RefTensor t;
    t.buffer = buffer;
    for (const BufferDim &d : dims) {
        t.size.push_back(d.size);
    }
    layOut(random, t);
    for (std::size_t k = 0; k < dims.size(); ++k) {
        for (IndexTerm term : dims[k].terms) {
            term.factor *= t.stride[k];
            t.index.terms.push_back(term);
        }
        t.index.constant += dims[k].offset * t.stride[k];
    }
    return t;
}

void addSymbols(RefOp &op)
{
    int count = 0;
    for (std::size_t d = 0; d < op.ranges.size(); ++d) {
        if (op.ranges[d] > 1) {
            const std::string v = "d" + std::to_string(count++);
            op.outer.emplace_back(v, op.ranges[d]);
            op.hostDimOf[v] = static_cast<int>(d);
        }
    }
    for (const Int range : op.reductionRanges) {
        op.inner.emplace_back("d" + std::to_string(count++), range);
    }
}

void addOutput(Random &random, RefOp &op)
{
    op.output.buffer = "buf0";
    op.output.size = op.ranges;
    layOut(random, op.output);
    for (const auto &[v, range] : op.outer) {
        const auto d = static_cast<std::size_t>(op.hostDimOf.at(v));
        op.output.index.terms.push_back({v, op.output.stride[d], 1, 0});
    }
}

RefOp batchMatmul(Random &random, const OpShape &shape)
{
    RefOp op;
    op.type = "Reduction";
    op.reductionType = "batchmatmul";
    op.ranges = {random.between(2, 6), random.pick(shape.sizes) + 1, random.pick(shape.sizes) + 1};
    op.reductionRanges = {random.pick(shape.sizes) + 1};
    addSymbols(op);
    addOutput(random, op);
    const auto &s = op.outer;
    op.reads.push_back(randomRead(random, {s[0], s[1], op.inner[0]}, false, "arg0_1"));
    op.reads.push_back(randomRead(random, {s[0], op.inner[0], s[2]}, false, "arg1_1"));
    return op;
}

} // namespace

Values RefOp::symbolRanges(const std::map<int, Int> &splits) const
{
    Values out;
    for (const auto &[v, range] : outer) {
        const auto split = splits.find(hostDimOf.at(v));
        out[v] = split == splits.end() ? range : range / split->second;
    }
    for (const auto &[v, range] : inner) {
        out[v] = range;
    }
    return out;
}

RefOp randomOp(Random &random, const OpShape &shape)
{
    const bool reduction = random.below(100) < shape.reductionPercent;
    if (reduction && random.chance(35)) {
        return batchMatmul(random, shape);
    }
    RefOp op;
    for (Int n = random.between(1, shape.maxDims); n > 0; --n) {
        op.ranges.push_back(random.pick(shape.sizes));
    }
    if (std::all_of(op.ranges.begin(), op.ranges.end(), [](Int n) { return n == 1; })) {
        op.ranges.back() = 64;
    }
    if (reduction) {
        op.type = "Reduction";
        op.reductionType = random.pick<const char *>({"sum", "max"});
        for (Int n = random.between(1, 2); n > 0; --n) {
            op.reductionRanges.push_back(random.pick(shape.sizes) + 1);
        }
    }
    addSymbols(op);
    addOutput(random, op);
    auto symbols = op.outer;
    symbols.insert(symbols.end(), op.inner.begin(), op.inner.end());
    for (Int n = random.between(1, 3); n > 0; --n) {
        op.reads.push_back(randomRead(random, symbols, shape.views, "arg" + std::to_string(n) + "_1"));
    }
    return op;
}

namespace {

std::vector<spanscope::Extent> extentsOf(const Ints &values)
{
    return {values.begin(), values.end()};
}

spanscope::Layout layoutOf(const RefTensor &t)
{
    spanscope::Layout layout;
    layout.type = "FixedTiledLayout";
    layout.dtype = t.dtype;
    layout.size = extentsOf(t.size);
    layout.stride = extentsOf(t.stride);
    layout.device.emplace();
    layout.device->deviceSize = extentsOf(t.device.size);
    layout.device->strideMap = extentsOf(t.device.map);
    layout.device->elemsPerStick = t.device.stick;
    return layout;
}

spanscope::Dep depOf(const RefOp &op, const RefTensor &t, bool write)
{
    spanscope::Dep dep;
    dep.buffer = t.buffer;
    dep.indexText = t.index.text();
    dep.index = spanscope::parseExpr(dep.indexText).expr;
    for (const auto &[v, range] : op.outer) {
        dep.ranges.push_back({v, range});
    }
    if (!write) {
        for (const auto &[v, range] : op.inner) {
            dep.ranges.push_back({v, range});
        }
    }
    return dep;
}

} // namespace

spanscope::Graph graphOf(const RefOp &op)
{
    spanscope::Graph graph;
    graph.name = "case";
    spanscope::Operation operation;
    operation.name = op.output.buffer;
    operation.kind = "ComputedBuffer";
    operation.data.emplace();
    operation.data->type = op.type;
    operation.data->ranges = extentsOf(op.ranges);
    operation.data->reductionRanges = extentsOf(op.reductionRanges);
    operation.data->reductionType = op.reductionType;
    operation.layout = layoutOf(op.output);
    operation.writes.push_back(depOf(op, op.output, true));
    for (const RefTensor &read : op.reads) {
        graph.buffers.push_back({read.buffer, "input", layoutOf(read)});
        operation.reads.push_back(depOf(op, read, false));
    }
    graph.operations.push_back(std::move(operation));
    graph.outputs.push_back(op.output.buffer);
    graph.finish();
    return graph;
}

namespace {

std::string listText(const Ints &values)
{
    std::string out = "[";
    for (const Int v : values) {
        out += (out.size() == 1 ? "" : ", ") + std::to_string(v);
    }
    return out + "]";
}

std::string layoutText(const RefTensor &t)
{
    return R"({"type": "FixedTiledLayout", "dtype": ")" + t.dtype + R"(", "size": )" + listText(t.size) +
           R"(, "stride": )" + listText(t.stride) + R"(, "device_layout": {"device_size": )" + listText(t.device.size) +
           R"(, "stride_map": )" + listText(t.device.map) + R"(, "elems_per_stick": )" +
           std::to_string(t.device.stick) + "}}";
}

std::string depText(const RefOp &op, const RefTensor &t, bool write)
{
    std::string ranges;
    auto symbols = op.outer;
    if (!write) {
        symbols.insert(symbols.end(), op.inner.begin(), op.inner.end());
    }
    for (const auto &[v, range] : symbols) {
        ranges += (ranges.empty() ? "[\"" : ", [\"") + v + "\", " + std::to_string(range) + "]";
    }
    return R"({"buffer": ")" + t.buffer + R"(", "index": ")" + t.index.text() + R"(", "ranges": [)" + ranges + "]}";
}

} // namespace

std::string documentOf(const RefOp &op)
{
    std::string buffers;
    std::string reads;
    for (const RefTensor &read : op.reads) {
        const std::string comma = buffers.empty() ? "" : ", ";
        buffers += comma + R"({"name": ")" + read.buffer + R"(", "layout": )" + layoutText(read) + "}";
        reads += comma + depText(op, read, false);
    }
    return R"({"format": "spyre-span-graph", "version": 1, "name": "case", "buffers": [)" + buffers +
           R"(], "operations": [{"name": "buf0", "kind": "ComputedBuffer", "data": {"type": ")" + op.type +
           R"(", "ranges": )" + listText(op.ranges) + R"(, "reduction_ranges": )" + listText(op.reductionRanges) +
           (op.reductionType.empty() ? "" : R"(, "reduction_type": ")" + op.reductionType + "\"") + R"(}, "layout": )" +
           layoutText(op.output) + R"(, "reads": [)" + reads + R"(], "writes": [)" + depText(op, op.output, true) +
           R"(]}], "outputs": ["buf0"]})";
}

std::vector<RefRow> rowsOf(const RefOp &op, const Values &ranges)
{
    std::vector<RefRow> out;
    for (int read = -1; read < static_cast<int>(op.reads.size()); ++read) {
        const RefTensor &t = op.tensor(read);
        const auto coordinates = coordinatesOf(t.device.size, t.device.map, op.symbolRanges(), t.index);
        for (std::size_t j = 0; j + 1 < coordinates.size(); ++j) {
            RefRow row;
            row.read = read;
            row.deviceDim = static_cast<int>(j);
            const TrueWalk walk = walkedTruth(t.device.size, t.device.map, j, t.index, coordinates[j], ranges);
            row.extent = walk.extent;
            row.symbols = walk.symbols;
            row.innerElems = std::accumulate(t.device.size.begin() + static_cast<std::ptrdiff_t>(j) + 1,
                                             t.device.size.end(), Int{1}, std::multiplies<>());
            row.span = row.extent > 1 ? row.extent * row.innerElems * t.itemBytes : 0;
            out.push_back(std::move(row));
        }
    }
    return out;
}

} // namespace reference
