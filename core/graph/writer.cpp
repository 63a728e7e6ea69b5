#include "core/graph/writer.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace spanscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPrettyWidth = 110; ///< a value at most this long stays on one line

std::string dump(const Json &value)
{
    // Text of logs may be broken UTF-8; a graph file never is.
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json(const Extent &extent)
{
    return extent.isInteger() ? Json(extent.value) : Json(extent.symbolic);
}

Json json(const std::vector<Extent> &extents)
{
    Json list = Json::array();
    for (const Extent &extent : extents) {
        list.push_back(json(extent));
    }
    return list;
}

void putText(Json &object, const char *key, const std::string &text)
{
    if (!text.empty()) {
        object[key] = text;
    }
}

Json json(const Layout &layout)
{
    Json object;
    object["type"] = layout.type;
    putText(object, "dtype", layout.dtype);
    object["size"] = json(layout.size);
    object["stride"] = json(layout.stride);
    if (layout.device) {
        Json &device = object["device_layout"];
        device["device_size"] = json(layout.device->deviceSize);
        if (!layout.device->strideMap.empty()) {
            device["stride_map"] = json(layout.device->strideMap);
        }
        device["elems_per_stick"] = json(layout.device->elemsPerStick);
        putText(device, "device_dtype", layout.device->deviceDtype);
        putText(device, "element_arrangement", layout.device->elementArrangement);
    }
    return object;
}

Json json(const std::optional<Layout> &layout)
{
    return layout ? json(*layout) : Json(nullptr);
}

Json json(const OpData &data)
{
    Json object;
    object["type"] = data.type;
    object["ranges"] = json(data.ranges);
    object["reduction_ranges"] = json(data.reductionRanges);
    object["reduction_type"] = data.reductionType.empty() ? Json(nullptr) : Json(data.reductionType);
    return object;
}

enum class Access { Read, Write };

Json json(const Dep &dep, Access access)
{
    Json object;
    object["buffer"] = dep.buffer;
    if (dep.hasIndex) {
        object["index"] = dep.indexText.empty() ? dep.index.toString() : dep.indexText;
    } else {
        object["index"] = nullptr;
    }
    Json &ranges = object["ranges"] = Json::array();
    for (const SymbolRange &range : dep.ranges) {
        ranges.push_back(Json::array({Json(range.symbol), json(range.size)}));
    }
    if (access == Access::Read || dep.indirect) {
        object["indirect"] = dep.indirect;
    }
    if (!dep.deviceCoordinates.empty()) {
        Json &coordinates = object["device_coordinates"] = Json::array();
        for (const Expr &coordinate : dep.deviceCoordinates) {
            coordinates.push_back(coordinate.toString());
        }
    }
    if (dep.accessLayout) {
        object["layout"] = json(*dep.accessLayout);
    }
    return object;
}

Json json(const std::vector<Dep> &deps, Access access)
{
    Json list = Json::array();
    for (const Dep &dep : deps) {
        list.push_back(json(dep, access));
    }
    return list;
}

Json json(const DimHint &hint)
{
    Json object;
    object["dim_names"] = hint.dimNames;
    object["split_count"] = hint.splitCount;
    object["loop_var"] = hint.loopVar;
    object["is_reduction"] = hint.isReduction;
    object["hint_id"] = hint.hintId;
    return object;
}

Json json(const Origin &origin)
{
    Json object = Json::object();
    if (!origin.fxNodes.empty()) {
        object["fx_nodes"] = origin.fxNodes;
    }
    if (!origin.targets.empty()) {
        object["targets"] = origin.targets;
    }
    putText(object, "source", origin.source);
    putText(object, "code", origin.code);
    return object;
}

Json json(const Operation &op)
{
    Json object;
    object["name"] = op.name;
    object["kind"] = op.kind;
    if (op.data) {
        object["data"] = json(*op.data);
    }
    object["layout"] = json(op.layout);
    object["reads"] = json(op.reads, Access::Read);
    object["writes"] = json(op.writes, Access::Write);
    for (const DimHint &hint : op.dimHints) {
        object["dim_hints"].push_back(json(hint));
    }
    if (Json origin = json(op.origin); !origin.empty()) {
        object["origin"] = std::move(origin);
    }
    for (const auto &[symbol, cores] : op.coreSplits) {
        object["core_splits"].push_back(Json::array({Json(symbol), Json(cores)}));
    }
    for (const LoopInfo &loop : op.loops) {
        object["loops"].push_back(loop.count);
    }
    if (!op.relayoutable) {
        object["relayoutable"] = false;
    }
    return object;
}

Json json(const Buffer &buffer)
{
    Json object;
    object["name"] = buffer.name;
    putText(object, "kind", buffer.kind);
    object["layout"] = json(buffer.layout);
    return object;
}

Json json(const ReportedFact &fact)
{
    Json object;
    object["kind"] = fact.kind;
    putText(object, "op", fact.op);
    putText(object, "tensor", fact.tensor);
    if (fact.line != 0) {
        object["line"] = fact.line;
    }
    putText(object, "text", fact.text);
    for (const auto &[key, figure] : fact.figures) {
        object["figures"][key] = figure;
    }
    for (const auto &[key, detail] : fact.details) {
        object["details"][key] = detail;
    }
    return object;
}

Json json(const InferredFact &fact)
{
    Json object;
    putText(object, "op", fact.op);
    putText(object, "tensor", fact.tensor);
    object["what"] = fact.what;
    putText(object, "how", fact.how);
    if (fact.line != 0) {
        object["line"] = fact.line;
    }
    return object;
}

Json json(const GraphConfig &config)
{
    Json object = Json::object();
    if (config.sencores) {
        object["sencores"] = *config.sencores;
    }
    if (config.maxSpanBytes) {
        object["max_span_bytes"] = *config.maxSpanBytes;
    }
    if (config.ignoreSpanOverflowHints) {
        object["ignore_span_overflow_hints"] = *config.ignoreSpanOverflowHints;
    }
    if (config.ignoreWsrHints) {
        object["ignore_wsr_hints"] = *config.ignoreWsrHints;
    }
    return object;
}

/// Compact text with a space after commas and colons.
std::string spaced(const Json &value)
{
    if (!value.is_structured()) {
        return dump(value);
    }
    std::string text(1, value.is_array() ? '[' : '{');
    for (auto it = value.begin(); it != value.end(); ++it) {
        text += it == value.begin() ? "" : ", ";
        text += (value.is_object() ? dump(Json(it.key())) + ": " : "") + spaced(*it);
    }
    return text + (value.is_array() ? "]" : "}");
}

/// One line where it fits, else one line per entry, each indented further.
void pretty(const Json &value, std::size_t indent, std::string &out)
{
    std::string line = spaced(value);
    if (!value.is_structured() || indent + line.size() <= kPrettyWidth) {
        out += line;
        return;
    }
    out += value.is_array() ? '[' : '{';
    for (auto it = value.begin(); it != value.end(); ++it) {
        out += it == value.begin() ? "\n" : ",\n";
        out.append(indent + 2, ' ');
        if (value.is_object()) {
            out += dump(Json(it.key())) + ": ";
        }
        pretty(*it, indent + 2, out);
    }
    out += "\n" + std::string(indent, ' ') + (value.is_array() ? "]" : "}");
}

/// Writes the members of the document's object one by one, so that the text is
/// the only thing that grows with the graph.
class DocumentWriter
{
public:
    explicit DocumentWriter(bool isPretty)
        : m_isPretty(isPretty)
    {
    }

    void member(const char *key, const Json &value)
    {
        begin(key);
        put(value, 2);
    }
    template <typename List> void list(const char *key, const List &entries)
    {
        begin(key);
        m_out += '[';
        const char *separator = "";
        for (const auto &entry : entries) {
            m_out += separator;
            m_out += m_isPretty ? "\n    " : "";
            put(json(entry), 4);
            separator = ",";
        }
        m_out += m_isPretty && !entries.empty() ? "\n  ]" : "]";
    }
    [[nodiscard]] std::string finish() { return std::move(m_out) + (m_isPretty ? "\n}\n" : "}"); }

private:
    void begin(const char *key)
    {
        m_out += m_out.empty() ? "{" : ",";
        m_out += m_isPretty ? "\n  \"" : "\"";
        m_out += key;
        m_out += m_isPretty ? "\": " : "\":";
    }
    void put(const Json &value, std::size_t indent)
    {
        if (m_isPretty) {
            pretty(value, indent, m_out);
        } else {
            m_out += dump(value);
        }
    }

    bool m_isPretty;
    std::string m_out;
};

std::string write(const Graph &graph, bool isPretty)
{
    DocumentWriter writer(isPretty);
    writer.member("format", "spyre-span-graph");
    writer.member("version", 1);
    writer.member("name", graph.name);
    if (!graph.producer.empty()) {
        writer.member("producer", graph.producer);
    }
    if (const Json config = json(graph.config); !config.empty()) {
        writer.member("config", config);
    }
    writer.list("buffers", graph.buffers);
    writer.list("operations", graph.operations);
    if (!graph.outputs.empty()) {
        writer.member("outputs", graph.outputs);
    }
    if (!graph.reported.empty()) {
        writer.list("reported", graph.reported);
    }
    if (!graph.inferred.empty()) {
        writer.list("inferred", graph.inferred);
    }
    return writer.finish();
}

} // namespace

std::string writeGraph(const Graph &graph)
{
    return write(graph, false);
}

std::string writeGraphPretty(const Graph &graph)
{
    return write(graph, true);
}

} // namespace spanscope
