#include "core/graph/graph_parts.h"

#include <utility>

namespace spanscope {

namespace {

constexpr std::size_t kMaxRememberedExpressions = 50'000;
constexpr std::size_t kMaxListEntries = 1'000'000; ///< of lists that are not tensors' dims

} // namespace

Expr GraphParts::expression(const JsonNode &node)
{
    std::string text = node.text();
    if (const auto it = m_expressions.find(text); it != m_expressions.end()) {
        return it->second;
    }
    ParsedExpr parsed = parseExpr(text);
    if (parsed.error) {
        node.fail("not an index expression: " + parsed.error->reason + " at offset " +
                  std::to_string(parsed.error->offset));
    }
    if (m_expressions.size() < kMaxRememberedExpressions) {
        m_expressions.emplace(std::move(text), parsed.expr);
    }
    return std::move(parsed.expr);
}

Extent GraphParts::extent(const JsonNode &node, Sign sign)
{
    const auto checked = [&](Int value) {
        if (sign == Sign::NotNegative && value < 0) {
            node.fail("must not be negative, is " + std::to_string(value));
        }
        return Extent(value);
    };
    if (node.value().is_number_integer()) {
        return checked(node.integer());
    }
    if (!node.value().is_string()) {
        node.wrongType("an integer or a symbolic expression");
    }
    const Expr expr = expression(node);
    return expr.isConstant() ? checked(expr.constant()) : Extent::symbol(expr.toString());
}

std::vector<Extent> GraphParts::extents(const JsonNode &node, Sign sign)
{
    std::vector<Extent> list;
    node.forEach(m_limits.maxDims, [&](const JsonNode &entry) { list.push_back(extent(entry, sign)); });
    return list;
}

std::vector<std::string> GraphParts::strings(const JsonNode &node, std::size_t maxCount) const
{
    std::vector<std::string> list;
    node.forEach(maxCount, [&](const JsonNode &entry) { list.push_back(entry.text()); });
    return list;
}

DeviceLayout GraphParts::deviceLayout(const JsonNode &node)
{
    DeviceLayout device;
    const JsonNode size = node.at("device_size");
    device.deviceSize = extents(size, Sign::NotNegative);
    if (device.deviceSize.empty()) {
        size.fail("must have at least one entry, the stick");
    }
    if (const auto map = node.find("stride_map")) {
        device.strideMap = extents(*map, Sign::Any);
        if (!device.strideMap.empty() && device.strideMap.size() != device.deviceSize.size()) {
            map->fail("has " + std::to_string(device.strideMap.size()) + " entries, device_size has " +
                      std::to_string(device.deviceSize.size()));
        }
    }
    const JsonNode elems = node.at("elems_per_stick");
    device.elemsPerStick = extent(elems, Sign::NotNegative);
    if (device.elemsPerStick == Extent(0)) {
        elems.fail("must be at least 1, is 0");
    }
    device.deviceDtype = node.textOr("device_dtype");
    device.elementArrangement = node.textOr("element_arrangement");
    return device;
}

Layout GraphParts::layout(const JsonNode &node)
{
    Layout layout;
    layout.type = node.at("type").text();
    layout.dtype = node.textOr("dtype");
    if (const auto size = node.find("size")) {
        layout.size = extents(*size, Sign::NotNegative);
    }
    if (const auto stride = node.find("stride")) {
        layout.stride = extents(*stride, Sign::Any);
        if (!layout.stride.empty() && layout.stride.size() != layout.size.size()) {
            stride->fail("has " + std::to_string(layout.stride.size()) + " entries, size has " +
                         std::to_string(layout.size.size()));
        }
    }
    if (const auto device = node.find("device_layout")) {
        layout.device = deviceLayout(*device);
    }
    return layout;
}

std::optional<Layout> GraphParts::layoutOf(const JsonNode &owner)
{
    const auto node = owner.find("layout");
    return node ? std::optional(layout(*node)) : std::nullopt;
}

OpData GraphParts::data(const JsonNode &node)
{
    OpData data;
    data.type = node.at("type").text();
    if (const auto ranges = node.find("ranges")) {
        data.ranges = extents(*ranges, Sign::NotNegative);
    }
    if (const auto ranges = node.find("reduction_ranges")) {
        data.reductionRanges = extents(*ranges, Sign::NotNegative);
    }
    data.reductionType = node.textOr("reduction_type");
    return data;
}

SymbolRange GraphParts::symbolRange(const JsonNode &node)
{
    node.requireArray(2);
    if (node.value().size() != 2) {
        node.fail("must be a pair of a symbol and its range size");
    }
    SymbolRange range;
    range.symbol = node.element(0).text();
    if (range.symbol.empty()) {
        node.element(0).fail("the symbol has no name");
    }
    range.size = extent(node.element(1), Sign::NotNegative);
    return range;
}

Dep GraphParts::dep(const JsonNode &node)
{
    Dep dep;
    dep.buffer = node.at("buffer").text();
    if (const auto index = node.find("index")) {
        dep.indexText = index->text();
        dep.index = expression(*index);
    } else {
        dep.hasIndex = false;
    }
    if (const auto ranges = node.find("ranges")) {
        ranges->forEach(m_limits.maxDims, [&](const JsonNode &pair) {
            SymbolRange range = symbolRange(pair);
            for (const SymbolRange &other : dep.ranges) {
                if (other.symbol == range.symbol) {
                    pair.fail("the symbol " + range.symbol + " has two ranges");
                }
            }
            dep.ranges.push_back(std::move(range));
        });
    }
    if (const auto indirect = node.find("indirect")) {
        dep.indirect = indirect->boolean();
    }
    if (const auto coordinates = node.find("device_coordinates")) {
        coordinates->forEach(m_limits.maxDims,
                             [&](const JsonNode &entry) { dep.deviceCoordinates.push_back(expression(entry)); });
    }
    dep.accessLayout = layoutOf(node);
    return dep;
}

std::vector<Dep> GraphParts::deps(const JsonNode &op, std::string_view key)
{
    std::vector<Dep> list;
    if (const auto node = op.find(key)) {
        node->forEach(m_limits.maxDeps, [&](const JsonNode &entry) { list.push_back(dep(entry)); });
    }
    return list;
}

DimHint GraphParts::dimHint(const JsonNode &node) const
{
    DimHint hint;
    if (const auto names = node.find("dim_names")) {
        hint.dimNames = strings(*names, m_limits.maxDims);
    }
    hint.splitCount = node.at("split_count").integerAtLeast(1);
    hint.loopVar = node.textOr("loop_var");
    if (const auto reduction = node.find("is_reduction")) {
        hint.isReduction = reduction->boolean();
    }
    if (const auto id = node.find("hint_id")) {
        hint.hintId = id->integer();
    }
    return hint;
}

Origin GraphParts::origin(const JsonNode &node) const
{
    Origin origin;
    if (const auto nodes = node.find("fx_nodes")) {
        origin.fxNodes = strings(*nodes, kMaxListEntries);
    }
    if (const auto targets = node.find("targets")) {
        origin.targets = strings(*targets, kMaxListEntries);
    }
    origin.source = node.textOr("source");
    origin.code = node.textOr("code");
    return origin;
}

/// What generated code and logs tell about an op beyond its definition.
void GraphParts::codeFacts(const JsonNode &node, Operation &op) const
{
    if (const auto splits = node.find("core_splits")) {
        splits->forEach(m_limits.maxDims, [&](const JsonNode &pair) {
            pair.requireArray(2);
            if (pair.value().size() != 2) {
                pair.fail("must be a pair of a symbol and a number of cores");
            }
            op.coreSplits.emplace_back(pair.element(0).text(), pair.element(1).integerAtLeast(1));
        });
    }
    if (const auto loops = node.find("loops")) {
        loops->forEach(m_limits.maxDims, [&](const JsonNode &count) {
            op.loops.push_back({count.value().is_number() ? std::to_string(count.integer()) : count.text()});
        });
    }
    if (const auto relayoutable = node.find("relayoutable")) {
        op.relayoutable = relayoutable->boolean();
    }
}

Operation GraphParts::operation(const JsonNode &node)
{
    Operation op;
    const JsonNode name = node.at("name");
    op.name = name.text();
    if (op.name.empty()) {
        name.fail("the operation has no name");
    }
    op.kind = node.at("kind").text();
    if (const auto opData = node.find("data")) {
        op.data = data(*opData);
    }
    op.layout = layoutOf(node);
    op.reads = deps(node, "reads");
    op.writes = deps(node, "writes");
    if (const auto hints = node.find("dim_hints")) {
        hints->forEach(m_limits.maxDims, [&](const JsonNode &hint) { op.dimHints.push_back(dimHint(hint)); });
    }
    if (const auto from = node.find("origin")) {
        op.origin = origin(*from);
    }
    codeFacts(node, op);
    return op;
}

Buffer GraphParts::buffer(const JsonNode &node)
{
    Buffer buffer;
    const JsonNode name = node.at("name");
    buffer.name = name.text();
    if (buffer.name.empty()) {
        name.fail("the buffer has no name");
    }
    buffer.kind = node.textOr("kind");
    buffer.layout = layoutOf(node);
    return buffer;
}

GraphConfig GraphParts::config(const JsonNode &node) const
{
    GraphConfig config;
    if (const auto value = node.find("sencores")) {
        config.sencores = value->integerAtLeast(1);
    }
    if (const auto value = node.find("max_span_bytes")) {
        config.maxSpanBytes = value->integerAtLeast(1);
    }
    if (const auto value = node.find("ignore_span_overflow_hints")) {
        config.ignoreSpanOverflowHints = value->boolean();
    }
    if (const auto value = node.find("ignore_wsr_hints")) {
        config.ignoreWsrHints = value->boolean();
    }
    return config;
}

ReportedFact GraphParts::reported(const JsonNode &node) const
{
    ReportedFact fact;
    fact.kind = node.at("kind").text();
    fact.op = node.textOr("op");
    fact.tensor = node.textOr("tensor");
    if (const auto line = node.find("line")) {
        fact.line = static_cast<std::size_t>(line->integerAtLeast(0));
    }
    fact.text = node.textOr("text");
    if (const auto figures = node.find("figures")) {
        figures->forEachMember(
            [&](const std::string &key, const JsonNode &value) { fact.figures.emplace(key, value.integer()); });
    }
    if (const auto details = node.find("details")) {
        details->forEachMember(
            [&](const std::string &key, const JsonNode &value) { fact.details.emplace(key, value.text()); });
    }
    return fact;
}

InferredFact GraphParts::inferred(const JsonNode &node) const
{
    InferredFact fact;
    fact.op = node.textOr("op");
    fact.tensor = node.textOr("tensor");
    fact.what = node.at("what").text();
    fact.how = node.textOr("how");
    if (const auto line = node.find("line")) {
        fact.line = static_cast<std::size_t>(line->integerAtLeast(0));
    }
    return fact;
}

} // namespace spanscope
