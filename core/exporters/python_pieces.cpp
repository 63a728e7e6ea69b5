#include "core/exporters/python_pieces.h"

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

// Not those of <cctype>: they follow the locale.
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::vector<std::string> wideReductions(const Graph &graph)
{
    std::vector<std::string> out;
    for (const Operation &op : graph.operations) {
        if (op.data && op.data->type == "Reduction") {
            const auto wide = std::count_if(op.data->reductionRanges.begin(), op.data->reductionRanges.end(),
                                            [](const Extent &e) { return !e.isInteger() || e.value != 1; });
            if (wide > 1) {
                out.push_back(op.name);
            }
        }
    }
    return out;
}

} // namespace

std::string quoted(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return "\"" + printable(out) + "\"";
}

std::string comment(const std::string &text)
{
    return "# " + printable(text) + "\n";
}

std::string identifier(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        out += isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c : '_';
    }
    if (out.empty() || isDigit(out.front())) {
        out.insert(0, 1, '_');
    }
    return out;
}

std::string commentedOut(const std::string &text)
{
    std::string out;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        out += end == start ? "#\n" : comment("  " + text.substr(start, end - start));
        start = end + 1;
    }
    return out;
}

std::string operationWords(const Operation &op)
{
    const bool nodes = op.origin.targets.empty() && !op.origin.fxNodes.empty();
    return operationText(op) + (nodes ? " (" + listed(op.origin.fxNodes) + ")" : std::string());
}

std::string computedWords(const Operation &op)
{
    return op.origin.targets.empty() && !op.origin.fxNodes.empty() ? listed(op.origin.fxNodes) : operationText(op);
}

std::string askForInputs(const Operation &op, const OpNames &names)
{
    std::string list;
    const std::vector<Extent> ranges = op.data ? op.data->ranges : std::vector<Extent>{};
    for (const auto &[dim, name] : names.dims) {
        const auto place = static_cast<std::size_t>(dim);
        if (place < ranges.size() && ranges[place] != Extent(1)) {
            list += (list.empty() ? "" : ", ") + quoted(name);
        }
    }
    return comment("The log does not say what " + op.name +
                   " reads. Without names on its tensors the hint reaches nothing: name the dims of each") +
           comment("tensor that it reads, those of size 1 left out. One of the shape " + shapeText(ranges) +
                   " would be, with your own name for x:") +
           comment("name_tensor_dims(x, [" + list + "])");
}

std::vector<std::string> warningsFor(const GraphResult &result, bool hasUnitCount, bool stops)
{
    std::vector<std::string> out = {
        "The functions are torch-spyre's: import them from where your version keeps them.",
        "Names are cleared after each compile: run the declare and name lines before every one.",
        "Every range that is tiled must be a multiple of its count.",
        "Buffer names are the compiler's: put your own tensors in their place."};
    if (stops) {
        out.insert(out.begin(),
                   "The graph does not compile with these hints alone: what is not tiled stands at the end.");
    }
    if (hasUnitCount) {
        out.emplace_back("A count of 1 is dropped by the compiler.");
    }
    const std::vector<std::string> wide = wideReductions(*result.graph);
    if (!wide.empty()) {
        out.push_back("Once dims are named, no reduction may have more than one reduction variable; here " +
                      listed(wide) + (wide.size() == 1 ? " has." : " have."));
    }
    return out;
}

} // namespace spanscope
