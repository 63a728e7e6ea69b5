#pragma once
/// Reads a log of any size in bounded memory and hands out the few lines that matter.

#include "core/base/progress.h"
#include "core/importers/log_needles.h"

#include <istream>
#include <string_view>
#include <vector>

namespace spanscope {

/// What the pre-filter saw in a line (bits).
namespace log_hit {
inline constexpr std::uint32_t kRecord = 1; ///< a word of one of the records
inline constexpr std::uint32_t kDump = 2;   ///< the head of a pass dump
} // namespace log_hit

/// A line, or a piece of an over-long one. The views live until the next call of next().
struct RawLine
{
    std::string_view text; ///< without the line break
    std::size_t number = 0;
    std::uint32_t hits = 0;
    bool piece = false; ///< not the end of its line
};

class LogReader
{
public:
    static constexpr std::size_t kMaxLineBytes = std::size_t{256} << 10;
    static constexpr std::size_t kLookahead = std::size_t{32} << 10;
    static constexpr std::size_t kHistory = std::size_t{16} << 10;

    LogReader(std::istream &in, const WorkContext &context);

    /// The next line that has a hit (or any line, after everyLine(true)). False at the end or when cancelled.
    [[nodiscard]] bool next(RawLine &line);
    void everyLine(bool on) { m_everyLine = on; }
    /// The line before the current one, empty when there is none.
    [[nodiscard]] std::string_view before() const;
    /// Up to `count` lines after the current one, without consuming them.
    [[nodiscard]] std::vector<std::string_view> after(std::size_t count) const;

    /// The text ends, without a line break, in the line that comes `count` lines after the current one.
    [[nodiscard]] bool endsOpenAfter(std::size_t count) const;

    [[nodiscard]] std::size_t linesRead() const { return m_line; }
    [[nodiscard]] bool cancelled() const { return m_cancelled; }
    [[nodiscard]] std::size_t longLines() const { return m_longLines; }

private:
    void refill();
    [[nodiscard]] std::size_t cutPoint(std::size_t limit) const;

    std::istream &m_in;
    const WorkContext &m_context;
    const NeedleSet &m_needles;
    std::vector<char> m_buffer;
    std::size_t m_end = 0;   ///< bytes valid in the buffer
    std::size_t m_begin = 0; ///< start of the current line
    std::size_t m_pos = 0;   ///< start of the next line
    std::size_t m_line = 0;  ///< lines begun so far
    std::size_t m_bytes = 0;
    std::size_t m_total = 0;
    std::size_t m_longLines = 0;
    bool m_inLine = false; ///< the next piece continues a line
    bool m_eof = false;
    bool m_cancelled = false;
    bool m_everyLine = false;
};

} // namespace spanscope
