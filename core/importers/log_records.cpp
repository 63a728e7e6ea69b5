#include "core/importers/log_records.h"

#include "core/importers/log_needles.h"
#include "core/importers/log_record_parsers.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace spanscope {

namespace {

struct Wording
{
    std::string_view text; ///< without white space
    RecordReader reader;
};

// The longest wording that ends at a place counts.
constexpr std::array<Wording, 21> kWordings{{
    {":per-coretensorspan", readWorkDivisionSpan},
    {"Cannotsatisfyspanlimitfortensor", readCannotSatisfy},
    {"Cannotsatisfyminimumsplitrequirementfor", readMinimumSplit},
    {"Novalidsplitforvariable", readNoValidSplit},
    {"Cannotsatisfyhardwarememoryspanlimit(", readReductionNeeded},
    {":cores=", readWorkDivisionSplits},
    {"[span_overflow_hint_analysis]", readHintAnalysis},
    {"[span-overflowplanner]", readPlannerOp},
    {"[span-overflowdivisors]", readDivisors},
    {"[span-overflowsearch]", readSearch},
    {"Cannotauto-tile", readUnsupported},
    {"[span-overflowgroups]", readGroups},
    {"spyre_hinton[", readHintIgnored},
    {"coarse_tile_groups:", readTileGroups},
    {"EARoverflowdetected", readEarOverflow},
    {"Immediatevalueoutofboundary", readImmediate},
    {"L3_ADDEARIMM", readInstruction},
    {"isEligibleForSplitting(", readSplitting},
    {"Programverificationfailed", readVerification},
    {"Incorrectchunksizeinbytes", readChunkSize},
    {"[span-overflow_planner]", readPlannerOp},
}};

const NeedleSet &wordingNeedles()
{
    static const NeedleSet kSet = [] {
        std::vector<NeedleSet::Needle> needles;
        std::transform(kWordings.begin(), kWordings.end(), std::back_inserter(needles), [](const Wording &wording) {
            return NeedleSet::Needle{wording.text, 0};
        });
        return NeedleSet(needles, NeedleSet::Spaces::Skip);
    }();
    return kSet;
}

constexpr std::size_t kMaxBefore = 400;

} // namespace

void storeValue(ReportedFact &fact, const std::string &key, const std::string &value)
{
    Int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size()) {
        fact.figures[key] = number;
    } else if (!value.empty()) {
        fact.details[key] = shortText(value, 4000);
    }
}

std::vector<FoundRecord> findRecords(std::string_view text)
{
    std::vector<FoundRecord> out;
    std::size_t from = 0;
    const std::vector<NeedleSet::Hit> hits = wordingNeedles().findAll(text);
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const NeedleSet::Hit &hit = hits[i];
        if (hit.begin < from) {
            continue; // inside the record before
        }
        // Records do not nest: each reader sees the text up to the next wording, which keeps this linear.
        const std::size_t until = i + 1 < hits.size() ? std::max(hits[i + 1].begin, hit.end) : text.size();
        const std::size_t left = std::max(from, hit.begin - std::min(hit.begin, kMaxBefore));
        FoundRecord found;
        found.begin = hit.begin;
        const RecordEnd end = kWordings[hit.needle].reader(
            {text.substr(left, hit.begin - left), text.substr(hit.end, until - hit.end)}, found.fact);
        found.state = end.state;
        found.end = hit.end + end.end;
        if (end.state == RecordState::Complete || end.state == RecordState::Partial) {
            from = found.end;
        }
        found.fact.op = shortText(found.fact.op, 200);
        found.fact.tensor = shortText(found.fact.tensor, 200);
        out.push_back(std::move(found));
    }
    return out;
}

} // namespace spanscope
