#pragma once
/// From whatever a user has to graphs: sniffing, logs, generated code, typed expressions.

#include "core/base/progress.h"
#include "core/graph/graph.h"

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

enum class InputKind { Graph, Log, OutputCode, Expression, Plan, Unknown };
[[nodiscard]] std::string_view inputKindName(InputKind kind);

/// A line of the artefact that looked relevant but was not understood, or was recognised.
struct LogLine
{
    std::size_t line = 0; ///< 1-based
    bool understood = false;
    std::string op;   ///< the op it is tied to, may be empty
    std::string text; ///< shortened to 400 bytes
};

struct ImportResult
{
    std::vector<GraphPtr> graphs;
    std::vector<LogLine> lines; ///< recognised and near-miss lines, in order (bounded)
    std::size_t linesRead = 0;
    std::size_t notUnderstood = 0;
    std::vector<std::string> notes; ///< what was read, what was inferred, in words
};

/// What the first bytes (or all) of a file look like; several kinds may be in one text, most certain first.
[[nodiscard]] std::vector<InputKind> sniff(std::string_view head);

/// `linear(f16[2,64], f16[1024,64])`: a graph with the layouts the compiler would use.
/// Throws InputError with line and column.
[[nodiscard]] GraphPtr graphFromExpression(std::string_view text, const std::string &name = "new");

/// A compile log of any size, streamed. Throws InputError only when nothing in it is relevant.
[[nodiscard]] ImportResult importLog(std::istream &in, const std::string &file, const WorkContext &context = {});

/// Generated code (output_code.py, or TORCH_LOGS=output_code text).
[[nodiscard]] ImportResult importOutputCode(std::istream &in, const std::string &file, const WorkContext &context = {});

/// Any of the above by content; `forced` overrides the guess. A text with several kinds gives several graphs.
/// What cannot be read twice is kept: up to 32 MiB in memory, up to 8 GiB in a temporary file; more of it, binary
/// data that goes on, or a full disk is an InputError.
[[nodiscard]] ImportResult importAny(std::istream &in, const std::string &file, InputKind forced = InputKind::Unknown,
                                     const WorkContext &context = {});

/// An INPUT of the command line: a path, `-` for standard input, or `new:EXPR`. Devices other than a terminal are
/// refused.
[[nodiscard]] ImportResult openInput(const std::string &input, InputKind forced = InputKind::Unknown,
                                     const WorkContext &context = {});

} // namespace spanscope
