#pragma once
/// Reproducible randomness of the property tests. SPANSCOPE_TEST_SEED chooses another seed,
/// SPANSCOPE_TEST_SCALE multiplies the number of cases (default 1).

#include "core/base/integers.h"

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace reference {

using spanscope::Int;

class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    {
    }
    /// Uniform enough in [0, n), the same on every platform.
    Int below(Int n) { return static_cast<Int>(m_engine() % static_cast<std::uint64_t>(n)); }
    Int between(Int low, Int high) { return low + below(high - low + 1); }
    bool chance(int percent) { return below(100) < percent; }
    template <typename T> T pick(std::initializer_list<T> values)
    {
        return *(values.begin() + below(static_cast<Int>(values.size())));
    }
    template <typename T> const T &pick(const std::vector<T> &values)
    {
        return values[static_cast<std::size_t>(below(static_cast<Int>(values.size())))];
    }
    template <typename T> void shuffle(std::vector<T> &values)
    {
        for (std::size_t i = values.size(); i > 1; --i) {
            std::swap(values[i - 1], values[static_cast<std::size_t>(below(static_cast<Int>(i)))]);
        }
    }

private:
    std::mt19937_64 m_engine;
};

inline std::uint64_t seedOf(std::uint64_t standard)
{
    const char *text = std::getenv("SPANSCOPE_TEST_SEED");
    return text == nullptr ? standard : std::strtoull(text, nullptr, 10);
}

inline int scaled(int count)
{
    const char *text = std::getenv("SPANSCOPE_TEST_SCALE");
    return text == nullptr ? count : static_cast<int>(count * std::strtod(text, nullptr));
}

} // namespace reference
