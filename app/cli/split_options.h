#pragma once
/// `DIM=COUNT` and `OP:DIM=...` on the command line.

#include "core/exporters/exporters.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace spanscope::cli {

/// Adds --split DIM=COUNT (repeatable, or with commas) to a command; the levels end up ascending.
CLI::Option *addSplitOption(CLI::App &command, std::vector<Level> &levels);

/// Adds --pin OP:DIM=COUNT and --alias OP:DIM=NAME.
void addChoiceOptions(CLI::App &command, ExportChoice &choice);

} // namespace spanscope::cli
