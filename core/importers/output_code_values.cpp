#include "core/importers/output_code_values.h"

#include "core/importers/log_text.h"

#include <set>

namespace spanscope {

std::string expressionText(const PyValue &value)
{
    if (value.kind == PyValue::Kind::Call && value.lastName() != "IndirectAccess" && !value.items.empty()) {
        return expressionText(value.items.front());
    }
    return value.kind == PyValue::Kind::Integer ? std::to_string(value.integer) : value.text;
}

namespace {

Extent rangeOf(const PyValue &value)
{
    const std::string text = shortText(expressionText(value), 1000);
    const ParsedExpr parsed = parseExpr(text);
    if (parsed.error) {
        return Extent::symbol(text.empty() ? "?" : text);
    }
    const bool integer = parsed.expr.isConstant();
    return integer ? Extent(parsed.expr.constant()) : Extent::symbol(parsed.expr.toString());
}

} // namespace

std::vector<IterationSymbol> iterationSpace(const PyValue &space)
{
    std::vector<IterationSymbol> out;
    std::set<std::string> known;
    for (const PyEntry &entry : space.entries) {
        IterationSymbol symbol;
        symbol.name = shortText(expressionText(entry.key), 200);
        const bool pair = entry.value.isSequence() && !entry.value.items.empty();
        const PyValue &range = pair ? entry.value.items[0] : entry.value;
        symbol.range = rangeOf(range);
        if (pair && entry.value.items.size() > 1) {
            const Extent cores = rangeOf(entry.value.items[1]);
            symbol.cores = cores.isInteger() && cores.value > 0 ? cores.value : 1;
        }
        if (!symbol.name.empty() && known.insert(symbol.name).second) {
            out.push_back(std::move(symbol));
        }
    }
    return out;
}

} // namespace spanscope
