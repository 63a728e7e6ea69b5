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

namespace spanscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct DiffOptions
{
    RuleOptions rules;
    std::string output;
    std::string before;
    std::string after;
};

constexpr const char *kFooter = R"help(A graph is planned first, with the rules given here; a plan is compared as it is.

Examples:
  spanscope-cli diff old.jsonl new.jsonl
  spanscope-cli diff plan-before.json plan-after.json)help";

constexpr int kMaxDepth = 64;

/// Plans are shallow; comparing and printing deeper documents would take a stack as deep.
bool isShallow(int depth, Json::parse_event_t /*event*/, Json & /*value*/)
{
    if (depth > kMaxDepth) {
        throw InputError("", "", "nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    return true;
}

Json parsed(const std::string &text, const std::string &file, std::size_t line)
{
    const std::string place = "line " + std::to_string(line);
    try {
        return Json::parse(text, isShallow);
    } catch (const Json::parse_error &error) {
        throw InputError(file, place, error.what());
    } catch (const InputError &error) {
        throw InputError(file, place, error.reason());
    }
}

/// The plans of a text, one a line or a single one over many.
std::vector<Json> readPlans(const std::string &text, const std::string &path)
{
    if (Json::accept(text)) {
        return {parsed(text, path, 1)};
    }
    std::vector<Json> plans;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            plans.push_back(parsed(line, path, number));
        }
    }
    return plans;
}

std::vector<Json> planned(const std::vector<GraphPtr> &graphs, const RuleOptions &rules)
{
    std::vector<Json> plans;
    for (const GraphPtr &graph : graphs) {
        plans.push_back(Json::parse(planJson(*plan(graph, rules))));
    }
    return plans;
}

/// The head of an input tells whether it holds plans. A pipe gives what it holds only once.
std::vector<Json> plansOf(const std::string &input, const RuleOptions &rules)
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

std::string nameOf(const Json &plan)
{
    const auto name = plan.find("graph");
    return plan.is_object() && name != plan.end() && name->is_string() ? name->get<std::string>() : "graph";
}

void compare(Output &output, const Json &before, const Json &after)
{
    const PlanDiff diff = diffPlans(before, after);
    const std::string heading =
        nameOf(before) == nameOf(after) ? nameOf(after) : nameOf(before) + " -> " + nameOf(after);
    output.write(heading + "\n");
    for (const std::string &line : diff.lines) {
        output.write("  " + line + "\n");
    }
    const bool same = diff.lines.empty();
    output.write(same ? "  no difference\n"
                      : "  " + counted(static_cast<Int>(diff.opsChanged), "op", "ops") + " changed, " +
                            std::to_string(diff.opsAdded) + " new, " + std::to_string(diff.opsRemoved) + " gone\n");
}

int run(const DiffOptions &options)
{
    if (options.before == "-" && options.after == "-") {
        refuseSecondRead();
    }
    Output output(options.output);
    const std::vector<Json> before = plansOf(options.before, options.rules);
    const std::vector<Json> after = plansOf(options.after, options.rules);
    const std::size_t pairs = std::min(before.size(), after.size());
    for (std::size_t i = 0; i < pairs; ++i) {
        output.write(i == 0 ? "" : "\n");
        compare(output, before[i], after[i]);
    }
    for (std::size_t i = pairs; i < before.size(); ++i) {
        output.write("\n" + nameOf(before[i]) + ": only in " + options.before + "\n");
    }
    for (std::size_t i = pairs; i < after.size(); ++i) {
        output.write("\n" + nameOf(after[i]) + ": only in " + options.after + "\n");
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
    command->add_option("-o,--output", options->output, "Write to FILE, whole or not at all")->type_name("FILE");
    command->add_option("A", options->before, "A plan (--format json) or any INPUT")->required()->type_name("");
    command->add_option("B", options->after, "The same, later")->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
