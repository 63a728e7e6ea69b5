#pragma once
/// Text files in UTF-16 (with a byte order mark) as UTF-8.

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <streambuf>
#include <string_view>
#include <vector>

namespace spanscope {

enum class Utf16 { LittleEndian, BigEndian };
/// What the first two bytes say.
[[nodiscard]] std::optional<Utf16> utf16Mark(std::string_view head);

/// Turns UTF-16 into UTF-8 while it is read, in bounded memory. Halves of pairs become U+FFFD. The mark is
/// dropped. Only its beginning can be sought, and only when the source can.
class Utf16Stream : public std::streambuf
{
public:
    /// \param source stands at the mark
    Utf16Stream(std::istream &source, Utf16 order);

protected:
    int_type underflow() override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode mode) override;
    pos_type seekpos(pos_type to, std::ios_base::openmode mode) override;

private:
    void decode(std::size_t bytes);
    void put(std::uint32_t character);

    std::istream &m_source;
    Utf16 m_order;
    std::istream::pos_type m_start;
    std::vector<char> m_raw;
    std::vector<char> m_text;
    std::size_t m_kept = 0;   ///< bytes of m_raw that wait for the rest of their character
    std::size_t m_before = 0; ///< decoded bytes before m_text
    std::uint32_t m_high = 0; ///< the first half of a pair
    bool m_atMark = true;
};

} // namespace spanscope
