#pragma once
/// One function per command: it adds the command to the program. A command sets `exitCode`.

#include <CLI/CLI.hpp>

namespace spanscope::cli {

void addPlan(CLI::App &program, int &exitCode);
void addExplain(CLI::App &program, int &exitCode);
void addTry(CLI::App &program, int &exitCode);
void addExport(CLI::App &program, int &exitCode);
void addImport(CLI::App &program, int &exitCode);
void addNew(CLI::App &program, int &exitCode);
void addDiff(CLI::App &program, int &exitCode);
void addCaptureModule(CLI::App &program, int &exitCode);

/// What INPUT may be, for the help texts.
inline constexpr const char *kInputHelp =
    "A captured graph (.json, .jsonl), a compile log, output_code.py, - for standard input, or an expression like "
    "'linear(f16[2,64], f16[1024,64])'";

} // namespace spanscope::cli
