/// spanscope-cli: the planner without a window.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"

#include <exception>
#include <iostream>
#include <new>

namespace spanscope::cli {

namespace {

constexpr const char *kFooter = R"help(Exit status:
  0  done
  1  bad input, or the output could not be written
  2  bad usage
  3  with --strict: an op is unsupported, in conflict, at residual risk or unknown

Examples:
  spanscope-cli plan graphs.jsonl
  spanscope-cli explain compile.log buf0
  spanscope-cli plan "new:linear(f16[2,4096], f16[49216,4096])"

Each command has its own --help.)help";

int parseAndRun(int argc, char **argv)
{
    CLI::App program{"Explains and plans the memory spans of Spyre kernels.", "spanscope-cli"};
    int exitCode = kExitDone;
    program.require_subcommand(1);
    program.set_version_flag("--version", "spanscope-cli " SPANSCOPE_VERSION);
    program.footer(kFooter);
    addPlan(program, exitCode);
    addExplain(program, exitCode);
    addTry(program, exitCode);
    addExport(program, exitCode);
    addImport(program, exitCode);
    addNew(program, exitCode);
    addDiff(program, exitCode);
    addCaptureModule(program, exitCode);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        const bool done = program.exit(error) == 0;
        if (!std::cout.flush()) {
            complain("standard output: the text could not be written");
            return kExitBadInput;
        }
        return done ? kExitDone : kExitUsage;
    }
    return exitCode;
}

} // namespace

} // namespace spanscope::cli

int main(int argc, char **argv)
{
    using namespace spanscope;
    cli::installSignalHandlers();
    try {
        return cli::parseAndRun(argc, argv);
    } catch (const InputError &error) {
        cli::complain(error.what());
    } catch (const cli::OutputError &error) {
        cli::complain(error.what());
    } catch (const std::bad_alloc &) {
        cli::complain("out of memory");
    } catch (const std::exception &error) {
        cli::complain(std::string("internal error: ") + error.what());
    }
    return cli::kExitBadInput;
}
