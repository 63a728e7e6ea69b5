#pragma once
/// Torch dtypes: bytes per item and elements per stick.

#include "core/base/integers.h"

#include <optional>
#include <string_view>

namespace spanscope {

/// Bytes of one stick on the device.
inline constexpr Int kStickBytes = 128;

/// Bytes per item of the torch dtype (`float16`, also `torch.float16`): bool 1, int64 8,
/// whatever the device format. nullopt: unknown dtype.
[[nodiscard]] std::optional<Int> itemSize(std::string_view dtype);

/// Elements per stick where a file gives none: float16, bfloat16, bool 64; float32,
/// int32, int64 32; float8 128. nullopt: unknown dtype.
[[nodiscard]] std::optional<Int> defaultElemsPerStick(std::string_view dtype);

/// The torch name for a short one (`f16` -> `float16`), or the name itself without `torch.`.
[[nodiscard]] std::string_view canonicalDtype(std::string_view dtype);

} // namespace spanscope
