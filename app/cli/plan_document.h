#pragma once
/// `spyre-span-plan` documents, read and checked.

#include "core/graph/json_node.h"
#include "core/groups/groups.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spanscope::cli {

/// What a comparison needs of one op.
struct PlannedOp
{
    std::string name;
    Outcome outcome = Outcome::None;
    std::string code; ///< empty when planned
    std::vector<Level> levels;
    Int worstResidual = 0; ///< bytes; 0 for none
    std::optional<Int> coresNeeded;
    /// The ops of its group, itself included, shared by them; null for none.
    std::shared_ptr<const std::vector<std::string>> group;
    std::vector<std::string> conflicts; ///< codes
};

struct PlanDocument
{
    std::string graph;
    std::vector<std::pair<std::string, std::string>> rules; ///< names and values
    std::vector<PlannedOp> operations;
    std::optional<bool> compiles; ///< nullopt: not known
};

/// What the plan of a result would say.
[[nodiscard]] PlanDocument planOf(const GraphResult &result);

/// Throws InputError (file, JSON pointer, reason) for what is no plan of version 1: other formats and versions, missing
/// members, wrong types, names given twice or not at all, levels that contradict the outcome.
[[nodiscard]] PlanDocument readPlan(const nlohmann::json &document, const DocumentPlace &place);

} // namespace spanscope::cli
