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

/// Reading the text is the first half of the way; building the ops of each module has its share of the second.
class CodeImport
{
public:
    CodeImport(const std::string &file, const WorkContext &context)
        : m_file(file)
        , m_context(context)
    {
    }

    ImportResult run(std::istream &in)
    {
        WorkContext scanning{m_context.stop, {}};
        scanning.progress = [this](std::size_t done, std::size_t all) {
            m_total = all;
            m_context.report(done, 2 * all);
        };
        ScannedCode code = scanOutputCode(in, scanning);
        m_out.linesRead = code.linesRead;
        m_out.lines = std::move(code.lines);
        m_out.notUnderstood = code.notUnderstood;
        for (std::size_t i = 0; i < code.modules.size() && !m_context.cancelled(); ++i) {
            const std::size_t share = m_total / code.modules.size();
            build(code.modules[i], m_total + i * share, share);
            code.modules[i] = CodeModule(); // its text is no longer needed
        }
        finish();
        return std::move(m_out);
    }

private:
    void build(CodeModule &module, std::size_t before, std::size_t share)
    {
        WorkContext building{m_context.stop, {}};
        building.progress = [this, before, share](std::size_t done, std::size_t all) {
            const double part = static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1));
            m_context.report(before + static_cast<std::size_t>(part * static_cast<double>(share)), 2 * m_total);
        };
        Graph graph;
        std::vector<CodeProblem> problems;
        buildCodeGraph(module, graph, problems, building);
        for (const CodeProblem &problem : problems) {
            m_out.notUnderstood += problem.times;
            addLine(m_out, {problem.line, false, "", problem.text});
        }
        for (const KernelText &kernel : module.kernels) {
            if (!kernel.name.empty()) {
                addLine(m_out, {kernel.line, true, "", "kernel " + kernel.name});
            }
        }
        std::erase_if(module.kernels, [](const KernelText &kernel) { return kernel.name.empty(); });
        if (module.kernels.empty()) {
            return;
        }
        for (const std::string &left : conform(graph)) {
            ++m_out.notUnderstood;
            addLine(m_out, {module.line, false, "", shortText(left)});
            graph.warnings.push_back(left);
        }
        graph.finish();
        checkSizes(graph);
        m_out.notes.push_back(describe(module, graph));
        m_graphs.push_back(std::move(graph));
    }

    void finish()
    {
        std::string stem = std::filesystem::path(m_file).stem().string();
        stem = stem.empty() || stem == "-" ? "output_code" : stem;
        for (std::size_t i = 0; i < m_graphs.size(); ++i) {
            m_graphs[i].name = m_graphs.size() > 1 ? stem + "." + std::to_string(i + 1) : stem;
            m_graphs[i].finish();
            m_out.graphs.push_back(std::make_shared<const Graph>(std::move(m_graphs[i])));
        }
        std::stable_sort(m_out.lines.begin(), m_out.lines.end(),
                         [](const LogLine &a, const LogLine &b) { return a.line < b.line; });
        if (m_context.cancelled()) {
            m_out.notes.emplace_back("cancelled: what was read until then is shown");
        } else if (m_out.graphs.empty()) {
            const bool any = !m_out.lines.empty();
            throw InputError(m_file, any ? "line " + std::to_string(m_out.lines.front().line) : "",
                             any ? m_out.lines.front().text : "it contains no generated kernel (async_compile.sdsc)");
        }
        if (m_out.notUnderstood > 0) {
            m_out.notes.push_back(counted(m_out.notUnderstood, "place") + " could not be understood");
        }
    }

    const std::string &m_file;
    const WorkContext &m_context;
    ImportResult m_out;
    std::vector<Graph> m_graphs;
    std::size_t m_total = 0; ///< bytes of the text, 0 while unknown
};

} // namespace

ImportResult importOutputCode(std::istream &in, const std::string &file, const WorkContext &context)
{
    return CodeImport(file, context).run(in);
}

} // namespace spanscope
