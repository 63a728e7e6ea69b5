#include "core/importers/log_dump.h"
#include "core/importers/log_graph.h"
#include "core/importers/log_layout.h"
#include "core/importers/reported_parts.h"
#include "core/layout/dtypes.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace spanscope {

namespace {

std::optional<std::vector<Int>> integral(const std::vector<Extent> &extents)
{
    std::vector<Int> out;
    for (const Extent &extent : extents) {
        if (!extent.isInteger()) {
            return std::nullopt;
        }
        out.push_back(extent.value);
    }
    return out;
}

std::optional<ReportedTensor> tensorOfDep(const Dep &dep, const Layout *layout, const std::string &name)
{
    if (layout == nullptr || !layout->device || dep.indirect) {
        return std::nullopt;
    }
    const DepIndex index(dep);
    ReportedTensor out;
    out.name = name;
    out.buffer = dep.buffer;
    out.symbols = index.symbols();
    out.ranges = index.ranges();
    const auto deviceSize = integral(layout->device->deviceSize);
    const auto bytes = itemSize(layout->dtype);
    if (!deviceSize || !bytes || !index.allRangesIntegral()) {
        return std::nullopt;
    }
    out.deviceSize = *deviceSize;
    out.itemBytes = *bytes;
    out.size = integral(layout->size).value_or(std::vector<Int>{});
    if (!dep.deviceCoordinates.empty()) {
        for (const Expr &given : dep.deviceCoordinates) {
            const auto coordinate = coordinateOf(given, out.symbols);
            if (!coordinate) {
                return std::nullopt;
            }
            out.coordinates.push_back(*coordinate);
        }
    } else {
        const auto fixed = staticLayout(*layout);
        if (!fixed || !index.isKnown()) {
            return std::nullopt;
        }
        index.coordinates(fixed->device.deviceSize, fixed->device.strideMap, out.ranges, out.coordinates);
    }
    return out.coordinates.size() == out.deviceSize.size() ? std::optional(out) : std::nullopt;
}

/// Output dims in order of the ranges larger than 1: d0 is the first of them.
void mapSymbols(const Operation &op, std::vector<ReportedTensor> &tensors)
{
    std::map<std::string, int> dims;
    if (op.data && op.relayoutable) {
        int symbol = 0;
        for (std::size_t i = 0; i < op.data->ranges.size(); ++i) {
            if (op.data->ranges[i] != Extent(1)) {
                dims.emplace("d" + std::to_string(symbol++), static_cast<int>(i));
            }
        }
    }
    for (ReportedTensor &tensor : tensors) {
        for (const std::string &name : tensor.symbols) {
            const auto it = dims.find(name);
            tensor.hostDimOf.push_back(it == dims.end() ? -1 : it->second);
        }
    }
}

} // namespace

std::vector<ReportedTensor> tensorsOf(const Graph &graph, const Operation &op)
{
    std::vector<ReportedTensor> out;
    const auto add = [&out](const Dep &dep, const Layout *layout, const std::string &name) {
        try {
            if (auto tensor = tensorOfDep(dep, dep.accessLayout ? &*dep.accessLayout : layout, name)) {
                out.push_back(std::move(*tensor));
            }
        } catch (const OverflowError &) {
            return; // no figure for a tensor whose numbers leave 63 bits
        }
    };
    for (const Dep &write : op.writes) {
        add(write, op.layout ? &*op.layout : nullptr, "output");
    }
    for (const Dep &read : op.reads) {
        add(read, graph.layoutOf(read.buffer), "input:" + read.buffer);
    }
    mapSymbols(op, out);
    return out;
}

std::optional<ReportedTensor> tensorOfLine(const ReportedFact &fact)
{
    LoneOp lone;
    lone.name = fact.op.empty() ? "line" : fact.op;
    lone.shape = integersOf(fact, "shape");
    lone.deviceSize = integersOf(fact, "device_size");
    const auto dtype = fact.details.find("dtype");
    lone.dtype = dtype == fact.details.end() ? "" : std::string(canonicalDtype(dtype->second));
    if (!lone.shape) {
        return std::nullopt;
    }
    std::vector<InferredFact> ignored;
    Graph graph;
    graph.operations.push_back(buildLoneOp(lone, ignored));
    graph.finish();
    std::vector<ReportedTensor> tensors = tensorsOf(graph, graph.operations.front());
    return tensors.empty() ? std::nullopt : std::optional(tensors.front());
}

std::optional<SpanFigure> coordinateSpan(const ReportedTensor &tensor, std::size_t deviceDim,
                                         const std::vector<Int> &ranges)
{
    const TrueExtent extent = trueExtent(tensor.coordinates[deviceDim], ranges);
    if (extent.extent <= 1) {
        return std::nullopt;
    }
    SpanFigure out;
    out.deviceDim = deviceDim;
    out.extent = extent.extent;
    out.inner = std::accumulate(tensor.deviceSize.begin() + static_cast<std::ptrdiff_t>(deviceDim) + 1,
                                tensor.deviceSize.end(), Int{1}, mulChecked);
    out.bytes = mulChecked(mulChecked(out.extent, out.inner), tensor.itemBytes);
    return out;
}

std::optional<SpanFigure> workDivisionSpan(const ReportedTensor &tensor, const std::vector<Int> &ranges)
{
    for (std::size_t i = 0; i + 1 < tensor.coordinates.size(); ++i) {
        if (const auto span = coordinateSpan(tensor, i, ranges)) {
            return span;
        }
    }
    return std::nullopt;
}

std::string spanArithmetic(const SpanFigure &span, Int itemBytes)
{
    return std::to_string(span.extent) + " x " + std::to_string(span.inner) + " x " + std::to_string(itemBytes) + " B";
}

CoresOf coresOf(std::string_view splits)
{
    CoresOf out;
    for (const auto &[symbol, cores] : coreSplitsOf(splits)) {
        out.emplace(symbol, cores);
    }
    return out;
}

bool printsAs(Int bytes, std::string_view megabytes)
{
    const std::size_t dot = megabytes.find('.');
    const int decimals = dot == std::string_view::npos ? 0 : static_cast<int>(megabytes.size() - dot - 1);
    char text[64];
    const int length =
        std::snprintf(text, sizeof text, "%.*f", std::min(decimals, 20), static_cast<double>(bytes) / (1 << 20));
    return std::string_view(text, static_cast<std::size_t>(std::max(length, 0))) == megabytes;
}

namespace {

/// range // cores of every symbol.
std::vector<Int> perCore(const ReportedTensor &tensor, std::vector<Int> ranges, const CoresOf &cores)
{
    for (std::size_t v = 0; v < ranges.size(); ++v) {
        const auto split = cores.find(tensor.symbols[v]);
        if (split != cores.end() && split->second > 1) {
            ranges[v] = std::max<Int>(ranges[v] / split->second, 1);
        }
    }
    return ranges;
}

/// One way to explain a reported span: a tensor, its ranges, maybe tiles.
struct Explanation
{
    SpanFigure span;
    std::optional<ReportedTiles> tiles;
};

/// What a figure must satisfy, and which coordinate it is about (npos: the first that varies).
struct Wanted
{
    std::function<bool(const SpanFigure &)> matches;
    std::size_t deviceDim = std::string::npos;
    CoresOf cores;
    std::vector<Level> told;
};

std::optional<SpanFigure> spanUnder(const ReportedTensor &tensor, const Wanted &wanted, const std::vector<Int> &ranges)
{
    const std::vector<Int> core = perCore(tensor, ranges, wanted.cores);
    return wanted.deviceDim == std::string::npos ? workDivisionSpan(tensor, core)
                                                 : coordinateSpan(tensor, wanted.deviceDim, core);
}

std::optional<Explanation> underToldPlan(const ReportedTensor &tensor, const Wanted &wanted)
{
    std::vector<Int> ranges = tensor.ranges;
    std::optional<ReportedTiles> tiles;
    for (const Level &level : wanted.told) {
        for (std::size_t v = 0; v < ranges.size(); ++v) {
            const bool own = tensor.hostDimOf[v] == level.hostDim.index && level.splitCount > 1;
            if (own && ranges[v] % level.splitCount == 0) {
                ranges[v] /= level.splitCount;
                tiles = ReportedTiles{level, tensor.symbols[v], 0, 0, true};
            }
        }
    }
    const auto span = tiles ? spanUnder(tensor, wanted, ranges) : std::nullopt;
    if (!span || !wanted.matches(*span)) {
        return std::nullopt;
    }
    const auto untiled = spanUnder(tensor, wanted, tensor.ranges);
    tiles->untiled = untiled ? untiled->bytes : 0;
    tiles->tiled = span->bytes;
    return Explanation{*span, tiles};
}

/// Divisors of a range from 2 on, ascending, as far as a log can be about them.
std::vector<Int> tileCounts(Int range)
{
    constexpr Int kMaxTrial = 65'536;
    std::vector<Int> out;
    for (Int n = 1; n <= kMaxTrial && n <= range / n; ++n) {
        if (range % n != 0) {
            continue;
        }
        out.push_back(n);
        if (n != range / n) {
            out.push_back(range / n);
        }
    }
    std::sort(out.begin(), out.end());
    std::erase(out, Int{1});
    return out;
}

/// The smallest number of tiles along one loop variable of the coordinate that gives the figure.
std::optional<Explanation> underInferredTiles(const ReportedTensor &tensor, const Wanted &wanted,
                                              const SpanFigure &untiled)
{
    for (const CoordTerm &term : tensor.coordinates[untiled.deviceDim].terms) {
        if (term.symbol < 0) {
            continue;
        }
        const auto v = static_cast<std::size_t>(term.symbol);
        for (const Int n : tileCounts(tensor.ranges[v])) {
            std::vector<Int> ranges = tensor.ranges;
            ranges[v] /= n;
            const auto span = spanUnder(tensor, wanted, ranges);
            if (span && span->deviceDim == untiled.deviceDim && wanted.matches(*span)) {
                const Level level{HostDim{tensor.hostDimOf[v]}, n, tensor.hostDimOf[v] < 0};
                return Explanation{*span, ReportedTiles{level, tensor.symbols[v], untiled.bytes, span->bytes, false}};
            }
        }
    }
    return std::nullopt;
}

/// The first tensor that gives the figure as it stands, else under the told plan, else under inferred tiles.
std::optional<std::pair<const ReportedTensor *, Explanation>>
explain(const std::vector<ReportedTensor> &tensors, const std::function<Wanted(const ReportedTensor &)> &want)
{
    for (const int way : {0, 1, 2}) {
        for (const ReportedTensor &tensor : tensors) {
            const Wanted wanted = want(tensor);
            const auto untiled = spanUnder(tensor, wanted, tensor.ranges);
            std::optional<Explanation> found;
            if (way == 0 && untiled && wanted.matches(*untiled)) {
                found = Explanation{*untiled, std::nullopt};
            } else if (way == 1) {
                found = underToldPlan(tensor, wanted);
            } else if (way == 2 && untiled) {
                found = underInferredTiles(tensor, wanted, *untiled);
            }
            if (found) {
                return std::pair{&tensor, *found};
            }
        }
    }
    return std::nullopt;
}

/// The tensors of the op that have the line's shape (and device_size), else the line's own.
std::vector<ReportedTensor> tensorsOfLine(const Graph &graph, const ReportedFact &fact, std::string &note)
{
    std::vector<ReportedTensor> out;
    const auto shape = integersOf(fact, "shape");
    const auto device = integersOf(fact, "device_size");
    if (const Operation *op = graph.findOperation(fact.op)) {
        for (ReportedTensor &tensor : tensorsOf(graph, *op)) {
            const bool same = (!shape || tensor.size == *shape) && (!device || tensor.deviceSize == *device);
            if (same) {
                out.push_back(std::move(tensor));
            }
        }
    }
    if (out.empty()) {
        if (auto tensor = tensorOfLine(fact)) {
            note = "no tensor of the op has this shape and device_size: computed from the line alone";
            out.push_back(std::move(*tensor));
        }
    }
    return out;
}

void fill(ReportedFigure &figure, const ReportedTensor &tensor, const SpanFigure &span)
{
    figure.tensor = tensor.name;
    figure.oursBytes = span.bytes;
    figure.arithmetic = spanArithmetic(span, tensor.itemBytes);
    const auto planner = coordinateSpan(tensor, span.deviceDim, tensor.ranges);
    figure.plannerSpan = planner ? std::optional(planner->bytes) : std::nullopt;
}

/// The span that the log's op had per core, for warnings that give no splits.
CoresOf coresNear(const Graph &graph, const ReportedFact &fact)
{
    for (const ReportedFact &other : graph.reported) {
        const auto splits = other.details.find("splits");
        if (other.kind == "work_division_span" && other.op == fact.op && splits != other.details.end()) {
            return coresOf(splits->second);
        }
    }
    CoresOf out;
    if (const Operation *op = graph.findOperation(fact.op)) {
        out.insert(op->coreSplits.begin(), op->coreSplits.end());
    }
    return out;
}

} // namespace

ReportedFigure workDivisionFigure(const Graph &graph, std::size_t index)
{
    const ReportedFact &fact = graph.reported[index];
    ReportedFigure figure;
    figure.fact = index;
    figure.op = fact.op;
    figure.what = "span per core";
    figure.formula = Formula::WorkDivision;
    const auto printed = fact.details.find("span_mb");
    const std::string megabytes = printed == fact.details.end() ? std::string() : printed->second;
    figure.reported = megabytes + " MB";
    const std::vector<ReportedTensor> tensors = tensorsOfLine(graph, fact, figure.note);
    if (tensors.empty()) {
        figure.note = "the layout is unknown";
        return figure;
    }
    const auto splits = fact.details.find("splits");
    Wanted wanted;
    wanted.matches = [&megabytes](const SpanFigure &span) { return printsAs(span.bytes, megabytes); };
    wanted.cores = splits == fact.details.end() ? CoresOf{} : coresOf(splits->second);
    wanted.told = toldLevels(graph, fact.op);
    const auto found = explain(tensors, [&wanted](const ReportedTensor &) { return wanted; });
    if (found) {
        fill(figure, *found->first, found->second.span);
        figure.reportedBytes = figure.oursBytes;
        figure.tiles = found->second.tiles;
        figure.ours = figure.reported;
        figure.agreement = Agreement::Equal;
        return figure;
    }
    figure.agreement = Agreement::Different;
    if (const auto span = spanUnder(tensors.front(), wanted, tensors.front().ranges)) {
        fill(figure, tensors.front(), *span);
        figure.ours = std::to_string(span->bytes) + " B";
    } else {
        figure.ours = "nothing varies within a core";
    }
    return figure;
}

ReportedFigure cannotSatisfyFigure(const Graph &graph, std::size_t index)
{
    const ReportedFact &fact = graph.reported[index];
    ReportedFigure figure;
    figure.fact = index;
    figure.op = fact.op;
    figure.what = "best span";
    figure.formula = Formula::WorkDivision;
    const auto best = fact.figures.find("best_span");
    const auto value = fact.figures.find("evaluates_to");
    if (best == fact.figures.end() || value == fact.figures.end()) {
        figure.note = "the line gives no bytes";
        return figure;
    }
    figure.reportedBytes = best->second;
    figure.reported = std::to_string(best->second) + " B";
    const Operation *op = graph.findOperation(fact.op);
    std::vector<ReportedTensor> tensors = op == nullptr ? std::vector<ReportedTensor>{} : tensorsOf(graph, *op);
    std::erase_if(tensors, [&fact](const ReportedTensor &tensor) { return tensor.buffer != fact.tensor; });
    if (tensors.empty()) {
        figure.note = "nothing tells the layout of " + fact.tensor;
        return figure;
    }
    const std::string text = fact.details.contains("coordinate") ? fact.details.at("coordinate") : "";
    const ParsedExpr coordinate = parseExpr(text);
    const auto want = [&](const ReportedTensor &tensor) {
        Wanted wanted;
        wanted.matches = [&](const SpanFigure &span) {
            return span.bytes == best->second && span.extent == value->second;
        };
        wanted.cores = coresNear(graph, fact);
        wanted.told = toldLevels(graph, fact.op);
        for (std::size_t i = 0; i + 1 < tensor.coordinates.size() && !coordinate.error; ++i) {
            const bool same = toExpr(tensor.coordinates[i], tensor.symbols) == coordinate.expr;
            wanted.deviceDim = same && wanted.deviceDim == std::string::npos ? i : wanted.deviceDim;
        }
        return wanted;
    };
    const auto found = explain(tensors, want);
    figure.agreement = found ? Agreement::Equal : Agreement::Different;
    if (found) {
        fill(figure, *found->first, found->second.span);
        figure.tiles = found->second.tiles;
    } else if (const auto span = spanUnder(tensors.front(), want(tensors.front()), tensors.front().ranges)) {
        fill(figure, tensors.front(), *span);
    }
    figure.ours = figure.oursBytes ? std::to_string(*figure.oursBytes) + " B" : "nothing varies within a core";
    return figure;
}

} // namespace spanscope
