#include "tests/bench/bench_data.h"

#include "core/graph/reader.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

namespace spanscope::bench {

std::optional<std::string> textOf(const std::string &file)
{
    const char *folder = std::getenv("SPANSCOPE_BENCH_DATA"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::ifstream in(std::string(folder == nullptr ? "." : folder) + "/" + file, std::ios::binary);
    if (!in) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(in), {});
}

GraphPtr graphOf(std::size_t ops)
{
    static std::map<std::size_t, GraphPtr> s_graphs;
    const auto known = s_graphs.find(ops);
    if (known != s_graphs.end()) {
        return known->second;
    }
    const std::string file = "graph-" + std::to_string(ops) + ".json";
    const std::optional<std::string> text = textOf(file);
    return s_graphs.emplace(ops, text ? readGraphs(*text, file).front() : nullptr).first->second;
}

const std::vector<GraphPtr> &recordedGraphs()
{
    static const std::vector<GraphPtr> s_graphs = [] {
        const std::optional<std::string> text = textOf("recorded.jsonl");
        return text ? readGraphs(*text, "recorded.jsonl") : std::vector<GraphPtr>();
    }();
    return s_graphs;
}

std::size_t recordedOps()
{
    std::size_t count = 0;
    for (const GraphPtr &graph : recordedGraphs()) {
        count += graph->operations.size();
    }
    return count;
}

Rules recordedRules(const Graph &graph)
{
    RuleChoice choice;
    choice.reductionJoin = true;
    return rulesFor(choice, graph.config.maxSpanBytes)->rules;
}

} // namespace spanscope::bench
