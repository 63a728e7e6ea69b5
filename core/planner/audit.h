#pragma once
/// What is true, whatever the compiler decided: every coordinate's span under any splits.

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/planner/analysis.h"
#include "core/planner/rules.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spanscope {

/// Full: addresses step by the stored buffer's own strides. Tile: the buffer lives inside one loop group.
enum class Storage { Full, Tile };
[[nodiscard]] std::string_view storageName(Storage storage);

/// Why the decision did not look at a row.
enum class Unchecked {
    Checked,
    PointwiseInput,
    ReductionControlled,
    NonOutputSymbol,
    NoLegalSplit,
    UnknownExtent,
    EffortSpent, ///< ours: the work allowed for one op ended before the compiler's extent was known
    AmbiguousK,
    Indirect,
    OpNotLookedAt,       ///< the op was skipped before any span was computed
    RangesNotDivisible,  ///< 8.3 lets the whole output check pass
    DividedTwice,        ///< validation_divides_twice
    InnerChargedPerTile, ///< the decision shortened the inner dims of a buffer stored whole
    CoordinateMisread,   ///< the compiler's coordinate is not where the index goes (floors, several Mods)
};
[[nodiscard]] std::string_view uncheckedName(Unchecked why); ///< checked, pointwise_input, ...
/// Whether the decision means to cover such a row, also where a fault lets it pass.
[[nodiscard]] bool isCovered(Unchecked why);

/// How exact a row's extent is.
enum class Exactness { Exact, UpperBound, Unknown };

/// One tensor's one non-stick coordinate under given splits.
struct AuditRow
{
    TensorRef tensor;
    DeviceDim deviceDim;
    std::string coordinate;
    std::vector<std::string> symbols;                    ///< free symbols
    std::vector<std::pair<std::string, Int>> extents;    ///< per symbol: its contribution max - min
    std::vector<std::pair<std::string, Int>> tileRanges; ///< per symbol: range in one tile
    Int extent = 1;                                      ///< max - min + 1
    Int innerElems = 1;                                  ///< product of the inner device sizes
    Int itemBytes = 1;
    Int span = 0; ///< bytes; 0 when the coordinate does not vary
    Exactness exactness = Exactness::Exact;
    std::string problem;         ///< why unknown (layout cannot be rebuilt, expression not analysable, overflow)
    bool wholeTensor = false;    ///< Unknown: says so of all the tensor's coordinates
    bool hasDeviceLayout = true; ///< false: the tensor declares none, so sticks say nothing of it
    Storage storage = Storage::Full;
    bool varies = false;
    bool over = false; ///< span > limit
    Unchecked unchecked = Unchecked::Checked;
    std::vector<HostDim> controls;                        ///< output host dims whose symbol is in it
    std::optional<Int> coresNeeded;                       ///< null: no number of cores helps; 1 when not over
    std::vector<std::pair<std::string, Int>> coreFactors; ///< per symbol, what coresNeeded consists of
};

/// The audit of one op.
struct OpAudit
{
    std::vector<Level> splits;
    std::vector<AuditRow> rows;     ///< output first, then reads in order; device dims ascending
    std::optional<Int> coresNeeded; ///< joint; 1 when nothing is over; null: hopeless
    std::vector<std::pair<std::string, Int>> coreFactors;
    Int worstSpan = 0;       ///< largest known span
    bool hasUnknown = false; ///< some row could not be computed; such a row says why
    [[nodiscard]] bool anyOver() const;
    /// Within `sencores` Work Division may clear it.
    [[nodiscard]] bool reliesOnWorkDivision(Int sencores) const
    {
        return anyOver() && coresNeeded && *coresNeeded <= sencores;
    }
};

/// Storage of the op's tensors: absent = Full for all.
struct StoragePlan
{
    Storage output = Storage::Full;
    std::vector<Storage> reads; ///< by read index; empty = Full
    /// By read index, for Tile: the splits, in the producer's host dims, that the buffer is stored under.
    std::vector<std::vector<Level>> readLevels;
    /// Manual hints on reduction symbols: (symbol, count).
    std::vector<std::pair<std::string, Int>> reductionSplits;
};

/// Rows for any op and any splits (the plan's, none, the user's). `analysis` (may be null)
/// tells which rows the decision looked at. Never throws.
[[nodiscard]] OpAudit audit(const Graph &graph, std::size_t opIndex, const std::vector<Level> &splits,
                            const Rules &rules, const OpAnalysis *analysis = nullptr, const StoragePlan &storage = {});

enum class FitKind { Covered, Complete };
[[nodiscard]] std::string_view fitKindName(FitKind kind);

/// What a fit steps outside of.
enum class Outside { OverAutoCap, DroppedBySplitLimit, BeyondComboLimit, TooManyDims, UnsearchedDim, Validation };
[[nodiscard]] std::string_view outsideName(Outside outside);

struct Fit
{
    FitKind kind = FitKind::Covered;
    std::vector<Level> levels; ///< ascending host dim
    Int tiles = 1;
    Int worstSpan = 0; ///< over the rows the kind clears
    Cost cost;
    std::vector<Outside> outside;
    bool cheaperThanPlan = false;
    std::vector<std::string> butFor; ///< rows only reduction symbols control: `input:arg1_1 dev 0 d3`
};

struct FitOptions
{
    std::size_t perKind = 3;
    std::size_t maxChecks = 100'000; ///< combos looked at before giving up: a count, so that answers repeat
    bool ignoreSticks = false;       ///< for the decisive cause
};

struct Fits
{
    std::vector<Fit> fits;      ///< covered first, each kind cheapest first
    bool cutShort = false;      ///< maxChecks ended the search
    std::size_t looked = 0;     ///< combos looked at
    std::vector<HostDim> dims;  ///< whose splits were combined, at most three at once
    bool inputsUnknown = false; ///< nobody told what the op reads: "every span" is every known one
    bool overflowed = false;    ///< a number left 63 bits, so nothing is known
};

/// The cheapest combos that clear the rows (planner README, "What would fit"). Dims that control no row over
/// the limit are left alone: splitting them can only cost.
[[nodiscard]] Fits whatWouldFit(const Graph &graph, std::size_t opIndex, const OpAnalysis &analysis, const Rules &rules,
                                const FitOptions &options = {});

enum class CauseKind { Validation, Cap, StickAlignment, Unsupported };
[[nodiscard]] std::string_view causeName(CauseKind kind);

/// The decisive cause of an unsupported op: the headline, with its numbers.
struct Cause
{
    CauseKind kind = CauseKind::Unsupported;
    std::optional<Fit> wouldFit;
    /// Validation: the candidate 8.3 keeps for that fit, and the true span beside it.
    std::optional<Candidate> validationRemains;
    Int trueSpan = 0;
    /// StickAlignment: the first blocking test, and the split dim.
    std::optional<SplitEntry> blockedBy;
    HostDim blockedDim;
    /// Unsupported: the worst row that no output split shortens, and its reduction symbols.
    std::optional<AuditRow> remains;
    std::vector<std::string> reductionSymbols;
    bool overflowed = false; ///< a number left 63 bits: kind and the rest say nothing
};
[[nodiscard]] std::optional<Cause> decisiveCause(const Graph &graph, std::size_t opIndex, const OpAnalysis &analysis,
                                                 const Rules &rules);

} // namespace spanscope
