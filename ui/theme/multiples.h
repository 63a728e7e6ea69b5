#pragma once
/// Evenly spaced positions, for ticks and hatches.

#include <QVector>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

/// The multiples of `step` (> 0) in [from, to], at most `most` of them. Bounds are taken with a slack of
/// a billionth of a step, so that a multiple that was computed another way is not lost.
[[nodiscard]] inline QVector<double> multiplesIn(double from, double to, double step, int most = 4096)
{
    constexpr double kSlack = 1e-9;
    const double first = std::ceil(from / step - kSlack);
    const double count = std::clamp(std::floor(to / step + kSlack) - first + 1, 0.0, static_cast<double>(most));
    QVector<double> out;
    for (int i = 0; i < static_cast<int>(count); ++i) {
        out.append((first + i) * step);
    }
    return out;
}

} // namespace spanscope::ui
