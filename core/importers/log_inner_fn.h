#pragma once
/// The body of an op as the compiler prints it: loads with index expressions over i0, i1 ... become
/// deps over d0, d1 ..., numbered as the compiler numbers them (dims of size 1 left out).

#include "core/graph/graph.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

struct InnerFn
{
    std::vector<std::string> indexNames;  ///< one per range, `_` for size 1; empty when not printed
    std::vector<std::string> rindexNames; ///< one per reduction range
    struct Load
    {
        std::string buffer;
        std::string index;
        std::string variable; ///< what it is assigned to
    };
    std::vector<Load> loads;
    std::map<std::string, std::string> sourceDtype; ///< variable -> dtype a cast names as its source
};

/// Reads one statement of the body.
/// \return false when a load in it breaks off or is one too many
[[nodiscard]] bool readInnerLine(std::string_view line, InnerFn &inner);

/// Sets the reads and the write of `op` (data and layout must be set).
/// \return why something could not be read, empty otherwise
[[nodiscard]] std::vector<std::string> setDeps(Operation &op, const InnerFn &inner);

} // namespace spanscope
