#pragma once
/// The lines of a pass dump and the text of one op in it. Inside the importers only.

#include "core/importers/log_dump.h"
#include "core/importers/log_inner_fn.h"
#include "core/importers/log_text.h"
#include "core/importers/python_value.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace spanscope {

/// The first line of an op: `op0: ComputedBuffer`.
[[nodiscard]] bool isOpHeadLine(std::string_view line);

/// op12 writes buf12 unless the dump says otherwise.
[[nodiscard]] std::string bufferOfOpName(std::string_view opName);

inline constexpr std::size_t kMaxValueLines = 64; ///< what goes on longer is no list of a real op

/// Walks over the lines of one dump.
class DumpLines
{
public:
    explicit DumpLines(const DumpText &dump)
        : m_dump(dump)
    {
    }
    [[nodiscard]] std::size_t size() const { return m_dump.lines.size(); }
    [[nodiscard]] std::string_view text(std::size_t i) const
    {
        const std::size_t begin = m_dump.lines[i].begin;
        const std::size_t end = i + 1 < size() ? m_dump.lines[i + 1].begin : m_dump.text.size();
        return std::string_view(m_dump.text).substr(begin, end - begin - 1);
    }
    [[nodiscard]] std::size_t number(std::size_t i) const { return m_dump.lines[i].number; }

    /// The text from `offset` in line i to where its brackets close, over line breaks.
    [[nodiscard]] std::string value(std::size_t i, std::size_t offset) const
    {
        std::string out(text(i).substr(offset));
        BracketCounter counter;
        counter.feed(out);
        for (std::size_t n = 1; counter.open() && n < kMaxValueLines && i + n < size() && !isOpHeadLine(text(i + n));
             ++n) {
            out += '\n';
            out += text(i + n);
            counter.feed("\n");
            counter.feed(text(i + n));
        }
        while (!out.empty() && (out.back() == ',' || out.back() == ' ')) {
            out.pop_back();
        }
        return out;
    }

private:
    const DumpText &m_dump;
};

/// One op as its lines tell it.
struct DumpOp
{
    Operation op;
    std::string name; ///< as the dump calls it, `op12`
    std::size_t line = 0;
    std::size_t next = 0; ///< index of the line after it
    std::vector<DumpProblem> problems;
    std::map<std::string, std::string> dtypeOfLoad;
    bool holdsAnother = false; ///< the lines of another op follow without its first line
    bool closed = false;       ///< the bracket of what it computes closes
    std::string missing; ///< what a computed buffer must tell and this text does not; empty when nothing is missing
};

/// The op whose first line is line i.
[[nodiscard]] DumpOp readDumpOp(const DumpLines &lines, std::size_t i);

} // namespace spanscope
