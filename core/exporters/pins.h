#pragma once
/// What is exported once the user's pins and choices are applied.

#include "core/exporters/exporters.h"

#include <string>
#include <vector>

namespace spanscope {

/// One tile loop to export: an automatic group, or one pinned op.
struct ExportGroup
{
    std::vector<GroupMember> members;
    std::vector<GroupLevel> levels;
    std::vector<std::vector<Level>> memberLevels; ///< per member
    bool pinned = false;
    bool suggested = false; ///< our own idea for a conflict
};

/// The groups to export in graph order: pinned ops leave the automatic groups (which are
/// formed anew around them, as the compiler would) and come with hint ids of their own.
/// Throws InputError for a pin on an op that does not exist or has no such dim, and when two
/// groups share a hint id.
[[nodiscard]] std::vector<ExportGroup> exportGroups(const GraphResult &result, const ExportChoice &choice);

/// Why a pin will not do what it is for, judged as a manual hint; empty when it fits.
[[nodiscard]] std::string pinWarning(const GraphResult &result, std::size_t opIndex, const Pin &pin);

/// The pin of an op, or null.
[[nodiscard]] const Pin *pinOf(const ExportChoice &choice, const std::string &op);

} // namespace spanscope
