#pragma once
/// Shape rules of `new` expressions: broadcasting, dims, sticks.

#include "core/importers/new_builder.h"
#include "core/importers/new_syntax.h"

#include <string>
#include <vector>

namespace spanscope {

/// `[2,64]`
[[nodiscard]] std::string shapeText(const std::vector<Int> &size);

/// The size of two operands that broadcast; NewError at the node where they do not.
[[nodiscard]] std::vector<Int> broadcastSize(const std::vector<Int> &a, const std::vector<Int> &b, const NewNode &node);

/// NewError when a call has `name=value` options.
void refuseOptions(const NewNode &call);

/// A dim that may count from the end, as an index; NewError at the node when out of range.
[[nodiscard]] std::size_t dimOf(Int dim, std::size_t rank, const NewNode &node);

/// What `dim` and `keepdim` of a reduction say.
struct ReducedDims
{
    std::vector<bool> isReduced; ///< per dim of the input
    bool keepDim = false;
    bool isFull = false; ///< no dim was given
};
[[nodiscard]] ReducedDims reducedDims(const NewNode &call, const std::vector<Int> &size);

/// The dim along which a pointwise result's stick runs: where all inputs agree, there; where
/// they do not, the last; -1 when they hold one element a stick.
[[nodiscard]] int pointwiseStick(const std::vector<NewTensor> &inputs, std::size_t rank);

/// The view with two dims swapped.
[[nodiscard]] NewTensor swapped(NewTensor tensor, std::size_t a, std::size_t b);

} // namespace spanscope
