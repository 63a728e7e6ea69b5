#include "app/cli/inputs.h"

#include "app/cli/terminal.h"

#include "core/expr/expr.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace spanscope::cli {

namespace {

/// The graphs; what was inferred about them is told.
std::vector<GraphPtr> toldGraphs(ImportResult imported, const std::string &input)
{
    // A graph file says everything itself; what a log or generated code left open is told.
    const bool inferred = std::any_of(imported.graphs.begin(), imported.graphs.end(),
                                      [](const GraphPtr &graph) { return !graph->inferred.empty(); });
    for (const std::string &note : inferred ? imported.notes : std::vector<std::string>{}) {
        complain(input + ": " + note);
    }
    if (imported.graphs.empty()) {
        throw InputError(input, "", "no graph in it");
    }
    return std::move(imported.graphs);
}

} // namespace

void refuseSecondRead()
{
    throw InputError("standard input", "", "is given twice (-); it can be read only once");
}

ImportResult openOnce(const std::string &input, InputKind forced, const WorkContext &context)
{
    static bool tookStandardInput = false; // of this process, as standard input is
    if (input == "-" && std::exchange(tookStandardInput, true)) {
        refuseSecondRead();
    }
    return openInput(input, forced, context);
}

std::vector<GraphPtr> loadGraphs(const std::string &input)
{
    ImportResult imported;
    {
        ProgressLine progress("reading");
        imported = openOnce(input, InputKind::Unknown, progress.context());
    }
    return toldGraphs(std::move(imported), input);
}

std::vector<GraphPtr> loadGraphs(std::istream &in, const std::string &name)
{
    ImportResult imported;
    {
        ProgressLine progress("reading");
        imported = importAny(in, name, InputKind::Unknown, progress.context());
    }
    return toldGraphs(std::move(imported), name);
}

GraphResultPtr plan(const GraphPtr &graph, const RuleOptions &options)
{
    const auto rules = rulesFor(options.choice, graph->config.maxSpanBytes);
    if (!rules) {
        throw InputError("", "", "unknown rules " + options.choice.preset.value_or(""));
    }
    ProgressLine progress("planning");
    return runGraph(graph, *rules, {options.jobs, options.ignoreSwitches}, progress.context());
}

void tellWarnings(const GraphResult &result)
{
    constexpr std::size_t kMost = 20;
    for (const std::string &warning : inputWarnings(result, kMost)) {
        complain("warning: " + warning);
    }
}

void tellWarnings(const GraphResult &result, std::size_t opIndex)
{
    for (const std::string &warning : inputWarningsOf(result, opIndex)) {
        complain("warning: " + warning);
    }
}

std::vector<GraphPtr> selectGraphs(const std::vector<GraphPtr> &graphs, const std::string &wanted,
                                   const std::string &input)
{
    if (wanted.empty()) {
        return graphs;
    }
    for (const GraphPtr &graph : graphs) {
        if (graph->name == wanted) {
            return {graph};
        }
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    if (error == std::errc() && end == wanted.data() + wanted.size() && number < graphs.size()) {
        return {graphs[number]};
    }
    throw InputError(input, "",
                     "no graph is named " + wanted + "; it holds " +
                         counted(static_cast<Int>(graphs.size()), "graph", "graphs") + ", numbered from 0");
}

namespace {

std::string opNames(const std::vector<GraphPtr> &graphs)
{
    constexpr std::size_t kShown = 12;
    std::vector<std::string> names;
    for (const GraphPtr &graph : graphs) {
        for (const Operation &op : graph->operations) {
            if (std::find(names.begin(), names.end(), op.name) == names.end()) {
                names.push_back(op.name);
            }
            if (names.size() > kShown) {
                names.back() = "...";
                return joined(names);
            }
        }
    }
    return listed(names);
}

} // namespace

ChosenOp chooseOp(const OpChoice &choice, const RuleOptions &options)
{
    const std::vector<GraphPtr> graphs = selectGraphs(loadGraphs(choice.input), choice.graph, choice.input);
    std::vector<GraphPtr> having;
    for (const GraphPtr &graph : graphs) {
        if (graph->operationIndex(choice.op)) {
            having.push_back(graph);
        }
    }
    if (having.empty()) {
        const std::string names = opNames(graphs);
        throw InputError(choice.input, "",
                         "no op is named " + choice.op + (names.empty() ? "; it has no ops" : "; it has " + names));
    }
    if (having.size() > 1) {
        complain(std::to_string(having.size()) + " graphs have an op " + choice.op + "; this is the one of " +
                 having.front()->name + " (--graph chooses another)");
    }
    return {plan(having.front(), options), *having.front()->operationIndex(choice.op)};
}

bool hasTrouble(const GraphResult &result)
{
    for (std::size_t i = 0; i < result.analyses.size(); ++i) {
        if (needsAttention(verdictOf(result, i))) {
            return true;
        }
    }
    return false;
}

} // namespace spanscope::cli
