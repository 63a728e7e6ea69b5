#pragma once
/// Device layouts: the default one, and the one of a tile (core/planner/README.md, "Layouts").

#include "core/graph/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace spanscope {

/// A device layout whose numbers are all integers.
struct StaticDeviceLayout
{
    std::vector<Int> deviceSize; ///< last entry: the stick
    std::vector<Int> strideMap;  ///< same length
    Int elemsPerStick = 0;
    bool operator==(const StaticDeviceLayout &) const = default;
};

/// A fixed tiled layout whose numbers are all integers.
struct StaticLayout
{
    std::vector<Int> size;
    std::vector<Int> stride;
    StaticDeviceLayout device;
    Int itemBytes = 0;
};

/// The static form of a layout; nullopt unless it is a FixedTiledLayout with integer
/// size, stride, device_size, stride_map and elems_per_stick and a known dtype.
[[nodiscard]] std::optional<StaticLayout> staticLayout(const Layout &layout);

/// Contiguous strides of a size (size 0 and 1 count as 1 for the outer ones).
[[nodiscard]] std::vector<Int> contiguousStrides(const std::vector<Int> &size);

/// The device layout the compiler gives a tensor by default.
/// \param order dim order, empty = 0..n-1; the last entry is the stick dim, or -1 for a
///        sparse tensor (then n+1 entries).
/// \return nullopt when the order does not fit or has more than 6 entries (7 sparse).
[[nodiscard]] std::optional<StaticDeviceLayout> defaultDeviceLayout(const std::vector<Int> &size,
                                                                    const std::vector<Int> &stride, Int elemsPerStick,
                                                                    std::vector<int> order = {});

/// A FixedTiledLayout value of a host size and dtype with the default device layout and,
/// unless given, contiguous strides. nullopt for an unknown dtype or a wrong order.
[[nodiscard]] std::optional<Layout> makeLayout(const std::vector<Int> &size, std::string_view dtype,
                                               std::vector<int> order = {}, std::vector<Int> stride = {});

/// The device layout of a tile: `layout` of a tensor of host size `oldSize`, resized to
/// `newSize`. Either the layout, or which dim could not be placed.
struct ResizeResult
{
    std::optional<StaticDeviceLayout> layout;
    std::string error;
};
[[nodiscard]] ResizeResult resizeDeviceLayout(const StaticDeviceLayout &layout, const std::vector<Int> &oldSize,
                                              const std::vector<Int> &newSize);

} // namespace spanscope
