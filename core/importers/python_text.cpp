#include "core/importers/python_value.h"

namespace spanscope {

const PyValue *PyValue::argument(std::string_view name) const
{
    for (const PyNamed &entry : named) {
        if (entry.name == name) {
            return &entry.value;
        }
    }
    return nullptr;
}

const PyValue *PyValue::entry(std::string_view key) const
{
    for (const PyEntry &candidate : entries) {
        if (candidate.key.text == key) {
            return &candidate.value;
        }
    }
    return nullptr;
}

std::optional<std::vector<Int>> PyValue::integers() const
{
    if (!isSequence()) {
        return std::nullopt;
    }
    std::vector<Int> out;
    for (const PyValue &item : items) {
        if (item.kind != Kind::Integer) {
            return std::nullopt;
        }
        out.push_back(item.integer);
    }
    return out;
}

std::string_view PyValue::lastName() const
{
    const std::string_view name = text;
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

std::size_t closingBracket(std::string_view text, std::size_t open)
{
    std::size_t depth = 0;
    bool apostrophes = false; // a quote that never closes is an apostrophe, and so are the ones after it
    for (std::size_t at = open; at < text.size(); ++at) {
        const char c = text[at];
        if ((c == '\'' || c == '"') && !apostrophes) {
            const std::size_t from = at++;
            while (at < text.size() && text[at] != c) {
                at += text[at] == '\\' ? 2 : 1;
            }
            if (at >= text.size()) {
                at = from;
                apostrophes = true;
            }
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
            return at + 1;
        }
    }
    return std::string_view::npos;
}

std::size_t BracketCounter::feed(std::string_view piece)
{
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const char c = piece[i];
        if (m_quote != '\0') {
            if (c == '\\') {
                ++i;
            } else if (c == m_quote || c == '\n') {
                m_quote = '\0';
            }
        } else if (m_comment) {
            m_comment = c != '\n';
        } else if (c == '\'' || c == '"') {
            m_quote = c;
        } else if (c == '#') {
            m_comment = true;
        } else if (c == '(' || c == '[' || c == '{') {
            ++m_depth;
        } else if ((c == ')' || c == ']' || c == '}') && m_depth > 0 && --m_depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

} // namespace spanscope
