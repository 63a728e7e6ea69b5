#pragma once
/// Where the numbers of an op cannot all be true. The planner decides on them as they stand, as the compiler
/// would; what it decides then is the answer to a question that nobody asked.

#include "core/graph/graph.h"
#include "core/planner/analysis.h"

#include <string>
#include <vector>

namespace spanscope {

enum class ContradictionKind {
    RangesAgainstSize,  ///< the data's ranges hold another number of elements than the output
    WriteAgainstRanges, ///< the write walks over another number of elements than the data's ranges
    ReadOfNothing,      ///< a read runs over nothing although the op computes something
    DeviceTooSmall,     ///< the device layout has no room for the tensor
    OutsideBuffer,      ///< the index leaves its buffer
    SymbolTwice,        ///< one symbol has two ranges
};

struct Contradiction
{
    ContradictionKind kind = ContradictionKind::RangesAgainstSize;
    /// Nothing that is computed of the op means anything. Else it is only told: a masked read (padding,
    /// concatenation) may leave its buffer.
    bool decisive = true;
    TensorRef tensor;
    std::string place;        ///< JSON pointer into the graph's document
    std::vector<Int> sizes;   ///< what disagrees ...
    std::vector<Int> against; ///< ... with what; of DeviceTooSmall the host size
    Int reached = 0;          ///< OutsideBuffer: the element, < 0 before the start
    Int elements = 0;         ///< OutsideBuffer: the buffer's own
    std::string symbol;       ///< SymbolTwice
};

/// What of an op contradicts itself, in a fixed order; empty for nearly every op. Generated code, whose ranges are a
/// tile's, and what is symbolic or not analysable is passed over. Never throws.
[[nodiscard]] std::vector<Contradiction> contradictionsOf(const Graph &graph, std::size_t opIndex);

/// Whether one of them takes the meaning from the result.
[[nodiscard]] bool isMeaningless(const std::vector<Contradiction> &contradictions);

} // namespace spanscope
