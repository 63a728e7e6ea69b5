#pragma once
/// Literals, comments and notes of the Python snippets.

#include "core/exporters/python_names.h"
#include "core/groups/groups.h"

#include <string>
#include <vector>

namespace spanscope {

/// A string literal; printable() escapes as Python does.
[[nodiscard]] std::string quoted(const std::string &text);
/// The only way to write a comment: names come from artefacts, and what follows a newline in one would be code.
[[nodiscard]] std::string comment(const std::string &text);
/// The text as a name that Python accepts.
[[nodiscard]] std::string identifier(const std::string &text);
/// Every line as a comment, so that what is only suggested does nothing when the whole file is pasted.
[[nodiscard]] std::string commentedOut(const std::string &text);
/// What the op is, and the nodes of the traced model that it was made from: `Pointwise (add)`.
[[nodiscard]] std::string operationWords(const Operation &op);
/// What a line of the model computes: its nodes, else what the op is.
[[nodiscard]] std::string computedWords(const Operation &op);
/// Single log lines do not say what an op reads: the lines that name its tensors, for a person to fill in.
[[nodiscard]] std::string askForInputs(const Operation &op, const OpNames &names);
/// What holds for the whole snippet.
[[nodiscard]] std::vector<std::string> warningsFor(const GraphResult &result, bool hasUnitCount, bool stops);

} // namespace spanscope
