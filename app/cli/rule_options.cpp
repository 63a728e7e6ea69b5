#include "app/cli/rule_options.h"

namespace spanscope::cli {

namespace {

constexpr const char *kGroup = "Rules";

void addCount(CLI::App &command, const char *name, std::optional<Int> &target, const char *help)
{
    command
        .add_option_function<Int>(
            name, [&target](const Int &value) { target = value; }, help)
        ->check(CLI::Range(Int{1}, std::numeric_limits<Int>::max()).description(""))
        ->type_name("N")
        ->group(kGroup);
}

void addSwitch(CLI::App &command, const char *name, std::optional<bool> &target, const char *help)
{
    command
        .add_option_function<std::string>(
            name, [&target](const std::string &value) { target = value == "on"; }, help)
        ->check(CLI::IsMember({"on", "off"}).description(""))
        ->type_name("on|off")
        ->group(kGroup);
}

} // namespace

void addRuleOptions(CLI::App &command, RuleOptions &options)
{
    RuleChoice &choice = options.choice;
    command
        .add_option_function<std::string>(
            "--rules", [&choice](const std::string &name) { choice.preset = name; },
            "Whose decisions to reproduce: documented (default) or torch-spyre-2026-07")
        ->check(CLI::IsMember(presetNames()).description(""))
        ->type_name("PRESET")
        ->group(kGroup);
    command
        .add_option_function<std::string>(
            "--limit",
            [&choice](const std::string &text) {
                choice.maxSpanBytes = parseBytes(text);
                if (!choice.maxSpanBytes) {
                    throw CLI::ValidationError("--limit",
                                               "\"" + text + "\" is no positive size like 268435456 or 256MiB");
                }
            },
            "Span limit instead of the graph's or the preset's, e.g. 256MiB")
        ->type_name("BYTES")
        ->group(kGroup);
    addCount(command, "--max-auto-split", choice.maxAutoSplit, "Largest automatic split of a dim");
    addCount(command, "--max-splits-per-dim", choice.maxSplitsPerDim, "Splits kept for a dim");
    addCount(command, "--max-tile-dims", choice.maxTileDims, "Dims searched together");
    addCount(command, "--max-combos", choice.maxTileCombos, "Combinations tried");
    addSwitch(command, "--reduction-join", choice.reductionJoin, "Let a reduction join its producer's loop");
    addSwitch(command, "--validation-divides-twice", choice.validationDividesTwice,
              "Reproduce a final check that divides a tile's range once more");
    command
        .add_flag("--ignore-switches", options.ignoreSwitches, "Show the groups although the compile switched them off")
        ->group(kGroup);
    command.add_option("--jobs", options.jobs, "Threads; 0 (default) is one per core")->type_name("N");
}

void addStrictOption(CLI::App &command, RuleOptions &options, const char *when)
{
    command.add_flag("--strict", options.strict, std::string("Exit with 3 if ") + when);
}

} // namespace spanscope::cli
