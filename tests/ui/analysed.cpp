#include "analysed.h"

#include "core/importers/import.h"

namespace spanscope::ui {

GraphResultPtr analysed(const std::string &expression, const std::string &preset)
{
    RuleChoice choice;
    if (!preset.empty()) {
        choice.preset = preset;
    }
    return runGraph(graphFromExpression(expression), rulesFor(choice, std::nullopt).value());
}

int firstWith(const GraphResult &result, Verdict verdict)
{
    for (std::size_t i = 0; i < result.analyses.size(); ++i) {
        if (verdictOf(result, i) == verdict) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

ResultSummaryPtr handMade(std::vector<OpSummary> ops)
{
    auto result = std::make_shared<GraphResult>();
    result->graph = std::make_shared<Graph>();
    auto summary = std::make_shared<ResultSummary>();
    summary->result = result;
    for (const OpSummary &op : ops) {
        ++summary->counts.at(static_cast<std::size_t>(op.verdict));
    }
    summary->ops = std::move(ops);
    return summary;
}

} // namespace spanscope::ui
