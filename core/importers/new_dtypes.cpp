#include "core/importers/new_dtypes.h"

namespace spanscope {

DtypeKind dtypeKind(std::string_view dtype)
{
    if (dtype == "bool") {
        return DtypeKind::Bool;
    }
    if (dtype.starts_with("float8")) {
        return DtypeKind::Float8;
    }
    return dtype.find("float") != std::string_view::npos ? DtypeKind::Float : DtypeKind::Integer;
}

std::string promotedDtype(std::string_view a, std::string_view b)
{
    if (a == b) {
        return std::string(a);
    }
    const DtypeKind kindA = dtypeKind(a);
    const DtypeKind kindB = dtypeKind(b);
    if (kindA == DtypeKind::Float8 || kindB == DtypeKind::Float8) {
        return {};
    }
    if (kindA != kindB) {
        return std::string(kindA > kindB ? a : b);
    }
    // Two floats of different kinds meet in float32, two integers in int64.
    return kindA == DtypeKind::Float ? "float32" : "int64";
}

std::string floatingDtype(std::string_view dtype)
{
    const DtypeKind kind = dtypeKind(dtype);
    return kind == DtypeKind::Bool || kind == DtypeKind::Integer ? "float32" : std::string(dtype);
}

std::string accumulatedDtype(std::string_view dtype)
{
    const DtypeKind kind = dtypeKind(dtype);
    return kind == DtypeKind::Bool || kind == DtypeKind::Integer ? "int64" : std::string(dtype);
}

} // namespace spanscope
