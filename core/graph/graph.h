#pragma once
/// The op graph as captured, imported or typed: plain values, immutable once built
/// (docs: `spyre-span-graph`, resources/schemas/spyre-span-graph.schema.json).

#include "core/base/integers.h"
#include "core/expr/expr.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spanscope {

/// A size, stride or range: an integer, or a symbolic expression kept as text.
struct Extent
{
    Int value = 0;
    std::string symbolic; ///< canonical text when it is not an integer, else empty

    Extent() = default;
    Extent(Int v) // NOLINT(google-explicit-constructor): sizes are mostly integers
        : value(v)
    {
    }
    [[nodiscard]] static Extent symbol(std::string text)
    {
        Extent e;
        e.symbolic = std::move(text);
        return e;
    }
    [[nodiscard]] bool isInteger() const { return symbolic.empty(); }
    [[nodiscard]] std::string toString() const { return isInteger() ? std::to_string(value) : symbolic; }
    bool operator==(const Extent &) const = default;
};

/// How a tensor lies on the device. deviceSize[last] is the stick.
struct DeviceLayout
{
    std::vector<Extent> deviceSize; ///< n entries
    std::vector<Extent> strideMap;  ///< n entries; empty when the artefact does not tell it
    Extent elemsPerStick;
    std::string deviceDtype;        ///< e.g. SEN169_FP16, may be empty
    std::string elementArrangement; ///< e.g. STANDARD, may be empty
    bool operator==(const DeviceLayout &) const = default;
};

struct Layout
{
    std::string type; ///< FixedTiledLayout, FixedLayout, MutationLayoutSHOULDREMOVE ...
    std::string dtype;
    std::vector<Extent> size;
    std::vector<Extent> stride;
    std::optional<DeviceLayout> device;

    [[nodiscard]] bool isFixedTiled() const { return type == "FixedTiledLayout" && device.has_value(); }
    bool operator==(const Layout &) const = default;
};

/// One loop variable of a dep and its range size: it runs over [0, size).
struct SymbolRange
{
    std::string symbol;
    Extent size;
    bool operator==(const SymbolRange &) const = default;
};

/// One read or write of a buffer.
struct Dep
{
    std::string buffer;
    /// False for accesses without an index (StarDep): treated like an unknown one.
    bool hasIndex = true;
    std::string indexText; ///< as read
    Expr index;
    std::vector<SymbolRange> ranges; ///< ordered
    bool indirect = false;
    /// Device coordinates given by generated code, one per device dim. Then
    /// `index` says nothing and the op cannot be laid out anew.
    std::vector<Expr> deviceCoordinates;
    /// The layout a given access saw, where it is not the buffer's own
    /// (generated code: device_size after alignment, no strides).
    std::optional<Layout> accessLayout;
};

struct DimHint
{
    std::vector<std::string> dimNames;
    Int splitCount = 1;
    std::string loopVar;
    bool isReduction = false;
    Int hintId = 0;
    bool operator==(const DimHint &) const = default;
};

/// Where an op comes from in the user's model. All may be empty.
struct Origin
{
    std::vector<std::string> fxNodes;
    std::vector<std::string> targets;
    std::string source; ///< `model.py:42`
    std::string code;
};

struct OpData
{
    std::string type; ///< Pointwise, Reduction, Scatter, ...
    std::vector<Extent> ranges;
    std::vector<Extent> reductionRanges;
    std::string reductionType; ///< sum, max, batchmatmul ...; empty when none
};

/// A loop of generated code around an op, outermost first.
struct LoopInfo
{
    std::string count; ///< an integer or an expression
};

struct Operation
{
    std::string name;
    std::string kind; ///< ComputedBuffer, ExternKernel ...
    std::optional<OpData> data;
    std::optional<Layout> layout;
    std::vector<Dep> reads;
    std::vector<Dep> writes;
    std::vector<DimHint> dimHints;
    Origin origin;
    /// Work Division's core splits as an artefact told them: (symbol, cores).
    std::vector<std::pair<std::string, Int>> coreSplits;
    std::vector<LoopInfo> loops;
    /// False for ops of generated code: spans are known, splits cannot be re-laid-out.
    bool relayoutable = true;
};

struct Buffer
{
    std::string name;
    std::string kind; ///< `input`, `constant`, ... may be empty
    std::optional<Layout> layout;
};

/// What the compile was configured with; absent entries were not told.
struct GraphConfig
{
    std::optional<Int> sencores;
    std::optional<Int> maxSpanBytes;
    std::optional<bool> ignoreSpanOverflowHints;
    std::optional<bool> ignoreWsrHints;
};

/// One figure an artefact reported, tied to an op or tensor and a line (1-based, 0 unknown).
struct ReportedFact
{
    std::string kind;   ///< work_division_span, cannot_satisfy, plan, candidates, group, abort, ...
    std::string op;     ///< may be empty
    std::string tensor; ///< may be empty
    std::size_t line = 0;
    std::string text; ///< the line as found, shortened
    /// Figures by name; integers exact, others as text (e.g. "span_mb": "382.812").
    std::map<std::string, Int> figures;
    std::map<std::string, std::string> details;
};

/// Something the artefact did not say and how it was inferred.
struct InferredFact
{
    std::string op;
    std::string tensor; ///< may be empty
    std::string what;   ///< stride_map, layout, tiles, itemsize ...
    std::string how;
    std::size_t line = 0;
};

/// Core count assumed where nobody told one.
inline constexpr Int kDefaultSencores = 32;

/// A whole graph. Build it, call finish() once, then share it as const.
class Graph
{
public:
    std::string name;
    std::string producer;
    GraphConfig config;
    std::vector<Buffer> buffers;
    std::vector<Operation> operations;
    std::vector<std::string> outputs;
    std::vector<ReportedFact> reported;
    std::vector<InferredFact> inferred;
    std::vector<std::string> warnings; ///< e.g. a read of a name nobody defines

    /// Builds the name look-ups. Names must be unique already.
    void finish();

    [[nodiscard]] const Operation *findOperation(std::string_view name) const;
    [[nodiscard]] std::optional<std::size_t> operationIndex(std::string_view name) const;
    /// The op that writes a buffer (an op's buffer has the op's own name unless a write dep says otherwise).
    [[nodiscard]] const Operation *producerOf(std::string_view buffer) const;
    [[nodiscard]] std::optional<std::size_t> producerIndex(std::string_view buffer) const;
    /// Indices of the ops that read a buffer, ascending.
    [[nodiscard]] const std::vector<std::size_t> &readersOf(std::string_view buffer) const;
    /// The layout of a buffer: of the graph's buffer or of the op that produces it. Null when unknown.
    [[nodiscard]] const Layout *layoutOf(std::string_view buffer) const;
    [[nodiscard]] bool isOutput(std::string_view buffer) const;
    /// Indices into `reported` and `inferred` of what is tied to an op, ascending.
    [[nodiscard]] const std::vector<std::size_t> &reportedOf(std::string_view op) const;
    [[nodiscard]] const std::vector<std::size_t> &inferredOf(std::string_view op) const;
    /// The same by what they are tied to otherwise: the facts of a kind, and what was inferred about a tensor.
    [[nodiscard]] const std::vector<std::size_t> &reportedOfKind(std::string_view kind) const;
    [[nodiscard]] const std::vector<std::size_t> &inferredOfTensor(std::string_view tensor) const;
    [[nodiscard]] Int sencores() const { return config.sencores.value_or(kDefaultSencores); }

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    };
    template <typename T> using NameMap = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
    NameMap<std::size_t> m_operationByName;
    NameMap<std::size_t> m_bufferByName;
    NameMap<std::size_t> m_producerByBuffer;
    NameMap<std::vector<std::size_t>> m_readersByBuffer;
    NameMap<bool> m_outputs;
    NameMap<std::vector<std::size_t>> m_reportedByOp;
    NameMap<std::vector<std::size_t>> m_inferredByOp;
    NameMap<std::vector<std::size_t>> m_reportedByKind;
    NameMap<std::vector<std::size_t>> m_inferredByTensor;
};

using GraphPtr = std::shared_ptr<const Graph>;

} // namespace spanscope
