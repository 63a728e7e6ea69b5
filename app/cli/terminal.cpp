#include "app/cli/terminal.h"

#include "core/text/words.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

namespace spanscope::cli {

bool wantsColour()
{
    const char *noColour = std::getenv("NO_COLOR");
    return (noColour == nullptr || *noColour == '\0') && isatty(STDOUT_FILENO) == 1;
}

ProgressLine::ProgressLine(std::string what)
    : m_what(std::move(what))
    , m_terminal(isatty(STDERR_FILENO) == 1)
    , m_last(std::chrono::steady_clock::now())
{
}

ProgressLine::~ProgressLine()
{
    if (m_shown) {
        std::fputs("\r\x1b[K", stderr);
    }
}

WorkContext ProgressLine::context()
{
    WorkContext context;
    if (m_terminal) {
        context.progress = [this](std::size_t done, std::size_t total) { show(done, total); };
    }
    return context;
}

void ProgressLine::show(std::size_t done, std::size_t total)
{
    // Reports come from several threads; ten lines a second are enough for an eye.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const auto now = std::chrono::steady_clock::now();
    if (now - m_last < std::chrono::milliseconds(100)) {
        return;
    }
    m_last = now;
    m_shown = true;
    std::string line = m_what + " " + std::to_string(done);
    if (total > 0) {
        line += " of " + std::to_string(total);
    }
    std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
    std::fflush(stderr);
}

void complain(const std::string &text)
{
    std::fprintf(stderr, "spanscope-cli: %s\n", printable(text, true).c_str());
}

} // namespace spanscope::cli
