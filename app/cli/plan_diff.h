#pragma once
/// What changed between two plans.

#include "app/cli/plan_document.h"

#include <string>
#include <vector>

namespace spanscope::cli {

struct PlanDiff
{
    std::vector<std::string> lines; ///< one change each, ops in the second plan's order
    std::size_t opsChanged = 0;
    std::size_t opsAdded = 0;
    std::size_t opsRemoved = 0;
};

/// Compares two plans of the same graph, or of two versions of one.
[[nodiscard]] PlanDiff diffPlans(const PlanDocument &before, const PlanDocument &after);

} // namespace spanscope::cli
