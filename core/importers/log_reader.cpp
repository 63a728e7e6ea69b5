#include "core/importers/log_reader.h"

#include <algorithm>
#include <cstring>

namespace spanscope {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{2} << 20;
constexpr std::size_t kLeastBufferBytes = std::size_t{512} << 10; ///< holds a longest line, look-ahead and history
static_assert(kLeastBufferBytes > LogReader::kMaxLineBytes + LogReader::kLookahead + 2 * LogReader::kHistory);
constexpr std::uint32_t kNewline = 1U << 31U;

/// Short pieces of the records' wording: few automaton states keep the table in the first-level
/// cache. Two per record where a line break could cut one.
constexpr std::array<NeedleSet::Needle, 24> kNeedles{{
    {"\n", kNewline},
    {"AFTER ", log_hit::kDump},
    {"per-core", log_hit::kRecord},
    {"tensor span", log_hit::kRecord},
    {"Cannot sat", log_hit::kRecord},
    {"Cannot auto", log_hit::kRecord},
    {"auto-tile", log_hit::kRecord},
    {"span limit", log_hit::kRecord},
    {"split requirement", log_hit::kRecord},
    {"No valid", log_hit::kRecord},
    {"split for var", log_hit::kRecord},
    {": cores=", log_hit::kRecord},
    {"span_over", log_hit::kRecord},
    {"span-over", log_hit::kRecord},
    {"spyre_hint on", log_hit::kRecord},
    {"coarse_tile_gr", log_hit::kRecord},
    {"EAR over", log_hit::kRecord},
    {"Immediate val", log_hit::kRecord},
    {"L3_ADDEAR", log_hit::kRecord},
    {"isEligibleFor", log_hit::kRecord},
    {"Program ver", log_hit::kRecord},
    {"Incorrect chunk", log_hit::kRecord},
    {"chunk size in b", log_hit::kRecord},
    {"AFTER\t", log_hit::kDump},
}};

std::size_t streamBytes(std::istream &in)
{
    const std::istream::pos_type here = in.tellg();
    if (here == std::istream::pos_type(-1) || !in.seekg(0, std::ios::end)) {
        in.clear();
        return 0;
    }
    const std::istream::pos_type end = in.tellg();
    in.clear();
    in.seekg(here);
    return end < here ? 0 : static_cast<std::size_t>(end - here);
}

const NeedleSet &lineNeedles()
{
    static const NeedleSet kSet(kNeedles);
    return kSet;
}

} // namespace

LogReader::LogReader(std::istream &in, const WorkContext &context)
    : m_in(in)
    , m_context(context)
    , m_needles(lineNeedles())
    , m_total(streamBytes(in))
{
    const bool isShort = m_total > 0 && m_total < kBufferBytes;
    m_buffer.resize(isShort ? std::max(m_total + 1, kLeastBufferBytes) : kBufferBytes);
    refill();
}

void LogReader::refill()
{
    if (m_context.cancelled()) {
        m_cancelled = true;
        m_eof = true;
        m_end = m_pos;
        return;
    }
    const std::size_t keepFrom = m_pos > kHistory ? m_pos - kHistory : 0;
    std::memmove(m_buffer.data(), m_buffer.data() + keepFrom, m_end - keepFrom);
    m_end -= keepFrom;
    m_pos -= keepFrom;
    m_begin = m_pos;
    while (m_end < m_buffer.size() && !m_eof) {
        m_in.read(m_buffer.data() + m_end, static_cast<std::streamsize>(m_buffer.size() - m_end));
        const auto got = static_cast<std::size_t>(m_in.gcount());
        m_end += got;
        m_bytes += got;
        m_eof = got == 0 || !m_in;
    }
    m_context.report(m_bytes, m_total);
}

/// Where a piece of an over-long line may end without cutting a word.
std::size_t LogReader::cutPoint(std::size_t limit) const
{
    constexpr std::size_t kBack = 4096;
    for (std::size_t at = limit; at > limit - kBack; --at) {
        if (m_buffer[at - 1] == ' ') {
            return at;
        }
    }
    return limit;
}

bool LogReader::next(RawLine &line)
{
    const NeedleSet::State firstHit = m_needles.firstHit();
    for (;;) {
        if (!m_eof && m_pos + kMaxLineBytes + kLookahead > m_end) {
            refill();
        }
        if (m_pos >= m_end) {
            return false;
        }
        m_begin = m_pos;
        const std::size_t limit = std::min(m_end, m_begin + kMaxLineBytes);
        std::uint32_t hits = 0;
        NeedleSet::State state = 0;
        std::size_t at = m_begin;
        while (at < limit) {
            state = m_needles.step(state, m_buffer[at++]);
            if (state >= firstHit) {
                hits |= m_needles.tag(state);
                if ((hits & kNewline) != 0) {
                    break;
                }
            }
        }
        const bool ended = (hits & kNewline) != 0 || (m_eof && at == m_end);
        if (!m_inLine) {
            ++m_line;
        }
        m_longLines += !ended && !m_inLine ? 1 : 0;
        m_inLine = !ended;
        m_pos = ended ? at : cutPoint(at);
        if ((hits & ~kNewline) != 0 || m_everyLine) {
            std::size_t last = (hits & kNewline) != 0 ? at - 1 : m_pos;
            last -= last > m_begin && m_buffer[last - 1] == '\r' ? 1 : 0;
            line.text = std::string_view(m_buffer.data() + m_begin, last - m_begin);
            line.number = m_line;
            line.hits = hits & ~kNewline;
            line.piece = !ended;
            return true;
        }
    }
}

std::string_view LogReader::before() const
{
    if (m_begin == 0) {
        return {};
    }
    const std::string_view text(m_buffer.data(), m_begin - 1);
    const std::size_t start = text.rfind('\n');
    return start == std::string_view::npos ? text : text.substr(start + 1);
}

std::vector<std::string_view> LogReader::after(std::size_t count) const
{
    std::vector<std::string_view> lines;
    std::size_t at = m_pos;
    while (lines.size() < count && at < m_end) {
        const std::string_view rest(m_buffer.data() + at, std::min(m_end - at, kLookahead));
        const std::size_t end = rest.find('\n');
        lines.push_back(rest.substr(0, end));
        at += end == std::string_view::npos ? rest.size() : end + 1;
    }
    return lines;
}

bool LogReader::endsOpenAfter(std::size_t count) const
{
    if (!m_eof || m_cancelled || m_end == 0 || m_buffer[m_end - 1] == '\n') {
        return false;
    }
    std::size_t at = m_pos;
    for (; count > 0 && at < m_end; --count) {
        const std::size_t end = std::string_view(m_buffer.data() + at, m_end - at).find('\n');
        at = end == std::string_view::npos ? m_end : at + end + 1;
    }
    return count == 0 && at >= m_end;
}

} // namespace spanscope
