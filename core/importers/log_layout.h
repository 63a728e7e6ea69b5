#pragma once
/// Layouts as Python prints them, and layouts inferred from what little a line tells.

#include "core/graph/graph.h"
#include "core/importers/python_value.h"

#include <optional>
#include <string>
#include <vector>

namespace spanscope {

/// A printed number or symbolic expression. Anything else becomes its text.
[[nodiscard]] Extent extentOf(const PyValue &value);
/// A list or tuple of them; nullopt when the value is none.
[[nodiscard]] std::optional<std::vector<Extent>> extentsOf(const PyValue *value);

/// `FixedTiledLayout('spyre:0', torch.float16, size=[..], stride=[..], device_layout=SpyreTensorLayout(..))`
/// and the other layout classes. nullopt when it is no call of a layout class.
[[nodiscard]] std::optional<Layout> layoutFromPython(const PyValue &value);

/// Which dim order of the default-layout rule gives a device size.
struct OrderGuess
{
    std::optional<Layout> layout; ///< absent: no order gives it
    std::vector<int> order;       ///< the one taken: identity first, then in lexicographic order
    std::size_t matches = 0;      ///< how many orders give it
};
[[nodiscard]] OrderGuess guessLayout(const std::vector<Int> &shape, const std::string &dtype,
                                     const std::vector<Int> &deviceSize);

/// An affine index over contiguous storage of a flat buffer: what size explains the steps.
struct InferredShape
{
    std::vector<Int> size; ///< outer to inner
    std::string problem;   ///< why there is none
};
/// The contiguous size that makes `index` over `ranges` a plain access. Steps that leave a gap are
/// read as a slice of a larger inner dim.
[[nodiscard]] InferredShape shapeFromIndex(const Expr &index, const std::vector<SymbolRange> &ranges);

} // namespace spanscope
