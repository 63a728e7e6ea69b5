/// How long whole graphs take: reading, planning with groups and audit, on several threads, writing.

#include "core/exporters/exporters.h"
#include "core/graph/reader.h"
#include "core/groups/groups.h"
#include "tests/bench/bench_data.h"

#include <benchmark/benchmark.h>

using namespace spanscope;
using namespace spanscope::bench;

namespace {

constexpr std::int64_t kSmall = 1'000;
constexpr std::int64_t kMiddle = 10'000;
constexpr std::int64_t kLarge = 100'000;

GraphPtr graphOrSkip(benchmark::State &state)
{
    GraphPtr graph = graphOf(static_cast<std::size_t>(state.range(0)));
    if (!graph) {
        state.SkipWithError("the graph file is missing");
    }
    return graph;
}

void setOps(benchmark::State &state)
{
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void readGraph(benchmark::State &state)
{
    const std::optional<std::string> text = textOf("graph-" + std::to_string(state.range(0)) + ".json");
    if (!text) {
        state.SkipWithError("the graph file is missing");
        return;
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(readGraphs(*text, "graph.json"));
    }
    setOps(state);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text->size()));
}

/// Ranges: ops, jobs.
void runWholeGraph(benchmark::State &state)
{
    const GraphPtr graph = graphOrSkip(state);
    if (!graph) {
        return;
    }
    RunOptions options;
    options.jobs = static_cast<unsigned>(state.range(1));
    options.ignoreSwitches = true;
    for (auto _ : state) {
        benchmark::DoNotOptimize(runGraph(graph, *rulesFor({}, std::nullopt), options));
    }
    setOps(state);
}

void writePlan(benchmark::State &state)
{
    const GraphPtr graph = graphOrSkip(state);
    if (!graph) {
        return;
    }
    const GraphResultPtr result = runGraph(graph, *rulesFor({}, std::nullopt), {.jobs = 0, .ignoreSwitches = true});
    std::size_t bytes = 0;
    for (auto _ : state) {
        const std::string text = planJson(*result);
        bytes = text.size();
    }
    setOps(state);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

} // namespace

BENCHMARK(readGraph)
    ->Name("read_graph")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Arg(kSmall)
    ->Arg(kMiddle)
    ->Arg(kLarge);
BENCHMARK(runWholeGraph)
    ->Name("run_graph")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Args({kSmall, 1})
    ->Args({kMiddle, 1})
    ->Args({kLarge, 1})
    ->Args({kLarge, 2});
BENCHMARK(writePlan)
    ->Name("write_plan")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Arg(kSmall)
    ->Arg(kMiddle)
    ->Arg(kLarge);
