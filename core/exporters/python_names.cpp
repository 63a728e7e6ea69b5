#include "core/exporters/python_names.h"

#include "core/planner/engine.h"

#include <algorithm>

namespace spanscope {

namespace {

const Extent *rangeOf(const Dep &dep, const std::string &symbol)
{
    const auto it = std::find_if(dep.ranges.begin(), dep.ranges.end(),
                                 [&symbol](const SymbolRange &range) { return range.symbol == symbol; });
    return it == dep.ranges.end() ? nullptr : &it->size;
}

/// By how much the index grows with the symbol; nullopt where that cannot be told.
std::optional<Int> stepOf(const Dep &dep, const std::string &symbol)
{
    try {
        const auto at = [&dep, &symbol](Int value) {
            return dep.index.evaluate([&](const std::string &name) { return name == symbol ? value : Int{0}; });
        };
        const auto one = at(1);
        const auto zero = at(0);
        if (one && zero) {
            return subChecked(*one, *zero);
        }
    } catch (const OverflowError &) {
        return std::nullopt;
    }
    return std::nullopt;
}

/// The symbol that runs along one dim of a buffer, seen through a dep; empty when no single one does.
std::string symbolAlong(const Dep &dep, const Layout &layout, std::size_t dim)
{
    if (dim >= layout.stride.size() || !layout.stride[dim].isInteger()) {
        return "";
    }
    for (const std::string &symbol : dep.index.symbols()) {
        const Extent *range = rangeOf(dep, symbol);
        if (range != nullptr && *range == layout.size[dim] && stepOf(dep, symbol) == layout.stride[dim].value) {
            return symbol;
        }
    }
    return "";
}

bool isOne(const Extent &extent)
{
    return extent.isInteger() && extent.value == 1;
}

} // namespace

DimNamer::DimNamer(const Graph &graph, const ExportChoice &choice)
    : m_graph(graph)
    , m_choice(choice)
{
}

std::string DimNamer::claim(const std::string &wanted, const Extent &size, const std::string &op, OpNames &out)
{
    std::string name = wanted;
    for (int i = 1; m_sizes.contains(name) && m_sizes.at(name) != size; ++i) {
        name = wanted + "_" + op + (i == 1 ? "" : "_" + std::to_string(i));
    }
    if (m_sizes.emplace(name, size).second) {
        out.declared.push_back(name);
        out.sizes.emplace(name, size);
    }
    return name;
}

void DimNamer::adopt(const Operation &op, SymbolNames &names) const
{
    for (const Dep &read : op.reads) {
        const auto known = m_buffer.find(read.buffer);
        const Layout *layout = m_graph.layoutOf(read.buffer);
        if (known == m_buffer.end() || layout == nullptr) {
            continue;
        }
        for (const auto &[dim, name] : known->second) {
            const std::string symbol = symbolAlong(read, *layout, dim);
            if (!symbol.empty()) {
                names.emplace(symbol, name);
            }
        }
    }
}

void DimNamer::nameOutput(std::size_t opIndex, SymbolNames &symbols, OpNames &out)
{
    const Operation &op = m_graph.operations[opIndex];
    const auto aliases = m_choice.aliases.find(op.name);
    for (const HostDimInfo &info : hostDims(m_graph, opIndex)) {
        if (isOne(info.range)) {
            continue;
        }
        std::string wanted = "D" + std::to_string(info.dim.index);
        bool given = false;
        if (aliases != m_choice.aliases.end()) {
            for (const auto &[dim, alias] : aliases->second) {
                if (dim == info.dim.index && !alias.empty()) {
                    wanted = alias;
                    given = true;
                    symbols.erase(info.symbol); // a name the user gave beats one met before
                }
            }
        }
        const auto adopted = symbols.find(info.symbol);
        const std::string name = adopted != symbols.end() ? adopted->second : claim(wanted, info.range, op.name, out);
        if (given && name != wanted) {
            m_renamed.push_back("the alias " + wanted + " of " + op.name + " dim " + std::to_string(info.dim.index) +
                                " is written " + name + ": " + wanted + " is taken for a dim of size " +
                                m_sizes.at(wanted).toString());
        }
        out.dims.emplace(info.dim.index, name);
        symbols.emplace(info.symbol, name);
        m_buffer[op.name].emplace(static_cast<std::size_t>(info.dim.index), name);
    }
}

void DimNamer::nameInput(const Operation &op, const Dep &read, SymbolNames &symbols, OpNames &out)
{
    const Layout *layout = m_graph.layoutOf(read.buffer);
    if (layout == nullptr || m_graph.producerOf(read.buffer) != nullptr || !read.hasIndex ||
        !m_namedInputs.insert(read.buffer).second) {
        return;
    }
    TensorNames tensor{read.buffer, {}, layout->size};
    for (std::size_t dim = 0; dim < layout->size.size(); ++dim) {
        if (isOne(layout->size[dim])) {
            continue;
        }
        const std::string symbol = symbolAlong(read, *layout, dim);
        const auto known = symbols.find(symbol);
        std::string name;
        if (!symbol.empty() && known != symbols.end()) {
            name = known->second;
        } else {
            name = claim(symbol.empty() ? read.buffer + "_" + std::to_string(dim) : "R_" + symbol, layout->size[dim],
                         op.name, out);
            if (!symbol.empty()) {
                symbols.emplace(symbol, name);
            }
        }
        tensor.names.push_back(name);
        m_buffer[read.buffer].emplace(dim, name);
    }
    if (!tensor.names.empty()) {
        out.inputs.push_back(std::move(tensor));
    }
}

OpNames DimNamer::name(std::size_t opIndex)
{
    const Operation &op = m_graph.operations[opIndex];
    OpNames out;
    SymbolNames symbols;
    adopt(op, symbols);
    nameOutput(opIndex, symbols, out);
    for (const Dep &read : op.reads) {
        nameInput(op, read, symbols, out);
    }
    return out;
}

} // namespace spanscope
