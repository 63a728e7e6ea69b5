#pragma once
/// What an artefact left open about an op. Graphs that were captured or typed leave nothing open.

#include "core/graph/graph.h"

#include <cstddef>
#include <string_view>

namespace spanscope {

/// The `what` of the inferred facts that say so.
namespace inferred_what {
inline constexpr std::string_view kInputs = "inputs"; ///< what the op reads is unknown
inline constexpr std::string_view kTensor = "tensor"; ///< the layout is of an unnamed tensor, taken as the output
inline constexpr std::string_view kIncomplete = "incomplete"; ///< the op's text is cut off or cannot be used
inline constexpr std::string_view kRanges = "ranges";         ///< of no op: all ranges are a tile's
inline constexpr std::string_view kOperations = "operations"; ///< of no op: some may be missing from the graph
} // namespace inferred_what

/// The op's inputs are unknown, which is not the same as none.
[[nodiscard]] bool inputsUnknown(const Graph &graph, std::size_t opIndex);
/// Why the artefact does not show the whole op, so that nothing is decided of it; null when it does.
[[nodiscard]] const InferredFact *incompleteness(const Graph &graph, std::size_t opIndex);
/// Why operations may be missing from the graph; null when nothing says so.
[[nodiscard]] const InferredFact *missingOperations(const Graph &graph);
/// The op's layout is that of one of its tensors, nobody knows which; it stands for the output.
[[nodiscard]] bool tensorUnnamed(const Graph &graph, std::size_t opIndex);
/// The artefact's own line that the compiler refused the op; null when there is none.
[[nodiscard]] const ReportedFact *reportedRefusal(const Graph &graph, std::size_t opIndex);
/// The artefact's own line about a span of this op over the limit; null when there is none.
[[nodiscard]] const ReportedFact *reportedOverLimit(const Graph &graph, std::size_t opIndex);
/// The graph comes from a log or from generated code.
[[nodiscard]] bool isImported(const Graph &graph);

} // namespace spanscope
