/// What the core splits of a line leave to one core.

#include "core/importers/reported_parts.h"

#include <algorithm>

namespace spanscope {

namespace {

/// Values of a symbol in one tile: as the line tells, else as the op's tensors have it.
Int rangeOf(const std::string &symbol, const CoresOf &told, const std::vector<ReportedTensor> &tensors)
{
    if (const auto it = told.find(symbol); it != told.end()) {
        return it->second;
    }
    for (const ReportedTensor &tensor : tensors) {
        for (std::size_t v = 0; v < tensor.symbols.size(); ++v) {
            if (tensor.symbols[v] == symbol) {
                return tensor.ranges[v];
            }
        }
    }
    return 0;
}

std::string firstDetail(const ReportedFact &fact, std::initializer_list<const char *> keys)
{
    for (const char *key : keys) {
        if (std::string text = reportedDetail(fact, key); !text.empty()) {
            return text;
        }
    }
    return {};
}

void findWorst(const std::vector<ReportedTensor> &tensors, const CoresOf &told, const CoresOf &cores,
               ReportedCores &out)
{
    for (const ReportedTensor &tensor : tensors) {
        std::vector<Int> ranges = tensor.ranges;
        for (std::size_t v = 0; v < ranges.size(); ++v) {
            const auto tile = told.find(tensor.symbols[v]);
            const auto split = cores.find(tensor.symbols[v]);
            ranges[v] = tile == told.end() ? ranges[v] : tile->second;
            ranges[v] = split == cores.end() ? ranges[v] : std::max<Int>(ranges[v] / split->second, 1);
        }
        for (std::size_t dim = 0; dim + 1 < tensor.coordinates.size(); ++dim) {
            const auto span = coordinateSpan(tensor, dim, ranges);
            if (span && span->bytes > out.worstSpan) {
                out.worstSpan = span->bytes;
                out.worstTensor = tensor.name;
                out.worstDim = static_cast<int>(dim);
            }
        }
    }
}

} // namespace

std::optional<ReportedCores> coresOfFact(const Graph &graph, const ReportedFact &fact, Int limit)
{
    const std::string text = firstDetail(fact, {"op_it_space_splits", "splits"});
    const CoresOf cores = coresOf(text);
    const bool valid = std::all_of(cores.begin(), cores.end(), [](const auto &split) { return split.second > 0; });
    if (cores.empty() || !valid) {
        return std::nullopt;
    }
    CoresOf told = coresOf(reportedDetail(fact, "iteration_space"));
    std::erase_if(told, [](const auto &range) { return range.second < 1; });
    const Operation *op = graph.findOperation(fact.op);
    const std::vector<ReportedTensor> tensors = op == nullptr ? std::vector<ReportedTensor>{} : tensorsOf(graph, *op);
    ReportedCores out;
    out.limit = limit;
    if (const auto available = fact.figures.find("cores"); available != fact.figures.end()) {
        out.available = available->second;
    }
    for (const auto &[symbol, count] : cores) {
        out.used = mulChecked(out.used, count);
        if (count > 1) {
            const Int range = rangeOf(symbol, told, tensors);
            out.shares.push_back({symbol, count, range, range > 0 ? std::max<Int>(range / count, 1) : 0});
        }
    }
    // A line about a span tells it itself; of the others the tile's ranges must be known.
    if (fact.kind == "work_division_splits" && !told.empty()) {
        findWorst(tensors, told, cores, out);
    }
    return out;
}

ReportedFigure coreSplitsFigure(const Graph &graph, std::size_t index, Int limit)
{
    const ReportedFact &fact = graph.reported[index];
    ReportedFigure figure;
    figure.fact = index;
    figure.op = fact.op;
    figure.what = "core splits";
    figure.cores = coresOfFact(graph, fact, limit);
    figure.reported = firstDetail(fact, {"op_it_space_splits", "splits"});
    if (!figure.cores) {
        figure.note = "the line tells no core splits";
        return figure;
    }
    if (figure.cores->worstSpan > 0) {
        figure.oursBytes = figure.cores->worstSpan;
    }
    return figure; // sharing out the cores is Work Division's choice: there is nothing to compare
}

} // namespace spanscope
