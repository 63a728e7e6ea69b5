#include "core/graph/knowledge.h"

#include <algorithm>
#include <initializer_list>

namespace spanscope {

namespace {

/// The first such fact about an op, or about no op in particular; null when there is none.
const InferredFact *inferredFact(const Graph &graph, std::string_view op, std::string_view what)
{
    const std::vector<std::size_t> &facts = graph.inferredOf(op);
    const auto found =
        std::find_if(facts.begin(), facts.end(), [&](std::size_t i) { return graph.inferred[i].what == what; });
    return found == facts.end() ? nullptr : &graph.inferred[*found];
}

bool isInferred(const Graph &graph, std::size_t opIndex, std::string_view what)
{
    return inferredFact(graph, graph.operations.at(opIndex).name, what) != nullptr;
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

const InferredFact *incompleteness(const Graph &graph, std::size_t opIndex)
{
    return inferredFact(graph, graph.operations.at(opIndex).name, inferred_what::kIncomplete);
}

const InferredFact *missingOperations(const Graph &graph)
{
    return inferredFact(graph, "", inferred_what::kOperations);
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
