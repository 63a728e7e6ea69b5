/// Codes in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

namespace spanscope {

std::string codeSentence(Code code)
{
    switch (code) {
    case Code::NotComputedBuffer:
        return "not a computed buffer: the planner tiles only those";
    case Code::UnsupportedData:
        return "neither a pointwise op nor a reduction";
    case Code::NotFixedTiledLayout:
        return "its layout is not a fixed tiled one";
    case Code::SymbolicLayout:
        return "its layout has symbolic sizes or strides";
    case Code::IndirectReads:
        return "indirect reads are not tiled";
    case Code::ScalarReduction:
        return "a reduction to a scalar has no output dim to tile";
    case Code::NoOutputAddress:
        return "it writes through no index, so no output address is known";
    case Code::NoOverflow:
        return "no span the planner checks is over the limit";
    case Code::Overflow63:
        return "a size or product exceeds 63 bits";
    case Code::UnknownDtype:
        return "its dtype is unknown, so bytes cannot be counted";
    case Code::GivenCoordinates:
        return "generated code: spans are known, but it cannot be planned again";
    case Code::IncompleteText:
        return "what is told of it is cut off or contradicts itself, so nothing can be decided";
    case Code::ReductionControlled:
        return "a reduction symbol controls it";
    case Code::NonOutputSymbol:
        return "a symbol that is no output dim controls it";
    case Code::EffortSpent:
        return "its index is so long that SpanScope gave up on it, though the compiler would not";
    case Code::UnknownExtent:
        return "its extent cannot be determined";
    case Code::NoLegalSplit:
        return "its host dim has no legal split above 1";
    case Code::AmbiguousK:
        return "the matmul's inner symbol is not unique";
    case Code::TooManyDims:
        return "too many host dims carry a span over the limit";
    case Code::DimOutOfRange:
        return "the host dim to split does not exist in the op's ranges";
    case Code::RangeNotIntegral:
        return "the range to split is symbolic";
    case Code::RangeUnsplittable:
        return "the range to split has one element or none";
    case Code::StickAlignment:
        return "every split combination cuts a stick";
    case Code::NoComboFits:
        return "no split combination brings every span within the limit";
    }
    return "";
}

std::string uncheckedSentence(Unchecked why)
{
    switch (why) {
    case Unchecked::Checked:
        return "the compiler checks it";
    case Unchecked::PointwiseInput:
        return "the compiler does not check what a pointwise op reads";
    case Unchecked::ReductionControlled:
        return "a reduction symbol controls it, and the compiler tiles output dims only";
    case Unchecked::NonOutputSymbol:
        return "a symbol that is no output dim controls it, so the compiler passes over it";
    case Unchecked::NoLegalSplit:
        return "its host dim has no legal split, so the compiler drops it";
    case Unchecked::EffortSpent:
        return "its index is so long that SpanScope gave up on what the compiler makes of it";
    case Unchecked::UnknownExtent:
        return "the compiler cannot bound its expression and passes over it";
    case Unchecked::AmbiguousK:
        return "the matmul's inner symbol is not unique, so the compiler checks no input";
    case Unchecked::Indirect:
        return "it is an indirect access, which the compiler does not check";
    case Unchecked::OpNotLookedAt:
        return "no check of the planner is known for this op";
    case Unchecked::RangesNotDivisible:
        return "a split does not divide a range of the write, so the compiler's check passes unseen";
    case Unchecked::DividedTwice:
        return "this compiler version divides the tile's range by the split twice";
    case Unchecked::InnerChargedPerTile:
        return "the buffer is stored whole, but the compiler charges its inner dims per tile";
    case Unchecked::CoordinateMisread:
        return "the compiler's coordinate is not where this index goes (it follows only a symbol's first step)";
    }
    return "";
}

std::string outsideSentence(Outside outside, const Rules &rules)
{
    switch (outside) {
    case Outside::OverAutoCap:
        return "over the cap of " + std::to_string(rules.maxAutoSplit);
    case Outside::DroppedBySplitLimit:
        return "not among the " + counted(rules.maxSplitsPerDim, "count", "counts") + " kept for a dim";
    case Outside::BeyondComboLimit:
        return "beyond the first " + counted(rules.maxTileCombos, "combination", "combinations");
    case Outside::TooManyDims:
        return "more than " + counted(rules.maxTileDims, "dim", "dims") + " to search";
    case Outside::UnsearchedDim:
        return "tiles a dim that the compiler does not search";
    case Outside::Validation:
        return "refused by the compiler's final check, though it fits";
    }
    return "";
}

std::string conflictSentence(const Graph &graph, const Conflict &conflict)
{
    const std::string op = graph.operations.at(conflict.opIndex).name;
    const std::string producers = listed(conflict.producers);
    const bool one = conflict.producers.size() == 1;
    switch (conflict.code) {
    case ConflictCode::ReadsClosedGroup:
        return op + " reads " + producers + (one ? ", which is" : ", which are") +
               " tiled in a group that is already closed; the two loops would not run in step";
    case ConflictCode::ReadsManualHint:
        return op + " reads " + producers + (one ? ", which carries" : ", which carry") +
               " manual hints; an automatic loop cannot join a manual one";
    case ConflictCode::ReadsOpenRun:
        return op + " reads " + producers + (one ? ", which is" : ", which are") +
               " tiled right before it, but cannot share that loop and would need its own";
    case ConflictCode::ReadsJoinedProducer:
        return op + " reads " + producers + (one ? ", which has" : ", which have") +
               " already been joined by another reduction; one tiled producer can feed only one";
    case ConflictCode::NoSingleLoopVar:
        return "dim " + std::to_string(conflict.hostDim.index) + " of " + op + " is addressed by `" +
               conflict.coordinate + "`, which is not exactly one loop variable, so no hint can name its loop";
    }
    return "";
}

std::string storageSentence(Storage storage)
{
    return storage == Storage::Full ? "stored whole" : "stored per tile";
}

std::string disabledSentence(DisabledBy by)
{
    switch (by) {
    case DisabledBy::Nothing:
        return "";
    case DisabledBy::IgnoreWsrHints:
        return "No groups: this compile ignores working-set hints (ignore_wsr_hints).";
    case DisabledBy::IgnoreSpanOverflowHints:
        return "No groups: span-overflow tiling is off in this compile (ignore_span_overflow_hints); "
               "SPYRE_INDUCTOR_IGNORE_SPAN_OVERFLOW_HINTS=0 turns it on.";
    }
    return "";
}

std::string limitSentence(const RulesInForce &rules)
{
    std::string limit = "limit " + exactBytes(rules.rules.maxSpanBytes);
    switch (rules.limitSource) {
    case LimitSource::Option:
        return limit + " (given for this run)";
    case LimitSource::Preset:
        return limit + " (from the rules " + rules.rules.preset + ")";
    case LimitSource::GraphConfig:
        return limit + " (from the graph's config)";
    case LimitSource::DefaultPreset:
        return limit + " (default)";
    }
    return limit;
}

} // namespace spanscope
