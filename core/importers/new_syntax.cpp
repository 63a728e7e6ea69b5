#include "core/importers/new_syntax.h"

#include <charconv>

namespace spanscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<NewStatement> parse();

private:
    NewStatement statement();
    NewNode value(int depth);
    NewNode call(NewNode node, int depth);
    void argument(NewNode &call, int depth);
    NewNode option(std::string name, std::size_t begin);
    NewNode number();
    NewNode list();
    std::vector<Int> integersUntil(char close, const char *what);
    Int integer();
    std::string name();

    void skipSpace();
    [[nodiscard]] char peek()
    {
        skipSpace();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool accept(char c)
    {
        if (peek() != c || m_at >= m_text.size()) {
            return false;
        }
        ++m_at;
        return true;
    }
    /// True when a name and a single `=` come next.
    [[nodiscard]] bool atAssignment();
    /// What stands here, for messages.
    [[nodiscard]] std::string found();
    [[noreturn]] void expected(const std::string &what)
    {
        throw NewError(m_at, "expected " + what + ", found " + found());
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Blanks and comments from `#` to the end of the line.
void Parser::skipSpace()
{
    while (m_at < m_text.size() && (isSpace(m_text[m_at]) || m_text[m_at] == '#')) {
        if (m_text[m_at] == '#') {
            while (m_at < m_text.size() && m_text[m_at] != '\n') {
                ++m_at;
            }
        } else {
            ++m_at;
        }
    }
}

std::string Parser::found()
{
    skipSpace();
    if (m_at >= m_text.size()) {
        return "the end";
    }
    std::size_t end = m_at + 1;
    while (end < m_text.size() && end < m_at + 20 && (isNameStart(m_text[end]) || isDigit(m_text[end])) &&
           (isNameStart(m_text[m_at]) || isDigit(m_text[m_at]))) {
        ++end;
    }
    const auto byte = static_cast<unsigned char>(m_text[m_at]);
    if (byte < 0x20 || byte >= 0x7f) {
        return "byte " + std::to_string(byte);
    }
    return "`" + std::string(m_text.substr(m_at, end - m_at)) + "`";
}

std::string Parser::name()
{
    if (!isNameStart(peek())) {
        expected("a name");
    }
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && (isNameStart(m_text[m_at]) || isDigit(m_text[m_at]))) {
        ++m_at;
    }
    return std::string(m_text.substr(begin, m_at - begin));
}

Int Parser::integer()
{
    (void)peek();
    const std::size_t begin = m_at;
    std::size_t end = begin + (begin < m_text.size() && m_text[begin] == '-' ? 1 : 0);
    while (end < m_text.size() && isDigit(m_text[end])) {
        ++end;
    }
    Int number = 0;
    const auto [stop, error] = std::from_chars(m_text.data() + begin, m_text.data() + end, number);
    if (error == std::errc::result_out_of_range) {
        throw NewError(begin, "the integer exceeds 63 bits");
    }
    if (error != std::errc()) {
        expected("an integer");
    }
    m_at = static_cast<std::size_t>(stop - m_text.data());
    return number;
}

/// `1, 2, 3]` after the opening bracket; a trailing comma is fine.
std::vector<Int> Parser::integersUntil(char close, const char *what)
{
    std::vector<Int> numbers;
    while (!accept(close)) {
        if (!isDigit(peek()) && peek() != '-') {
            expected(std::string(what) + " or `" + close + "`");
        }
        numbers.push_back(integer());
        if (!accept(',') && peek() != close) {
            expected("`,` or `" + std::string(1, close) + "`");
        }
    }
    return numbers;
}

NewNode Parser::number()
{
    NewNode node;
    (void)peek();
    node.begin = m_at;
    std::size_t end = m_at + (m_text[m_at] == '-' ? 1 : 0);
    bool isReal = false;
    while (end < m_text.size() && (isDigit(m_text[end]) || m_text[end] == '.' || m_text[end] == 'e' ||
                                   (m_text[end] == '-' && m_text[end - 1] == 'e'))) {
        isReal = isReal || !isDigit(m_text[end]);
        ++end;
    }
    if (isReal) {
        double ignored = 0;
        const auto [stop, error] = std::from_chars(m_text.data() + m_at, m_text.data() + end, ignored);
        if (error != std::errc() || stop != m_text.data() + end) {
            throw NewError(m_at, "not a number: `" + std::string(m_text.substr(m_at, end - m_at)) + "`");
        }
        m_at = end;
        node.kind = NewNode::Kind::Real;
    } else {
        node.integers.push_back(integer());
        node.kind = NewNode::Kind::Integer;
    }
    node.end = m_at;
    node.text = std::string(m_text.substr(node.begin, node.end - node.begin));
    return node;
}

NewNode Parser::list()
{
    NewNode node;
    node.kind = NewNode::Kind::List;
    node.begin = m_at;
    const char close = m_text[m_at] == '[' ? ']' : ')';
    ++m_at;
    node.integers = integersUntil(close, "a dim");
    node.end = m_at;
    return node;
}

bool Parser::atAssignment()
{
    const std::size_t start = m_at;
    bool isAssignment = false;
    if (isNameStart(peek())) {
        (void)name();
        isAssignment = peek() == '=';
    }
    m_at = start;
    return isAssignment;
}

/// `dim=-1`, `dim=[0, 2]`, `keepdim=True` after its name.
NewNode Parser::option(std::string optionName, std::size_t begin)
{
    NewNode node;
    if (!accept('=')) {
        node.kind = NewNode::Kind::Name; // a bare `keepdim`
        node.integers = {1};
    } else if (isDigit(peek()) || peek() == '-') {
        node.kind = NewNode::Kind::Integer;
        node.integers = {integer()};
    } else if (peek() == '[' || peek() == '(') {
        node = list();
    } else if (isNameStart(peek())) {
        const std::size_t at = m_at;
        const std::string word = name();
        if (word != "True" && word != "true" && word != "False" && word != "false" && word != "None") {
            throw NewError(at, "expected an integer, a list, True, False or None, found `" + word + "`");
        }
        node.kind = word == "None" ? NewNode::Kind::List : NewNode::Kind::Name;
        if (word != "None") {
            node.integers = {word[0] == 'T' || word[0] == 't' ? 1 : 0};
        }
    } else {
        expected("a value for " + optionName);
    }
    node.begin = begin;
    node.end = m_at;
    node.text = std::move(optionName);
    return node;
}

void Parser::argument(NewNode &call, int depth)
{
    if (atAssignment() || peek() == 'k') {
        const std::size_t begin = m_at;
        const std::string optionName = name();
        if (peek() == '=' || optionName == "keepdim") {
            call.options.push_back(option(optionName, begin));
            return;
        }
        m_at = begin;
    }
    call.args.push_back(peek() == '[' || peek() == '(' ? list() : value(depth));
}

NewNode Parser::call(NewNode node, int depth)
{
    node.kind = NewNode::Kind::Call;
    if (depth >= kMaxNewDepth) {
        throw NewError(node.begin, "calls nested deeper than " + std::to_string(kMaxNewDepth));
    }
    while (!accept(')')) {
        argument(node, depth + 1);
        if (!accept(',') && peek() != ')') {
            expected("`,` or `)`");
        }
    }
    node.end = m_at;
    return node;
}

NewNode Parser::value(int depth)
{
    const char c = peek();
    if (isDigit(c) || c == '-') {
        return number();
    }
    if (!isNameStart(c)) {
        expected("a tensor such as f16[2,64], a name or an op");
    }
    NewNode node;
    node.begin = m_at;
    node.text = name();
    node.end = m_at;
    if (accept('(')) {
        return call(std::move(node), depth);
    }
    if (accept('[')) {
        node.kind = NewNode::Kind::Tensor;
        node.integers = integersUntil(']', "a size");
        node.end = m_at;
    }
    return node;
}

NewStatement Parser::statement()
{
    NewStatement statement;
    if (atAssignment()) {
        statement.name = name();
        (void)accept('=');
    }
    statement.value = value(0);
    return statement;
}

std::vector<NewStatement> Parser::parse()
{
    std::vector<NewStatement> statements;
    while (accept(';')) {
    }
    while (peek() != '\0' || m_at < m_text.size()) {
        statements.push_back(statement());
        if (!accept(';') && m_at < m_text.size()) {
            expected("`;` or the end");
        }
        while (accept(';')) {
        }
    }
    if (statements.empty()) {
        throw NewError(m_at, "expected an expression such as add(f16[2,64], f16[64]), found nothing");
    }
    return statements;
}

} // namespace

std::vector<NewStatement> parseNew(std::string_view text)
{
    if (text.size() > kMaxNewBytes) {
        throw NewError(0, "longer than " + std::to_string(kMaxNewBytes) + " bytes");
    }
    return Parser(text).parse();
}

} // namespace spanscope
