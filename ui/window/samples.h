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

/// The files of the samples folder, told by what they show; one expression where the folder is missing.
[[nodiscard]] std::vector<Sample> samples();

} // namespace spanscope::ui
