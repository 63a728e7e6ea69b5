#pragma once
/// Inputs of the benchmarks: files that make_inputs.py wrote into the folder SPANSCOPE_BENCH_DATA.

#include "core/graph/graph.h"
#include "core/planner/rules.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace spanscope::bench {

/// The text of a file in the folder; nullopt when it is not there.
[[nodiscard]] std::optional<std::string> textOf(const std::string &file);

/// `graph-<ops>.json`, read once and kept; null when it is not there.
[[nodiscard]] GraphPtr graphOf(std::size_t ops);

/// The recorded graphs, read once and kept; empty when they are not there.
[[nodiscard]] const std::vector<GraphPtr> &recordedGraphs();
[[nodiscard]] std::size_t recordedOps();

/// The rules a recorded graph was planned under: its own limit, joining reductions.
[[nodiscard]] Rules recordedRules(const Graph &graph);

/// One op of the recorded graphs.
struct OpRef
{
    GraphPtr graph;
    std::size_t op = 0;
    [[nodiscard]] std::string toString() const { return graph->name + ":" + graph->operations[op].name; }
};

} // namespace spanscope::bench
