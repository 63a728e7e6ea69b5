#include "core/expr/expr.h"

#include "core/expr/atoms.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace spanscope {

namespace {

/// Free symbols of atoms in natural order, each once.
void mergeSymbols(std::vector<std::string> &into, const std::vector<std::string> &more)
{
    for (const std::string &name : more) {
        const auto at = std::lower_bound(into.begin(), into.end(), name,
                                         [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
        if (at == into.end() || *at != name) {
            into.insert(at, name);
        }
    }
}

bool atomLess(const AtomPtr &a, const AtomPtr &b)
{
    if (a == b) {
        return false;
    }
    const auto less = [](const std::string &x, const std::string &y) { return naturalLess(x, y); };
    if (std::lexicographical_compare(a->symbols.begin(), a->symbols.end(), b->symbols.begin(), b->symbols.end(),
                                     less)) {
        return true;
    }
    if (std::lexicographical_compare(b->symbols.begin(), b->symbols.end(), a->symbols.begin(), a->symbols.end(),
                                     less)) {
        return false;
    }
    return naturalLess(a->text, b->text);
}

bool monomialLess(const Monomial &a, const Monomial &b)
{
    return std::lexicographical_compare(a.atoms.begin(), a.atoms.end(), b.atoms.begin(), b.atoms.end(), atomLess);
}

bool sameAtoms(const Monomial &a, const Monomial &b)
{
    return std::equal(a.atoms.begin(), a.atoms.end(), b.atoms.begin(), b.atoms.end(),
                      [](const AtomPtr &x, const AtomPtr &y) { return x == y || x->text == y->text; });
}

/// The one number of 64 bits whose magnitude takes all of them: it has no negative, nor can it be read back.
Int within63(Int value)
{
    if (value == std::numeric_limits<Int>::min()) {
        throw OverflowError();
    }
    return value;
}

/// An opaque `a//b` or `a/b`: as a factor it needs parentheses to parse back.
bool isOpenQuotient(const Atom &atom)
{
    if (atom.kind != Atom::Kind::Opaque) {
        return false;
    }
    int depth = 0;
    for (const char c : atom.text) {
        depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        if (c == '/' && depth == 0) {
            return true;
        }
    }
    return false;
}

} // namespace

Expr fromAtom(AtomPtr atom)
{
    Monomial m;
    m.atoms.push_back(std::move(atom));
    return Expr::sum({std::move(m)}, 0);
}

Expr Expr::symbol(std::string name)
{
    auto atom = std::make_shared<Atom>();
    atom->symbols.push_back(name);
    atom->text = std::move(name);
    return fromAtom(std::move(atom));
}

Expr Expr::opaque(std::string text, std::vector<std::string> symbols)
{
    auto atom = std::make_shared<Atom>();
    atom->kind = Atom::Kind::Opaque;
    atom->text = std::move(text);
    std::sort(symbols.begin(), symbols.end(),
              [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
    symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
    atom->symbols = std::move(symbols);
    atom->analysable = false;
    return fromAtom(std::move(atom));
}

Expr operator+(const Expr &a, const Expr &b)
{
    if (b.isConstant()) {
        Expr out = a;
        out.m_constant = within63(addChecked(a.m_constant, b.m_constant));
        return out;
    }
    std::vector<Monomial> terms = a.m_terms;
    terms.insert(terms.end(), b.m_terms.begin(), b.m_terms.end());
    return Expr::sum(std::move(terms), addChecked(a.m_constant, b.m_constant));
}

Expr operator-(const Expr &a, const Expr &b)
{
    return a + Expr(-1) * b;
}

Expr operator*(const Expr &a, const Expr &b)
{
    if (a.isConstant() && a.m_constant == 1) {
        return b;
    }
    if (b.isConstant() && b.m_constant == 1) {
        return a;
    }
    const std::size_t products = (a.m_terms.size() + 1) * (b.m_terms.size() + 1);
    if (products > 4 * kMaxExprTerms) {
        throw ExprTooLarge("more than " + std::to_string(kMaxExprTerms) + " terms");
    }
    std::vector<Monomial> terms;
    terms.reserve(products);
    std::size_t text = 0; // products repeat it
    const auto add = [&terms, &text](Int coefficient, const std::vector<AtomPtr> &x, const std::vector<AtomPtr> &y) {
        if (coefficient == 0) {
            return;
        }
        Monomial m{coefficient, {}};
        m.atoms.resize(x.size() + y.size());
        std::merge(x.begin(), x.end(), y.begin(), y.end(), m.atoms.begin(), atomLess);
        if (m.atoms.size() > kMaxExprDegree) {
            throw ExprTooLarge("more than " + std::to_string(kMaxExprDegree) + " factors in one term");
        }
        for (const AtomPtr &atom : m.atoms) {
            text += atom->text.size();
        }
        if (text > 16 * kMaxExprBytes) {
            throw ExprTooLarge("more than " + std::to_string(16 * kMaxExprBytes) + " bytes when multiplied out");
        }
        terms.push_back(std::move(m));
    };
    for (const Monomial &x : a.m_terms) {
        add(mulChecked(x.coefficient, b.m_constant), x.atoms, {});
        for (const Monomial &y : b.m_terms) {
            add(mulChecked(x.coefficient, y.coefficient), x.atoms, y.atoms);
        }
    }
    for (const Monomial &y : b.m_terms) {
        add(mulChecked(a.m_constant, y.coefficient), {}, y.atoms);
    }
    return Expr::sum(std::move(terms), mulChecked(a.m_constant, b.m_constant));
}

Expr Expr::sum(std::vector<Monomial> terms, Int constant)
{
    if (!std::is_sorted(terms.begin(), terms.end(), monomialLess)) {
        std::stable_sort(terms.begin(), terms.end(), monomialLess);
    }
    Expr out(constant);
    for (Monomial &m : terms) {
        if (!out.m_terms.empty() && sameAtoms(out.m_terms.back(), m)) {
            out.m_terms.back().coefficient = addChecked(out.m_terms.back().coefficient, m.coefficient);
        } else {
            if (!out.m_terms.empty() && out.m_terms.back().coefficient == 0) {
                out.m_terms.pop_back();
            }
            out.m_terms.push_back(std::move(m));
        }
    }
    if (!out.m_terms.empty() && out.m_terms.back().coefficient == 0) {
        out.m_terms.pop_back();
    }
    (void)within63(constant);
    for (const Monomial &m : out.m_terms) {
        (void)within63(m.coefficient);
    }
    if (out.m_terms.size() > kMaxExprTerms) {
        throw ExprTooLarge("more than " + std::to_string(kMaxExprTerms) + " terms");
    }
    return out;
}

bool Expr::isAnalysable() const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [](const Monomial &m) {
        return std::all_of(m.atoms.begin(), m.atoms.end(), [](const AtomPtr &a) { return a->analysable; });
    });
}

std::vector<std::string> Expr::symbols() const
{
    std::vector<std::string> out;
    for (const Monomial &m : m_terms) {
        for (const AtomPtr &a : m.atoms) {
            mergeSymbols(out, a->symbols);
        }
    }
    return out;
}

int Expr::depth() const
{
    int deepest = 0;
    for (const Monomial &m : m_terms) {
        for (const AtomPtr &a : m.atoms) {
            deepest = std::max(deepest, a->depth);
        }
    }
    return deepest;
}

std::string Expr::toString() const
{
    std::string out;
    const auto sign = [&out](bool negative) {
        if (out.empty()) {
            out += negative ? "-" : "";
        } else {
            out += negative ? " - " : " + ";
        }
    };
    const auto magnitude = [](Int v) { return v < 0 ? std::to_string(v).substr(1) : std::to_string(v); };
    for (const Monomial &m : m_terms) {
        sign(m.coefficient < 0);
        std::string separator;
        if (m.coefficient != 1 && m.coefficient != -1) {
            out += magnitude(m.coefficient);
            separator = "*";
        }
        const bool isProduct = m.atoms.size() > 1 || m.coefficient != 1;
        for (const AtomPtr &a : m.atoms) {
            out += separator + (isProduct && isOpenQuotient(*a) ? "(" + a->text + ")" : a->text);
            separator = "*";
        }
    }
    if (m_constant != 0 || m_terms.empty()) {
        sign(m_constant < 0);
        out += magnitude(m_constant);
    }
    return out;
}

Expr Expr::onlySymbol(const std::string &name) const
{
    return substitute([&name](const std::string &s) { return s == name ? std::nullopt : std::optional(Expr(0)); });
}

Expr Expr::substitute(const std::function<std::optional<Expr>(const std::string &)> &lookup) const
{
    // Collected and sorted once, so that a sum of thousands stays linear.
    Int constant = m_constant;
    std::vector<Monomial> all;
    for (const Monomial &m : m_terms) {
        Expr product(m.coefficient);
        for (const AtomPtr &a : m.atoms) {
            switch (a->kind) {
            case Atom::Kind::Symbol:
                product = product * lookup(a->text).value_or(fromAtom(a));
                break;
            case Atom::Kind::Floor:
                product = product * floorDiv(a->args.front().substitute(lookup), a->number);
                break;
            case Atom::Kind::Mod:
                product = product * mod(a->args.front().substitute(lookup), a->number);
                break;
            case Atom::Kind::Opaque:
                product = product * fromAtom(a);
                break;
            }
        }
        constant = addChecked(constant, product.m_constant);
        all.insert(all.end(), product.m_terms.begin(), product.m_terms.end());
    }
    return sum(std::move(all), constant);
}

std::optional<Int> Expr::evaluate(const std::function<Int(const std::string &)> &lookup) const
{
    Int total = m_constant;
    for (const Monomial &m : m_terms) {
        Int product = m.coefficient;
        for (const AtomPtr &a : m.atoms) {
            if (a->kind == Atom::Kind::Opaque) {
                return std::nullopt;
            }
            if (a->kind == Atom::Kind::Symbol) {
                product = mulChecked(product, lookup(a->text));
                continue;
            }
            const std::optional<Int> inner = a->args.front().evaluate(lookup);
            if (!inner) {
                return std::nullopt;
            }
            product = mulChecked(product, a->kind == Atom::Kind::Floor ? spanscope::floorDiv(*inner, a->number)
                                                                       : floorMod(*inner, a->number));
        }
        total = addChecked(total, product);
    }
    return total;
}

} // namespace spanscope
