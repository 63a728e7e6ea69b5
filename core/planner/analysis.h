#pragma once
/// The values that the planner's decision consists of. Nothing here knows sentences:
/// core/text turns codes and numbers into words.

#include "core/base/dims.h"
#include "core/base/integers.h"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

enum class Outcome { Planned, None, Unsupported };
[[nodiscard]] std::string_view outcomeName(Outcome outcome); ///< planned, none, unsupported

/// Why an op, coordinate, split or combo was left out or refused. codeName() is the stable id.
enum class Code {
    // Ops that are not looked at, or have nothing to do.
    NotComputedBuffer,
    UnsupportedData,
    NotFixedTiledLayout,
    SymbolicLayout,
    IndirectReads,
    ScalarReduction,
    NoOutputAddress,
    NoOverflow,
    Overflow63, ///< a size or product of this op leaves 63 bits
    UnknownDtype,
    GivenCoordinates, ///< generated code: spans known, no planning
    IncompleteText,   ///< the artefact does not show the whole op: nothing is decided
    // Coordinates that give no candidate.
    ReductionControlled,
    NonOutputSymbol,
    UnknownExtent,
    EffortSpent, ///< the compiler would know its extent; here the work allowed for one op ended before
    NoLegalSplit,
    AmbiguousK,
    // Errors of the search.
    TooManyDims,
    DimOutOfRange,
    RangeNotIntegral,
    RangeUnsplittable,
    StickAlignment,
    NoComboFits, ///< the last one
};
[[nodiscard]] std::string_view codeName(Code code);
/// nullopt for a name that no code has.
[[nodiscard]] std::optional<Code> codeOfName(std::string_view name);

/// The tensor a coordinate belongs to: the op's output, or read number `read`.
struct TensorRef
{
    int read = -1; ///< index into Operation::reads; -1 is the output
    std::string buffer;
    [[nodiscard]] bool isOutput() const { return read < 0; }
    /// `output` or `input:<buffer>`.
    [[nodiscard]] std::string toString() const { return isOutput() ? "output" : "input:" + buffer; }
    bool operator==(const TensorRef &) const = default;
};

struct Level
{
    HostDim hostDim;
    Int splitCount = 1;
    bool isReduction = false;
    bool operator==(const Level &) const = default;
};

/// A span over the limit that a split of `hostDim` can shorten.
struct Candidate
{
    TensorRef source;
    DeviceDim deviceDim;
    std::string coordinate;
    HostDim hostDim;
    Int totalBytes = 0;
    Int perCoreSpan = 0; ///< bytes
    Int coreSplitEstimate = 1;
    Int deviceDimSize = 0;   ///< the extent
    Int spanStrideElems = 0; ///< the inner product
    Int stickElems = 0;
    std::string reason;
};

/// A coordinate the planner passed over, with its true span where that can be computed.
struct SkippedCoordinate
{
    TensorRef source;
    DeviceDim deviceDim;
    std::string coordinate;
    Code code = Code::UnknownExtent;
    std::vector<std::string> symbols;
    std::optional<Int> span;
};

enum class SplitStatus {
    Legal,
    One, ///< split 1: always there
    UnitTile,
    OverAutoCap,
    CutsOutputStick,
    CutsInputStick,
    DroppedBySplitLimit,
    NotADivisor,
};
[[nodiscard]] std::string_view splitStatusName(SplitStatus status); ///< legal, one, unit_tile, over_auto_cap ...

/// Why a stick test failed.
enum class StickFailure { None, Cut, StickDimUnknown, CoordinatesUnknown };

/// The judgement on one split count of one host dim; numbers for the sentence.
struct SplitEntry
{
    Int count = 1;
    SplitStatus status = SplitStatus::Legal;
    Int tile = 0; ///< range / count
    // For the stick tests:
    StickFailure stick = StickFailure::None;
    TensorRef tensor;   ///< whose stick
    HostDim tensorDim;  ///< which of its host dims
    Int tensorTile = 0; ///< floor(size / count)
    Int elemsPerStick = 0;
};

struct SplitTable
{
    HostDim hostDim;
    Int range = 0;
    Int required = 1;                ///< ceil(largest span / limit) over the dim's candidates
    std::vector<SplitEntry> entries; ///< every divisor, ascending
    std::vector<Int> legal;          ///< with 1, cut to maxSplitsPerDim, ascending
    std::optional<Code> error;       ///< DimOutOfRange, RangeNotIntegral, RangeUnsplittable
    std::string rangeText;           ///< the range as found, for the error text
    [[nodiscard]] const SplitEntry *find(Int count) const;
};

/// Order of preference: fewer tiles, fewer tiled dims, smaller largest split, then the tuple.
struct Cost
{
    Int product = 1;
    int tiledDims = 0;
    Int largest = 1;
    std::vector<Int> tuple; ///< in search order
    auto operator<=>(const Cost &) const = default;
};

enum class ComboStatus { Fits, AllOnes, CutsStick, ResizeFailed, LeavesSpans };
[[nodiscard]] std::string_view comboStatusName(ComboStatus status);

struct ComboStep
{
    std::vector<Level> splits; ///< search order, ones included
    Cost cost;
    ComboStatus status = ComboStatus::Fits;
    std::vector<Candidate> remaining; ///< LeavesSpans
    SplitEntry stick;                 ///< CutsStick: which
    HostDim stickDim;                 ///< CutsStick: the split dim
    std::string message;              ///< ResizeFailed: which dim could not be placed
};

/// What the compiler decides about one op, and everything it passed over on the way.
struct OpAnalysis
{
    std::size_t opIndex = 0;
    Outcome outcome = Outcome::None;
    bool manual = false; ///< has dim_hints
    /// The outcome is the artefact's word: it shows too little of the op to recompute it (core/graph/knowledge.h).
    bool asReported = false;
    std::optional<Code> code;
    std::vector<Level> levels; ///< ascending host dim
    std::optional<Cost> cost;
    std::string reason;
    std::vector<Candidate> candidates;
    std::vector<SkippedCoordinate> skipped;
    std::vector<HostDim> searchDims; ///< in search order
    std::vector<SplitTable> tables;  ///< of searchDims, same order (of all candidate dims when too many)
    std::optional<ComboStep> firstStickRejection;
    std::optional<HostDim> errorDim; ///< for table errors
    std::size_t combosTried = 0;
    std::size_t combosNotTried = 0; ///< beyond maxTileCombos
    std::vector<ComboStep> combos;  ///< only with trace
};

} // namespace spanscope
