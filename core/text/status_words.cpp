/// What a split's status means, in a few words.

#include "core/text/sentences.h"

namespace spanscope {

namespace {

/// A stick test fails for three reasons, and only one of them is a cut.
std::string stickWords(StickFailure failure, const std::string &whose)
{
    switch (failure) {
    case StickFailure::StickDimUnknown:
        return "no dim is known to carry the stick of " + whose;
    case StickFailure::CoordinatesUnknown:
        return "the stick of " + whose + " cannot be analysed";
    case StickFailure::Cut:
    case StickFailure::None:
        break;
    }
    return "cuts a stick of " + whose;
}

} // namespace

std::string splitStatusWords(SplitStatus status, StickFailure failure, const Rules &rules)
{
    switch (status) {
    case SplitStatus::Legal:
        return "legal";
    case SplitStatus::One:
        return "no split";
    case SplitStatus::UnitTile:
        return "leaves tiles of one element";
    case SplitStatus::OverAutoCap:
        return "over the planner's cap of " + std::to_string(rules.maxAutoSplit);
    case SplitStatus::CutsOutputStick:
        return stickWords(failure, "the output");
    case SplitStatus::CutsInputStick:
        return stickWords(failure, "an input");
    case SplitStatus::DroppedBySplitLimit:
        return "beyond the " + std::to_string(rules.maxSplitsPerDim) + " splits kept for a dim";
    case SplitStatus::NotADivisor:
        break;
    }
    return "no divisor";
}

} // namespace spanscope
