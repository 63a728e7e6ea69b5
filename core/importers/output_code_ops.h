#pragma once
/// From the specs of generated kernels to operations with given device coordinates.

#include "core/graph/graph.h"
#include "core/importers/output_code_scanner.h"

#include <vector>

namespace spanscope {

struct CodeProblem
{
    std::size_t line = 0;
    std::string text;
};

/// Fills operations, buffers, reported and inferred of a graph from one module; calls no finish().
void buildCodeGraph(const CodeModule &code, Graph &graph, std::vector<CodeProblem> &problems);

} // namespace spanscope
