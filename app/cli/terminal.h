#pragma once
/// What the terminal can show: colour, and a progress line that leaves no trace.

#include "core/base/progress.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace spanscope::cli {

/// True when results go to a terminal and NO_COLOR is not set.
[[nodiscard]] bool wantsColour();

/// A line on standard error that says how far the work is; silent unless that is a terminal.
class ProgressLine
{
public:
    explicit ProgressLine(std::string what);
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// A context whose reports end up in this line.
    [[nodiscard]] WorkContext context();

private:
    void show(std::size_t done, std::size_t total);

    std::string m_what;
    bool m_terminal;
    bool m_shown = false;
    std::chrono::steady_clock::time_point m_last;
};

/// `spanscope-cli: text` on standard error.
void complain(const std::string &text);

} // namespace spanscope::cli
