#pragma once
/// Exact 63-bit integer arithmetic: every operation that leaves the range
/// throws OverflowError, which module borders turn into a reported error.

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace spanscope {

/// The one integer type of sizes, strides, bytes and split counts.
using Int = std::int64_t;

/// What exact arithmetic cannot go on with. Module borders catch this one type.
class ExactError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A product or sum left 63 bits. Never crosses a module border: analyse(),
/// audit() and the readers catch it and report it as the op's or file's error.
class OverflowError : public ExactError
{
public:
    OverflowError()
        : ExactError("a size or product exceeds 63 bits")
    {
    }
};

[[nodiscard]] inline Int addChecked(Int a, Int b)
{
    Int r = 0;
    if (__builtin_add_overflow(a, b, &r)) {
        throw OverflowError();
    }
    return r;
}

[[nodiscard]] inline Int subChecked(Int a, Int b)
{
    Int r = 0;
    if (__builtin_sub_overflow(a, b, &r)) {
        throw OverflowError();
    }
    return r;
}

[[nodiscard]] inline Int mulChecked(Int a, Int b)
{
    Int r = 0;
    if (__builtin_mul_overflow(a, b, &r)) {
        throw OverflowError();
    }
    return r;
}

/// Floor division, d > 0.
[[nodiscard]] constexpr Int floorDiv(Int a, Int d)
{
    const Int q = a / d;
    return (a % d != 0 && a < 0) ? q - 1 : q;
}

/// Non-negative remainder, m > 0.
[[nodiscard]] constexpr Int floorMod(Int a, Int m)
{
    const Int r = a % m;
    return r < 0 ? r + m : r;
}

/// Ceiling division, d > 0.
[[nodiscard]] constexpr Int ceilDiv(Int a, Int d)
{
    return floorDiv(a, d) + (a % d != 0 ? 1 : 0);
}

} // namespace spanscope
