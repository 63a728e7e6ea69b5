#pragma once
/// How byte counts are written on screen.

#include "core/base/integers.h"

#include <QString>

namespace spanscope::ui {

enum class ByteUnits { Binary, Bytes }; ///< `192.25 MiB` or `201,588,736 B`

/// `192.25 MiB` or `201,588,736 B`.
[[nodiscard]] QString bytesText(Int bytes, ByteUnits units);

} // namespace spanscope::ui
