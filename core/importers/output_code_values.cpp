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

void addInputs(Graph &graph)
{
    std::set<std::string> written;
    for (const Operation &op : graph.operations) {
        written.insert(op.name);
        for (const Dep &write : op.writes) {
            written.insert(write.buffer);
        }
    }
    for (const Operation &op : graph.operations) {
        for (const Dep &read : op.reads) {
            if (written.insert(read.buffer).second) {
                graph.buffers.push_back({read.buffer, "input", read.accessLayout});
            }
        }
    }
}

ReportedFact specFact(const PyValue &spec, const Operation &op, const KernelText &kernel)
{
    ReportedFact fact;
    fact.kind = "op_spec";
    fact.op = op.name;
    fact.line = kernel.line;
    fact.details["kernel"] = kernel.name;
    fact.details["op"] = op.origin.targets.front();
    for (const PyNamed &argument : spec.named) {
        const bool ours = argument.name == "op" || argument.name == "args" || argument.name == "is_reduction";
        if (!ours) {
            fact.details[shortText(argument.name, 100)] = shortText(
                std::string_view(kernel.text).substr(argument.value.begin, argument.value.end - argument.value.begin));
        }
    }
    fact.text = kernel.name + ": " + fact.details["op"];
    return fact;
}

} // namespace spanscope
