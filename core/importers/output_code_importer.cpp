#include "core/base/input_error.h"
#include "core/importers/import.h"
#include "core/importers/log_conform.h"
#include "core/importers/log_text.h"
#include "core/importers/output_code_ops.h"
#include "core/importers/output_code_scanner.h"
#include "core/importers/size_checks.h"

#include <algorithm>
#include <filesystem>

namespace spanscope {

namespace {

std::size_t loopCount(const Graph &graph)
{
    return static_cast<std::size_t>(std::count_if(graph.operations.begin(), graph.operations.end(),
                                                  [](const Operation &op) { return !op.loops.empty(); }));
}

std::string counted(std::size_t count, const char *what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string describe(const CodeModule &code, const Graph &graph)
{
    return "generated code from line " + std::to_string(code.line) + ": " + counted(code.kernels.size(), "kernel") +
           ", " + counted(graph.operations.size(), "op") + ", " + std::to_string(loopCount(graph)) +
           " of them inside tile loops; spans are of the given coordinates, splits cannot be tried";
}

void addLine(ImportResult &out, LogLine line)
{
    constexpr std::size_t kMostLines = 40'000;
    if (out.lines.size() < kMostLines) {
        out.lines.push_back(std::move(line));
    }
}

} // namespace

ImportResult importOutputCode(std::istream &in, const std::string &file, const WorkContext &context)
{
    ScannedCode code = scanOutputCode(in, context);
    ImportResult out;
    out.linesRead = code.linesRead;
    out.lines = std::move(code.lines);
    out.notUnderstood = code.notUnderstood;
    std::string stem = std::filesystem::path(file).stem().string();
    stem = stem.empty() || stem == "-" ? "output_code" : stem;
    std::vector<Graph> graphs;
    for (CodeModule &module : code.modules) {
        Graph graph;
        std::vector<CodeProblem> problems;
        buildCodeGraph(module, graph, problems);
        for (const CodeProblem &problem : problems) {
            out.notUnderstood += problem.times;
            addLine(out, {problem.line, false, "", problem.text});
        }
        for (const KernelText &kernel : module.kernels) {
            if (!kernel.name.empty()) {
                addLine(out, {kernel.line, true, "", "kernel " + kernel.name});
            }
        }
        std::erase_if(module.kernels, [](const KernelText &kernel) { return kernel.name.empty(); });
        if (module.kernels.empty()) {
            continue;
        }
        for (const std::string &left : conform(graph)) {
            ++out.notUnderstood;
            addLine(out, {module.line, false, "", shortText(left)});
            graph.warnings.push_back(left);
        }
        graph.finish();
        checkSizes(graph);
        out.notes.push_back(describe(module, graph));
        module = CodeModule(); // its text is no longer needed
        graphs.push_back(std::move(graph));
    }
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        graphs[i].name = graphs.size() > 1 ? stem + "." + std::to_string(i + 1) : stem;
        graphs[i].finish();
        out.graphs.push_back(std::make_shared<const Graph>(std::move(graphs[i])));
    }
    std::stable_sort(out.lines.begin(), out.lines.end(),
                     [](const LogLine &a, const LogLine &b) { return a.line < b.line; });
    if (code.cancelled) {
        out.notes.emplace_back("cancelled: what was read until then is shown");
    } else if (out.graphs.empty()) {
        const bool any = !out.lines.empty();
        throw InputError(file, any ? "line " + std::to_string(out.lines.front().line) : "",
                         any ? out.lines.front().text : "it contains no generated kernel (async_compile.sdsc)");
    }
    if (out.notUnderstood > 0) {
        out.notes.push_back(counted(out.notUnderstood, "place") + " could not be understood");
    }
    return out;
}

} // namespace spanscope
