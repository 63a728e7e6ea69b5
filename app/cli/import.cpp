/// spanscope-cli import: logs and generated code as graphs.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"

#include "core/graph/writer.h"
#include "core/text/words.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct ImportOptions
{
    std::string kind;
    std::string output;
    std::vector<std::string> artefacts;
};

constexpr const char *kFooter =
    R"(One graph a line is written. What the artefact reported stands in each graph's "reported", what had to
be inferred in "inferred"; a summary goes to standard error.

Examples:
  spanscope-cli import -o graphs.jsonl compile.log
  spanscope-cli import output_code.py compile.log > graphs.jsonl)";

InputKind forcedKind(const std::string &name)
{
    for (const InputKind kind : {InputKind::Graph, InputKind::Log, InputKind::OutputCode, InputKind::Expression}) {
        if (!name.empty() && inputKindName(kind) == name) {
            return kind;
        }
    }
    return InputKind::Unknown;
}

void summarise(const std::string &artefact, const ImportResult &imported)
{
    std::string text = artefact + ": " + counted(static_cast<Int>(imported.graphs.size()), "graph", "graphs") +
                       " from " + counted(static_cast<Int>(imported.linesRead), "line", "lines");
    if (imported.notUnderstood > 0) {
        text += ", " + counted(static_cast<Int>(imported.notUnderstood), "relevant line", "relevant lines") +
                " not understood";
    }
    complain(text);
    for (const std::string &note : imported.notes) {
        complain(artefact + ": " + note);
    }
}

int run(const ImportOptions &options)
{
    Output output(options.output);
    for (const std::string &artefact : options.artefacts) {
        ImportResult imported;
        {
            ProgressLine progress("reading");
            imported = openOnce(artefact, forcedKind(options.kind), progress.context());
        }
        summarise(artefact, imported);
        for (const GraphPtr &graph : imported.graphs) {
            output.write(writeGraph(*graph) + "\n");
        }
    }
    output.finish();
    return kExitDone;
}

} // namespace

void addImport(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<ImportOptions>();
    CLI::App *command = program.add_subcommand("import", "Turn logs and generated code into graphs");
    command->footer(kFooter);
    std::vector<std::string> kinds;
    for (const InputKind kind : {InputKind::Graph, InputKind::Log, InputKind::OutputCode}) {
        kinds.emplace_back(inputKindName(kind));
    }
    command->add_option("--kind", options->kind, "Read as this kind instead of guessing: " + listed(kinds, "or"))
        ->check(CLI::IsMember(kinds).description(""))
        ->type_name("KIND");
    addOutputOption(*command, options->output);
    command->add_option("ARTEFACT", options->artefacts, "Logs, output_code.py, or - for standard input")
        ->required()
        ->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
