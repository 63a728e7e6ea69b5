#include "ui/models/levels_type.h"

#include <algorithm>
#include <limits>

namespace spanscope::ui {

Int splitOf(const Levels &levels, HostDim dim)
{
    const auto found =
        std::find_if(levels.begin(), levels.end(), [dim](const Level &level) { return level.hostDim == dim; });
    return found == levels.end() ? 1 : found->splitCount;
}

Levels withSplit(const Levels &levels, HostDim dim, Int count)
{
    Levels changed = levels;
    std::erase_if(changed, [dim](const Level &level) { return level.hostDim == dim; });
    changed.push_back(Level{.hostDim = dim, .splitCount = count});
    return normalized(std::move(changed));
}

Levels normalized(Levels levels)
{
    std::erase_if(levels, [](const Level &level) { return level.splitCount == 1; });
    std::sort(levels.begin(), levels.end(), [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    return levels;
}

Int tileCount(const Levels &levels)
{
    Int tiles = 1;
    for (const Level &level : levels) {
        if (__builtin_mul_overflow(tiles, level.splitCount, &tiles)) {
            return std::numeric_limits<Int>::max();
        }
    }
    return tiles;
}

} // namespace spanscope::ui
