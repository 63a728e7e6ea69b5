/// Splits and combinations in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

std::string stickPlace(const SplitEntry &entry)
{
    return tensorText(entry.tensor) + " (" + dimText(entry.tensorDim) + ", " + std::to_string(entry.elemsPerStick) +
           " elements)";
}

/// `49216/2 = 24608`, or the bare tile where the tensor's size is not the range.
std::string tileArithmetic(const SplitEntry &entry)
{
    const std::string tile = std::to_string(entry.tensorTile);
    if (entry.tile != entry.tensorTile || entry.tensor.isOutput() == false) {
        return "a tile of " + tile;
    }
    return std::to_string(entry.tile * entry.count) + "/" + std::to_string(entry.count) + " = " + tile;
}

std::string stickReason(const SplitEntry &entry)
{
    switch (entry.stick) {
    case StickFailure::StickDimUnknown:
        return "no dim of " + tensorText(entry.tensor) + " can be told to carry its stick, so every split is refused";
    case StickFailure::CoordinatesUnknown:
        return "how " + tensorText(entry.tensor) +
               " is read cannot be analysed, so the split counts as cutting its stick";
    case StickFailure::Cut:
    case StickFailure::None:
        break;
    }
    return tileArithmetic(entry) + " is no multiple of the " + std::to_string(entry.elemsPerStick) +
           "-element stick of " + tensorText(entry.tensor) + " (" + dimText(entry.tensorDim) + ")";
}

bool isStickStatus(SplitStatus status)
{
    return status == SplitStatus::CutsOutputStick || status == SplitStatus::CutsInputStick;
}

bool sameFate(const SplitEntry &a, const SplitEntry &b)
{
    return a.status == b.status &&
           (!isStickStatus(a.status) || (a.stick == b.stick && a.tensor == b.tensor && a.tensorDim == b.tensorDim));
}

std::string groupSentence(const SplitEntry &first, const std::vector<Int> &counts, const Rules &rules)
{
    std::string which = countsText(counts);
    const bool one = counts.size() == 1;
    switch (first.status) {
    case SplitStatus::Legal:
    case SplitStatus::One:
        return which + (one ? " is legal" : " are legal");
    case SplitStatus::UnitTile:
        return which + " would leave tiles of 1 element, which a reduction may not have";
    case SplitStatus::OverAutoCap:
        return which + (one ? " is" : " are") + " over the cap of " + std::to_string(rules.maxAutoSplit) +
               " automatic tiles a dim; only a manual hint may go there";
    case SplitStatus::CutsOutputStick:
    case SplitStatus::CutsInputStick:
        if (first.stick == StickFailure::StickDimUnknown || first.stick == StickFailure::CoordinatesUnknown) {
            return which + ": " + stickReason(first);
        }
        return which + (one ? " cuts a stick of " : " cut a stick of ") + tensorText(first.tensor) + " (" +
               dimText(first.tensorDim) + "): " + tileArithmetic(first) + " is no multiple of " +
               std::to_string(first.elemsPerStick);
    case SplitStatus::DroppedBySplitLimit:
        return which + (one ? " is" : " are") + " legal, but only " +
               counted(rules.maxSplitsPerDim, "count is", "counts are") + " kept for a dim";
    case SplitStatus::NotADivisor:
        return which + (one ? " does not divide the range" : " do not divide the range");
    }
    return which;
}

} // namespace

std::string splitSentence(const SplitEntry &entry, HostDim dim, const Rules &rules)
{
    std::string count = std::to_string(entry.count);
    switch (entry.status) {
    case SplitStatus::Legal:
        return "legal: " + counted(entry.count, "tile", "tiles") + " of " + std::to_string(entry.tile) + " along " +
               dimText(dim);
    case SplitStatus::One:
        return dimText(dim) + " stays whole";
    case SplitStatus::UnitTile:
        return count + " would leave tiles of 1 element along " + dimText(dim) + ", which a reduction may not have";
    case SplitStatus::OverAutoCap:
        return count + " is over the cap of " + std::to_string(rules.maxAutoSplit) +
               " automatic tiles a dim; a manual hint may go there";
    case SplitStatus::CutsOutputStick:
    case SplitStatus::CutsInputStick:
        return stickReason(entry);
    case SplitStatus::DroppedBySplitLimit:
        return count + " is legal, but not among the " + counted(rules.maxSplitsPerDim, "count", "counts") +
               " the compiler keeps for " + dimText(dim);
    case SplitStatus::NotADivisor:
        return count + " does not divide the range of " + dimText(dim);
    }
    return count;
}

std::vector<SplitGroup> splitGroups(const SplitTable &table, const Rules &rules)
{
    struct Draft
    {
        const SplitEntry *first = nullptr;
        std::vector<Int> counts;
    };
    std::vector<Draft> drafts;
    for (const SplitEntry &entry : table.entries) {
        if (entry.count <= 1) {
            continue;
        }
        const auto same = std::find_if(drafts.begin(), drafts.end(),
                                       [&entry](const Draft &draft) { return sameFate(*draft.first, entry); });
        Draft &draft = same == drafts.end() ? drafts.emplace_back(Draft{&entry, {}}) : *same;
        draft.counts.push_back(entry.count);
    }
    std::vector<SplitGroup> groups;
    groups.reserve(drafts.size());
    for (const Draft &draft : drafts) {
        groups.push_back({draft.first->status, draft.counts, groupSentence(*draft.first, draft.counts, rules)});
    }
    return groups;
}

namespace {

std::string rangeErrorSentence(const SplitTable &table)
{
    const std::string dim = dimText(table.hostDim);
    if (*table.error == Code::DimOutOfRange) {
        return dim + " does not exist in the op's ranges";
    }
    if (*table.error == Code::RangeNotIntegral) {
        return "the range of " + dim + " is symbolic (" + table.rangeText + ")";
    }
    return "the range of " + dim + " is " + table.rangeText + ", which cannot be split";
}

} // namespace

std::string tableSentence(const SplitTable &table, const Rules &rules)
{
    if (table.error) {
        return rangeErrorSentence(table);
    }
    const std::string dim = dimText(table.hostDim);
    const std::string cap = std::to_string(rules.maxAutoSplit);
    std::vector<const SplitEntry *> withinCap;
    for (const SplitEntry &entry : table.entries) {
        if (entry.count > 1 && entry.count <= rules.maxAutoSplit) {
            withinCap.push_back(&entry);
        }
    }
    if (withinCap.empty()) {
        return dim + " (" + std::to_string(table.range) + ") has no divisor from 2 to " + cap;
    }
    std::vector<Int> legal(table.legal);
    std::erase_if(legal, [](Int count) { return count <= 1; });
    if (!legal.empty()) {
        return (legal.size() == 1 ? "the legal split of " : "the legal splits of ") + dim + " (" + countsText(legal) +
               (legal.size() == 1 ? ") is not enough" : ") are not enough");
    }
    const SplitEntry &first = *withinCap.front();
    const bool same = std::all_of(withinCap.begin(), withinCap.end(),
                                  [&first](const SplitEntry *entry) { return sameFate(first, *entry); });
    if (!same) {
        return "no split of " + dim + " up to " + cap + " is legal";
    }
    if (first.status == SplitStatus::UnitTile) {
        return "the only split of " + dim + " would leave tiles of 1 element";
    }
    if (isStickStatus(first.status) && first.stick != StickFailure::Cut) {
        return stickReason(first);
    }
    return (withinCap.size() == 1 ? "the only split of " : "every split of ") + dim + " up to " + cap +
           " cuts a stick of " + stickPlace(first);
}

std::string comboSentence(const ComboStep &step, const Rules &rules)
{
    switch (step.status) {
    case ComboStatus::Fits:
        return "fits";
    case ComboStatus::AllOnes:
        return "no split at all";
    case ComboStatus::CutsStick:
        return "cuts a stick: " + splitSentence(step.stick, step.stickDim, rules);
    case ComboStatus::ResizeFailed:
        return "the tile's layout cannot be rebuilt: " + step.message;
    case ComboStatus::LeavesSpans:
        break;
    }
    const auto worst =
        std::max_element(step.remaining.begin(), step.remaining.end(),
                         [](const Candidate &a, const Candidate &b) { return a.perCoreSpan < b.perCoreSpan; });
    if (worst == step.remaining.end()) {
        return "leaves spans over the limit";
    }
    const auto count = static_cast<Int>(step.remaining.size());
    return "leaves " + counted(count, "span", "spans") + (count == 1 ? ", " : ", worst ") +
           bytesAgainstLimit(worst->perCoreSpan, rules.maxSpanBytes) + " (" + worst->source.toString() + " dev " +
           std::to_string(worst->deviceDim.index) + ")";
}

TrialAnswer trialAnswer(const Trial &trial, const OpAudit &truth)
{
    if (trial.error) {
        return TrialAnswer::Error;
    }
    if (!trial.accepted) {
        return TrialAnswer::DoesNotFit;
    }
    if (truth.anyOver()) {
        return TrialAnswer::LeavesSpans;
    }
    return truth.hasUnknown ? TrialAnswer::Unknown : TrialAnswer::Fits;
}

std::string_view trialAnswerName(TrialAnswer answer)
{
    switch (answer) {
    case TrialAnswer::Fits:
        return "fits";
    case TrialAnswer::LeavesSpans:
        return "leaves_spans";
    case TrialAnswer::Unknown:
        return "unknown";
    case TrialAnswer::DoesNotFit:
        return "does_not_fit";
    case TrialAnswer::Error:
        return "error";
    }
    return "";
}

namespace {

/// Splits that nothing refuses: what they leave, which only the audit knows.
std::string acceptedSentence(const Trial &trial, const OpAudit &truth, bool manual)
{
    const auto over = std::count_if(truth.rows.begin(), truth.rows.end(), [](const AuditRow &row) { return row.over; });
    if (trial.splits.empty()) {
        const std::string untiled = "Nothing would be tiled, for a count of 1 is no split";
        if (over > 0) {
            return untiled + ": " + counted(over, "span stays", "spans stay") + " over the limit.";
        }
        return truth.hasUnknown ? untiled + "; some spans could not be computed." : "Fits without any split.";
    }
    const std::string tiles = tilesText(trial.splits);
    if (over > 0) {
        const std::string left = counted(over, "span stays", "spans stay") + " over the limit.";
        return capitalised(tiles) + (manual ? " may be written as a hint, but " : " would be accepted, but ") + left;
    }
    if (truth.hasUnknown) {
        return capitalised(tiles) + (manual ? " may be written as a hint" : " would be accepted") +
               "; some spans could not be computed.";
    }
    return "Fits: " + tiles + ".";
}

} // namespace

std::string trialSentence(const Trial &trial, const OpAudit &truth, bool manual, const Rules &rules)
{
    if (trial.error) {
        return "Cannot be tried: " + codeSentence(*trial.error) +
               (trial.errorDim ? " (" + dimText(*trial.errorDim) + ")" : "") + ".";
    }
    if (trial.accepted) {
        return acceptedSentence(trial, truth, manual);
    }
    std::vector<std::string> why;
    for (std::size_t i = 0; i < trial.entries.size() && i < trial.splits.size(); ++i) {
        if (trial.entries[i].status != SplitStatus::Legal && trial.entries[i].status != SplitStatus::One) {
            why.push_back(splitSentence(trial.entries[i], trial.splits[i].hostDim, rules));
        }
    }
    const bool stepRefuses = trial.step.status == ComboStatus::LeavesSpans ||
                             trial.step.status == ComboStatus::ResizeFailed ||
                             (trial.step.status == ComboStatus::CutsStick && why.empty());
    if (stepRefuses) {
        why.push_back("the compiler's final check says that it " + comboSentence(trial.step, rules));
    }
    const std::string refused = (why.empty() ? "the compiler refuses it" : listed(why)) + ".";
    const bool onlyTheCheck = why.size() == 1 && trial.step.status == ComboStatus::LeavesSpans && stepRefuses;
    if (onlyTheCheck && !truth.anyOver() && !truth.hasUnknown) {
        return "Refused although it fits: " + refused +
               " In truth every span is within the limit, so a manual hint would do.";
    }
    return "Does not fit: " + refused;
}

} // namespace spanscope
