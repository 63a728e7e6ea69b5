#pragma once
/// Splits that an op in conflict and the ops it reads could share by hand. The compiler does not look for them;
/// each is judged by the same stick tests, layout rebuilding and audit as everything else.

#include "core/groups/groups.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace spanscope {

struct JointMember
{
    std::size_t opIndex = 0;
    std::vector<Level> levels; ///< in that op's host dims, outermost first, counts alike in all members
};

/// A span that stays over the limit inside the loop.
struct JointLeft
{
    std::size_t opIndex = 0;
    AuditRow row;
};

/// One tile loop nest for all of them.
struct JointFit
{
    std::vector<JointMember> members; ///< graph order
    Int tiles = 1;
    Int worstSpan = 0;           ///< over all members, of what is cleared; bytes
    std::vector<JointLeft> left; ///< what stays over the limit: spans that the compiler does not check
    /// Nothing is left that a split of an output dim could shorten.
    [[nodiscard]] bool isComplete() const;
};

enum class JointProblem {
    None,
    NoSharedDim,   ///< no dim of the op is, alone, a dim of every producer
    BetweenThem,   ///< an op outside reads a member and is read by one: it would have to run inside the loop
    TooManyOps,    ///< more than are judged together
    NothingFits,   ///< no common splits bring even what the compiler checks within the limit
    NotApplicable, ///< manual hints, or a dim without a loop variable of its own
};

struct JointAnswer
{
    std::optional<JointFit> fit; ///< the cheapest that is complete, else the cheapest that clears what is checked
    JointProblem problem = JointProblem::None;
    std::vector<std::size_t> ops;    ///< those looked at together, graph order
    std::size_t between = 0;         ///< BetweenThem: that op
    std::vector<HostDim> sharedDims; ///< of the op in conflict
    std::size_t looked = 0;          ///< combinations
    bool cutShort = false;           ///< there were more
};

/// The cheapest splits that the op in conflict can share with the groups it reads, in whole runs.
[[nodiscard]] JointAnswer jointFit(const GraphResult &result, std::size_t opIndex);

} // namespace spanscope
