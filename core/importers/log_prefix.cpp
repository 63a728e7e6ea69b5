#include "core/importers/log_text.h"

#include <algorithm>
#include <array>

namespace spanscope {

namespace {

constexpr std::array<std::string_view, 9> kLevels{"DEBUG",    "INFO",  "WARNING", "WARN",  "ERROR",
                                                  "CRITICAL", "FATAL", "TRACE",   "NOTSET"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isStampChar(char c)
{
    return isDigit(c) || std::string_view(":-/.,T+Z").find(c) != std::string_view::npos;
}

/// `(Worker pid=12) `, `(EngineCore_DP0 pid=3)`.
bool takeProcess(std::string_view &text)
{
    if (!text.starts_with('(')) {
        return false;
    }
    const std::size_t close = text.substr(0, 80).find(')');
    if (close == std::string_view::npos || text.substr(0, close).find("pid=") == std::string_view::npos) {
        return false;
    }
    text.remove_prefix(close + 1);
    return true;
}

bool isLevel(std::string_view word)
{
    return std::find(kLevels.begin(), kLevels.end(), word) != kLevels.end();
}

/// `[INFO]`, `[spyre.inductor.passes]`, `[0/0]`, `[2026-07-14 10:00:00,123]`: any short bracket of
/// words, but no list of numbers.
bool takeBracket(std::string_view &text, bool &level)
{
    if (!text.starts_with('[')) {
        return false;
    }
    const std::size_t close = text.substr(0, 80).find(']');
    if (close == std::string_view::npos) {
        return false;
    }
    const std::string_view inside = text.substr(1, close - 1);
    const bool ours = inside.starts_with("span") && inside.find("over") != std::string_view::npos;
    const bool list = inside.find(", ") != std::string_view::npos || inside.find('\'') != std::string_view::npos;
    const bool number = inside.find_first_not_of("0123456789 -") == std::string_view::npos;
    if (ours || list || number) {
        return false;
    }
    level = level || isLevel(trimmed(inside));
    text.remove_prefix(close + 1);
    return true;
}

/// `V0714 10:00:00.123000 4711 torch/_inductor/graph.py:12]`.
bool takeGlog(std::string_view &text)
{
    const bool head = text.size() > 6 && std::string_view("VDIWEFC").find(text[0]) != std::string_view::npos &&
                      std::all_of(text.begin() + 1, text.begin() + 5, isDigit) && text[5] == ' ';
    if (!head) {
        return false;
    }
    const std::size_t close = text.substr(0, 200).find(']');
    if (close == std::string_view::npos) {
        return false;
    }
    text.remove_prefix(close + 1);
    return true;
}

/// `2026-07-14 10:00:00,123` in its many forms, and `INFO 07-14 10:00:00`.
bool takeStamp(std::string_view &text)
{
    std::size_t end = 0;
    std::size_t digits = 0;
    std::size_t separators = 0;
    while (end < text.size() && end < 40 && isStampChar(text[end])) {
        digits += isDigit(text[end]) ? 1 : 0;
        separators += std::string_view(":-/").find(text[end]) != std::string_view::npos ? 1 : 0;
        ++end;
    }
    if (digits < 4 || separators < 2 || end >= text.size() || text[end] != ' ') {
        return false;
    }
    text.remove_prefix(end);
    return true;
}

bool takeBareLevel(std::string_view &text)
{
    const std::size_t end = text.find_first_of(" :");
    if (end == std::string_view::npos || !isLevel(text.substr(0, end))) {
        return false;
    }
    text.remove_prefix(text[end] == ':' ? end + 1 : end);
    return true;
}

} // namespace

StrippedLine stripPrefix(std::string_view line)
{
    StrippedLine out;
    out.text = line;
    // What is stripped may stand in any order; the indentation after the last piece belongs to the text.
    for (int pieces = 0; pieces < 12; ++pieces) {
        std::string_view rest = out.text;
        while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\r')) {
            rest.remove_prefix(1);
        }
        bool level = false;
        if (rest.starts_with("> ") || rest == ">" || rest.starts_with("| ")) {
            rest.remove_prefix(1);
        } else if (takeGlog(rest) || takeBareLevel(rest)) {
            level = true;
        } else if (!takeProcess(rest) && !takeBracket(rest, level) && !takeStamp(rest)) {
            return out;
        }
        out.startsRecord = out.startsRecord || level;
        if (rest.starts_with(' ')) {
            rest.remove_prefix(1);
        }
        out.text = rest;
    }
    return out;
}

} // namespace spanscope
