#include "core/layout/layouts.h"

#include "core/layout/dtypes.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

bool toIntegers(const std::vector<Extent> &in, std::vector<Int> &out)
{
    out.reserve(in.size());
    for (const Extent &e : in) {
        if (!e.isInteger()) {
            return false;
        }
        out.push_back(e.value);
    }
    return true;
}

/// Dim of each device position, outer to inner (planner README, "Default device layout").
std::vector<int> devicePositions(const std::vector<int> &order)
{
    const int stick = order.back();
    if (order.size() == 1) {
        return {stick, stick};
    }
    std::vector<int> out(order.begin() + 1, order.end());
    out.push_back(order.front());
    out.push_back(stick);
    return out;
}

bool isValidOrder(const std::vector<int> &order, std::size_t rank)
{
    const bool sparse = !order.empty() && order.back() == -1;
    const std::size_t dims = order.size() - (sparse ? 1 : 0);
    if (order.empty() || dims != rank || order.size() > (sparse ? 7U : 6U)) {
        return false;
    }
    std::vector<bool> seen(rank, false);
    for (std::size_t i = 0; i < dims; ++i) {
        const auto d = static_cast<std::size_t>(order[i]);
        if (order[i] < 0 || d >= rank || seen[d]) {
            return false;
        }
        seen[d] = true;
    }
    return true;
}

} // namespace

std::optional<StaticLayout> staticLayout(const Layout &layout)
{
    if (!layout.isFixedTiled() || !layout.device->elemsPerStick.isInteger()) {
        return std::nullopt;
    }
    StaticLayout out;
    const std::optional<Int> bytes = itemSize(layout.dtype);
    const bool integral = toIntegers(layout.size, out.size) && toIntegers(layout.stride, out.stride) &&
                          toIntegers(layout.device->deviceSize, out.device.deviceSize) &&
                          toIntegers(layout.device->strideMap, out.device.strideMap);
    const bool shaped = out.size.size() == out.stride.size() && !out.device.deviceSize.empty() &&
                        out.device.deviceSize.size() == out.device.strideMap.size();
    if (!bytes || !integral || !shaped) {
        return std::nullopt;
    }
    out.device.elemsPerStick = layout.device->elemsPerStick.value;
    out.itemBytes = *bytes;
    return out;
}

std::vector<Int> contiguousStrides(const std::vector<Int> &size)
{
    std::vector<Int> out(size.size(), 1);
    Int stride = 1;
    for (std::size_t i = size.size(); i-- > 0;) {
        out[i] = stride;
        stride = mulChecked(stride, std::max<Int>(size[i], 1));
    }
    return out;
}

std::optional<StaticDeviceLayout> defaultDeviceLayout(const std::vector<Int> &size, const std::vector<Int> &stride,
                                                      Int elemsPerStick, std::vector<int> order)
{
    if (size.size() != stride.size() || elemsPerStick <= 0) {
        return std::nullopt;
    }
    if (size.empty()) {
        return StaticDeviceLayout{{1, elemsPerStick}, {-1, -1}, elemsPerStick};
    }
    if (order.empty()) {
        order.resize(size.size());
        std::iota(order.begin(), order.end(), 0);
    }
    if (!isValidOrder(order, size.size())) {
        return std::nullopt;
    }
    const int stick = order.back();
    const std::vector<int> positions = devicePositions(order);
    const std::size_t n = positions.size();
    StaticDeviceLayout out{std::vector<Int>(n), std::vector<Int>(n), elemsPerStick};
    std::vector<Int> nextStride(size.size(), 0); // 0: not visited yet
    for (std::size_t i = n; i-- > 0;) {
        const int dim = positions[i];
        const auto d = static_cast<std::size_t>(dim);
        if (i == n - 1) {
            out.deviceSize[i] = elemsPerStick;
        } else if (dim == stick) {
            out.deviceSize[i] = dim < 0 ? 1 : ceilDiv(size[d], elemsPerStick);
        } else {
            out.deviceSize[i] = size[d];
        }
        if (dim < 0 || size[d] == 1) {
            out.strideMap[i] = -1;
            continue;
        }
        out.strideMap[i] = nextStride[d] == 0 ? stride[d] : nextStride[d];
        nextStride[d] = mulChecked(out.strideMap[i], out.deviceSize[i]);
    }
    return out;
}

std::optional<Layout> makeLayout(const std::vector<Int> &size, std::string_view dtype, std::vector<int> order,
                                 std::vector<Int> stride)
{
    const std::optional<Int> elems = defaultElemsPerStick(dtype);
    if (!elems) {
        return std::nullopt;
    }
    if (stride.empty()) {
        stride = contiguousStrides(size);
    }
    const auto device = defaultDeviceLayout(size, stride, *elems, std::move(order));
    if (!device) {
        return std::nullopt;
    }
    Layout out;
    out.type = "FixedTiledLayout";
    out.dtype = canonicalDtype(dtype);
    out.size.assign(size.begin(), size.end());
    out.stride.assign(stride.begin(), stride.end());
    out.device.emplace();
    out.device->deviceSize.assign(device->deviceSize.begin(), device->deviceSize.end());
    out.device->strideMap.assign(device->strideMap.begin(), device->strideMap.end());
    out.device->elemsPerStick = device->elemsPerStick;
    return out;
}

} // namespace spanscope
