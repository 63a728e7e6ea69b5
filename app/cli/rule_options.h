#pragma once
/// The RULES options that all planning commands share.

#include "core/planner/rules.h"

#include <CLI/CLI.hpp>

#include <string>

namespace spanscope::cli {

struct RuleOptions
{
    RuleChoice choice;
    bool ignoreSwitches = false;
    bool strict = false;
    unsigned jobs = 0;
};

/// Adds --rules, --limit and the other options to a command. Wrong values are usage errors.
void addRuleOptions(CLI::App &command, RuleOptions &options);
/// Adds -o FILE. An empty name is a usage error: a variable that is not set must not become standard output.
void addOutputOption(CLI::App &command, std::string &path);
/// Adds --strict; \param when what makes it exit with 3
void addStrictOption(CLI::App &command, RuleOptions &options, const char *when);

} // namespace spanscope::cli
