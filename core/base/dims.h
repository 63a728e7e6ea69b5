#pragma once
/// Strong indices, so that a host dim is never taken for a device dim.

#include <compare>

namespace spanscope {

template <typename Tag> struct DimIndex
{
    int index = 0;
    constexpr auto operator<=>(const DimIndex &) const = default;
};

/// An index into an op's logical output size (`layout.size`, `data.ranges`).
using HostDim = DimIndex<struct HostDimTag>;

/// An index into a layout's `device_size`; the last one is the stick.
using DeviceDim = DimIndex<struct DeviceDimTag>;

} // namespace spanscope
