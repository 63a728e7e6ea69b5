/// spanscope-cli try: would these splits do?

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/split_options.h"
#include "app/cli/terminal.h"

#include "core/exporters/document.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct TryOptions
{
    RuleOptions rules;
    std::string format = "text";
    TrialQuestion question;
    std::string output;
    OpChoice op;
};

constexpr const char *kFooter =
    R"(With --manual the splits are judged as a spyre_hint that a person writes: the caps and the
unit-tile rule do not apply, sticks and spans still do.

Examples:
  spanscope-cli try --split 1=5 graphs.jsonl buf0
  spanscope-cli try --manual --split 0=769 --split 1=2 graphs.jsonl buf0)";

int run(const TryOptions &options)
{
    Output output(options.output);
    const ChosenOp op = chooseOp(options.op, options.rules);
    tellWarnings(*op.result, op.opIndex);
    const GraphResult &result = *op.result;
    if (options.format == "json") {
        output.write(trialJson(result, op.opIndex, options.question) + "\n");
    } else {
        output.write(toText(trialDocument(result, op.opIndex, options.question),
                            {options.output.empty() && wantsColour(), 100}));
    }
    output.finish();
    const Trial trial =
        trySplits(*result.graph, op.opIndex, options.question.splits, result.rules.rules, options.question.manual);
    if (trial.error) {
        complain(trialSentence(trial, {}, options.question.manual, result.rules.rules));
        return kExitBadInput;
    }
    const OpAudit truth = audit(*result.graph, op.opIndex, trial.splits, result.rules.rules);
    return options.rules.strict && trialAnswer(trial, truth) != TrialAnswer::Fits ? kExitTrouble : kExitDone;
}

} // namespace

void addTry(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<TryOptions>();
    CLI::App *command = program.add_subcommand("try", "Judge splits of your own for one op");
    command->footer(kFooter);
    addRuleOptions(*command, options->rules);
    addStrictOption(*command, options->rules, "the splits do not fit or leave a span over the limit or unknown");
    addSplitOption(*command, options->question.splits)->required();
    command->add_flag("--manual", options->question.manual, "Judge them as a manual spyre_hint");
    command->add_option("--format", options->format, "text (default) or json")
        ->check(CLI::IsMember({"text", "json"}).description(""))
        ->type_name("FORMAT");
    command->add_option("--graph", options->op.graph, "Which graph of the input: a name, or a number from 0")
        ->type_name("GRAPH");
    addOutputOption(*command, options->output);
    command->add_option("INPUT", options->op.input, kInputHelp)->required()->type_name("");
    command->add_option("OP", options->op.op, "The op's name")->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
