#include "app/cli/rule_options.h"

#include <charconv>
#include <limits>

namespace spanscope::cli {

namespace {

constexpr const char *kGroup = "Rules";

/// The library's own conversion accepts numbers beyond 63 bits and takes the largest instead.
Int parseCount(const char *name, const std::string &text)
{
    Int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1) {
        throw CLI::ValidationError(name, "\"" + text + "\" is no whole number from 1 to " +
                                             std::to_string(std::numeric_limits<Int>::max()));
    }
    return value;
}

void addCount(CLI::App &command, const char *name, std::optional<Int> &target, const char *help)
{
    command
        .add_option_function<std::string>(
            name, [&target, name](const std::string &text) { target = parseCount(name, text); }, help)
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
    command.add_option("--jobs", options.jobs, "Threads; 0 (default) is one per core")
        ->check(CLI::Range(0U, 1024U).description(""))
        ->type_name("N");
}

void addOutputOption(CLI::App &command, std::string &path)
{
    command
        .add_option_function<std::string>(
            "-o,--output",
            [&path](const std::string &name) {
                if (name.empty()) {
                    throw CLI::ValidationError("--output", "the file's name is empty (- is standard output)");
                }
                path = name;
            },
            "Write to FILE, whole or not at all")
        ->type_name("FILE");
}

void addStrictOption(CLI::App &command, RuleOptions &options, const char *when)
{
    command.add_flag("--strict", options.strict, std::string("Exit with 3 if ") + when);
}

} // namespace spanscope::cli
