#include "core/expr/expr_reader.h"

#include <array>
#include <charconv>
#include <utility>

namespace spanscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; // in every locale
}

bool isNameChar(char c)
{
    return isLetter(c) || isDigit(c) || c == '.' || c == '$';
}

} // namespace

bool ExprReader::isNameStart(char c)
{
    return isLetter(c);
}

std::string_view ExprReader::takeName()
{
    const std::size_t start = m_at;
    while (m_at < m_text.size() && isNameChar(m_text[m_at])) {
        ++m_at;
    }
    return m_text.substr(start, m_at - start);
}

void ExprReader::skipSpace()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at])) {
        ++m_at;
    }
}

bool ExprReader::accept(std::string_view token)
{
    skipSpace();
    if (m_text.substr(m_at).starts_with(token)) {
        m_at += token.size();
        return true;
    }
    return false;
}

void ExprReader::expect(std::string_view token)
{
    if (!accept(token)) {
        fail("expected '" + std::string(token) + "'");
    }
}

std::size_t ExprReader::placeOfNext()
{
    skipSpace();
    return m_at;
}

bool ExprReader::nextSign(bool &negative)
{
    skipSpace();
    if (m_at < m_text.size() && (m_text[m_at] == '+' || m_text[m_at] == '-')) {
        negative = m_text[m_at] == '-';
        ++m_at;
        return true;
    }
    return false;
}

void ExprReader::enter()
{
    if (++m_depth > kMaxExprDepth) {
        fail("nested deeper than " + std::to_string(kMaxExprDepth));
    }
}

Expr ExprReader::number()
{
    const std::size_t start = m_at;
    while (m_at < m_text.size() && isDigit(m_text[m_at])) {
        ++m_at;
    }
    if (m_at < m_text.size() && (isNameChar(m_text[m_at]))) {
        while (m_at < m_text.size() && isNameChar(m_text[m_at])) {
            ++m_at;
        }
        const std::string_view token = m_text.substr(start, m_at - start);
        const bool decimal = token.find_first_not_of("0123456789.eE") == std::string_view::npos;
        if (!decimal) {
            m_at = start;
            fail("a name cannot start with a digit");
        }
        return Expr::opaque(std::string(token), {});
    }
    Int value = 0;
    const auto [end, error] = std::from_chars(m_text.data() + start, m_text.data() + m_at, value);
    return error == std::errc() ? Expr(value) : Expr::opaque(std::string(m_text.substr(start, m_at - start)), {});
}

Expr ExprReader::unknownCall(std::size_t start)
{
    std::vector<std::string> symbols;
    std::string text(m_text.substr(start, m_text.find('(', start) - start));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    std::vector<char> open;
    do {
        if (m_at == m_text.size()) {
            fail("unexpected end inside " + text.substr(0, 40));
        }
        const char c = m_text[m_at];
        if (isSpace(c)) {
            skipSpace();
            text += ' ';
            continue;
        }
        if (isNameStart(c)) {
            copyName(text, symbols);
            continue;
        }
        bracket(c, open);
        text += c;
        ++m_at;
    } while (!open.empty());
    return Expr::opaque(std::move(text), std::move(symbols));
}

void ExprReader::copyName(std::string &text, std::vector<std::string> &symbols)
{
    const std::size_t start = m_at;
    while (m_at < m_text.size() && isNameChar(m_text[m_at])) {
        ++m_at;
    }
    const std::string name(m_text.substr(start, m_at - start));
    text += name;
    const bool isCall = m_at < m_text.size() && m_text[m_at] == '(';
    const bool isNumberTail = start > 0 && isDigit(m_text[start - 1]);
    if (!isCall && !isNumberTail && name != "True" && name != "False") {
        symbols.push_back(name);
    }
}

void ExprReader::bracket(char c, std::vector<char> &open) const
{
    constexpr std::array<std::pair<char, char>, 2> kPairs{{{'(', ')'}, {'[', ']'}}};
    for (const auto &[left, right] : kPairs) {
        if (c == left) {
            open.push_back(right);
        } else if (c == right) {
            if (open.empty() || open.back() != right) {
                fail("unexpected '" + std::string(1, c) + "'");
            }
            open.pop_back();
        }
    }
}

std::string ExprReader::tidyText(std::size_t start, std::size_t end) const
{
    std::string out;
    for (const char c : m_text.substr(start, end - start)) {
        if (!isSpace(c)) {
            out += c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (!out.empty() && out.back() == ' ') {
        out.pop_back();
    }
    int open = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        open += out[i] == '(' ? 1 : out[i] == ')' ? -1 : 0;
        if (open == 0) {
            const bool bracketed = out.front() == '(' && i + 1 == out.size();
            return bracketed ? out.substr(1, out.size() - 2) : out;
        }
    }
    return out;
}

Expr ExprReader::asWritten(std::size_t start) const
{
    const std::string text = tidyText(start, m_at);
    std::vector<std::string> symbols;
    for (std::size_t i = 0; i < text.size();) {
        if (!isNameChar(text[i])) {
            ++i;
            continue;
        }
        const std::size_t from = i;
        while (i < text.size() && isNameChar(text[i])) {
            ++i;
        }
        const bool isCall =
            text.find_first_not_of(' ', i) != std::string::npos && text[text.find_first_not_of(' ', i)] == '(';
        if (isNameStart(text[from]) && !isCall) {
            symbols.push_back(text.substr(from, i - from));
        }
    }
    return Expr::opaque("(" + text + ")", std::move(symbols));
}

} // namespace spanscope
