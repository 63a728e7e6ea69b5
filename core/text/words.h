#pragma once
/// Small helpers of the sentences: plurals, lists, exact decimals.

#include "core/base/integers.h"
#include "core/planner/analysis.h"
#include "core/text/safe_text.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spanscope {

/// `1 tile`, `5 tiles`.
[[nodiscard]] std::string counted(Int count, std::string_view singular, std::string_view plural);
/// `a`, `a and b`, `a, b and c`.
[[nodiscard]] std::string listed(const std::vector<std::string> &items, std::string_view last = "and");
/// At most `most` items, the last of which counts those left out: `3 more`.
[[nodiscard]] std::vector<std::string> shortened(std::vector<std::string> items, std::size_t most);
/// `a, b, c`.
[[nodiscard]] std::string joined(const std::vector<std::string> &items);
/// numerator / denominator with `places` (1 to 4) decimals, rounded half up or down; both >= 0.
[[nodiscard]] std::string decimalText(Int numerator, Int denominator, int places, bool halfUp);
/// numerator / denominator with two decimals, rounded half up: (5, 4) -> `1.25`.
[[nodiscard]] std::string twoDecimals(Int numerator, Int denominator);
/// `2, 4, 8`, shortened to `2, 4, ..., 64` beyond seven entries.
[[nodiscard]] std::string countsText(const std::vector<Int> &counts);
/// `the output`, `input arg1_1`.
[[nodiscard]] std::string tensorText(const TensorRef &tensor);
/// `dim 1`.
[[nodiscard]] std::string dimText(HostDim dim);
/// `2 on d0 x 5 on d1`.
[[nodiscard]] std::string factorsText(const std::vector<std::pair<std::string, Int>> &factors);
/// The first letter in upper case.
[[nodiscard]] std::string capitalised(std::string text);
/// The product of the counts, or its factors when it exceeds 63 bits: `3037000500 x 3037000500`.
[[nodiscard]] std::string tileCountText(const std::vector<Level> &levels);
/// `5 tiles of dim 1`, `6 tiles (dim 0 / 2 x dim 1 / 3)`, `no tiles`.
[[nodiscard]] std::string tilesText(const std::vector<Level> &levels);
/// The product of the split counts; throws OverflowError.
[[nodiscard]] Int tileCount(const std::vector<Level> &levels);

} // namespace spanscope
