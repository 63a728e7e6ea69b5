#include "tests/core/reference/ref_expr.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace reference {

using Kind = RefExpr::Kind;

RefExpr RefExpr::integer(Wide value)
{
    RefExpr out;
    out.number = value;
    return out;
}

RefExpr RefExpr::symbol(std::string name)
{
    RefExpr out;
    out.kind = Kind::Symbol;
    out.name = std::move(name);
    return out;
}

RefExpr RefExpr::binary(Kind kind, RefExpr a, RefExpr b)
{
    RefExpr out;
    out.kind = kind;
    out.args.push_back(std::move(a));
    out.args.push_back(std::move(b));
    return out;
}

RefExpr RefExpr::call(std::string name, std::vector<RefExpr> args)
{
    RefExpr out;
    out.kind = Kind::Call;
    out.name = std::move(name);
    out.args = std::move(args);
    return out;
}

namespace {

const char *signOf(Kind kind)
{
    switch (kind) {
    case Kind::Add:
        return "+";
    case Kind::Subtract:
        return "-";
    case Kind::Multiply:
        return "*";
    case Kind::Divide:
        return "/";
    case Kind::FloorDivide:
        return "//";
    default:
        return "**";
    }
}

std::string wideText(Wide value)
{
    if (value < 0) {
        return "-" + wideText(-value);
    }
    std::string digit(1, static_cast<char>('0' + static_cast<int>(value % 10)));
    return value < 10 ? digit : wideText(value / 10) + digit;
}

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    std::optional<RefExpr> whole()
    {
        RefExpr out = sum();
        skipSpace();
        return m_failed || m_at != m_text.size() ? std::nullopt : std::optional(std::move(out));
    }

private:
    void skipSpace()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ') {
            ++m_at;
        }
    }
    bool take(std::string_view token)
    {
        skipSpace();
        if (m_text.substr(m_at).starts_with(token)) {
            m_at += token.size();
            return true;
        }
        return false;
    }
    RefExpr sum()
    {
        RefExpr out = product();
        while (!m_failed) {
            if (take("+")) {
                out = RefExpr::binary(Kind::Add, std::move(out), product());
            } else if (take("-")) {
                out = RefExpr::binary(Kind::Subtract, std::move(out), product());
            } else {
                break;
            }
        }
        return out;
    }
    RefExpr product()
    {
        RefExpr out = unary();
        while (!m_failed) {
            if (take("//")) {
                out = RefExpr::binary(Kind::FloorDivide, std::move(out), unary());
            } else if (take("/")) {
                out = RefExpr::binary(Kind::Divide, std::move(out), unary());
            } else if (take("*")) {
                out = RefExpr::binary(Kind::Multiply, std::move(out), unary());
            } else {
                break;
            }
        }
        return out;
    }
    RefExpr unary()
    {
        if (take("-")) {
            return RefExpr::binary(Kind::Subtract, RefExpr::integer(0), unary());
        }
        RefExpr base = primary();
        return take("**") ? RefExpr::binary(Kind::Power, std::move(base), unary()) : base;
    }
    RefExpr primary()
    {
        skipSpace();
        if (take("(")) {
            RefExpr out = sum();
            m_failed = m_failed || !take(")");
            return out;
        }
        const std::size_t start = m_at;
        while (m_at < m_text.size() &&
               (std::isalnum(static_cast<unsigned char>(m_text[m_at])) != 0 || m_text[m_at] == '_')) {
            ++m_at;
        }
        const std::string_view word = m_text.substr(start, m_at - start);
        if (word.empty()) {
            m_failed = true;
            return {};
        }
        if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) {
            Wide value = 0;
            for (const char c : word) {
                value = value * 10 + (c - '0');
            }
            return RefExpr::integer(value);
        }
        if (!take("(")) {
            return RefExpr::symbol(std::string(word));
        }
        RefExpr out = RefExpr::call(std::string(word), {});
        do {
            out.args.push_back(sum());
        } while (!m_failed && take(","));
        m_failed = m_failed || !take(")");
        return out;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_failed = false;
};

Wide floorOf(Wide num, Wide den)
{
    if (den < 0) {
        num = -num;
        den = -den;
    }
    const Wide quotient = num / den;
    return num % den < 0 ? quotient - 1 : quotient;
}

using MaybeFraction = std::optional<Fraction>;

/// Numbers beyond this are given up on rather than multiplied.
constexpr Wide kWidest = Wide{1} << 62;

MaybeFraction bounded(const MaybeFraction &f)
{
    const auto fits = [](Wide x) { return -kWidest < x && x < kWidest; };
    return f && fits(f->num) && fits(f->den) ? f : std::nullopt;
}

MaybeFraction floorDivide(const Fraction &a, const Fraction &b)
{
    return b.num == 0 ? MaybeFraction() : Fraction{floorOf(a.num * b.den, a.den * b.num), 1};
}

MaybeFraction pythonMod(const Fraction &a, const Fraction &m)
{
    if (m.num == 0 || a.den != 1 || m.den != 1) {
        return std::nullopt;
    }
    return Fraction{a.num - floorOf(a.num, m.num) * m.num, 1};
}

Wide gcdOf(Wide a, Wide b)
{
    a = a < 0 ? -a : a;
    return b == 0 ? a : gcdOf(b, a % b);
}

Fraction reduced(Fraction f)
{
    if (f.den < 0) {
        f = {-f.num, -f.den};
    }
    const Wide g = gcdOf(f.num, f.den);
    return g > 1 ? Fraction{f.num / g, f.den / g} : f;
}

MaybeFraction callValue(const std::string &name, const std::vector<Fraction> &a)
{
    if (name == "floor" && a.size() == 1) {
        return Fraction{floorOf(a[0].num, a[0].den), 1};
    }
    if ((name == "FloorDiv" || name == "CleanDiv") && a.size() == 2) {
        return floorDivide(a[0], a[1]);
    }
    if ((name == "Mod" || name == "PythonMod") && a.size() == 2) {
        return pythonMod(a[0], a[1]);
    }
    if (name == "ModularIndexing" && a.size() == 3) {
        const MaybeFraction inner = floorDivide(a[0], a[1]);
        return inner ? pythonMod(*inner, a[2]) : std::nullopt;
    }
    return std::nullopt;
}

MaybeFraction fractionOf(const RefExpr &e, const Values &values);

MaybeFraction combined(const RefExpr &e, const std::vector<Fraction> &a);

MaybeFraction fractionOf(const RefExpr &e, const Values &values)
{
    if (e.kind == Kind::Number) {
        return Fraction{e.number, 1};
    }
    if (e.kind == Kind::Symbol) {
        const auto it = values.find(e.name);
        return it == values.end() ? MaybeFraction() : Fraction{it->second, 1};
    }
    std::vector<Fraction> a;
    for (const RefExpr &arg : e.args) {
        const MaybeFraction value = bounded(fractionOf(arg, values));
        if (!value) {
            return std::nullopt;
        }
        a.push_back(*value);
    }
    return combined(e, a);
}

MaybeFraction combined(const RefExpr &e, const std::vector<Fraction> &a)
{
    switch (e.kind) {
    case Kind::Add:
        return reduced({(a[0].num * a[1].den) + (a[1].num * a[0].den), a[0].den * a[1].den});
    case Kind::Subtract:
        return reduced({a[0].num * a[1].den - a[1].num * a[0].den, a[0].den * a[1].den});
    case Kind::Multiply:
        return reduced({a[0].num * a[1].num, a[0].den * a[1].den});
    case Kind::Divide:
        return a[1].num == 0 ? MaybeFraction() : reduced({a[0].num * a[1].den, a[0].den * a[1].num});
    case Kind::FloorDivide:
        return floorDivide(a[0], a[1]);
    case Kind::Call:
        return callValue(e.name, a);
    default:
        return std::nullopt;
    }
}

} // namespace

std::string RefExpr::toString() const
{
    if (kind == Kind::Number) {
        return number < 0 ? "(" + wideText(number) + ")" : wideText(number);
    }
    if (kind == Kind::Symbol) {
        return name;
    }
    if (kind == Kind::Call) {
        std::string out = name + "(";
        for (std::size_t i = 0; i < args.size(); ++i) {
            out += (i == 0 ? "" : ", ") + args[i].toString();
        }
        return out + ")";
    }
    return "(" + args[0].toString() + signOf(kind) + args[1].toString() + ")";
}

std::optional<RefExpr> parseReference(std::string_view text)
{
    return Parser(text).whole();
}

std::optional<Wide> evaluate(const RefExpr &expr, const Values &values)
{
    const MaybeFraction value = fractionOf(expr, values);
    return value && value->den == 1 ? std::optional(value->num) : std::nullopt;
}

double magnitude(const RefExpr &e, const Values &values)
{
    std::vector<double> a;
    for (const RefExpr &arg : e.args) {
        a.push_back(magnitude(arg, values));
    }
    switch (e.kind) {
    case Kind::Number:
        return std::max(1.0, std::abs(static_cast<double>(e.number)));
    case Kind::Symbol:
        return std::max(1.0, values.contains(e.name) ? static_cast<double>(values.at(e.name)) : 1.0);
    case Kind::Add:
    case Kind::Subtract:
        return a[0] + a[1];
    case Kind::Multiply:
        return a[0] * a[1];
    case Kind::Call: {
        // A Mod may bring coefficients up to its modulus along; a floor of a sum its divisors.
        double out = 1;
        for (const double x : a) {
            out *= x + 1;
        }
        return out;
    }
    default:
        return a[0] * (a[1] + 1);
    }
}

} // namespace reference
