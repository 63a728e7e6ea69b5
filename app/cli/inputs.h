#pragma once
/// From the INPUT arguments to results.

#include "app/cli/rule_options.h"

#include "core/base/input_error.h"
#include "core/groups/groups.h"
#include "core/importers/import.h"

#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace spanscope::cli {

/// Throws the InputError that says that standard input can be read only once.
[[noreturn]] void refuseSecondRead();
/// Opens one INPUT. Throws InputError, also when standard input is asked for twice.
[[nodiscard]] ImportResult openOnce(const std::string &input, InputKind forced, const WorkContext &context);
/// All graphs of one input; notes about what was inferred go to standard error. Throws InputError.
[[nodiscard]] std::vector<GraphPtr> loadGraphs(const std::string &input);
/// The same of an input that is open already; `name` is for messages.
[[nodiscard]] std::vector<GraphPtr> loadGraphs(std::istream &in, const std::string &name);

/// Plans, groups and audits one graph.
[[nodiscard]] GraphResultPtr plan(const GraphPtr &graph, const RuleOptions &options);

/// Tells on standard error where the numbers of a graph contradict each other and what else its reader warned of.
void tellWarnings(const GraphResult &result);
/// The same about one op.
void tellWarnings(const GraphResult &result, std::size_t opIndex);

/// One op of an input. `graph` is a name or a 0-based number, empty for the first graph with the op.
struct OpChoice
{
    std::string input;
    std::string op;
    std::string graph;
};
struct ChosenOp
{
    GraphResultPtr result;
    std::size_t opIndex = 0;
};
/// Throws InputError when there is no such graph or op.
[[nodiscard]] ChosenOp chooseOp(const OpChoice &choice, const RuleOptions &options);

/// The graphs that `wanted` (a name, a 0-based number, or empty for all) means. Throws InputError.
[[nodiscard]] std::vector<GraphPtr> selectGraphs(const std::vector<GraphPtr> &graphs, const std::string &wanted,
                                                 const std::string &input);

/// Whether a strict run must not pass: some op needs attention.
[[nodiscard]] bool hasTrouble(const GraphResult &result);

/// Exit codes (documented in the manual page).
inline constexpr int kExitDone = 0;
inline constexpr int kExitBadInput = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitTrouble = 3;

} // namespace spanscope::cli
