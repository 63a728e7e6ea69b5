#include "core/planner/analysis.h"
#include "core/planner/audit.h"

namespace spanscope {

std::string_view outcomeName(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Planned:
        return "planned";
    case Outcome::None:
        return "none";
    case Outcome::Unsupported:
        return "unsupported";
    }
    return "";
}

std::string_view codeName(Code code)
{
    switch (code) {
    case Code::NotComputedBuffer:
        return "not_computed_buffer";
    case Code::UnsupportedData:
        return "unsupported_data";
    case Code::NotFixedTiledLayout:
        return "not_fixed_tiled_layout";
    case Code::SymbolicLayout:
        return "symbolic_layout";
    case Code::IndirectReads:
        return "indirect_reads";
    case Code::ScalarReduction:
        return "scalar_reduction";
    case Code::NoOutputAddress:
        return "no_output_address";
    case Code::NoOverflow:
        return "no_overflow";
    case Code::Overflow63:
        return "overflow";
    case Code::UnknownDtype:
        return "unknown_dtype";
    case Code::GivenCoordinates:
        return "given_coordinates";
    case Code::IncompleteText:
        return "incomplete_text";
    case Code::ReductionControlled:
        return "reduction_controlled";
    case Code::NonOutputSymbol:
        return "non_output_symbol";
    case Code::EffortSpent:
        return "effort_spent";
    case Code::UnknownExtent:
        return "unknown_extent";
    case Code::NoLegalSplit:
        return "no_legal_split";
    case Code::AmbiguousK:
        return "ambiguous_k";
    case Code::TooManyDims:
        return "too_many_dims";
    case Code::DimOutOfRange:
        return "dim_out_of_range";
    case Code::RangeNotIntegral:
        return "range_not_integral";
    case Code::RangeUnsplittable:
        return "range_unsplittable";
    case Code::StickAlignment:
        return "stick_alignment";
    case Code::NoComboFits:
        return "no_combo_fits";
    }
    return "";
}

std::optional<Code> codeOfName(std::string_view name)
{
    for (int i = 0; i <= static_cast<int>(Code::NoComboFits); ++i) {
        const auto code = static_cast<Code>(i);
        if (codeName(code) == name) {
            return code;
        }
    }
    return std::nullopt;
}

std::string_view splitStatusName(SplitStatus status)
{
    switch (status) {
    case SplitStatus::Legal:
        return "legal";
    case SplitStatus::One:
        return "one";
    case SplitStatus::UnitTile:
        return "unit_tile";
    case SplitStatus::OverAutoCap:
        return "over_auto_cap";
    case SplitStatus::CutsOutputStick:
        return "cuts_output_stick";
    case SplitStatus::CutsInputStick:
        return "cuts_input_stick";
    case SplitStatus::DroppedBySplitLimit:
        return "dropped_by_split_limit";
    case SplitStatus::NotADivisor:
        return "not_a_divisor";
    }
    return "";
}

std::string_view comboStatusName(ComboStatus status)
{
    switch (status) {
    case ComboStatus::Fits:
        return "fits";
    case ComboStatus::AllOnes:
        return "all_ones";
    case ComboStatus::CutsStick:
        return "cuts_stick";
    case ComboStatus::ResizeFailed:
        return "resize_failed";
    case ComboStatus::LeavesSpans:
        return "leaves_spans";
    }
    return "";
}

std::string_view storageName(Storage storage)
{
    return storage == Storage::Full ? "full" : "tile";
}

std::string_view uncheckedName(Unchecked why)
{
    switch (why) {
    case Unchecked::Checked:
        return "checked";
    case Unchecked::PointwiseInput:
        return "pointwise_input";
    case Unchecked::ReductionControlled:
        return "reduction_controlled";
    case Unchecked::NonOutputSymbol:
        return "non_output_symbol";
    case Unchecked::NoLegalSplit:
        return "no_legal_split";
    case Unchecked::EffortSpent:
        return "effort_spent";
    case Unchecked::UnknownExtent:
        return "unknown_extent";
    case Unchecked::AmbiguousK:
        return "ambiguous_k";
    case Unchecked::Indirect:
        return "indirect";
    case Unchecked::OpNotLookedAt:
        return "op_not_looked_at";
    case Unchecked::RangesNotDivisible:
        return "ranges_not_divisible";
    case Unchecked::DividedTwice:
        return "divided_twice";
    case Unchecked::InnerChargedPerTile:
        return "inner_charged_per_tile";
    case Unchecked::CoordinateMisread:
        return "coordinate_misread";
    }
    return "";
}

std::string_view fitKindName(FitKind kind)
{
    return kind == FitKind::Covered ? "covered" : "complete";
}

std::string_view outsideName(Outside outside)
{
    switch (outside) {
    case Outside::OverAutoCap:
        return "over_auto_cap";
    case Outside::DroppedBySplitLimit:
        return "dropped_by_split_limit";
    case Outside::BeyondComboLimit:
        return "beyond_combo_limit";
    case Outside::TooManyDims:
        return "too_many_dims";
    case Outside::UnsearchedDim:
        return "unsearched_dim";
    case Outside::Validation:
        return "validation";
    }
    return "";
}

std::string_view causeName(CauseKind kind)
{
    switch (kind) {
    case CauseKind::Validation:
        return "validation";
    case CauseKind::Cap:
        return "cap";
    case CauseKind::StickAlignment:
        return "stick_alignment";
    case CauseKind::Unsupported:
        return "unsupported";
    }
    return "";
}

} // namespace spanscope
