/// The decisive cause of an unsupported op in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

/// `769` for one dim the sentence already spoke of, else `dim 0 / 769 x dim 1 / 2`.
std::string fitText(const Fit &fit, const OpAnalysis &analysis)
{
    const bool spokenOf = fit.levels.size() == 1 && analysis.tables.size() == 1 &&
                          analysis.tables.front().hostDim == fit.levels.front().hostDim;
    return spokenOf ? std::to_string(fit.levels.front().splitCount) : levelsText(fit.levels);
}

std::string outsideText(const Fit &fit, const Rules &rules)
{
    std::vector<std::string> parts;
    for (const Outside outside : fit.outside) {
        parts.push_back(outside == Outside::OverAutoCap ? "is over the cap of " + std::to_string(rules.maxAutoSplit)
                        : outside == Outside::UnsearchedDim || outside == Outside::TooManyDims
                            ? outsideSentence(outside, rules)
                            : "is " + outsideSentence(outside, rules));
    }
    return listed(parts);
}

std::string tablesText(const OpAnalysis &analysis, const Rules &rules)
{
    if (analysis.code == Code::TooManyDims) {
        const auto dims = static_cast<Int>(analysis.searchDims.size());
        return counted(dims, "host dim carries", "host dims carry") +
               " a span over the limit; the compiler searches at most " + std::to_string(rules.maxTileDims);
    }
    std::vector<std::string> parts;
    for (const SplitTable &table : analysis.tables) {
        parts.push_back(tableSentence(table, rules));
    }
    return listed(parts);
}

std::string capText(const Cause &cause, const OpAnalysis &analysis, const Rules &rules)
{
    const std::string first = capitalised(tablesText(analysis, rules));
    if (!cause.wouldFit) {
        return first + ".";
    }
    return first + "; " + fitText(*cause.wouldFit, analysis) + " would fit but " + outsideText(*cause.wouldFit, rules) +
           ".";
}

std::string validationText(const Cause &cause, const Rules &rules)
{
    std::string out = "The compiler refuses what fits";
    if (cause.wouldFit) {
        out = capitalised(tilesText(cause.wouldFit->levels)) + " fit: " +
              (cause.wouldFit->worstSpan == 0
                   ? "nothing of them spans more than one value"
                   : "their worst span is " + bytesAgainstLimit(cause.wouldFit->worstSpan, rules.maxSpanBytes));
    }
    if (cause.validationRemains) {
        const Candidate &remains = *cause.validationRemains;
        out += ". The compiler's final check reads the untiled index against the tile's strides and sees " +
               bytesAgainstLimit(remains.perCoreSpan, rules.maxSpanBytes) + " at " + remains.source.toString() +
               " dev " + std::to_string(remains.deviceDim.index);
        if (cause.trueSpan > 0) {
            out += ", where it is " + exactBytes(cause.trueSpan);
        }
    }
    return out + ".";
}

std::string stickText(const Cause &cause, const Rules &rules)
{
    std::string out;
    if (cause.blockedBy) {
        out = capitalised(dimText(cause.blockedDim)) + " cannot be split by " + std::to_string(cause.blockedBy->count) +
              ": " + splitSentence(*cause.blockedBy, cause.blockedDim, rules);
    } else {
        out = "Every split that would fit cuts a stick";
    }
    if (cause.wouldFit) {
        out += ". Without the stick rules " + levelsText(cause.wouldFit->levels) + " would fit";
    }
    return out + ".";
}

std::string remainsText(const Cause &cause, const Rules &rules)
{
    if (!cause.remains) {
        return "No split of the output dims brings every span within the limit.";
    }
    const AuditRow &row = *cause.remains;
    std::string out = capitalised(rowPlace(row)) + " spans " + bytesAgainstLimit(row.span, rules.maxSpanBytes);
    if (cause.reductionSymbols.empty()) {
        return out + ", and no split of the output dims brings it within the limit.";
    }
    const bool one = cause.reductionSymbols.size() == 1;
    return out + ", and only the reduction " + (one ? "symbol " : "symbols ") + listed(cause.reductionSymbols) +
           (one ? " controls" : " control") + " it: no output split shortens it, only tiling the reduction could.";
}

std::string tableErrorText(const OpAnalysis &analysis, const Rules &rules)
{
    for (const SplitTable &table : analysis.tables) {
        if (table.error) {
            return capitalised(tableSentence(table, rules)) + ".";
        }
    }
    return "";
}

} // namespace

std::string causeWord(CauseKind kind)
{
    switch (kind) {
    case CauseKind::Validation:
        return "validation";
    case CauseKind::Cap:
        return "cap";
    case CauseKind::StickAlignment:
        return "stick alignment";
    case CauseKind::Unsupported:
        return "no output split";
    }
    return "";
}

std::string causeSentence(const Cause &cause, const Graph &, std::size_t, const OpAnalysis &analysis,
                          const Rules &rules)
{
    if (cause.overflowed) {
        return "Why could not be computed: a size or product exceeds 63 bits.";
    }
    switch (cause.kind) {
    case CauseKind::Validation:
        return validationText(cause, rules);
    case CauseKind::Cap:
        return capText(cause, analysis, rules);
    case CauseKind::StickAlignment:
        return stickText(cause, rules);
    case CauseKind::Unsupported:
        break;
    }
    const std::string error = tableErrorText(analysis, rules);
    return error.empty() ? remainsText(cause, rules) : error;
}

} // namespace spanscope
