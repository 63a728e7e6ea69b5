/// spanscope-cli capture-module: the Python file that captures graphs on a compile machine.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"

#include "capture_text.h"

#include <memory>

namespace spanscope::cli {

namespace {

constexpr const char *kFooter = R"help(Examples:
  spanscope-cli capture-module > spanscope_capture.py
  python -m spanscope_capture train.py)help";

} // namespace

void addCaptureModule(CLI::App &program, int &exitCode)
{
    auto path = std::make_shared<std::string>();
    CLI::App *command = program.add_subcommand("capture-module", "Print the Python module that captures graphs");
    command->footer(kFooter);
    addOutputOption(*command, *path);
    command->callback([path, &exitCode] {
        Output output(*path);
        output.write(kCaptureModule);
        output.finish();
        exitCode = kExitDone;
    });
}

} // namespace spanscope::cli
