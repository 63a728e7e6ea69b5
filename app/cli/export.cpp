/// spanscope-cli export: the plan in other programs' forms.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/split_options.h"
#include "app/cli/terminal.h"

#include "core/exporters/exporters.h"
#include "core/planner/engine.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct ExportOptions
{
    RuleOptions rules;
    std::string as;
    ExportChoice choice;
    std::string output;
    std::string op;
    std::string graph;
    std::string input;
};

constexpr const char *kFooter = R"help(Examples:
  spanscope-cli export --as groups -o groups.json graphs.jsonl
  spanscope-cli export --as python --alias buf0:1=H graphs.jsonl
  spanscope-cli export --as python --pin buf0:0=769,1=2 --op buf0 graphs.jsonl
  spanscope-cli export --as html -o report.html compile.log)help";

std::optional<std::size_t> opIndexOf(const GraphResult &result, const ExportOptions &options)
{
    if (options.op.empty()) {
        return std::nullopt;
    }
    const auto index = result.graph->operationIndex(options.op);
    if (!index) {
        throw InputError(options.input, "", "no op is named " + options.op + " in " + result.graph->name);
    }
    return index;
}

void write(Output &output, const GraphResult &result, const ExportOptions &options, const ExportChoice &choice)
{
    const auto opIndex = opIndexOf(result, options);
    if (options.as == "csv") {
        writeCsvTable(result, choice, opIndex, [&output](std::string_view text) { output.write(text); });
    } else if (options.as == "groups") {
        output.write(hintGroupsJson(result, choice));
    } else if (options.as == "python") {
        output.write(pythonHints(result, choice, opIndex));
    } else {
        output.write(options.as == "markdown" ? markdownReport(result, choice, opIndex)
                                              : htmlReport(result, choice, opIndex));
    }
}

/// Every op that a pin or an alias names must be in one of the graphs, with that dim.
void checkChoice(const std::vector<GraphPtr> &graphs, const ExportOptions &options)
{
    const auto check = [&](const char *option, const std::string &op, int dim) {
        bool known = false;
        for (const GraphPtr &graph : graphs) {
            const auto index = graph->operationIndex(op);
            known = known || index.has_value();
            for (const HostDimInfo &info : index ? hostDims(*graph, *index) : std::vector<HostDimInfo>{}) {
                if (info.dim.index == dim) {
                    return;
                }
            }
        }
        throw InputError(options.input, option,
                         known ? op + " has no dim " + std::to_string(dim) : "no op is named " + op);
    };
    for (const Pin &pin : options.choice.pins) {
        for (const Level &level : pin.levels) {
            check("--pin", pin.op, level.hostDim.index);
        }
    }
    for (const auto &[op, names] : options.choice.aliases) {
        for (const auto &[dim, name] : names) {
            check("--alias", op, dim);
        }
    }
}

/// The choice without the pins of ops that other graphs have.
ExportChoice choiceFor(const Graph &graph, ExportChoice choice)
{
    std::erase_if(choice.pins, [&graph](const Pin &pin) { return !graph.operationIndex(pin.op); });
    return choice;
}

void warn(const GraphResult &result, const ExportOptions &options, const ExportChoice &choice)
{
    const bool hints = options.as == "groups" || options.as == "python";
    if (hints && result.groups.disabledBy != DisabledBy::Nothing) {
        complain(disabledSentence(result.groups.disabledBy) + " --ignore-switches exports them all the same.");
    }
    if (hints && stopsCompile(result, choice)) {
        complain("warning: the graph does not compile with these hints alone; --as python lists what is not tiled");
    }
    if (options.as == "python") {
        for (const std::string &warning : aliasWarnings(result, choice, opIndexOf(result, options))) {
            complain("warning: " + warning);
        }
    }
    for (const std::string &warning : pinWarnings(result, choice)) {
        complain("warning: " + warning);
    }
}

int run(const ExportOptions &options)
{
    if (options.as == "groups" && !options.op.empty()) {
        throw CLI::ValidationError("--op", "groups are of the whole graph: leave --op out");
    }
    const std::vector<GraphPtr> graphs = selectGraphs(loadGraphs(options.input), options.graph, options.input);
    const bool onlyOne = options.as == "groups" || options.as == "csv" || options.as == "html";
    if (onlyOne && graphs.size() > 1) {
        throw InputError(options.input, "",
                         "it holds " + std::to_string(graphs.size()) + " graphs, but " + options.as +
                             " describes one: choose it with --graph");
    }
    checkChoice(graphs, options);
    Output output(options.output);
    bool trouble = false;
    bool first = true;
    for (const GraphPtr &graph : graphs) {
        const GraphResultPtr result = plan(graph, options.rules);
        tellWarnings(*result);
        trouble = trouble || hasTrouble(*result);
        const ExportChoice choice = choiceFor(*graph, options.choice);
        warn(*result, options, choice);
        output.write(first ? "" : "\n");
        write(output, *result, options, choice);
        first = false;
    }
    output.finish();
    return options.rules.strict && trouble ? kExitTrouble : kExitDone;
}

} // namespace

void addExport(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<ExportOptions>();
    CLI::App *command = program.add_subcommand("export", "Write hint groups, Python hints, a table or a report");
    command->footer(kFooter);
    addRuleOptions(*command, options->rules);
    addStrictOption(*command, options->rules, "an op is unsupported, in conflict, at residual risk or unknown");
    command->add_option("--as", options->as, "groups, python, csv, html or markdown")
        ->required()
        ->check(CLI::IsMember({"groups", "python", "csv", "html", "markdown"}).description(""))
        ->type_name("KIND");
    addChoiceOptions(*command, options->choice);
    command->add_option("--op", options->op, "Only this op (not for groups)")->type_name("OP");
    command->add_option("--graph", options->graph, "Which graph of the input: a name, or a number from 0")
        ->type_name("GRAPH");
    addOutputOption(*command, options->output);
    command->add_option("INPUT", options->input, kInputHelp)->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
