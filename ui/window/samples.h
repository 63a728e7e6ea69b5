#pragma once
/// Small real cases to look at first.

#include <QString>

#include <vector>

namespace spanscope::ui {

struct Sample
{
    QString title; ///< what fails, or what it shows
    QString open;  ///< a path, or `new:` with an expression
};

/// Built-in expressions, then the files of the samples folder where it can be found.
[[nodiscard]] std::vector<Sample> samples();

} // namespace spanscope::ui
