#pragma once
/// What changed between two plan documents.

#include <nlohmann/json.hpp>

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

/// Compares two `spyre-span-plan` documents of the same graph, or of two versions of one.
[[nodiscard]] PlanDiff diffPlans(const nlohmann::ordered_json &before, const nlohmann::ordered_json &after);

} // namespace spanscope::cli
