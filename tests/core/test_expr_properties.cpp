/// Random expressions against a brute-force evaluator of the text (reference/ref_expr.h).

#include "core/expr/expr.h"
#include "core/expr/program.h"
#include "tests/core/reference/random_expr.h"

#include <QTest>

#include <cmath>

using namespace spanscope;
using reference::Random;
using reference::RefExpr;
using reference::Values;

namespace {

const std::vector<std::string> kSymbols{"d0", "d1", "h"};

/// The engine's value; nullopt when unknown; overflow told apart by `overflow`.
std::optional<Int> valueOf(const Expr &expr, const Values &values, bool &overflow)
{
    try {
        return expr.evaluate([&values](const std::string &name) { return values.at(name); });
    } catch (const OverflowError &) {
        overflow = true;
        return std::nullopt;
    }
}

/// What a failing case looks like as a unit test.
std::string caseText(const std::string &text, const Values &values, const std::string &got, std::uint64_t seed)
{
    std::string out = "seed " + std::to_string(seed) + ": parseExpr(\"" + text + "\") = " + got + " at";
    for (const auto &[name, value] : values) {
        out += " " + name + "=" + std::to_string(value);
    }
    return out;
}

Values randomValues(Random &random, Int top)
{
    Values out;
    for (const std::string &name : kSymbols) {
        out[name] = random.below(top);
    }
    return out;
}

/// Empty when the engine's value is the brute-force one, else what differs.
std::string compareAt(const RefExpr &truth, const Expr &expr, const Values &values)
{
    const std::optional<reference::Wide> want = reference::evaluate(truth, values);
    bool overflow = false;
    const std::optional<Int> got = valueOf(expr, values, overflow);
    if (!want || overflow) {
        return reference::magnitude(truth, values) > std::ldexp(1.0, 52) ? "" : "overflow";
    }
    if (want && got && *want == *got) {
        return "";
    }
    return expr.toString() + ": got " + (got ? std::to_string(*got) : "unknown") + ", want " +
           (want ? std::to_string(static_cast<Int>(*want)) : "unknown");
}

/// The values an expression is compared at: a small grid, then some large ones.
std::vector<Values> samplePoints(Random &random)
{
    std::vector<Values> out;
    for (const Int d0 : {0, 1, 2, 5, 63, 64}) {
        for (const Int d1 : {0, 1, 3, 31, 128}) {
            for (const Int h : {0, 1, 7, 100}) {
                out.push_back({{"d0", d0}, {"d1", d1}, {"h", h}});
            }
        }
    }
    for (const Int top : {Int{1} << 10, Int{1} << 16, Int{1} << 24, Int{1} << 32}) {
        out.push_back(randomValues(random, top));
    }
    return out;
}

std::string compareEverywhere(Random &random, const RefExpr &truth, const std::string &text, std::uint64_t seed)
{
    const ParsedExpr parsed = parseExpr(text);
    if (!parsed.error && !parsed.expr.isAnalysable()) {
        const Values ones{{"d0", 1}, {"d1", 1}, {"h", 1}};
        return reference::magnitude(truth, ones) > std::ldexp(1.0, 52) ? "" : text + ": overflow";
    }
    if (parsed.error) {
        return text + ": " + parsed.error->reason + " at " + std::to_string(parsed.error->offset);
    }
    for (const Values &values : samplePoints(random)) {
        const std::string difference = compareAt(truth, parsed.expr, values);
        if (!difference.empty()) {
            return caseText(text, values, difference, seed);
        }
    }
    return "";
}

/// The canonical text of a text, or why there is none.
std::string canonical(const std::string &text)
{
    const ParsedExpr parsed = parseExpr(text);
    if (parsed.error) {
        return "error: " + parsed.error->reason;
    }
    return parsed.expr.isAnalysable() ? parsed.expr.toString() : "overflow";
}

} // namespace

class TestExprProperties : public QObject
{
    Q_OBJECT
private slots:
    void valuesAreThoseOfTheText();
    void printingIsStableAndKeepsTheValue();
    void equalExpressionsPrintAlike();
    void onlySymbolZeroesTheOthers();
    void substituteIsComposition();
    void symbolsNeverExceedTheText();
    void badDivisorsNeverCrash();
    void compiledProgramsAgree();
};

void TestExprProperties::valuesAreThoseOfTheText()
{
    const std::uint64_t seed = reference::seedOf(20260701);
    Random random(seed);
    for (int i = 0; i < reference::scaled(4000); ++i) {
        const RefExpr truth = reference::randomExpr(random, kSymbols, static_cast<int>(random.between(1, 4)));
        const std::string text = reference::randomSpelling(random, truth);
        const std::string difference = compareEverywhere(random, truth, text, seed);
        QVERIFY2(difference.empty(), difference.c_str());
    }
}

void TestExprProperties::printingIsStableAndKeepsTheValue()
{
    const std::uint64_t seed = reference::seedOf(20260702);
    Random random(seed);
    int compared = 0;
    for (int i = 0; i < reference::scaled(4000); ++i) {
        const RefExpr truth = reference::randomExpr(random, kSymbols, static_cast<int>(random.between(1, 4)));
        const std::string text = reference::randomSpelling(random, truth);
        const std::string printed = canonical(text);
        if (printed == "overflow") {
            continue;
        }
        const std::string again = canonical(printed);
        const std::string what = text + " -> " + printed + " -> " + again;
        QVERIFY2(printed == again, what.c_str());
        const std::optional<RefExpr> reread = reference::parseReference(printed);
        QVERIFY2(reread.has_value(), what.c_str());
        for (int k = 0; k < 10; ++k) {
            const Values values = randomValues(random, k < 7 ? 200 : 1 << 20);
            const auto want = reference::evaluate(truth, values);
            const auto got = reference::evaluate(*reread, values);
            QVERIFY2(!want || !got || *want == *got, caseText(text, values, printed, seed).c_str());
            compared += want && got ? 1 : 0;
        }
    }
    QVERIFY(compared > reference::scaled(33000)); // few are beyond the reference's range
}

void TestExprProperties::equalExpressionsPrintAlike()
{
    const std::uint64_t seed = reference::seedOf(20260703);
    Random random(seed);
    for (int i = 0; i < reference::scaled(4000); ++i) {
        const RefExpr truth = reference::randomExpr(random, kSymbols, static_cast<int>(random.between(1, 3)));
        const RefExpr other = reference::randomRewrite(random, truth);
        const std::string textA = truth.toString();
        const std::string textB = reference::randomSpelling(random, other);
        const std::string a = canonical(textA);
        const std::string b = canonical(textB);
        const std::string what = "\"" + textA + "\" prints \"" + a + "\", but \"" + textB + "\" prints \"" + b + "\"";
        QVERIFY2(a == b || a == "overflow" || b == "overflow", what.c_str());
    }
}

void TestExprProperties::onlySymbolZeroesTheOthers()
{
    const std::uint64_t seed = reference::seedOf(20260704);
    Random random(seed);
    for (int i = 0; i < reference::scaled(3000); ++i) {
        const RefExpr truth = reference::randomExpr(random, kSymbols, 3);
        const std::string text = truth.toString();
        if (canonical(text) == "overflow") {
            continue;
        }
        const Expr expr = parseExpr(text).expr;
        for (const std::string &kept : kSymbols) {
            Values values = randomValues(random, 500);
            const Expr only = expr.onlySymbol(kept);
            for (const std::string &name : only.symbols()) {
                QVERIFY2(name == kept, text.c_str());
            }
            for (auto &[name, value] : values) {
                value = name == kept ? value : 0;
            }
            const std::string difference = compareAt(truth, only, values);
            QVERIFY2(difference.empty(), caseText(text, values, difference, seed).c_str());
        }
    }
}

void TestExprProperties::substituteIsComposition()
{
    const std::uint64_t seed = reference::seedOf(20260705);
    Random random(seed);
    for (int i = 0; i < reference::scaled(2000); ++i) {
        const std::string outer = reference::randomExpr(random, kSymbols, 2).toString();
        // Symbols stand for values >= 0, so only a sum of such may replace one.
        const Int c = random.between(0, 9);
        const Int k = random.between(0, 70);
        if (canonical(outer) == "overflow") {
            continue;
        }
        try {
            const Expr inner = Expr(c) * Expr::symbol("h") + Expr(k);
            const Expr composed = parseExpr(outer).expr.substitute(
                [&inner](const std::string &name) { return name == "d0" ? std::optional<Expr>(inner) : std::nullopt; });
            for (int n = 0; n < 10; ++n) {
                Values values = randomValues(random, 300);
                Values before = values;
                before["d0"] = c * values.at("h") + k;
                const auto want = reference::evaluate(*reference::parseReference(outer), before);
                bool overflow = false;
                const auto got = valueOf(composed, values, overflow);
                QVERIFY2(overflow || !want || (got && *want == *got),
                         caseText(outer, before, composed.toString(), seed).c_str());
            }
        } catch (const OverflowError &) {
            continue;
        }
    }
}

void TestExprProperties::symbolsNeverExceedTheText()
{
    Random random(reference::seedOf(20260706));
    for (int i = 0; i < reference::scaled(2000); ++i) {
        const std::string text = reference::randomExpr(random, {"d0", "d2", "d10"}, 3).toString();
        if (canonical(text) == "overflow") {
            continue;
        }
        const Expr expr = parseExpr(text).expr;
        const std::vector<std::string> symbols = expr.symbols();
        QVERIFY(expr.isAnalysable());
        QCOMPARE(expr.isConstant(), symbols.empty());
        const std::string printed = expr.toString();
        for (std::size_t k = 0; k < symbols.size(); ++k) {
            QVERIFY2(printed.find(symbols[k]) != std::string::npos, text.c_str());
            QVERIFY2(k == 0 || naturalLess(symbols[k - 1], symbols[k]), text.c_str());
        }
    }
}

void TestExprProperties::badDivisorsNeverCrash()
{
    // Division by zero has no value, by a negative number Python's; whatever the engine answers
    // for the latter must be that value, and it may say that it does not know.
    Random random(reference::seedOf(20260707));
    for (int i = 0; i < reference::scaled(3000); ++i) {
        const std::string a = reference::randomExpr(random, kSymbols, 2).toString();
        const Int d = random.below(4) == 0 ? 0 : -random.between(1, 70);
        const std::string number = "(" + std::to_string(d) + ")";
        for (const std::string &text :
             {a + "//" + number, "floor((" + a + ")/" + number + ")", "Mod(" + a + ", " + number + ")",
              "ModularIndexing(" + a + ", " + number + ", 7)", "ModularIndexing(" + a + ", 7, " + number + ")"}) {
            if (canonical(text) == "overflow") {
                continue;
            }
            const ParsedExpr parsed = parseExpr(text);
            QVERIFY2(!parsed.error, text.c_str());
            const std::string printed = parsed.expr.toString();
            QVERIFY2(canonical(printed) == printed, (text + " -> " + printed).c_str());
            const Values values = randomValues(random, 100);
            bool overflow = false;
            const auto got = valueOf(parsed.expr, values, overflow);
            const auto truth = reference::parseReference(text);
            QVERIFY2(truth.has_value(), text.c_str());
            const auto want = reference::evaluate(*truth, values);
            QVERIFY2(!got || (d != 0 && (!want || *want == *got)),
                     caseText(text, values, parsed.expr.toString(), 0).c_str());
        }
    }
}

void TestExprProperties::compiledProgramsAgree()
{
    const std::uint64_t seed = reference::seedOf(20260708);
    Random random(seed);
    for (int i = 0; i < reference::scaled(3000); ++i) {
        const RefExpr truth = reference::randomExpr(random, kSymbols, 3);
        const std::string text = truth.toString();
        if (canonical(text) == "overflow") {
            continue;
        }
        // The last symbol is not listed and counts as 0.
        const std::vector<std::string> listed{"d1", "d0"};
        const ExprProgram program(parseExpr(text).expr, listed);
        QVERIFY2(program.isValid(), text.c_str());
        for (int k = 0; k < 10; ++k) {
            Values values = randomValues(random, k < 8 ? 150 : 1 << 20);
            values["h"] = 0;
            const std::vector<Int> numbers{values.at("d1"), values.at("d0")};
            const auto want = reference::evaluate(truth, values);
            try {
                const Int got = program.run(numbers);
                QVERIFY2(!want || *want == got, caseText(text, values, std::to_string(got), seed).c_str());
            } catch (const OverflowError &) {
                QVERIFY2(reference::magnitude(truth, values) > std::ldexp(1.0, 52), text.c_str());
            }
        }
    }
    QVERIFY(!ExprProgram(parseExpr("Max(d0, 1)").expr, kSymbols).isValid());
}

QTEST_APPLESS_MAIN(TestExprProperties)
#include "test_expr_properties.moc"
