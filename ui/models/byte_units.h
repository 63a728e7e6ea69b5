#pragma once
/// How byte figures are written in the window.

#include "core/base/integers.h"

#include <QString>

namespace spanscope::ui {

/// Binary: KiB, MiB, GiB with two decimals. Bytes: grouped integers.
enum class ByteUnits { Binary, Bytes };

/// `384.50 MiB` or `403,177,472 B`.
[[nodiscard]] QString bytesText(Int bytes, ByteUnits units);

} // namespace spanscope::ui
