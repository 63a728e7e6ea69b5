/// Reported figures in words.

#include "core/importers/reported.h"

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

std::string_view agreementName(Agreement agreement)
{
    switch (agreement) {
    case Agreement::Equal:
        return "equal";
    case Agreement::Different:
        return "different";
    case Agreement::NotComparable:
        return "not_comparable";
    }
    return "";
}

std::string_view agreementWords(Agreement agreement)
{
    return agreement == Agreement::NotComparable ? "not comparable" : agreementName(agreement);
}

std::string_view formulaName(Formula formula)
{
    switch (formula) {
    case Formula::WorkDivision:
        return "work_division";
    case Formula::PerCoordinate:
        return "per_coordinate";
    case Formula::Decision:
        return "decision";
    case Formula::Grouping:
        return "grouping";
    case Formula::None:
        return "none";
    }
    return "";
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
    append(out, figure.note);
    return out;
}

} // namespace spanscope
