/// How long single ops take: the recorded mix, the slowest of them with its trace, the hardest fit.

#include "core/planner/audit.h"
#include "core/planner/engine.h"
#include "tests/bench/bench_data.h"

#include <benchmark/benchmark.h>

#include <chrono>

using namespace spanscope;
using namespace spanscope::bench;

namespace {

/// Time of one call in the steady state, best of three.
template <typename Work> std::chrono::nanoseconds timeOf(const Work &work)
{
    auto best = std::chrono::nanoseconds::max();
    for (int i = 0; i < 3; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin));
    }
    return best;
}

/// The recorded op on which a kind of work takes longest.
template <typename Work> OpRef slowestOp(const Work &work)
{
    OpRef slowest;
    auto longest = std::chrono::nanoseconds::min();
    for (const GraphPtr &graph : recordedGraphs()) {
        const Rules rules = recordedRules(*graph);
        for (std::size_t op = 0; op < graph->operations.size(); ++op) {
            const auto time = timeOf([&] { work(*graph, op, rules); });
            if (time > longest) {
                longest = time;
                slowest = {graph, op};
            }
        }
    }
    return slowest;
}

void traced(const Graph &graph, std::size_t op, const Rules &rules)
{
    benchmark::DoNotOptimize(analyse(graph, op, rules, {.trace = true}));
}

void planRecorded(benchmark::State &state)
{
    const std::size_t ops = recordedOps();
    if (ops == 0) {
        state.SkipWithError("recorded.jsonl is missing");
        return;
    }
    for (auto _ : state) {
        for (const GraphPtr &graph : recordedGraphs()) {
            benchmark::DoNotOptimize(analyseAll(*graph, recordedRules(*graph)));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ops));
}

void traceSlowestRecorded(benchmark::State &state)
{
    if (recordedOps() == 0) {
        state.SkipWithError("recorded.jsonl is missing");
        return;
    }
    static const OpRef s_slowest = slowestOp(traced);
    const Rules rules = recordedRules(*s_slowest.graph);
    for (auto _ : state) {
        traced(*s_slowest.graph, s_slowest.op, rules);
    }
    state.SetLabel(s_slowest.toString());
}

void fitHardestRecorded(benchmark::State &state)
{
    if (recordedOps() == 0) {
        state.SkipWithError("recorded.jsonl is missing");
        return;
    }
    static const OpRef s_hardest = slowestOp([](const Graph &graph, std::size_t op, const Rules &rules) {
        const OpAnalysis analysis = analyse(graph, op, rules);
        benchmark::DoNotOptimize(whatWouldFit(graph, op, analysis, rules));
    });
    const Rules rules = recordedRules(*s_hardest.graph);
    const OpAnalysis analysis = analyse(*s_hardest.graph, s_hardest.op, rules);
    bool cutShort = false;
    for (auto _ : state) {
        const Fits fits = whatWouldFit(*s_hardest.graph, s_hardest.op, analysis, rules);
        cutShort = cutShort || fits.cutShort;
    }
    state.SetLabel(s_hardest.toString() + (cutShort ? ", cut short" : ""));
}

} // namespace

BENCHMARK(planRecorded)->Name("plan_recorded")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(traceSlowestRecorded)->Name("trace_slowest_recorded")->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(fitHardestRecorded)->Name("fit_hardest_recorded")->UseRealTime()->Unit(benchmark::kMicrosecond);
