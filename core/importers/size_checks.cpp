#include "core/importers/size_checks.h"

#include "core/graph/knowledge.h"
#include "core/layout/coordinates.h"

#include <algorithm>
#include <set>

namespace spanscope {

namespace {

std::string listText(const std::vector<Extent> &extents)
{
    std::string out = "[";
    for (const Extent &extent : extents) {
        out += (out.size() > 1 ? ", " : "") + extent.toString();
    }
    return out + "]";
}

bool isBelowOne(const Extent &extent)
{
    return extent.isInteger() && extent.value < 1;
}

bool anyBelowOne(const std::vector<Extent> &extents)
{
    return std::any_of(extents.begin(), extents.end(), isBelowOne);
}

/// The number of elements, dims of stride 0 counted once; nullopt when it is symbolic.
std::optional<Int> elements(const std::vector<Extent> &size, const std::vector<Extent> &stride)
{
    Int product = 1;
    for (std::size_t i = 0; i < size.size(); ++i) {
        if (i < stride.size() && stride[i] == Extent(0)) {
            continue;
        }
        if (!size[i].isInteger()) {
            return std::nullopt;
        }
        product = mulChecked(product, size[i].value);
    }
    return product;
}

std::string layoutProblem(const Layout &layout, const std::string &name)
{
    if (anyBelowOne(layout.size)) {
        return "the size " + listText(layout.size) + " of " + name + " has no elements";
    }
    if (!layout.device) {
        return {};
    }
    if (anyBelowOne(layout.device->deviceSize)) {
        return "the device_size " + listText(layout.device->deviceSize) + " of " + name + " has no elements";
    }
    const auto host = elements(layout.size, layout.stride);
    const auto device = elements(layout.device->deviceSize, {});
    if (host && device && *device < *host) {
        return "the device_size " + listText(layout.device->deviceSize) + " of " + name + " holds less than its size " +
               listText(layout.size);
    }
    return {};
}

/// A range that is not the size it runs over, or no part of it where the ranges are a tile's.
bool disagree(const Extent &range, const Extent &size, bool tiled)
{
    if (!range.isInteger() || !size.isInteger()) {
        return false;
    }
    return tiled ? size.value % range.value != 0 : size.value != range.value;
}

std::string dataProblem(const Operation &op, bool tiled)
{
    const OpData &data = *op.data;
    if (anyBelowOne(data.ranges) || anyBelowOne(data.reductionRanges)) {
        return "a range of " + listText(anyBelowOne(data.ranges) ? data.ranges : data.reductionRanges) + " is below 1";
    }
    if (!op.relayoutable || !op.layout || !op.layout->isFixedTiled()) {
        return {};
    }
    const std::vector<Extent> &size = op.layout->size;
    bool same = data.ranges.size() == size.size();
    for (std::size_t i = 0; same && i < size.size(); ++i) {
        same = !disagree(data.ranges[i], size[i], tiled);
    }
    return same ? std::string()
                : "its ranges " + listText(data.ranges) + " are not the size " + listText(size) + " of what it writes";
}

/// Generated code gives the coordinates: they must stay inside the tensor.
std::string accessProblem(const Dep &dep)
{
    if (dep.deviceCoordinates.empty()) {
        return {};
    }
    if (dep.accessLayout) {
        if (std::string problem = layoutProblem(*dep.accessLayout, dep.buffer); !problem.empty()) {
            return problem;
        }
    }
    const DepIndex index(dep);
    const std::vector<std::string> &names = index.symbols();
    const std::vector<Extent> noSize;
    const auto &size = dep.accessLayout && dep.accessLayout->device ? dep.accessLayout->device->deviceSize : noSize;
    if (size.size() != dep.deviceCoordinates.size()) {
        return dep.buffer + " has " + std::to_string(dep.deviceCoordinates.size()) + " coordinates for " +
               std::to_string(size.size()) + " device dims";
    }
    for (std::size_t i = 0; i < size.size(); ++i) {
        const Expr &coordinate = dep.deviceCoordinates[i];
        if (!coordinate.isAnalysable()) {
            continue;
        }
        for (const std::string &symbol : coordinate.symbols()) {
            if (index.symbolNumber(symbol) < 0) {
                return "the coordinate " + coordinate.toString() + " of " + dep.buffer + " uses " + symbol +
                       ", whose range is not told";
            }
        }
        const auto parsed = coordinateOf(coordinate, names);
        if (!parsed || !index.allRangesIntegral() || !size[i].isInteger()) {
            continue;
        }
        const TrueExtent extent = trueExtent(*parsed, index.ranges());
        if (extent.exact && extent.extent > size[i].value) {
            return "the coordinate " + coordinate.toString() + " of " + dep.buffer + " runs over " +
                   std::to_string(extent.extent) + " values, its device dim has " + size[i].toString();
        }
    }
    return {};
}

std::string problemOf(const Operation &op, bool tiled)
{
    std::string problem = op.data ? dataProblem(op, tiled) : std::string();
    for (const std::vector<Dep> *deps : {&op.writes, &op.reads}) {
        for (const Dep &dep : *deps) {
            problem = problem.empty() ? accessProblem(dep) : problem;
        }
    }
    return problem.empty() && op.layout ? layoutProblem(*op.layout, op.name) : problem;
}

bool isTold(const Graph &graph, const std::string &op, std::string_view what)
{
    const std::vector<std::size_t> &facts = graph.inferredOf(op);
    return std::any_of(facts.begin(), facts.end(), [&](std::size_t i) { return graph.inferred[i].what == what; });
}

} // namespace

void checkSizes(Graph &graph)
{
    const bool tiled = isTold(graph, "", inferred_what::kRanges);
    for (std::size_t i = 0; i < graph.operations.size(); ++i) {
        const Operation &op = graph.operations[i];
        if (inputsUnknown(graph, i) || incompleteness(graph, i) != nullptr) {
            continue;
        }
        std::string problem;
        try {
            problem = problemOf(op, tiled);
        } catch (const OverflowError &) {
            problem = "a size or product of it exceeds 63 bits";
        } catch (const ExprTooLarge &) {
            continue; // a coordinate with too many terms is told by its row
        }
        if (!problem.empty()) {
            graph.inferred.push_back({op.name, "", std::string(inferred_what::kIncomplete), std::move(problem), 0});
        }
    }
}

} // namespace spanscope
