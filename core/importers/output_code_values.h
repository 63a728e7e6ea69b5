#pragma once
/// Single values of generated code: expressions and iteration spaces. Inside the importers only.

#include "core/graph/graph.h"
#include "core/importers/output_code_scanner.h"
#include "core/importers/python_value.h"

#include <string>
#include <vector>

namespace spanscope {

/// The expression of `sympify('c0 + 1')`, a number or a bare name.
[[nodiscard]] std::string expressionText(const PyValue &value);

/// A loop variable of an OpSpec.
struct IterationSymbol
{
    std::string name;
    Extent range; ///< of one tile
    Int cores = 1;
};

/// `{sympify('c0'): (sympify('32'), 4), ..}`; each name once.
[[nodiscard]] std::vector<IterationSymbol> iterationSpace(const PyValue &space);

/// What is read and never written comes from outside: such buffers become the graph's inputs.
void addInputs(Graph &graph);

/// What an OpSpec of the kernel told beside its tensors, tied to the op made of it.
[[nodiscard]] ReportedFact specFact(const PyValue &spec, const Operation &op, const KernelText &kernel);

} // namespace spanscope
