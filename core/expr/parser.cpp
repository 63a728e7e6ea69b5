#include "core/expr/fraction.h"

#include <algorithm>
#include <array>
#include <charconv>

// A hand-written descent: index expressions are read by the ten thousand on the way to the
// first picture, and every message must name the offset and what was expected.

namespace spanscope {

namespace {

/// Terms that multiplying out may give in one text: time stays in proportion to its length.
constexpr std::size_t kFreeProducts = 2'000;
constexpr std::size_t kProductsPerByte = 8;

struct ParseFailure
{
    ExprError error;
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; // in every locale
}

bool isNameChar(char c)
{
    return isNameStart(c) || isDigit(c) || c == '.' || c == '$';
}

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Expr parse()
    {
        const Expr out = wholeOf(sum());
        skipSpace();
        if (m_at < m_text.size()) {
            fail("unexpected '" + std::string(1, m_text[m_at]) + "'");
        }
        return out;
    }

private:
    [[noreturn]] void fail(std::string reason) const { throw ParseFailure{{m_at, std::move(reason)}}; }

    void skipSpace()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) {
            ++m_at;
        }
    }

    bool accept(std::string_view token)
    {
        skipSpace();
        if (m_text.substr(m_at).starts_with(token)) {
            m_at += token.size();
            return true;
        }
        return false;
    }

    void expect(std::string_view token)
    {
        if (!accept(token)) {
            fail("expected '" + std::string(token) + "'");
        }
    }

    /// Terms are collected and sorted once, so that a sum of thousands stays linear.
    Fraction sum()
    {
        std::vector<Fraction> parts;
        Int denominator = 1;
        std::size_t terms = 0;
        bool negative = false;
        do {
            parts.push_back(product());
            if (negative) {
                parts.back().numerator = Expr(0) - parts.back().numerator;
            }
            denominator = lcmChecked(denominator, parts.back().denominator);
            terms += parts.back().numerator.terms().size();
            if (terms > kMaxExprTerms) {
                fail("more than " + std::to_string(kMaxExprTerms) + " terms");
            }
        } while (nextSign(negative));
        std::vector<Monomial> all;
        Int constant = 0;
        for (const Fraction &part : parts) {
            const Int scale = denominator / part.denominator;
            constant = addChecked(constant, mulChecked(part.numerator.constant(), scale));
            for (const Monomial &m : part.numerator.terms()) {
                all.push_back({mulChecked(m.coefficient, scale), m.atoms});
            }
        }
        return {Expr::sum(std::move(all), constant), denominator};
    }

    bool nextSign(bool &negative)
    {
        skipSpace();
        if (m_at < m_text.size() && (m_text[m_at] == '+' || m_text[m_at] == '-')) {
            negative = m_text[m_at] == '-';
            ++m_at;
            return true;
        }
        return false;
    }

    Fraction product()
    {
        Fraction out = unary();
        while (true) {
            skipSpace();
            if (m_text.substr(m_at).starts_with("**")) {
                fail("unexpected '**'");
            }
            if (accept("*")) {
                const Fraction b = unary();
                multiplyOut(out.numerator, b.numerator);
                out.numerator = out.numerator * b.numerator;
                if (b.denominator != 1 || out.denominator != 1) {
                    out = quotient(out, {Expr(b.denominator), 1});
                }
            } else if (accept("//")) {
                out = floorOfQuotient(out, unary(), "//");
            } else if (accept("/")) {
                out = quotient(out, unary());
            } else if (accept("%")) {
                const Expr a = wholeOf(out);
                out = {modulo(a, wholeOf(unary())), 1};
            } else {
                return out;
            }
        }
    }

    Fraction unary()
    {
        bool negative = false;
        while (true) {
            if (accept("-")) {
                negative = !negative;
            } else if (!accept("+")) {
                break;
            }
        }
        Fraction out = power();
        if (negative) {
            out.numerator = Expr(0) - out.numerator;
        }
        return out;
    }

    Fraction power()
    {
        const Fraction base = primary();
        if (!accept("**")) {
            return base;
        }
        enter();
        const Expr exponent = wholeOf(unary());
        --m_depth;
        const Expr whole = wholeOf(base);
        if (!whole.isConstant() || !exponent.isConstant() || exponent.constant() < 0 || exponent.constant() > 63) {
            return {binaryOpaque(whole, "**", exponent), 1};
        }
        Int value = 1;
        for (Int i = 0; i < exponent.constant(); ++i) {
            value = mulChecked(value, whole.constant());
        }
        return {Expr(value), 1};
    }

    /// Sums times sums grow fast, and a text may hold many of them.
    void multiplyOut(const Expr &a, const Expr &b)
    {
        if (a.isConstant() || b.isConstant()) {
            return;
        }
        m_products += a.terms().size() * b.terms().size();
        if (m_products > kFreeProducts + kProductsPerByte * m_text.size()) {
            fail("too large to multiply out");
        }
    }

    void enter()
    {
        if (++m_depth > kMaxExprDepth) {
            fail("nested deeper than " + std::to_string(kMaxExprDepth));
        }
    }

    Fraction primary()
    {
        skipSpace();
        if (m_at == m_text.size()) {
            fail("unexpected end");
        }
        const char c = m_text[m_at];
        if (c == '(') {
            ++m_at;
            enter();
            const Fraction out = sum();
            --m_depth;
            expect(")");
            return out;
        }
        if (isDigit(c)) {
            return {number(), 1};
        }
        if (isNameStart(c)) {
            return named();
        }
        fail("unexpected '" + std::string(1, c) + "'");
    }

    Expr number()
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
        if (error != std::errc()) {
            m_at = start;
            fail("number exceeds 63 bits");
        }
        return value;
    }

    Fraction named()
    {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && isNameChar(m_text[m_at])) {
            ++m_at;
        }
        const std::string_view name = m_text.substr(start, m_at - start);
        skipSpace();
        if (m_at >= m_text.size() || m_text[m_at] != '(') {
            return {Expr::symbol(std::string(name)), 1};
        }
        enter();
        const Fraction out = call(name, start);
        --m_depth;
        return out;
    }

    std::vector<Fraction> arguments(std::size_t count)
    {
        std::vector<Fraction> out;
        expect("(");
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0) {
                expect(",");
            }
            out.push_back(sum());
        }
        expect(")");
        return out;
    }

    Fraction call(std::string_view name, std::size_t start)
    {
        if (name == "floor" || name == "Identity") {
            const Fraction a = arguments(1).front();
            return name == "floor" ? Fraction{Expr::floorDiv(a.numerator, a.denominator), 1} : a;
        }
        if (name == "FloorDiv" || name == "CleanDiv") {
            const auto args = arguments(2);
            return floorOfQuotient(args[0], args[1], "//");
        }
        if (name == "Mod" || name == "PythonMod") {
            const auto args = arguments(2);
            return {modulo(wholeOf(args[0]), wholeOf(args[1])), 1};
        }
        if (name == "ModularIndexing") {
            const auto args = arguments(3);
            return {modulo(floorOfQuotient(args[0], args[1], "//").numerator, wholeOf(args[2])), 1};
        }
        return {unknownCall(start), 1};
    }

    /// A call that is kept as it stands: balanced brackets, white space folded.
    Expr unknownCall(std::size_t start)
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

    void copyName(std::string &text, std::vector<std::string> &symbols)
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

    void bracket(char c, std::vector<char> &open) const
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

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::size_t m_products = 0;
};

} // namespace

ParsedExpr parseExpr(std::string_view text)
{
    if (text.size() > kMaxExprBytes) {
        return {{}, ExprError{0, "expression longer than " + std::to_string(kMaxExprBytes) + " bytes"}};
    }
    Parser parser(text);
    try {
        return {parser.parse(), std::nullopt};
    } catch (const ParseFailure &failure) {
        return {{}, failure.error};
    } catch (const OverflowError &) {
        return {{}, ExprError{0, "a coefficient exceeds 63 bits"}};
    } catch (const ExprTooLarge &error) {
        return {{}, ExprError{0, error.what()}};
    }
}

} // namespace spanscope
