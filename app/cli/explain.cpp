/// spanscope-cli explain: the whole story of one op.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/split_options.h"
#include "app/cli/terminal.h"

#include "core/exporters/document.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct ExplainOptions
{
    RuleOptions rules;
    std::string format = "text";
    std::vector<Level> splits;
    std::string output;
    OpChoice op;
};

constexpr const char *kFooter = R"help(Examples:
  spanscope-cli explain graphs.jsonl buf0
  spanscope-cli explain --split 0=769 --split 1=2 graphs.jsonl buf0
  spanscope-cli explain --format markdown compile.log buf1 > issue.md)help";

std::string text(const ChosenOp &op, const ExplainOptions &options, bool colour)
{
    if (options.format == "json") {
        std::string out = opJson(*op.result, op.opIndex, {true, true, true});
        if (!options.splits.empty()) {
            // The answer about the given splits joins the op's own object.
            out.pop_back();
            out += ",\"trial\":" + trialJson(*op.result, op.opIndex, {options.splits, false}) + "}";
        }
        return out + "\n";
    }
    OpDocumentOptions what;
    if (!options.splits.empty()) {
        what.user = options.splits;
    }
    const Document document = opDocument(*op.result, op.opIndex, what);
    return options.format == "markdown" ? toMarkdown(document) : toText(document, {colour, 100});
}

int run(const ExplainOptions &options)
{
    Output output(options.output);
    const ChosenOp op = chooseOp(options.op, options.rules);
    tellWarnings(*op.result, op.opIndex);
    output.write(text(op, options, options.output.empty() && wantsColour()));
    output.finish();
    if (!options.splits.empty()) {
        // The same answer as try: splits that cannot be applied are bad input.
        const GraphResult &result = *op.result;
        const Trial trial = trySplits(*result.graph, op.opIndex, options.splits, result.rules.rules);
        if (trial.error) {
            complain(trialSentence(trial, {}, false, result.rules.rules));
            return kExitBadInput;
        }
    }
    return options.rules.strict && needsAttention(verdictOf(*op.result, op.opIndex)) ? kExitTrouble : kExitDone;
}

} // namespace

void addExplain(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<ExplainOptions>();
    CLI::App *command = program.add_subcommand("explain", "Explain one op: spans, splits, causes, what would fit");
    command->footer(kFooter);
    addRuleOptions(*command, options->rules);
    addStrictOption(*command, options->rules, "the op is unsupported, in conflict, at residual risk or unknown");
    addSplitOption(*command, options->splits);
    command->add_option("--format", options->format, "text (default), json or markdown")
        ->check(CLI::IsMember({"text", "json", "markdown"}).description(""))
        ->type_name("FORMAT");
    command->add_option("--graph", options->op.graph, "Which graph of the input: a name, or a number from 0")
        ->type_name("GRAPH");
    addOutputOption(*command, options->output);
    command->add_option("INPUT", options->op.input, kInputHelp)->required()->type_name("");
    command->add_option("OP", options->op.op, "The op's name")->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
