#include "core/importers/log_dump_index.h"

#include <algorithm>

namespace spanscope {

namespace {

std::string keyOf(std::string_view op, const std::vector<Extent> &shape)
{
    std::string key(op);
    key += '\n';
    for (const Extent &size : shape) {
        key += size.toString() + ",";
    }
    return key;
}

} // namespace

void DumpIndex::enter(std::string key)
{
    std::vector<std::size_t> &dumps = m_dumpsOf[std::move(key)];
    if (dumps.empty() || dumps.back() + 1 != m_lines.size()) {
        dumps.push_back(m_lines.size() - 1);
    }
}

void DumpIndex::add(const Graph &graph, const std::map<std::string, std::string, std::less<>> &otherNames,
                    std::size_t line)
{
    m_lines.push_back(line);
    const auto enterOp = [&](std::string_view name, const Operation &op) {
        enter(std::string(name));
        if (op.layout) {
            enter(keyOf(name, op.layout->size));
        }
        for (const Dep &read : op.reads) {
            if (const Layout *layout = graph.layoutOf(read.buffer)) {
                enter(keyOf(name, layout->size));
            }
        }
    };
    for (const Operation &op : graph.operations) {
        enterOp(op.name, op);
    }
    for (const auto &[other, name] : otherNames) {
        const Operation *op = graph.findOperation(name);
        if (op != nullptr && other != name) {
            enterOp(other, *op);
        }
    }
}

std::optional<std::size_t> DumpIndex::find(std::string_view op, const std::optional<std::vector<Int>> &shape,
                                           std::size_t line) const
{
    const auto it =
        m_dumpsOf.find(shape ? keyOf(op, std::vector<Extent>(shape->begin(), shape->end())) : std::string(op));
    if (it == m_dumpsOf.end()) {
        return std::nullopt;
    }
    const std::vector<std::size_t> &dumps = it->second;
    const auto after = std::upper_bound(dumps.begin(), dumps.end(), line,
                                        [this](std::size_t at, std::size_t dump) { return at < m_lines[dump]; });
    return after == dumps.begin() ? dumps.front() : *std::prev(after);
}

std::optional<std::size_t> DumpIndex::before(std::size_t line) const
{
    const auto after = std::upper_bound(m_lines.begin(), m_lines.end(), line);
    return after == m_lines.begin() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(after - m_lines.begin()) - 1);
}

bool DumpIndex::shows(std::string_view op) const
{
    return m_dumpsOf.contains(std::string(op));
}

} // namespace spanscope
