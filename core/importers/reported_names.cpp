/// The stable names of what a reported figure is compared by.

#include "core/importers/reported.h"

namespace spanscope {

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

} // namespace spanscope
