#pragma once
/// Suggestions for conflicts in words.

#include "core/groups/joint.h"

#include <string>

namespace spanscope {

/// `buf0 dim 0 / 2 and buf1 dim 1 / 2`.
[[nodiscard]] std::string jointLevelsText(const Graph &graph, const JointFit &fit);
/// What both could share, or why nothing: one or two sentences that say whose idea it is.
[[nodiscard]] std::string jointSentence(const GraphResult &result, const JointAnswer &answer);
/// Why a group has no more members: `before buf3, which has other splits (dim 1 / 4)`.
[[nodiscard]] std::string runEndSentence(const GraphResult &result, const Group &group);

} // namespace spanscope
