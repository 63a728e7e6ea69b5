#include "core/planner/op_context.h"

#include "core/layout/dtypes.h"

#include <algorithm>

namespace spanscope {

TensorContext::TensorContext(TensorRef tensor, const Dep &d, const Layout *l)
    : ref(std::move(tensor))
    , dep(&d)
    , declared(d.accessLayout ? &*d.accessLayout : l)
    , index(d)
{
    if (declared != nullptr) {
        layout = staticLayout(*declared);
        itemBytes = itemSize(declared->dtype).value_or(0);
    }
    if (!d.deviceCoordinates.empty()) {
        known = true;
        for (const Expr &e : d.deviceCoordinates) {
            std::optional<Coordinate> c = coordinateOf(e, index.symbols());
            known = known && c.has_value();
            device.push_back(c.value_or(Coordinate{}));
        }
        known = known && (!layout || layout->device.deviceSize.size() == device.size());
        return;
    }
    known = index.isKnown() && layout.has_value();
    hostKnown = known;
    if (known) {
        index.coordinates(layout->device.deviceSize, layout->device.strideMap, index.ranges(), device);
        index.coordinates(layout->size, layout->stride, index.ranges(), host);
        if (d.indirect) {
            data = dataDependence(d, layout->device.deviceSize, layout->device.strideMap);
        }
        if (index.isTakenApartInexactly()) {
            index.trueCoordinates(layout->device.deviceSize, layout->device.strideMap, index.ranges(), trueDevice);
            index.trueCoordinates(layout->size, layout->stride, index.ranges(), trueHost);
        }
    }
}

OpContext::OpContext(const Graph &graph, std::size_t opIndex)
    : m_graph(graph)
    , m_op(graph.operations[opIndex])
    , m_opIndex(opIndex)
{
    if (m_op.data) {
        m_isReduction = m_op.data->type == "Reduction" || m_op.data->type == "SpyreReduction";
        m_isPointwise = m_op.data->type == "Pointwise";
        m_ranges = m_op.data->ranges;
    }
    m_rank = std::max(m_ranges.size(), m_op.layout ? m_op.layout->size.size() : 0);
    if (!m_op.writes.empty()) {
        m_output.emplace(TensorRef{-1, m_op.writes.front().buffer}, m_op.writes.front(),
                         m_op.layout ? &*m_op.layout : nullptr);
        mapSymbols();
    }
}

void OpContext::mapSymbols()
{
    const std::vector<std::string> &names = m_output->index.symbols();
    const auto add = [this](const std::string &name, std::size_t dim) {
        if (hostDimOf(name) < 0) {
            m_symbolDims.emplace_back(name, static_cast<int>(dim));
        }
    };
    for (std::size_t dim = 0; dim < m_output->host.size(); ++dim) {
        for (const CoordTerm &term : m_output->host[dim].terms) {
            add(names[static_cast<std::size_t>(term.symbol)], dim);
        }
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        add(names[i], i);
    }
    m_rank = std::max({m_rank, names.size(), m_output->host.size()});
    for (const std::string &name : names) {
        m_output->hostDimOf.push_back(hostDimOf(name));
    }
}

const std::vector<TensorContext> &OpContext::reads() const
{
    if (!m_reads) {
        m_reads.emplace();
        m_reads->reserve(m_op.reads.size());
        for (std::size_t i = 0; i < m_op.reads.size(); ++i) {
            const Dep &dep = m_op.reads[i];
            TensorContext &t =
                m_reads->emplace_back(TensorRef{static_cast<int>(i), dep.buffer}, dep, m_graph.layoutOf(dep.buffer));
            for (const std::string &name : t.index.symbols()) {
                t.hostDimOf.push_back(hostDimOf(name));
            }
        }
    }
    return *m_reads;
}

int OpContext::hostDimOf(std::string_view symbol) const
{
    for (const auto &[name, dim] : m_symbolDims) {
        if (name == symbol) {
            return dim;
        }
    }
    return -1;
}

bool OpContext::hasAmbiguousK() const
{
    if (!m_op.data || m_op.data->reductionType != "batchmatmul") {
        return false;
    }
    std::vector<std::string> reduction;
    for (const TensorContext &read : reads()) {
        if (!read.isFixedTiled() || read.dep->indirect) {
            continue;
        }
        for (const std::string &name : read.dep->index.symbols()) {
            if (hostDimOf(name) < 0 && std::find(reduction.begin(), reduction.end(), name) == reduction.end()) {
                reduction.push_back(name);
            }
        }
    }
    return reduction.size() != 1;
}

std::vector<std::string> OpContext::symbolsOf(HostDim dim) const
{
    std::vector<std::string> out;
    for (const auto &[name, d] : m_symbolDims) {
        if (d == dim.index) {
            out.push_back(name);
        }
    }
    return out;
}

void tileRanges(const TensorContext &tensor, const SplitVector &splits, std::vector<Int> &out)
{
    const std::vector<Int> &ranges = tensor.index.ranges();
    out.resize(ranges.size());
    for (std::size_t v = 0; v < ranges.size(); ++v) {
        const int dim = tensor.hostDimOf[v];
        const Int split =
            dim >= 0 && static_cast<std::size_t>(dim) < splits.size() ? splits[static_cast<std::size_t>(dim)] : 1;
        const bool divides = tensor.index.isRangeIntegral(v) && split > 0 && ranges[v] % split == 0;
        out[v] = divides ? ranges[v] / split : kUnknownRange;
    }
}

std::optional<SplitVector> splitVector(const std::vector<Level> &levels, std::size_t rank)
{
    SplitVector out(rank, 1);
    for (const Level &level : levels) {
        if (level.hostDim.index < 0 || static_cast<std::size_t>(level.hostDim.index) >= rank) {
            return std::nullopt;
        }
        out[static_cast<std::size_t>(level.hostDim.index)] = level.splitCount;
    }
    return out;
}

} // namespace spanscope
