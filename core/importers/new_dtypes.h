#pragma once
/// Which dtype an op of mixed dtypes gives.

#include <string>
#include <string_view>

namespace spanscope {

enum class DtypeKind { Bool, Integer, Float, Float8 };

[[nodiscard]] DtypeKind dtypeKind(std::string_view dtype);
/// The dtype of a pointwise op on both; empty where they do not mix (float8 with anything else).
[[nodiscard]] std::string promotedDtype(std::string_view a, std::string_view b);
/// Integers and bool as float32, floats as they are: what exp, div and the like compute in.
[[nodiscard]] std::string floatingDtype(std::string_view dtype);
/// bool and int32 as int64: what sum and prod accumulate in.
[[nodiscard]] std::string accumulatedDtype(std::string_view dtype);

} // namespace spanscope
