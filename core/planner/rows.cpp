#include "core/planner/rows.h"

#include "core/base/shortened.h"

#include "core/planner/spans.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMostCharacters = 200; ///< of an expression in a sentence; it may be megabytes long

/// Ranges of one tile: rounded up where a split does not divide, 0 for symbolic ones.
void fillRanges(const TensorContext &tensor, const SplitVector &splits, const StoragePlan &storage, TiledTensor &out)
{
    const std::vector<Int> &ranges = tensor.index.ranges();
    out.ranges = ranges;
    for (std::size_t v = 0; v < ranges.size(); ++v) {
        const int dim = tensor.hostDimOf[v];
        Int split =
            dim >= 0 && static_cast<std::size_t>(dim) < splits.size() ? splits[static_cast<std::size_t>(dim)] : 1;
        for (const auto &[name, count] : storage.reductionSplits) {
            split = dim < 0 && name == tensor.index.symbols()[v] ? count : split;
        }
        out.divides = out.divides && split > 0 && ranges[v] % split == 0;
        out.ranges[v] = split > 0 ? ceilDiv(ranges[v], split) : ranges[v];
    }
}

std::string whyNoCoordinates(const TensorContext &tensor)
{
    if (tensor.declared == nullptr) {
        return "its layout is not known";
    }
    if (!tensor.declared->isFixedTiled()) {
        return "it has no device layout (" + tensor.declared->type + ")";
    }
    if (!tensor.layout) {
        return "its layout is symbolic or its dtype is unknown";
    }
    if (!tensor.dep->hasIndex) {
        return "the access has no index";
    }
    return "its index cannot be analysed: " + shortened(tensor.dep->index.toString(), kMostCharacters);
}

/// Coordinates of a buffer that is stored per tile: its layout rebuilt, its index in the tile's own strides.
void rebuildStored(const TensorContext &tensor, const std::vector<Level> &levels, TiledTensor &out)
{
    const StaticLayout &layout = *tensor.layout;
    std::vector<Int> tile = layout.size;
    for (const Level &level : levels) {
        const auto d = static_cast<std::size_t>(level.hostDim.index);
        if (d >= tile.size() || tile[d] % level.splitCount != 0) {
            out.problem = "the tile's layout cannot be rebuilt: host dim " + std::to_string(level.hostDim.index) +
                          " is not divisible by " + std::to_string(level.splitCount);
            return;
        }
        tile[d] /= level.splitCount;
    }
    const ResizeResult resized = resizeDeviceLayout(layout.device, layout.size, tile);
    if (!resized.layout) {
        out.problem = "the tile's layout cannot be rebuilt: " + resized.error;
        return;
    }
    const std::vector<Int> strides = contiguousStrides(tile);
    Dep dep = *tensor.dep;
    dep.index = Expr();
    for (std::size_t i = 0; i < tensor.auditHost().size(); ++i) {
        dep.index = dep.index + Expr(strides[i]) * toExpr(tensor.auditHost()[i], tensor.index.symbols());
    }
    for (std::size_t v = 0; v < dep.ranges.size(); ++v) {
        dep.ranges[v].size = out.ranges[v];
    }
    const DepIndex index(dep);
    index.trueCoordinates(resized.layout->deviceSize, resized.layout->strideMap, out.ranges, out.coordinates);
    out.deviceSize = resized.layout->deviceSize;
}

} // namespace

TiledTensor tileTensor(const TensorContext &tensor, const SplitVector &splits, const StoragePlan &storage)
{
    TiledTensor out;
    out.tensor = &tensor;
    if (!tensor.known || !tensor.declared || !tensor.declared->device) {
        out.problem = whyNoCoordinates(tensor);
        return out;
    }
    if (tensor.itemBytes == 0) {
        out.problem = "its dtype is unknown (" + tensor.declared->dtype + ")";
        return out;
    }
    fillRanges(tensor, splits, storage, out);
    const auto read = static_cast<std::size_t>(tensor.ref.isOutput() ? 0 : tensor.ref.read);
    out.storage = tensor.ref.isOutput()         ? storage.output
                  : read < storage.reads.size() ? storage.reads[read]
                                                : Storage::Full;
    if (out.storage == Storage::Tile && tensor.hostKnown) {
        std::vector<Level> own;
        for (std::size_t d = 0; d < splits.size(); ++d) {
            if (splits[d] > 1) {
                own.push_back({HostDim{static_cast<int>(d)}, splits[d], false});
            }
        }
        const bool given = !tensor.ref.isOutput() && read < storage.readLevels.size();
        rebuildStored(tensor, given ? storage.readLevels[read] : own, out);
        return out;
    }
    out.storage = Storage::Full;
    out.coordinates = tensor.auditDevice();
    for (const Extent &e : tensor.declared->device->deviceSize) {
        if (!e.isInteger()) {
            out.problem = "its device_size is symbolic";
            return out;
        }
        out.deviceSize.push_back(e.value);
    }
    if (out.coordinates.size() != out.deviceSize.size()) {
        out.problem = "it has " + std::to_string(out.coordinates.size()) + " coordinates for " +
                      std::to_string(out.deviceSize.size()) + " device dims";
    }
    return out;
}

Int spanUnder(const TiledTensor &tiled, std::size_t deviceDim, const std::vector<Int> &ranges)
{
    const TrueExtent extent = trueExtent(tiled.coordinates[deviceDim], ranges);
    if (extent.extent <= 1) {
        return 0;
    }
    return mulChecked(mulChecked(extent.extent, innerProduct(tiled.deviceSize, deviceDim)), tiled.tensor->itemBytes);
}

StickSymbols stickSymbols(const OpContext &context)
{
    StickSymbols out;
    const auto add = [&out](const std::string &name, Int elems) {
        const auto at = out.emplace(name, elems).first;
        at->second = std::max(at->second, elems);
    };
    const auto visit = [&add](const TensorContext &t) {
        if (!t.known || t.device.empty() || t.dep->indirect || !t.layout) {
            return;
        }
        for (const CoordTerm &term : t.auditDevice().back().terms) {
            if (!term.general) {
                add(t.index.symbols()[static_cast<std::size_t>(term.symbol)], t.layout->device.elemsPerStick);
                continue;
            }
            for (const std::string &name : term.general->names) {
                add(name, t.layout->device.elemsPerStick);
            }
        }
    };
    if (context.output() != nullptr) {
        visit(*context.output());
    }
    std::for_each(context.reads().begin(), context.reads().end(), visit);
    return out;
}

} // namespace spanscope
