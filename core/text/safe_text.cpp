#include "core/text/safe_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace spanscope {

namespace {

/// One character of UTF-8: its code point and its bytes; length 1 and `valid` false for what is none.
struct Character
{
    std::uint32_t code = 0;
    std::size_t length = 1;
    bool valid = true;
};

Character characterAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(at);
    if (first < 0x80) {
        return {first, 1, true};
    }
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + length > text.size()) {
        return {first, 1, false};
    }
    std::uint32_t code = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xc0U) != 0x80U) {
            return {first, 1, false};
        }
        code = code << 6U | (byte(at + i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 3> kLeast{0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < kLeast.at(length - 2) || surrogate || code > 0x10ffff) {
        return {first, 1, false};
    }
    return {code, length, true};
}

/// Characters that change how others are shown, or that show as nothing at all.
bool isObeyed(std::uint32_t code)
{
    struct Block
    {
        std::uint32_t first;
        std::uint32_t last;
    };
    constexpr std::array<Block, 11> kBlocks{{{0x00, 0x1f},
                                             {0x7f, 0x9f},
                                             {0xad, 0xad},
                                             {0x61c, 0x61c},
                                             {0x180e, 0x180e},
                                             {0x200b, 0x200b},
                                             {0x200e, 0x200f},
                                             {0x2028, 0x202e},
                                             {0x2060, 0x206f},
                                             {0xfeff, 0xfeff},
                                             {0xe0000, 0xe007f}}};
    return std::any_of(kBlocks.begin(), kBlocks.end(),
                       [code](const Block &block) { return code >= block.first && code <= block.last; });
}

bool isPlain(char c)
{
    return c >= 0x20 && c < 0x7f;
}

void appendHex(std::string &out, std::uint32_t value, unsigned digits)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (unsigned i = digits; i-- > 0;) {
        out += kDigits[value >> (4 * i) & 15U];
    }
}

/// `\u202e`; beyond 16 bits two surrogates in JSON and `\U000e0001` elsewhere.
void appendEscape(std::string &out, std::uint32_t code, bool json)
{
    if (code <= 0xffff) {
        out += "\\u";
        appendHex(out, code, 4);
    } else if (!json) {
        out += "\\U";
        appendHex(out, code, 8);
    } else {
        appendEscape(out, 0xd800 + ((code - 0x10000) >> 10U), true);
        appendEscape(out, 0xdc00 + ((code - 0x10000) & 0x3ffU), true);
    }
}

} // namespace

std::string printable(std::string_view text, bool keepLines)
{
    if (std::all_of(text.begin(), text.end(), isPlain)) {
        return std::string(text);
    }
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const Character c = characterAt(text, i);
        const bool kept = keepLines && (c.code == '\n' || c.code == '\t');
        if (!c.valid || (isObeyed(c.code) && c.code <= 0xff && !kept)) {
            out += "\\x";
            appendHex(out, c.code, 2);
        } else if (isObeyed(c.code) && !kept) {
            appendEscape(out, c.code, false);
        } else {
            out += text.substr(i, c.length);
        }
        i += c.length;
    }
    return out;
}

std::string printableJson(std::string json)
{
    if (std::all_of(json.begin(), json.end(), [](char c) { return isPlain(c) || c == '\n'; })) {
        return json;
    }
    std::string out;
    out.reserve(json.size() + json.size() / 8);
    for (std::size_t i = 0; i < json.size();) {
        const Character c = characterAt(json, i);
        if (c.code > 0x7e && c.valid && isObeyed(c.code)) {
            appendEscape(out, c.code, true);
        } else {
            out.append(json, i, c.length);
        }
        i += c.length;
    }
    return out;
}

std::string markdownText(std::string_view text)
{
    std::string flat(text);
    std::replace_if(
        flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    std::string out;
    for (const char c : printable(flat)) {
        if (std::string_view("\\`*_[]<>|#~").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string markupText(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : printable(text, true)) {
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
            out += c;
        }
    }
    return out;
}

std::string csvText(std::string_view text)
{
    // The last four are the full-width forms of the first, which some spreadsheets take alike.
    constexpr std::array<std::string_view, 8> kStarts{
        "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
    std::string shown = printable(text);
    const std::size_t start = std::min(shown.find_first_not_of(' '), shown.size());
    const std::string_view rest = std::string_view(shown).substr(start);
    if (std::any_of(kStarts.begin(), kStarts.end(), [rest](std::string_view s) { return rest.starts_with(s); })) {
        shown.insert(0, 1, '\'');
    }
    if (shown.find_first_of(",\"") == std::string::npos) {
        return shown;
    }
    std::string out = "\"";
    for (const char c : shown) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

} // namespace spanscope
