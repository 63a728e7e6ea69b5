#include "core/graph/graph.h"

#include <algorithm>

namespace spanscope {

void Graph::finish()
{
    m_operationByName.clear();
    m_bufferByName.clear();
    m_producerByBuffer.clear();
    m_readersByBuffer.clear();
    m_outputs.clear();
    m_reportedByOp.clear();
    m_inferredByOp.clear();
    m_reportedByKind.clear();
    m_inferredByTensor.clear();
    for (std::size_t i = 0; i < reported.size(); ++i) {
        m_reportedByOp[reported[i].op].push_back(i);
        m_reportedByKind[reported[i].kind].push_back(i);
    }
    for (std::size_t i = 0; i < inferred.size(); ++i) {
        m_inferredByOp[inferred[i].op].push_back(i);
        m_inferredByTensor[inferred[i].tensor].push_back(i);
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        m_bufferByName.emplace(buffers[i].name, i);
    }
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const Operation &op = operations[i];
        m_operationByName.emplace(op.name, i);
        m_producerByBuffer.emplace(op.name, i);
        for (const Dep &write : op.writes) {
            m_producerByBuffer.emplace(write.buffer, i);
        }
        for (const Dep &read : op.reads) {
            std::vector<std::size_t> &readers = m_readersByBuffer[read.buffer];
            if (readers.empty() || readers.back() != i) {
                readers.push_back(i);
            }
        }
    }
    for (const std::string &output : outputs) {
        m_outputs.emplace(output, true);
    }
}

const Operation *Graph::findOperation(std::string_view opName) const
{
    const auto index = operationIndex(opName);
    return index ? &operations[*index] : nullptr;
}

std::optional<std::size_t> Graph::operationIndex(std::string_view opName) const
{
    const auto it = m_operationByName.find(opName);
    return it == m_operationByName.end() ? std::nullopt : std::optional(it->second);
}

const Operation *Graph::producerOf(std::string_view buffer) const
{
    const auto index = producerIndex(buffer);
    return index ? &operations[*index] : nullptr;
}

std::optional<std::size_t> Graph::producerIndex(std::string_view buffer) const
{
    const auto it = m_producerByBuffer.find(buffer);
    return it == m_producerByBuffer.end() ? std::nullopt : std::optional(it->second);
}

const std::vector<std::size_t> &Graph::readersOf(std::string_view buffer) const
{
    static const std::vector<std::size_t> kNone;
    const auto it = m_readersByBuffer.find(buffer);
    return it == m_readersByBuffer.end() ? kNone : it->second;
}

const Layout *Graph::layoutOf(std::string_view buffer) const
{
    if (const Operation *op = producerOf(buffer)) {
        return op->layout ? &*op->layout : nullptr;
    }
    const auto it = m_bufferByName.find(buffer);
    if (it == m_bufferByName.end() || !buffers[it->second].layout) {
        return nullptr;
    }
    return &*buffers[it->second].layout;
}

namespace {

/// The places of a name, none when it has none.
template <typename Map> const std::vector<std::size_t> &placesIn(const Map &map, std::string_view name)
{
    static const std::vector<std::size_t> kNone;
    const auto it = map.find(name);
    return it == map.end() ? kNone : it->second;
}

} // namespace

const std::vector<std::size_t> &Graph::reportedOf(std::string_view op) const
{
    return placesIn(m_reportedByOp, op);
}

const std::vector<std::size_t> &Graph::inferredOf(std::string_view op) const
{
    return placesIn(m_inferredByOp, op);
}

const std::vector<std::size_t> &Graph::reportedOfKind(std::string_view kind) const
{
    return placesIn(m_reportedByKind, kind);
}

const std::vector<std::size_t> &Graph::inferredOfTensor(std::string_view tensor) const
{
    return placesIn(m_inferredByTensor, tensor);
}

bool Graph::isOutput(std::string_view buffer) const
{
    return m_outputs.find(buffer) != m_outputs.end();
}

} // namespace spanscope
