/// The compiler's own wording, so that a user finds the line of the log.

#include "core/graph/knowledge.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <array>
#include <charconv>

namespace spanscope {

namespace {

constexpr std::string_view kPrefix = "Spyre backend does not support: ";

template <typename T, typename Print> std::string pythonList(const std::vector<T> &items, Print print)
{
    std::string out = "[";
    for (const T &item : items) {
        out += (out.size() == 1 ? "" : ", ") + print(item);
    }
    return out + "]";
}

std::string dimList(const std::vector<HostDim> &dims)
{
    return pythonList(dims, [](HostDim dim) { return std::to_string(dim.index); });
}

std::string nameList(const std::vector<std::string> &names)
{
    return pythonList(names, [](const std::string &name) { return "'" + name + "'"; });
}

/// The compiler prints the limit in units of 2^20 with three decimals.
std::string megabytes(Int bytes)
{
    std::array<char, 40> buffer{};
    // Not printf: its decimal point is the locale's.
    const std::to_chars_result written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<double>(bytes) / (1024.0 * 1024.0),
                      std::chars_format::fixed, 3);
    return {buffer.data(), written.ptr};
}

std::string splitDict(const std::vector<Level> &splits)
{
    std::string out = "{";
    for (const Level &level : splits) {
        out += (out.size() == 1 ? "" : ", ") + std::to_string(level.hostDim.index) + ": " +
               std::to_string(level.splitCount);
    }
    return out + "}";
}

std::string rangeMessage(const Operation &op, const OpAnalysis &analysis)
{
    const int index = analysis.errorDim.value_or(HostDim{}).index;
    const std::string dim = "selected host dim " + std::to_string(index);
    const std::vector<Extent> ranges = op.data ? op.data->ranges : std::vector<Extent>{};
    if (*analysis.code == Code::DimOutOfRange) {
        return dim + " is out of bounds for data ranges " +
               pythonList(ranges, [](const Extent &extent) { return extent.toString(); }) + ".";
    }
    const std::string range = index >= 0 && static_cast<std::size_t>(index) < ranges.size()
                                  ? ranges[static_cast<std::size_t>(index)].toString()
                                  : "?";
    return dim + (*analysis.code == Code::RangeNotIntegral ? " has non-integral range " : " has unsplittable range ") +
           range + ".";
}

} // namespace

std::string compilerMessage(const Graph &graph, const OpAnalysis &analysis, const Rules &rules)
{
    if (analysis.outcome != Outcome::Unsupported) {
        return "";
    }
    if (analysis.asReported) {
        const ReportedFact *refusal = reportedRefusal(graph, analysis.opIndex);
        const bool told = refusal != nullptr && refusal->details.contains("message");
        return told ? "Cannot auto-tile " + refusal->op + ": " + refusal->details.at("message") : "";
    }
    if (!analysis.code || tensorUnnamed(graph, analysis.opIndex)) {
        return "";
    }
    const Operation &op = graph.operations.at(analysis.opIndex);
    const std::string start = std::string(kPrefix) + "Cannot auto-tile " + op.name + ": ";
    switch (*analysis.code) {
    case Code::TooManyDims:
        return start + "span-overflow planning found " + std::to_string(analysis.searchDims.size()) +
               " candidate host dims " + dimList(analysis.searchDims) + ", exceeding the bounded search limit " +
               std::to_string(rules.maxTileDims) + ".";
    case Code::DimOutOfRange:
    case Code::RangeNotIntegral:
    case Code::RangeUnsplittable:
        return start + rangeMessage(op, analysis);
    case Code::StickAlignment:
        return start + "no legal combined split preserves Spyre stick alignment. First rejected candidate: " +
               (analysis.firstStickRejection ? splitDict(analysis.firstStickRejection->splits) : "{}") + ".";
    case Code::NoComboFits:
        return start + "no combined split among host dims " + dimList(analysis.searchDims) +
               " makes all spans fit within " + megabytes(rules.maxSpanBytes) + " MB after trying at most " +
               std::to_string(rules.maxTileCombos) + " combinations.";
    default:
        return "";
    }
}

std::string compilerMessage(const Graph &graph, const Conflict &conflict)
{
    const std::string op = graph.operations.at(conflict.opIndex).name;
    const std::string start = std::string(kPrefix) + "Cannot auto-tile " + op + ": ";
    switch (conflict.code) {
    case ConflictCode::ReadsClosedGroup:
    case ConflictCode::ReadsManualHint:
    case ConflictCode::ReadsOpenRun:
        return start + "it reads already auto-tiled producer(s) " + nameList(conflict.producers) +
               ". Automatic span-overflow grouping currently only synchronizes compatible contiguous pointwise ops, so "
               "tiling this producer and consumer independently can produce unsynchronized loop nests.";
    case ConflictCode::ReadsJoinedProducer:
        return start + "it reads producer(s) " + nameList(conflict.producers) +
               " that were already auto-tiled and joined by another reduction consumer. A single auto-tiled producer "
               "can currently feed only one reduction consumer in one synchronized group; multiple consumers sharing "
               "one auto-tiled producer is not yet supported (#3217).";
    case ConflictCode::NoSingleLoopVar:
        return std::string(kPrefix) + "Cannot adapt span-overflow plan for " + op +
               ": host_dim=" + std::to_string(conflict.hostDim.index) + " output coordinate " + conflict.coordinate +
               " has " + std::to_string(parseExpr(conflict.coordinate).expr.symbols().size()) +
               " free symbols; expected exactly one loop var.";
    }
    return "";
}

} // namespace spanscope
