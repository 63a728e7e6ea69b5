#include "core/importers/log_text.h"

#include "core/importers/python_value.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace spanscope {

namespace {

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Length of one UTF-8 character at `text`, 0 when it is not valid there.
std::size_t utf8Length(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) {
        return 1;
    }
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    const auto second = static_cast<unsigned char>(text[1]);
    const bool bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90);
    return bad ? 0 : length;
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string squeezed(std::string_view text)
{
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return !isSpace(c); });
    return out;
}

std::string_view lastWord(std::string_view text)
{
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    std::size_t begin = text.size();
    while (begin > 0 && (isWord(text[begin - 1]) || text[begin - 1] == '.')) {
        --begin;
    }
    return text.substr(begin);
}

std::string shortText(std::string_view text, std::size_t limit)
{
    text = trimmed(text);
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const bool control = length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F);
        const bool bad = length == 0 || (control && !isSpace(text[0]));
        const std::string_view piece = bad ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        if (out.size() + piece.size() > limit) {
            return out + "\xE2\x80\xA6"; // an ellipsis
        }
        out += control && !bad ? std::string_view(" ") : piece;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string cleanLine(std::string_view line)
{
    std::string out;
    out.reserve(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
            for (i += 2; i < line.size() && (isDigit(line[i]) || line[i] == ';'); ++i) {
            }
        } else if (c == '\\' && i + 1 < line.size() && (line[i + 1] == 'n' || line[i + 1] == 't')) {
            out += '\n';
            ++i;
        } else if (c == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\'')) {
            continue;
        } else {
            out += c;
        }
    }
    return out;
}

bool TextCursor::atEnd()
{
    skipSpace();
    return m_pos >= m_text.size();
}

void TextCursor::skipSpace()
{
    while (m_pos < m_text.size() && isSpace(m_text[m_pos])) {
        ++m_pos;
    }
}

bool TextCursor::accept(std::string_view literal)
{
    std::size_t at = m_pos;
    for (const char c : literal) {
        if (isSpace(c)) {
            continue;
        }
        while (at < m_text.size() && isSpace(m_text[at])) {
            ++at;
        }
        if (at >= m_text.size() || m_text[at] != c) {
            return false;
        }
        ++at;
    }
    m_pos = at;
    return true;
}

std::optional<std::string_view> TextCursor::until(std::string_view literal)
{
    const std::size_t begin = m_pos;
    for (std::size_t at = begin; at < m_text.size(); ++at) {
        if (m_text[at] != literal.front()) {
            continue;
        }
        TextCursor there(m_text, at);
        if (there.accept(literal)) {
            m_pos = there.m_pos;
            return m_text.substr(begin, at - begin);
        }
    }
    return std::nullopt;
}

std::optional<std::string> TextCursor::decimal()
{
    skipSpace();
    const std::size_t begin = m_pos;
    while (m_pos < m_text.size() && (isDigit(m_text[m_pos]) || (m_text[m_pos] == '.' && m_pos > begin))) {
        ++m_pos;
    }
    std::string_view number = m_text.substr(begin, m_pos - begin);
    while (!number.empty() && number.back() == '.') {
        number.remove_suffix(1);
        --m_pos;
    }
    return number.empty() ? std::nullopt : std::optional<std::string>(number);
}

std::optional<Int> TextCursor::integer()
{
    skipSpace();
    Int value = 0;
    const char *first = m_text.data() + m_pos;
    const auto [last, error] = std::from_chars(first, m_text.data() + m_text.size(), value);
    if (error != std::errc()) {
        return std::nullopt;
    }
    m_pos += static_cast<std::size_t>(last - first);
    return value;
}

std::string_view TextCursor::word()
{
    skipSpace();
    const std::size_t begin = m_pos;
    while (m_pos < m_text.size() && (isWord(m_text[m_pos]) || m_text[m_pos] == '.' || m_text[m_pos] == ':')) {
        ++m_pos;
    }
    std::size_t end = m_pos;
    while (end > begin && (m_text[end - 1] == ':' || m_text[end - 1] == '.')) {
        --end;
    }
    m_pos = end;
    return m_text.substr(begin, end - begin);
}

std::optional<std::string_view> TextCursor::bracketed()
{
    skipSpace();
    if (m_pos >= m_text.size() || std::string_view("([{").find(m_text[m_pos]) == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t close = closingBracket(m_text, m_pos);
    if (close == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view out = m_text.substr(m_pos, close - m_pos);
    m_pos = close;
    return out;
}

namespace {

/// The value that starts at `at`; its end, npos when a bracket does not close.
std::size_t valueEnd(std::string_view text, std::size_t at, bool freeText, std::size_t nextKey)
{
    if (freeText) {
        return std::min({text.find('\n', at), nextKey, text.size()});
    }
    if (at < text.size() && std::string_view("([{").find(text[at]) != std::string_view::npos) {
        return closingBracket(text, at);
    }
    std::size_t end = at;
    while (end < text.size() && !isSpace(text[end]) && text[end] != ',' && text[end] != ';' && text[end] != ')') {
        if (text[end] == '(') { // a value like torch.Size([1, 2])
            return closingBracket(text, end);
        }
        ++end;
    }
    const std::string_view unit = text.substr(end, 3);
    return unit == " MB" || unit == " GB" || unit == " KB" ? end + 3 : end;
}

struct FoundKey
{
    std::size_t begin = 0;
    std::size_t value = 0;
    const KeySpec *spec = nullptr;
};

/// Where one of the keys stands as a word of its own before `=`, at or after `from`.
FoundKey nextKey(std::string_view text, std::size_t from, std::span<const KeySpec> keys)
{
    for (std::size_t equals = text.find('=', from); equals != std::string_view::npos;
         equals = text.find('=', equals + 1)) {
        const std::string_view word = lastWord(text.substr(from, equals - from));
        for (const KeySpec &key : keys) {
            if (word == key.name) {
                const auto begin = static_cast<std::size_t>(word.data() - text.data());
                std::size_t value = equals + 1;
                while (value < text.size() && isSpace(text[value]) && text[value] != '\n') {
                    ++value;
                }
                return {begin, value, &key};
            }
        }
    }
    return {text.size(), text.size(), nullptr};
}

} // namespace

KeyValues scanKeyValues(std::string_view text, std::span<const KeySpec> keys)
{
    KeyValues out;
    FoundKey key = nextKey(text, 0, keys);
    while (key.spec != nullptr) {
        FoundKey following;
        if (key.spec->freeText) {
            following = nextKey(text, key.value, keys);
        }
        const std::size_t end = valueEnd(text, key.value, key.spec->freeText, following.begin);
        if (end == std::string_view::npos) {
            out.truncated = true;
            return out;
        }
        std::string_view value = trimmed(text.substr(key.value, end - key.value));
        if (!out.values.emplace(key.spec->name, value).second) {
            return out; // the next record
        }
        out.end = end;
        key = key.spec->freeText ? following : nextKey(text, end, keys);
    }
    return out;
}

} // namespace spanscope
