/// spanscope-cli new: a graph from shapes.

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"

#include "core/graph/writer.h"

#include <memory>

namespace spanscope::cli {

namespace {

struct NewOptions
{
    std::string name = "new";
    std::string output;
    std::string expression;
};

constexpr const char *kFooter =
    R"(Ops: add sub mul div maximum neg exp relu gelu, sum mean max min prod (dim=, keepdim), matmul, bmm,
linear, transpose, embedding. Types: f16 bf16 f32 i32 i64 f8 bool. Statements are separated by ; and
may be named.

Examples:
  spanscope-cli new 'linear(f16[2,4096], f16[49216,4096])'
  spanscope-cli new -o chain.json 'h = mul(f16[32,8192,17408], f16[1,8192,17408]); sum(h, dim=-1)')";

int run(const NewOptions &options)
{
    Output output(options.output);
    output.write(writeGraphPretty(*graphFromExpression(options.expression, options.name)) + "\n");
    output.finish();
    return kExitDone;
}

} // namespace

void addNew(CLI::App &program, int &exitCode)
{
    auto options = std::make_shared<NewOptions>();
    CLI::App *command = program.add_subcommand("new", "Write a graph from shapes, with default layouts");
    command->footer(kFooter);
    command->add_option("--name", options->name, "The graph's name")->type_name("NAME");
    addOutputOption(*command, options->output);
    command->add_option("EXPRESSION", options->expression, "Ops on shapes")->required()->type_name("");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

} // namespace spanscope::cli
