#include "core/importers/import.h"

namespace spanscope {

std::string_view inputKindName(InputKind kind)
{
    switch (kind) {
    case InputKind::Graph:
        return "graph";
    case InputKind::Log:
        return "log";
    case InputKind::OutputCode:
        return "output_code";
    case InputKind::Expression:
        return "expression";
    case InputKind::Plan:
        return "plan";
    case InputKind::Unknown:
        break;
    }
    return "unknown";
}

} // namespace spanscope
