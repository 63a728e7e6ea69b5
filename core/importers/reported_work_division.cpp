#include "core/importers/log_graph.h"
#include "core/importers/reported_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace spanscope {

bool printsAs(Int bytes, std::string_view megabytes)
{
    const std::size_t dot = megabytes.find('.');
    const int decimals = dot == std::string_view::npos ? 0 : static_cast<int>(megabytes.size() - dot - 1);
    std::array<char, 64> text{};
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), static_cast<double>(bytes) / (1 << 20),
                      std::chars_format::fixed, std::min(decimals, 20));
    return error == std::errc() && std::string_view(text.data(), end) == megabytes;
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
    for (const std::size_t i : graph.reportedOf(fact.op)) {
        const ReportedFact &other = graph.reported[i];
        const auto splits = other.details.find("splits");
        if (other.kind == "work_division_span" && splits != other.details.end()) {
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

std::vector<Level> inferredTiles(const Graph &graph, std::size_t opIndex)
{
    constexpr int kMostFigures = 50; // the same record may come any number of times
    std::map<int, Level> byDim;
    int figures = 0;
    for (const std::size_t fact : graph.reportedOf(graph.operations.at(opIndex).name)) {
        if (graph.reported[fact].kind != "work_division_span" || ++figures > kMostFigures) {
            continue;
        }
        try {
            const ReportedFigure figure = workDivisionFigure(graph, fact);
            if (figure.tiles && !figure.tiles->told && figure.tiles->level.hostDim.index >= 0) {
                byDim.emplace(figure.tiles->level.hostDim.index, figure.tiles->level);
            }
        } catch (const ExactError &) {
            continue; // a figure that cannot be computed shows no tiles
        }
    }
    std::vector<Level> out;
    for (const auto &[dim, level] : byDim) {
        out.push_back(level);
    }
    return out;
}

} // namespace spanscope
