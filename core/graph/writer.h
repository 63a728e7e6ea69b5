#pragma once
/// Writes `spyre-span-graph` documents.

#include "core/graph/graph.h"

#include <string>

namespace spanscope {

/// One graph as one line of JSON without a newline; reading it back gives an equal graph.
[[nodiscard]] std::string writeGraph(const Graph &graph);
/// The same, indented by two spaces.
[[nodiscard]] std::string writeGraphPretty(const Graph &graph);

} // namespace spanscope
