#pragma once
/// Makes an imported graph one that the graph format can hold.

#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace spanscope {

/// Leaves out what a graph document must not have: negative sizes, strides that do not match,
/// symbols with two ranges, counts below 1. Artefacts are free text and may say anything.
/// \return what was left out, in words, per place
[[nodiscard]] std::vector<std::string> conform(Graph &graph);

} // namespace spanscope
