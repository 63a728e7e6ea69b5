#pragma once
/// One op taken apart for planning: static layouts, coordinates, and which symbol is which
/// output dim. Internal to the planner.

#include "core/graph/graph.h"
#include "core/layout/coordinates.h"
#include "core/layout/layouts.h"
#include "core/planner/analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace spanscope {

/// Splits per output host dim, 1 where there is none; sized like the op's ranges (at least).
using SplitVector = std::vector<Int>;

/// A tensor of an op as seen through one dep.
struct TensorContext
{
    TensorRef ref;
    const Dep *dep = nullptr;
    const Layout *declared = nullptr; ///< null: unknown buffer or no layout
    std::optional<StaticLayout> layout;
    Int itemBytes = 0; ///< of the declared dtype, 0 when unknown
    DepIndex index;
    std::vector<int> hostDimOf; ///< per dep symbol: the output host dim, -1 for a reduction symbol
    bool known = false;         ///< device coordinates are known
    bool hostKnown = false;
    std::vector<Coordinate> device; ///< untiled, one per device dim
    std::vector<Coordinate> host;   ///< one per host dim; only with hostKnown
    /// Of an indirect read, one per device dim: set where data chooses it (see dataDependence()). Else empty.
    std::vector<std::optional<Expr>> data;

    std::vector<Coordinate> trueDevice; ///< where the compiler's coordinates may miss; else empty
    std::vector<Coordinate> trueHost;

    TensorContext(TensorRef tensor, const Dep &d, const Layout *l);
    /// Coordinates for the audit: exact also where the compiler's are not.
    [[nodiscard]] const std::vector<Coordinate> &auditDevice() const
    {
        return trueDevice.empty() ? device : trueDevice;
    }
    [[nodiscard]] const std::vector<Coordinate> &auditHost() const { return trueHost.empty() ? host : trueHost; }
    [[nodiscard]] bool isDataDependent(std::size_t deviceDim) const
    {
        return dep->indirect && (deviceDim >= data.size() || data[deviceDim].has_value());
    }
    [[nodiscard]] bool isFixedTiled() const { return declared != nullptr && declared->isFixedTiled(); }
};

/// Loads lazily: reads are taken apart when first asked for.
class OpContext
{
public:
    OpContext(const Graph &graph, std::size_t opIndex);

    [[nodiscard]] const Graph &graph() const { return m_graph; }
    [[nodiscard]] const Operation &op() const { return m_op; }
    [[nodiscard]] std::size_t opIndex() const { return m_opIndex; }
    [[nodiscard]] bool isReduction() const { return m_isReduction; }
    [[nodiscard]] bool isPointwise() const { return m_isPointwise; }
    [[nodiscard]] const std::vector<Extent> &ranges() const { return m_ranges; }
    /// Number of output host dims that splits are indexed by.
    [[nodiscard]] std::size_t rank() const { return m_rank; }

    /// The output through its write dep; null when there is none.
    [[nodiscard]] const TensorContext *output() const { return m_output ? &*m_output : nullptr; }
    [[nodiscard]] const std::vector<TensorContext> &reads() const;
    /// Output host dim of a symbol, -1 for a reduction symbol.
    [[nodiscard]] int hostDimOf(std::string_view symbol) const;
    [[nodiscard]] bool symbolMapEmpty() const { return m_symbolDims.empty(); }
    /// Batch matmul whose reads have not exactly one reduction symbol: no input spans.
    [[nodiscard]] bool hasAmbiguousK() const;
    /// Symbols that mean output dim `dim`.
    [[nodiscard]] std::vector<std::string> symbolsOf(HostDim dim) const;

private:
    void mapSymbols();

    const Graph &m_graph;
    const Operation &m_op;
    std::size_t m_opIndex;
    bool m_isReduction = false;
    bool m_isPointwise = false;
    std::vector<Extent> m_ranges;
    std::size_t m_rank = 0;
    std::optional<TensorContext> m_output;
    std::vector<std::pair<std::string, int>> m_symbolDims;
    mutable std::optional<std::vector<TensorContext>> m_reads;
};

/// Ranges of a dep under splits: R / split, kUnknownRange where that is no integer.
void tileRanges(const TensorContext &tensor, const SplitVector &splits, std::vector<Int> &out);

/// `levels` as one entry per host dim of `rank`; nullopt when a level names a dim beyond it.
[[nodiscard]] std::optional<SplitVector> splitVector(const std::vector<Level> &levels, std::size_t rank);

} // namespace spanscope
