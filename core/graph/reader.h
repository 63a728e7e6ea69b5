#pragma once
/// Reads `spyre-span-graph` files.

#include "core/base/progress.h"
#include "core/graph/graph.h"

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

/// Generous bounds that keep hostile input from eating the machine. What goes beyond one is
/// an InputError that names the bound; real models stay far below each.
struct ReaderLimits
{
    std::size_t maxDepth = 64;                   ///< JSON nesting
    std::size_t maxBytes = std::size_t{2} << 30; ///< of one document
    std::size_t maxStringBytes = std::size_t{1} << 20;
    std::size_t maxOperations = 2'000'000;
    std::size_t maxDims = 64;      ///< of one tensor or range list
    std::size_t maxDeps = 100'000; ///< of one operation
};

/// Reads a `.json` (one graph, possibly pretty-printed) or `.jsonl` (one graph a line)
/// document; which of both is seen from the content. `file` is only for messages.
/// Throws InputError (file, JSON pointer or line and column, reason); nothing is half loaded.
/// A cancelled read returns what is complete so far.
[[nodiscard]] std::vector<GraphPtr> readGraphs(std::string_view text, const std::string &file,
                                               const ReaderLimits &limits = {}, const WorkContext &context = {});
[[nodiscard]] std::vector<GraphPtr> readGraphs(std::istream &in, const std::string &file,
                                               const ReaderLimits &limits = {}, const WorkContext &context = {});

} // namespace spanscope
