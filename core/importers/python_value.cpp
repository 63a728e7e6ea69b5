#include "core/importers/python_value.h"

#include <charconv>

namespace spanscope {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isNamePart(char c)
{
    return isNameStart(c) || isDigit(c) || c == '.';
}

/// Recursive descent with counted depth: hostile nesting must not eat the stack, which is why this is
/// no generated grammar.
class Parser
{
public:
    Parser(std::string_view text, std::size_t pos)
        : m_text(text)
        , m_pos(pos)
    {
    }

    PyParsed run()
    {
        PyParsed out;
        PyValue value;
        if (parseValue(value, 0)) {
            out.value = std::move(value);
        } else {
            out.problem = m_problem;
            out.truncated = m_truncated;
        }
        out.end = m_pos;
        return out;
    }

private:
    bool fail(const char *problem)
    {
        m_problem = problem;
        return false;
    }

    bool atEnd()
    {
        m_truncated = true;
        return fail("the text ends inside a value");
    }

    void skipSpace()
    {
        while (m_pos < m_text.size()) {
            if (m_text[m_pos] == '#') { // generated code has comments between entries
                while (m_pos < m_text.size() && m_text[m_pos] != '\n') {
                    ++m_pos;
                }
            } else if (isSpace(m_text[m_pos])) {
                ++m_pos;
            } else {
                return;
            }
        }
    }

    bool parseValue(PyValue &value, int depth)
    {
        if (depth > kMaxPyDepth) {
            return fail("brackets are nested too deeply");
        }
        if (++m_nodes > kMaxPyNodes) {
            return fail("too many values");
        }
        skipSpace();
        if (m_pos >= m_text.size()) {
            return atEnd();
        }
        const std::size_t begin = m_pos;
        if (!parsePrimary(value, depth)) {
            return false;
        }
        value.begin = begin;
        value.end = m_pos;
        return takeRest(value, begin, depth);
    }

    bool parsePrimary(PyValue &value, int depth)
    {
        const char c = m_text[m_pos];
        if (c == '[') {
            value.kind = PyValue::Kind::List;
            return parseItems(value, ']', depth);
        }
        if (c == '(') {
            value.kind = PyValue::Kind::Tuple;
            return parseItems(value, ')', depth);
        }
        if (c == '{') {
            return parseBraces(value, depth);
        }
        if (c == '\'' || c == '"') {
            return parseString(value);
        }
        if (isDigit(c) || (c == '-' && m_pos + 1 < m_text.size() && isDigit(m_text[m_pos + 1]))) {
            return parseNumber(value);
        }
        if (isNameStart(c)) {
            return parseName(value, depth);
        }
        value.kind = PyValue::Kind::Raw;
        return true; // takeRest() reads it
    }

    bool parseNumber(PyValue &value)
    {
        const char *first = m_text.data() + m_pos;
        const auto [last, error] = std::from_chars(first, m_text.data() + m_text.size(), value.integer);
        value.kind = error == std::errc() ? PyValue::Kind::Integer : PyValue::Kind::Raw;
        m_pos += static_cast<std::size_t>(last - first);
        return true;
    }

    bool parseName(PyValue &value, int depth)
    {
        const std::size_t begin = m_pos;
        while (m_pos < m_text.size() && isNamePart(m_text[m_pos])) {
            ++m_pos;
        }
        value.kind = PyValue::Kind::Name;
        value.text = m_text.substr(begin, m_pos - begin);
        if (m_pos >= m_text.size()) {
            return true;
        }
        const bool prefix =
            value.text.size() == 1 && std::string_view("rbfuRBFU").find(value.text[0]) != std::string_view::npos;
        if (prefix && (m_text[m_pos] == '\'' || m_text[m_pos] == '"')) {
            return parseString(value);
        }
        if (m_text[m_pos] == '(') {
            value.kind = PyValue::Kind::Call;
            return parseItems(value, ')', depth);
        }
        return true;
    }

    bool parseString(PyValue &value)
    {
        const char quote = m_text[m_pos++];
        value.kind = PyValue::Kind::String;
        value.text.clear();
        while (m_pos < m_text.size() && m_text[m_pos] != quote) {
            if (m_text[m_pos] == '\\' && m_pos + 1 < m_text.size()) {
                ++m_pos;
                value.text.push_back(m_text[m_pos] == 'n' ? '\n' : m_text[m_pos]);
            } else {
                value.text.push_back(m_text[m_pos]);
            }
            ++m_pos;
        }
        if (m_pos >= m_text.size()) {
            return atEnd();
        }
        ++m_pos;
        return true;
    }

    /// `name =` of a keyword argument, if that is what comes.
    std::string keyword()
    {
        const std::size_t begin = m_pos;
        while (m_pos < m_text.size() && (isNameStart(m_text[m_pos]) || isDigit(m_text[m_pos]))) {
            ++m_pos;
        }
        const std::size_t end = m_pos;
        skipSpace();
        const bool equals =
            m_pos < m_text.size() && m_text[m_pos] == '=' && (m_pos + 1 >= m_text.size() || m_text[m_pos + 1] != '=');
        if (end == begin || !equals) {
            m_pos = begin;
            return {};
        }
        ++m_pos;
        return std::string(m_text.substr(begin, end - begin));
    }

    bool parseItems(PyValue &value, char close, int depth)
    {
        ++m_pos;
        for (;;) {
            skipSpace();
            if (m_pos >= m_text.size()) {
                return atEnd();
            }
            if (m_text[m_pos] == close) {
                ++m_pos;
                return true;
            }
            std::string name = value.kind == PyValue::Kind::Call ? keyword() : std::string();
            PyValue item;
            if (!parseValue(item, depth + 1)) {
                return false;
            }
            if (name.empty()) {
                value.items.push_back(std::move(item));
            } else {
                value.named.push_back({std::move(name), std::move(item)});
            }
            if (!separator(close)) {
                return false;
            }
        }
    }

    /// A comma, or the closing bracket which stays.
    bool separator(char close)
    {
        skipSpace();
        if (m_pos >= m_text.size()) {
            return atEnd();
        }
        if (m_text[m_pos] == ',') {
            ++m_pos;
            return true;
        }
        return m_text[m_pos] == close || fail("a comma or closing bracket is missing");
    }

    bool parseBraces(PyValue &value, int depth)
    {
        ++m_pos;
        value.kind = PyValue::Kind::Dict;
        for (;;) {
            skipSpace();
            if (m_pos >= m_text.size()) {
                return atEnd();
            }
            if (m_text[m_pos] == '}') {
                ++m_pos;
                return true;
            }
            PyEntry entry;
            if (!parseValue(entry.key, depth + 1)) {
                return false;
            }
            skipSpace();
            if (m_pos < m_text.size() && m_text[m_pos] == ':') {
                ++m_pos;
                if (!parseValue(entry.value, depth + 1)) {
                    return false;
                }
                value.entries.push_back(std::move(entry));
            } else { // a set
                value.kind = PyValue::Kind::Tuple;
                value.items.push_back(std::move(entry.key));
            }
            if (!separator('}')) {
                return false;
            }
        }
    }

    /// If more than the primary stands before the next delimiter, the whole is arithmetic: kept as text.
    bool takeRest(PyValue &value, std::size_t begin, int depth)
    {
        std::size_t at = m_pos;
        while (at < m_text.size() && (isSpace(m_text[at]))) {
            ++at;
        }
        constexpr std::string_view kDelimiters = ",)]}:=#;";
        if (at >= m_text.size() || kDelimiters.find(m_text[at]) != std::string_view::npos) {
            return value.kind != PyValue::Kind::Raw || m_pos > begin || fail("a value is missing");
        }
        const bool operatorFollows = std::string_view("+-*/%<([|&.").find(m_text[at]) != std::string_view::npos;
        if (depth == 0 && m_pos > begin && !operatorFollows) {
            return true; // in running text the value ends where prose goes on: `[1, 2] exceeds`
        }
        if (!skipArithmetic()) {
            return false;
        }
        std::size_t last = m_pos;
        while (last > begin && isSpace(m_text[last - 1])) {
            --last;
        }
        value = PyValue();
        value.kind = PyValue::Kind::Raw;
        value.text = m_text.substr(begin, last - begin);
        value.begin = begin;
        value.end = last;
        return true;
    }

    bool skipArithmetic()
    {
        while (m_pos < m_text.size()) {
            const char c = m_text[m_pos];
            if (c == '(' || c == '[' || c == '{') {
                const std::size_t close = closingBracket(m_text, m_pos);
                if (close == std::string_view::npos) {
                    m_pos = m_text.size();
                    return atEnd();
                }
                m_pos = close;
                continue;
            }
            if (c == '<') {
                m_angle = true;
            }
            const bool delimiter =
                std::string_view(",)]}=").find(c) != std::string_view::npos || (c == ':' && !m_angle);
            if (delimiter) {
                break;
            }
            if (c == '>') {
                m_angle = false;
            }
            ++m_pos;
        }
        m_angle = false;
        return true;
    }

    std::string_view m_text;
    std::size_t m_pos;
    std::size_t m_nodes = 0;
    bool m_angle = false; ///< inside `<DataFormats.X: 3>`, whose colon is no delimiter
    bool m_truncated = false;
    std::string m_problem;
};

} // namespace

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

PyParsed parsePyValue(std::string_view text, std::size_t pos)
{
    return Parser(text, pos).run();
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
