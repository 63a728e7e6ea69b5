#pragma once
/// Text inside HTML and SVG.

#include <string>
#include <string_view>

namespace spanscope {

/// `<`, `>`, `&` and quotes as entities; control characters that XML forbids become blanks.
[[nodiscard]] inline std::string escapedMarkup(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '&':
            out += "&amp;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
        }
    }
    return out;
}

} // namespace spanscope
