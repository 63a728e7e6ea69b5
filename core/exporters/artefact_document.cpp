/// The raw side of an op: its numbers, and what an artefact said about it.

#include "core/exporters/document.h"
#include "core/graph/knowledge.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMostLines = 12;

std::string extents(const std::vector<Extent> &values)
{
    std::string out = "[";
    for (const Extent &value : values) {
        out += (out.size() == 1 ? "" : ", ") + value.toString();
    }
    return out + "]";
}

std::string access(const Dep &dep)
{
    std::string inside = dep.hasIndex ? dep.indexText : "";
    if (inside.empty() && !dep.deviceCoordinates.empty()) {
        std::vector<std::string> coordinates;
        for (const Expr &coordinate : dep.deviceCoordinates) {
            coordinates.push_back(coordinate.toString());
        }
        inside = "device " + joined(coordinates);
    }
    std::string out = dep.buffer + "[" + (inside.empty() ? "?" : inside) + "]";
    for (const SymbolRange &range : dep.ranges) {
        out += "  " + range.symbol + ": " + range.size.toString();
    }
    return dep.indirect ? out + "  (indirect)" : out;
}

std::string atLine(std::size_t line)
{
    return line > 0 ? "line " + std::to_string(line) + ": " : "";
}

void addItems(Document &doc, int level, const std::string &heading, std::vector<std::string> items)
{
    if (items.size() > kMostLines) {
        const std::size_t more = items.size() - kMostLines;
        items.resize(kMostLines);
        items.push_back(std::to_string(more) + " more");
    }
    doc.heading(level, heading);
    doc.list(std::move(items));
}

} // namespace

std::string assumedOperation(const Graph &graph, std::size_t opIndex)
{
    const Operation &op = graph.operations.at(opIndex);
    if (!inputsUnknown(graph, opIndex)) {
        return operationText(op);
    }
    return op.data ? operationText(op) + "*" : "unknown";
}

std::string numbersText(const Operation &op)
{
    std::string out;
    const auto line = [&out](const std::string &name, const std::string &value) {
        out += name + std::string(name.size() < 12 ? 12 - name.size() : 1, ' ') + value + "\n";
    };
    if (op.layout) {
        line("size", extents(op.layout->size));
        line("stride", extents(op.layout->stride));
        if (op.layout->device) {
            line("device_size", extents(op.layout->device->deviceSize));
            if (!op.layout->device->strideMap.empty()) {
                line("stride_map", extents(op.layout->device->strideMap));
            }
        }
    }
    for (const Dep &write : op.writes) {
        line("write", access(write));
    }
    for (const Dep &read : op.reads) {
        line("read", access(read));
    }
    return out.empty() ? "none told\n" : out;
}

namespace {

/// What was inferred about its inputs, which stands where another op reads them first, and about the whole graph.
std::vector<std::size_t> inferredElsewhere(const Graph &graph, const Operation &op)
{
    std::vector<std::size_t> out;
    for (const Dep &read : op.reads) {
        for (const std::size_t i : graph.inferredOfTensor(read.buffer)) {
            if (!graph.inferred[i].tensor.empty() && graph.inferred[i].op != op.name) {
                out.push_back(i);
            }
        }
    }
    for (const std::size_t i : graph.inferredOf("")) {
        if (graph.inferred[i].tensor.empty()) {
            out.push_back(i);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace

Document artefactDocument(const Graph &graph, std::size_t opIndex, int level)
{
    Document doc;
    if (!isImported(graph)) {
        return doc;
    }
    const Operation &op = graph.operations.at(opIndex);
    std::vector<std::string> reported;
    for (const std::size_t i : graph.reportedOf(op.name)) {
        const ReportedFact &fact = graph.reported[i];
        const auto times = fact.figures.find("times");
        const bool again = times != fact.figures.end() && times->second > 1;
        reported.push_back(atLine(fact.line) + fact.text +
                           (again ? " (" + std::to_string(times->second) + " times)" : ""));
    }
    if (reported.empty()) {
        reported.emplace_back("no line is about this op");
    }
    std::vector<std::string> inferred;
    const auto tell = [&](std::size_t i) {
        const InferredFact &fact = graph.inferred[i];
        const std::string tensor = fact.tensor.empty() || fact.tensor == op.name ? "" : " of " + fact.tensor;
        inferred.push_back(fact.what + tensor + ": " + fact.how +
                           (fact.line > 0 ? " (line " + std::to_string(fact.line) + ")" : ""));
    };
    for (const std::size_t i : graph.inferredOf(op.name)) {
        tell(i);
    }
    for (const std::size_t i : inferredElsewhere(graph, op)) {
        tell(i);
    }
    if (inferred.empty()) {
        inferred.emplace_back("nothing: all of it was told");
    }
    addItems(doc, level, std::string(kReportedHeading), std::move(reported));
    addItems(doc, level, std::string(kInferredHeading), std::move(inferred));
    return doc;
}

} // namespace spanscope
