#pragma once
/// From JSON to the values of core/graph/graph.h. Only the reader uses this.

#include "core/graph/graph.h"
#include "core/graph/json_node.h"
#include "core/graph/reader.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace spanscope {

/// Converts the parts of one file. Remembers the expressions it has parsed:
/// the same few occur in most ops of a model.
class GraphParts
{
public:
    explicit GraphParts(const ReaderLimits &limits)
        : m_limits(limits)
    {
    }

    // All of them throw InputError with the JSON pointer of what is wrong.
    [[nodiscard]] GraphConfig config(const JsonNode &node) const;
    [[nodiscard]] Buffer buffer(const JsonNode &node);
    [[nodiscard]] Operation operation(const JsonNode &node);
    [[nodiscard]] ReportedFact reported(const JsonNode &node) const;
    [[nodiscard]] InferredFact inferred(const JsonNode &node) const;
    [[nodiscard]] std::vector<std::string> strings(const JsonNode &node, std::size_t maxCount) const;

private:
    enum class Sign { NotNegative, Any };

    [[nodiscard]] Expr expression(const JsonNode &node);
    [[nodiscard]] Extent extent(const JsonNode &node, Sign sign);
    [[nodiscard]] std::vector<Extent> extents(const JsonNode &node, Sign sign);
    [[nodiscard]] DeviceLayout deviceLayout(const JsonNode &node);
    [[nodiscard]] Layout layout(const JsonNode &node);
    [[nodiscard]] std::optional<Layout> layoutOf(const JsonNode &owner);
    [[nodiscard]] OpData data(const JsonNode &node);
    [[nodiscard]] SymbolRange symbolRange(const JsonNode &node);
    [[nodiscard]] Dep dep(const JsonNode &node);
    [[nodiscard]] std::vector<Dep> deps(const JsonNode &op, std::string_view key);
    [[nodiscard]] DimHint dimHint(const JsonNode &node) const;
    [[nodiscard]] Origin origin(const JsonNode &node) const;
    void codeFacts(const JsonNode &node, Operation &op) const;

    ReaderLimits m_limits;
    std::unordered_map<std::string, Expr> m_expressions;
};

} // namespace spanscope
