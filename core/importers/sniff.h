#pragma once
/// Marks of logs and generated code anywhere in a text. Inside the importers only.

#include <string_view>

namespace spanscope {

/// A message that only a compile log has.
[[nodiscard]] bool hasLogMark(std::string_view text);
/// The begin of a generated kernel.
[[nodiscard]] bool hasKernel(std::string_view text);

} // namespace spanscope
