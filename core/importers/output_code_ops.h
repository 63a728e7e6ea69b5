#pragma once
/// From the specs of generated kernels to operations with given device coordinates.

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/importers/output_code_scanner.h"

#include <vector>

namespace spanscope {

struct CodeProblem
{
    std::size_t line = 0;
    std::string text;
    std::size_t times = 1; ///< the last of very many stands for the rest
};

/// Fills operations, buffers, reported and inferred of a graph from one module; calls no finish(). The kernels get
/// their names; one that cannot be read keeps none. Reports kernels done of all; once cancelled it builds no further
/// op.
void buildCodeGraph(CodeModule &code, Graph &graph, std::vector<CodeProblem> &problems,
                    const WorkContext &context = {});

} // namespace spanscope
