#pragma once
/// Small tools on the text of log lines: prefixes, escapes, key=value lists.

#include "core/base/integers.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spanscope {

inline constexpr std::size_t kShortTextBytes = 400;

/// A line without what loggers, quoting and code fences put before it.
struct StrippedLine
{
    std::string_view text;     ///< with its indentation
    bool startsRecord = false; ///< had a level or a glog stamp of its own
};
[[nodiscard]] StrippedLine stripPrefix(std::string_view line);

/// Terminal colours removed, `\n` of quoted text turned into white space, other backslashes before quotes dropped.
[[nodiscard]] std::string cleanLine(std::string_view line);

/// At most `limit` bytes, trimmed, cut between characters, invalid UTF-8 and control bytes replaced.
[[nodiscard]] std::string shortText(std::string_view text, std::size_t limit = kShortTextBytes);

[[nodiscard]] std::string_view trimmed(std::string_view text);
/// The text without any white space.
[[nodiscard]] std::string squeezed(std::string_view text);
/// The word (name characters, dots and colons) that ends the text, white space after it skipped.
[[nodiscard]] std::string_view lastWord(std::string_view text);

/// Walks over text; literals match whatever white space stands in or before them.
class TextCursor
{
public:
    explicit TextCursor(std::string_view text, std::size_t pos = 0)
        : m_text(text)
        , m_pos(pos)
    {
    }
    [[nodiscard]] std::size_t pos() const { return m_pos; }
    [[nodiscard]] bool atEnd();
    bool accept(std::string_view literal);
    /// Moves behind the literal wherever it comes next; the text before it.
    std::optional<std::string_view> until(std::string_view literal);
    /// A decimal number as written, e.g. `382.812`.
    std::optional<std::string> decimal();
    std::optional<Int> integer();
    /// A word of name characters, dots, slashes and colons but not a closing colon.
    std::string_view word();
    /// A bracketed value at this place, brackets included.
    std::optional<std::string_view> bracketed();

private:
    void skipSpace();
    std::string_view m_text;
    std::size_t m_pos;
};

/// What a `key=value key=value` text gave.
struct KeyValues
{
    std::map<std::string, std::string> values;
    std::size_t end = 0;    ///< one past the last value
    bool truncated = false; ///< a bracket does not close
};

/// A key that is looked for. Free text runs to the next key or the end of the line.
struct KeySpec
{
    std::string_view name;
    bool freeText = false;
};
/// Values are bracketed, quoted, or a word with its unit; the first of several equal keys counts.
[[nodiscard]] KeyValues scanKeyValues(std::string_view text, std::span<const KeySpec> keys);

} // namespace spanscope
