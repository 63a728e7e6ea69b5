#pragma once
/// Long text in a place made for a short one.

#include <cstddef>
#include <string>
#include <string_view>

namespace spanscope {

/// At most `most` characters of UTF-8 text, never cut inside one; an ellipsis tells that more follows.
[[nodiscard]] inline std::string shortened(std::string_view text, std::size_t most)
{
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U && ++characters > most) {
            return std::string(text.substr(0, i)) + "\xE2\x80\xA6";
        }
    }
    return std::string(text);
}

} // namespace spanscope
