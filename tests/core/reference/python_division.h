#pragma once
/// Division with Python's rules, and a number larger than any size in the tests.

#include "core/base/integers.h"

#include <limits>

namespace reference {

using spanscope::Int;

inline constexpr Int kForever = std::numeric_limits<Int>::max();

inline Int floorOf(Int a, Int d)
{
    return a >= 0 ? a / d : -((-a + d - 1) / d);
}

inline Int modOf(Int a, Int m)
{
    return a - floorOf(a, m) * m;
}

inline Int ceilOf(Int a, Int d)
{
    return (a + d - 1) / d;
}

} // namespace reference
