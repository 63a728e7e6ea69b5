/// spanscope-cli plan: the decision and the truth for every op.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"

#include "core/exporters/document.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct PlanOptions
{
    RuleOptions rules;
    std::string format = "table";
    bool trace = false;
    bool fits = false;
    std::string output;
    std::vector<std::string> inputs;
};

constexpr const char *kFooter = R"help(Examples:
  spanscope-cli plan graphs.jsonl
  spanscope-cli plan --rules torch-spyre-2026-07 --limit 256MiB compile.log
  spanscope-cli plan --format json --fits -o plan.json graphs.jsonl
  spanscope-cli plan --strict graphs.jsonl && echo "safe to run")help";

void write(Output &output, const GraphResult &result, const PlanOptions &options, bool colour)
{
    const TextSink sink = [&output](std::string_view text) { output.write(text); };
    if (options.format == "json") {
        writePlanJson(result, {options.trace, options.fits}, sink);
        output.write("\n");
        return;
    }
    PlanDocumentOptions what;
    what.fits = options.fits;
    what.trace = options.trace;
    writePlanText(result, what, {colour, 100}, sink);
}

int run(const PlanOptions &options)
{
    Output output(options.output);
    const bool colour = options.output.empty() && wantsColour();
    bool trouble = false;
    bool first = true;
    for (const std::string &input : options.inputs) {
        for (const GraphPtr &graph : loadGraphs(input)) {
            const GraphResultPtr result = plan(graph, options.rules);
            tellWarnings(*result);
            trouble = trouble || hasTrouble(*result);
            output.write(!first && options.format == "table" ? "\n" : "");
            write(output, *result, options, colour);
            first = false;
        }
    }
    output.finish();
    return options.rules.strict && trouble ? kExitTrouble : kExitDone;
}

} // namespace

void addPlan(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<PlanOptions>();
    CLI::App *command = program.add_subcommand("plan", "Plan every op of a graph and audit what is left");
    command->footer(kFooter);
    addRuleOptions(*command, options->rules);
    addStrictOption(*command, options->rules, "an op is unsupported, in conflict, at residual risk or unknown");
    command->add_option("--format", options->format, "table (default) or json")
        ->check(CLI::IsMember({"table", "json"}).description(""))
        ->type_name("FORMAT");
    command->add_flag("--trace", options->trace, "Add every split and combination that was looked at");
    command->add_flag("--fits", options->fits, "Add the cheapest splits that would fit");
    addOutputOption(*command, options->output);
    command->add_option("INPUT", options->inputs, kInputHelp)->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
