#include "core/importers/log_dump.h"
#include "core/importers/log_graph.h"
#include "core/importers/log_layout.h"
#include "core/importers/reported_parts.h"
#include "core/layout/dtypes.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

std::optional<std::vector<Int>> integral(const std::vector<Extent> &extents)
{
    std::vector<Int> out;
    for (const Extent &extent : extents) {
        if (!extent.isInteger()) {
            return std::nullopt;
        }
        out.push_back(extent.value);
    }
    return out;
}

std::optional<ReportedTensor> tensorOfDep(const Dep &dep, const Layout *layout, const std::string &name)
{
    if (layout == nullptr || !layout->device || dep.indirect) {
        return std::nullopt;
    }
    const DepIndex index(dep);
    ReportedTensor out;
    out.name = name;
    out.buffer = dep.buffer;
    out.symbols = index.symbols();
    out.ranges = index.ranges();
    const auto deviceSize = integral(layout->device->deviceSize);
    const auto bytes = itemSize(layout->dtype);
    if (!deviceSize || !bytes || !index.allRangesIntegral()) {
        return std::nullopt;
    }
    out.deviceSize = *deviceSize;
    out.itemBytes = *bytes;
    out.size = integral(layout->size).value_or(std::vector<Int>{});
    if (!dep.deviceCoordinates.empty()) {
        for (const Expr &given : dep.deviceCoordinates) {
            const auto coordinate = coordinateOf(given, out.symbols);
            if (!coordinate) {
                return std::nullopt;
            }
            out.coordinates.push_back(*coordinate);
        }
    } else {
        const auto fixed = staticLayout(*layout);
        if (!fixed || !index.isKnown()) {
            return std::nullopt;
        }
        index.coordinates(fixed->device.deviceSize, fixed->device.strideMap, out.ranges, out.coordinates);
    }
    return out.coordinates.size() == out.deviceSize.size() ? std::optional(out) : std::nullopt;
}

/// Output dims in order of the ranges larger than 1: d0 is the first of them.
void mapSymbols(const Operation &op, std::vector<ReportedTensor> &tensors)
{
    std::map<std::string, int> dims;
    if (op.data && op.relayoutable) {
        int symbol = 0;
        for (std::size_t i = 0; i < op.data->ranges.size(); ++i) {
            if (op.data->ranges[i] != Extent(1)) {
                dims.emplace("d" + std::to_string(symbol++), static_cast<int>(i));
            }
        }
    }
    for (ReportedTensor &tensor : tensors) {
        for (const std::string &name : tensor.symbols) {
            const auto it = dims.find(name);
            tensor.hostDimOf.push_back(it == dims.end() ? -1 : it->second);
        }
    }
}

} // namespace

std::vector<ReportedTensor> tensorsOf(const Graph &graph, const Operation &op)
{
    std::vector<ReportedTensor> out;
    const auto add = [&out](const Dep &dep, const Layout *layout, const std::string &name) {
        try {
            if (auto tensor = tensorOfDep(dep, dep.accessLayout ? &*dep.accessLayout : layout, name)) {
                out.push_back(std::move(*tensor));
            }
        } catch (const OverflowError &) {
            return; // no figure for a tensor whose numbers leave 63 bits
        } catch (const ExprTooLarge &) {
            return; // nor for one whose coordinates have too many terms
        }
    };
    for (const Dep &write : op.writes) {
        add(write, op.layout ? &*op.layout : nullptr, "output");
    }
    for (const Dep &read : op.reads) {
        add(read, graph.layoutOf(read.buffer), "input:" + read.buffer);
    }
    mapSymbols(op, out);
    return out;
}

std::optional<ReportedTensor> tensorOfLine(const ReportedFact &fact)
{
    LoneOp lone;
    lone.name = fact.op.empty() ? "line" : fact.op;
    lone.shape = integersOf(fact, "shape");
    lone.deviceSize = integersOf(fact, "device_size");
    const auto dtype = fact.details.find("dtype");
    lone.dtype = dtype == fact.details.end() ? "" : std::string(canonicalDtype(dtype->second));
    if (!lone.shape) {
        return std::nullopt;
    }
    std::vector<InferredFact> ignored;
    Graph graph;
    graph.operations.push_back(buildLoneOp(lone, ignored));
    graph.finish();
    std::vector<ReportedTensor> tensors = tensorsOf(graph, graph.operations.front());
    return tensors.empty() ? std::nullopt : std::optional(tensors.front());
}

std::optional<SpanFigure> coordinateSpan(const ReportedTensor &tensor, std::size_t deviceDim,
                                         const std::vector<Int> &ranges)
{
    const TrueExtent extent = trueExtent(tensor.coordinates[deviceDim], ranges);
    if (extent.extent <= 1) {
        return std::nullopt;
    }
    SpanFigure out;
    out.deviceDim = deviceDim;
    out.extent = extent.extent;
    out.inner = std::accumulate(tensor.deviceSize.begin() + static_cast<std::ptrdiff_t>(deviceDim) + 1,
                                tensor.deviceSize.end(), Int{1}, mulChecked);
    out.bytes = mulChecked(mulChecked(out.extent, out.inner), tensor.itemBytes);
    return out;
}

std::optional<SpanFigure> workDivisionSpan(const ReportedTensor &tensor, const std::vector<Int> &ranges)
{
    for (std::size_t i = 0; i + 1 < tensor.coordinates.size(); ++i) {
        if (const auto span = coordinateSpan(tensor, i, ranges)) {
            return span;
        }
    }
    return std::nullopt;
}

std::string spanArithmetic(const SpanFigure &span, Int itemBytes)
{
    return std::to_string(span.extent) + " x " + std::to_string(span.inner) + " x " + std::to_string(itemBytes) + " B";
}

CoresOf coresOf(std::string_view splits)
{
    CoresOf out;
    for (const auto &[symbol, cores] : coreSplitsOf(splits)) {
        out.emplace(symbol, cores);
    }
    return out;
}

} // namespace spanscope
