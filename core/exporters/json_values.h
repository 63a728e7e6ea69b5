#pragma once
/// The pieces of the plan document as ordered JSON values.

#include "core/groups/groups.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spanscope::json {

using Value = nlohmann::ordered_json;

[[nodiscard]] Value rulesValue(const Rules &rules);
[[nodiscard]] Value levelsValue(const std::vector<Level> &levels);
[[nodiscard]] Value costValue(const Cost &cost);
[[nodiscard]] Value candidateValue(const Candidate &candidate);
[[nodiscard]] Value skippedValue(const SkippedCoordinate &skipped);
[[nodiscard]] Value splitEntryValue(const SplitEntry &entry, HostDim dim, const Rules &rules);
[[nodiscard]] Value comboValue(const ComboStep &step, const Rules &rules);
[[nodiscard]] Value rowValue(const AuditRow &row);
[[nodiscard]] Value fitsValue(const Fits &fits);
[[nodiscard]] Value hintsValue(const std::vector<DimHint> &hints);
/// `[[hint_id, split_count, is_reduction], ...]`
[[nodiscard]] Value groupLevelsValue(const Group &group);
/// What the artefact reported of the op beside the recomputed figures; empty for captured graphs.
[[nodiscard]] Value reportedValue(const GraphResult &result, std::size_t opIndex);
[[nodiscard]] Value optionalInt(const std::optional<Int> &value);

/// An object of members with distinct names, in their order and without looking each one up.
[[nodiscard]] Value objectOf(std::vector<std::pair<const std::string, Value>> &&members);

/// Text of a value; bytes that are no UTF-8 become U+FFFD. \param indent -1: one line
[[nodiscard]] std::string dumped(const Value &value, int indent = -1);

} // namespace spanscope::json
