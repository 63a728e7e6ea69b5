/// spanscope-cli diff: what changed between two plans or graphs.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/plan_diff.h"

#include "core/exporters/exporters.h"
#include "core/text/words.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace spanscope::cli {

namespace {

using Json = nlohmann::json;

struct DiffOptions
{
    RuleOptions rules;
    std::string against; ///< a preset for the second plan
    std::string output;
    std::string before;
    std::string after;
};

constexpr const char *kFooter = R"help(A graph is planned first, with the rules given here; a plan is compared as it is.

Examples:
  spanscope-cli diff old.jsonl new.jsonl
  spanscope-cli diff --against torch-spyre-2026-07 graphs.jsonl
  spanscope-cli diff plan-before.json plan-after.json)help";

constexpr int kMaxDepth = 64;

class TooDeep : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Plans are shallow; comparing and printing deeper documents would take a stack as deep.
bool isShallow(int depth, Json::parse_event_t /*event*/, Json & /*value*/)
{
    if (depth > kMaxDepth) {
        throw TooDeep("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    return true;
}

/// \param line of a `.jsonl` document, 0 for a single one
PlanDocument parsed(const std::string &text, const std::string &file, std::size_t line)
{
    const DocumentPlace place{file, line};
    try {
        return readPlan(Json::parse(text, isShallow), place);
    } catch (const Json::parse_error &error) {
        place.fail("", error.what());
    } catch (const TooDeep &error) {
        place.fail("", error.what());
    }
}

/// The plans of a text, one a line or a single one over many.
std::vector<PlanDocument> readPlans(const std::string &text, const std::string &path)
{
    if (Json::accept(text)) {
        return {parsed(text, path, 0)};
    }
    std::vector<PlanDocument> plans;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            plans.push_back(parsed(line, path, number));
        }
    }
    return plans;
}

std::vector<PlanDocument> planned(const std::vector<GraphPtr> &graphs, const RuleOptions &rules)
{
    std::vector<PlanDocument> plans;
    for (const GraphPtr &graph : graphs) {
        const GraphResultPtr result = plan(graph, rules);
        tellWarnings(*result);
        plans.push_back(planOf(*result));
    }
    return plans;
}

/// The head of an input tells whether it holds plans. A pipe gives what it holds only once.
std::vector<PlanDocument> plansOf(const std::string &input, const RuleOptions &rules)
{
    constexpr std::string_view kFormat = "\"spyre-span-plan\"";
    constexpr std::size_t kHead = 4096;
    std::error_code ignored;
    std::ifstream file;
    if (input != "-" && !std::filesystem::is_directory(input, ignored)) {
        file.open(input, std::ios::binary);
    }
    std::istream &in = input == "-" ? std::cin : file;
    if (input != "-" && !file.is_open()) {
        return planned(loadGraphs(input), rules);
    }
    std::string text(kHead, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    const bool holdsPlans = text.find(kFormat) != std::string::npos;
    if (!holdsPlans && std::filesystem::is_regular_file(input, ignored)) {
        return planned(loadGraphs(input), rules);
    }
    in.clear();
    text.append(std::istreambuf_iterator<char>(in), {});
    if (holdsPlans) {
        return readPlans(text, input);
    }
    std::istringstream whole(std::move(text));
    return planned(loadGraphs(whole, input), rules);
}

void compare(Output &output, const PlanDocument &before, const PlanDocument &after)
{
    const PlanDiff diff = diffPlans(before, after);
    const std::string heading = before.graph == after.graph ? after.graph : before.graph + " -> " + after.graph;
    output.write(printable(heading) + "\n");
    for (const std::string &line : diff.lines) {
        output.write("  " + printable(line) + "\n");
    }
    const bool same = diff.lines.empty();
    output.write(same ? "  no difference\n"
                      : "  " + counted(static_cast<Int>(diff.opsChanged), "op", "ops") + " changed, " +
                            std::to_string(diff.opsAdded) + " new, " + std::to_string(diff.opsRemoved) + " gone\n");
}

void onlyIn(Output &output, const PlanDocument &plan, const std::string &input)
{
    output.write("\n" + printable(plan.graph + ": only in " + input) + "\n");
}

int run(const DiffOptions &options)
{
    if (options.after.empty() && options.against.empty()) {
        throw CLI::ValidationError("B", "give a second input, or --against a preset to plan A with both");
    }
    if (!options.after.empty() && !options.against.empty()) {
        throw CLI::ValidationError("--against", "compares one input under two presets: leave B out");
    }
    const std::string &second = options.after.empty() ? options.before : options.after;
    if (options.before == "-" && options.after == "-") {
        refuseSecondRead();
    }
    Output output(options.output);
    RuleOptions against = options.rules;
    if (!options.against.empty()) {
        against.choice.preset = options.against;
    }
    std::vector<PlanDocument> before;
    std::vector<PlanDocument> after;
    if (options.after.empty()) {
        const std::vector<GraphPtr> graphs = loadGraphs(options.before); // once, for it may be a pipe
        before = planned(graphs, options.rules);
        after = planned(graphs, against);
    } else {
        before = plansOf(options.before, options.rules);
        after = plansOf(options.after, against);
    }
    const std::size_t pairs = std::min(before.size(), after.size());
    for (std::size_t i = 0; i < pairs; ++i) {
        output.write(i == 0 ? "" : "\n");
        compare(output, before[i], after[i]);
    }
    for (std::size_t i = pairs; i < before.size(); ++i) {
        onlyIn(output, before[i], options.before);
    }
    for (std::size_t i = pairs; i < after.size(); ++i) {
        onlyIn(output, after[i], second);
    }
    output.finish();
    return kExitDone;
}

} // namespace

void addDiff(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<DiffOptions>();
    CLI::App *command = program.add_subcommand("diff", "Compare two plans or two graphs");
    command->footer(kFooter);
    addRuleOptions(*command, options->rules);
    command
        ->add_option("--against", options->against,
                     "Instead of B: plan A once more, with this preset instead of --rules")
        ->check(CLI::IsMember(presetNames()).description(""))
        ->type_name("PRESET");
    addOutputOption(*command, options->output);
    command->add_option("A", options->before, "A plan (--format json) or any INPUT")->required()->type_name("");
    command->add_option("B", options->after, "The same, later")->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
