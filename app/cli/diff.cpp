/// spanscope-cli diff: what changed between two plans or graphs.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/plan_diff.h"

#include "core/exporters/exporters.h"
#include "core/text/words.h"

#include <fstream>
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

Json parsed(const std::string &text, const std::string &file, std::size_t line)
{
    try {
        return Json::parse(text);
    } catch (const Json::parse_error &error) {
        throw InputError(file, "line " + std::to_string(line), error.what());
    }
}

/// The plans of a file that holds plans, one a line or a single one over many; nothing for other files.
std::vector<Json> readPlans(const std::string &path)
{
    constexpr std::string_view kFormat = "\"spyre-span-plan\"";
    constexpr std::size_t kHead = 4096;
    std::ifstream in(path, std::ios::binary);
    std::string head(kHead, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (head.find(kFormat) == std::string::npos) {
        return {};
    }
    in.clear();
    in.seekg(0);
    std::stringstream all;
    all << in.rdbuf();
    if (Json::accept(all.str())) {
        return {Json::parse(all.str())};
    }
    std::vector<Json> plans;
    std::string line;
    for (std::size_t number = 1; std::getline(all, line); ++number) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            plans.push_back(parsed(line, path, number));
        }
    }
    return plans;
}

std::vector<Json> plansOf(const std::string &input, const RuleOptions &rules)
{
    std::vector<Json> plans = readPlans(input);
    if (plans.empty()) {
        for (const GraphPtr &graph : loadGraphs(input)) {
            plans.push_back(Json::parse(planJson(*plan(graph, rules))));
        }
    }
    return plans;
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
