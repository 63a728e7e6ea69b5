/// Reported figures in words.

#include "core/text/reported_sentences.h"
#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

void append(std::string &out, const std::string &more)
{
    out += (out.empty() || more.empty() ? "" : "; ") + more;
}

std::string tilesWords(const ReportedTiles &tiles)
{
    std::string out = std::to_string(tiles.level.splitCount) + " tiles along " + tiles.symbol;
    if (tiles.level.hostDim.index >= 0) {
        out += " (dim " + std::to_string(tiles.level.hostDim.index) + ")";
    }
    return out + (tiles.told ? ", the plan that the log tells"
                             : ", inferred: the untiled span is " + std::to_string(tiles.untiled) + " B");
}

} // namespace

std::string_view agreementWords(Agreement agreement)
{
    return agreement == Agreement::NotComparable ? "not comparable" : agreementName(agreement);
}

std::string_view formulaLabel(Formula formula)
{
    return formula == Formula::WorkDivision ? "Work Division's check" : formulaWords(formula);
}

std::string_view formulaWords(Formula formula)
{
    switch (formula) {
    case Formula::WorkDivision:
        return "Work Division's check: the first coordinate that varies within a core";
    case Formula::PerCoordinate:
        return "the planner's check of each coordinate, no cores";
    case Formula::Decision:
        return "the planner's decision under the rules in force";
    case Formula::Grouping:
        return "the grouping under the rules in force";
    case Formula::None:
        return "as told";
    }
    return "";
}

std::string oursWords(const ReportedFigure &figure)
{
    if (figure.oursBytes) {
        const std::string bytes = std::to_string(*figure.oursBytes) + " B";
        return figure.arithmetic.empty() ? bytes : figure.arithmetic + " = " + bytes;
    }
    return figure.ours.empty() ? "not recomputed" : figure.ours;
}

std::string coresWords(const ReportedCores &cores)
{
    std::string out;
    for (const ReportedCores::Share &share : cores.shares) {
        out += (out.empty() ? "" : ", ") + share.symbol + " in " + std::to_string(share.cores);
        if (share.perCore > 0) {
            out += " (" + counted(share.perCore, "value", "values") + " of " + std::to_string(share.range) + " a core)";
        }
    }
    const std::string of = cores.available ? " of " + std::to_string(*cores.available) : std::string();
    out = "Work Division uses " + std::to_string(cores.used) + of +
          (cores.used == 1 && of.empty() ? " core" : " cores") + (out.empty() ? "" : ": " + out);
    if (cores.worstSpan == 0) {
        return out;
    }
    const std::string tensor =
        cores.worstTensor.starts_with("input:") ? "input " + cores.worstTensor.substr(6) : cores.worstTensor;
    return out + "; a core's largest span is then " + bytesAgainstLimit(cores.worstSpan, cores.limit) + " (" + tensor +
           " dev " + std::to_string(cores.worstDim) + "), " +
           (cores.worstSpan > cores.limit ? "over the limit" : "within the limit");
}

std::string remarkWords(const ReportedFigure &figure)
{
    std::string out;
    if (!figure.tensor.empty()) {
        out = figure.tensor;
    }
    if (figure.tiles) {
        append(out, tilesWords(*figure.tiles));
    }
    if (figure.plannerSpan && figure.plannerSpan != figure.oursBytes) {
        append(out, "the planner's check of that coordinate, untiled: " + std::to_string(*figure.plannerSpan) + " B");
    }
    if (figure.cores) {
        append(out, coresWords(*figure.cores));
    }
    append(out, figure.note);
    return out;
}

std::string abortSentence(const Graph &graph, const AbortNote &note)
{
    const std::size_t line = graph.reported.at(note.fact).line;
    return (line > 0 ? "line " + std::to_string(line) + ": " : std::string()) + note.explanation +
           (note.op.empty() ? " No op to look at: " + note.why : " The op to look at is " + note.op + ": " + note.why) +
           ".";
}

Int countOf(const ReportedComparison &comparison, Agreement agreement)
{
    return std::count_if(comparison.figures.begin(), comparison.figures.end(),
                         [agreement](const ReportedFigure &figure) { return figure.agreement == agreement; });
}

std::string comparisonSentence(const ReportedComparison &comparison)
{
    const Int open = countOf(comparison, Agreement::NotComparable);
    return counted(static_cast<Int>(comparison.figures.size()), "reported figure", "reported figures") + ": " +
           std::to_string(countOf(comparison, Agreement::Equal)) + " recomputed equal, " +
           std::to_string(countOf(comparison, Agreement::Different)) + " different" +
           (open > 0 ? ", " + std::to_string(open) + " not comparable" : std::string()) + ". " +
           comparison.presetSentence;
}

} // namespace spanscope
