#include "core/graph/knowledge.h"

#include <algorithm>
#include <initializer_list>

namespace spanscope {

namespace {

bool isInferred(const Graph &graph, std::size_t opIndex, std::string_view what)
{
    const std::vector<std::size_t> &facts = graph.inferredOf(graph.operations.at(opIndex).name);
    return std::any_of(facts.begin(), facts.end(), [&](std::size_t i) { return graph.inferred[i].what == what; });
}

const ReportedFact *firstOf(const Graph &graph, std::size_t opIndex, std::initializer_list<std::string_view> kinds)
{
    for (const std::size_t i : graph.reportedOf(graph.operations.at(opIndex).name)) {
        if (std::find(kinds.begin(), kinds.end(), graph.reported[i].kind) != kinds.end()) {
            return &graph.reported[i];
        }
    }
    return nullptr;
}

} // namespace

bool inputsUnknown(const Graph &graph, std::size_t opIndex)
{
    return isInferred(graph, opIndex, inferred_what::kInputs);
}

bool tensorUnnamed(const Graph &graph, std::size_t opIndex)
{
    return isInferred(graph, opIndex, inferred_what::kTensor);
}

const ReportedFact *reportedRefusal(const Graph &graph, std::size_t opIndex)
{
    return firstOf(graph, opIndex, {"unsupported"});
}

const ReportedFact *reportedOverLimit(const Graph &graph, std::size_t opIndex)
{
    const ReportedFact *span = firstOf(graph, opIndex, {"work_division_span"});
    return span != nullptr ? span : firstOf(graph, opIndex, {"cannot_satisfy"});
}

bool isImported(const Graph &graph)
{
    return !graph.reported.empty() || !graph.inferred.empty();
}

} // namespace spanscope
