#include "core/expr/expr_reader.h"
#include "core/expr/fraction.h"

#include <algorithm>
#include <utility>

// A hand-written descent: index expressions are read by the ten thousand on the way to the
// first picture, and every message must name the offset and what was expected.

namespace spanscope {

namespace {

/// Terms that multiplying out may give in one text: time stays in proportion to its length.
constexpr std::size_t kFreeProducts = 2'000;
constexpr std::size_t kProductsPerByte = 8;

class Parser : private ExprReader
{
public:
    explicit Parser(std::string_view text)
        : ExprReader(text)
    {
    }

    Expr parse()
    {
        const Fraction whole = sum();
        skipSpace();
        if (m_at < m_text.size()) {
            fail("unexpected '" + std::string(1, m_text[m_at]) + "'");
        }
        if (m_tooLarge) {
            return asWritten(0);
        }
        return computed(0, [&] { return Fraction{wholeOf(whole), 1}; }).numerator;
    }

private:
    /// The result of `compute`, which parses nothing; or what was written from `start` to here.
    template <typename Compute> Fraction computed(std::size_t start, Compute compute)
    {
        if (m_tooLarge) {
            return {Expr(0), 1}; // the whole text will be kept as written
        }
        try {
            return compute();
        } catch (const OverflowError &) {
            return {asWritten(start), 1};
        } catch (const ExprTooLarge &) {
            m_tooLarge = true;
            return {Expr(0), 1};
        }
    }

    Fraction sum()
    {
        const std::size_t start = placeOfNext();
        std::vector<Fraction> parts;
        std::vector<bool> negative;
        bool minus = false;
        do {
            parts.push_back(product());
            negative.push_back(minus);
        } while (nextSign(minus));
        return parts.size() == 1 ? std::move(parts.front()) : computed(start, [&] { return addUp(parts, negative); });
    }

    /// Terms are collected and sorted once, so that a sum of thousands stays linear.
    static Fraction addUp(std::vector<Fraction> &parts, const std::vector<bool> &negative)
    {
        Int denominator = 1;
        std::size_t terms = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (negative[i]) {
                parts[i].numerator = Expr(0) - parts[i].numerator;
            }
            denominator = lcmChecked(denominator, parts[i].denominator);
            terms += parts[i].numerator.terms().size();
            if (terms > kMaxExprTerms) {
                throw ExprTooLarge("more than " + std::to_string(kMaxExprTerms) + " terms");
            }
        }
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

    enum class Operator { None, Times, Floor, Over, Modulo };

    Operator nextOperator()
    {
        skipSpace();
        if (m_text.substr(m_at).starts_with("**")) {
            fail("unexpected '**'");
        }
        return accept("*")    ? Operator::Times
               : accept("//") ? Operator::Floor
               : accept("/")  ? Operator::Over
               : accept("%")  ? Operator::Modulo
                              : Operator::None;
    }

    Fraction product()
    {
        const std::size_t start = placeOfNext();
        Fraction out = unary();
        bool lost = false; // once beyond 63 bits all of the product is
        for (Operator next = nextOperator(); next != Operator::None; next = nextOperator()) {
            const Fraction b = unary();
            if (!lost && !m_tooLarge) {
                try {
                    out = applied(out, next, b);
                } catch (const OverflowError &) {
                    lost = true;
                } catch (const ExprTooLarge &) {
                    m_tooLarge = true;
                }
            }
        }
        return lost && !m_tooLarge ? Fraction{asWritten(start), 1} : out;
    }

    Fraction applied(const Fraction &a, Operator next, const Fraction &b)
    {
        switch (next) {
        case Operator::Times: {
            multiplyOut(a.numerator, b.numerator);
            Fraction out{a.numerator * b.numerator, a.denominator};
            return b.denominator != 1 || out.denominator != 1 ? quotient(out, {Expr(b.denominator), 1}) : out;
        }
        case Operator::Floor:
            return floorOfQuotient(a, b, "//");
        case Operator::Over:
            return quotient(a, b);
        case Operator::Modulo:
            return {modulo(wholeOf(a), wholeOf(b)), 1};
        case Operator::None:
            break;
        }
        return a;
    }

    Fraction unary()
    {
        const std::size_t start = placeOfNext();
        bool negative = false;
        while (true) {
            if (accept("-")) {
                negative = !negative;
            } else if (!accept("+")) {
                break;
            }
        }
        const Fraction out = power();
        return negative ? computed(start, [&] { return Fraction{Expr(0) - out.numerator, out.denominator}; }) : out;
    }

    Fraction power()
    {
        const std::size_t start = placeOfNext();
        const Fraction base = primary();
        if (!accept("**")) {
            return base;
        }
        enter();
        const Fraction exponent = unary();
        --m_depth;
        return computed(start, [&] { return powerOf(wholeOf(base), wholeOf(exponent)); });
    }

    static Fraction powerOf(const Expr &base, const Expr &exponent)
    {
        if (!base.isConstant() || !exponent.isConstant() || exponent.constant() < 0 || exponent.constant() > 63) {
            return {binaryOpaque(base, "**", exponent), 1};
        }
        Int value = 1;
        for (Int i = 0; i < exponent.constant(); ++i) {
            value = mulChecked(value, base.constant());
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
        if (m_products <= kFreeProducts) {
            return;
        }
        if (m_textSize == 0) { // without what asWritten() adds or takes away, so that its text fares alike
            m_textSize = tidyText(0, m_text.size()).size();
        }
        if (m_products > kFreeProducts + kProductsPerByte * m_textSize) {
            throw ExprTooLarge("too large to multiply out");
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
        if (c >= '0' && c <= '9') {
            return {number(), 1};
        }
        if (isNameStart(c)) {
            return named();
        }
        fail("unexpected '" + std::string(1, c) + "'");
    }

    Fraction named()
    {
        const std::size_t start = m_at;
        const std::string_view name = takeName();
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
            return computed(start, [&] {
                return name == "floor" ? Fraction{Expr::floorDiv(a.numerator, a.denominator), 1} : a;
            });
        }
        if (name == "FloorDiv" || name == "CleanDiv") {
            const auto args = arguments(2);
            return computed(start, [&] { return floorOfQuotient(args[0], args[1], "//"); });
        }
        if (name == "Mod" || name == "PythonMod") {
            const auto args = arguments(2);
            return computed(start, [&] { return Fraction{modulo(wholeOf(args[0]), wholeOf(args[1])), 1}; });
        }
        if (name == "ModularIndexing") {
            const auto args = arguments(3);
            return computed(start, [&] {
                return Fraction{modulo(floorOfQuotient(args[0], args[1], "//").numerator, wholeOf(args[2])), 1};
            });
        }
        return {unknownCall(start), 1};
    }

    std::size_t m_products = 0;
    std::size_t m_textSize = 0; ///< 0: not counted yet
    bool m_tooLarge = false;    ///< the whole text is kept as written
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
