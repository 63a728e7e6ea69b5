#include "core/importers/utf16.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kRawBytes = std::size_t{256} << 10;
constexpr std::uint32_t kReplacement = 0xfffd;

} // namespace

std::optional<Utf16> utf16Mark(std::string_view head)
{
    if (head.starts_with("\xff\xfe")) {
        return Utf16::LittleEndian;
    }
    return head.starts_with("\xfe\xff") ? std::optional(Utf16::BigEndian) : std::nullopt;
}

Utf16Stream::Utf16Stream(std::istream &source, Utf16 order)
    : m_source(source)
    , m_order(order)
    , m_start(source.tellg())
    , m_raw(kRawBytes)
{
}

void Utf16Stream::put(std::uint32_t character)
{
    const auto byte = [this](std::uint32_t value) { m_text.push_back(static_cast<char>(value)); };
    if (character < 0x80) {
        byte(character);
    } else if (character < 0x800) {
        byte(0xc0U | (character >> 6U));
        byte(0x80U | (character & 0x3fU));
    } else if (character < 0x10000) {
        byte(0xe0U | (character >> 12U));
        byte(0x80U | ((character >> 6U) & 0x3fU));
        byte(0x80U | (character & 0x3fU));
    } else {
        byte(0xf0U | (character >> 18U));
        byte(0x80U | ((character >> 12U) & 0x3fU));
        byte(0x80U | ((character >> 6U) & 0x3fU));
        byte(0x80U | (character & 0x3fU));
    }
}

void Utf16Stream::decode(std::size_t bytes)
{
    const std::size_t low = m_order == Utf16::LittleEndian ? 0 : 1;
    for (std::size_t at = 0; at + 1 < bytes; at += 2) {
        const auto unit = static_cast<std::uint32_t>(static_cast<unsigned char>(m_raw[at + low])) |
                          static_cast<std::uint32_t>(static_cast<unsigned char>(m_raw[at + 1 - low])) << 8U;
        const bool isHigh = unit >= 0xd800 && unit < 0xdc00;
        const bool isLow = unit >= 0xdc00 && unit < 0xe000;
        if (m_high != 0 && isLow) {
            put(0x10000 + ((m_high - 0xd800) << 10U) + (unit - 0xdc00));
            m_high = 0;
            continue;
        }
        if (m_high != 0) {
            put(kReplacement);
            m_high = 0;
        }
        if (isHigh) {
            m_high = unit;
        } else if (!(m_atMark && unit == 0xfeff)) {
            put(isLow ? kReplacement : unit);
        }
        m_atMark = false;
    }
}

Utf16Stream::int_type Utf16Stream::underflow()
{
    if (gptr() < egptr()) {
        return traits_type::to_int_type(*gptr());
    }
    m_before += m_text.size();
    m_text.clear();
    while (m_text.empty()) {
        m_source.read(m_raw.data() + m_kept, static_cast<std::streamsize>(m_raw.size() - m_kept));
        const std::size_t bytes = m_kept + static_cast<std::size_t>(m_source.gcount());
        if (bytes == m_kept) {
            if (m_kept > 0 || m_high != 0) { // the file ends inside a character
                put(kReplacement);
                m_kept = 0;
                m_high = 0;
                break;
            }
            setg(nullptr, nullptr, nullptr);
            return traits_type::eof();
        }
        decode(bytes);
        m_kept = bytes % 2;
        if (m_kept > 0) {
            m_raw[0] = m_raw[bytes - 1];
        }
    }
    setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
    return traits_type::to_int_type(*gptr());
}

Utf16Stream::pos_type Utf16Stream::seekoff(off_type offset, std::ios_base::seekdir from,
                                           std::ios_base::openmode /*mode*/)
{
    const bool where = from == std::ios_base::cur && offset == 0;
    const bool rewind = from == std::ios_base::beg && offset == 0;
    if (rewind) {
        return seekpos(0, std::ios_base::in);
    }
    const auto here = static_cast<off_type>(m_before + static_cast<std::size_t>(gptr() - eback()));
    return where ? pos_type(here) : pos_type(off_type(-1));
}

Utf16Stream::pos_type Utf16Stream::seekpos(pos_type to, std::ios_base::openmode /*mode*/)
{
    if (to != pos_type(0) || m_start == std::istream::pos_type(-1)) {
        return pos_type(off_type(-1));
    }
    m_source.clear();
    if (!m_source.seekg(m_start)) {
        return pos_type(off_type(-1));
    }
    m_before = 0;
    m_text.clear();
    m_kept = 0;
    m_high = 0;
    m_atMark = true;
    setg(nullptr, nullptr, nullptr);
    return to;
}

} // namespace spanscope
