/// The documented spellings, normal forms, limits and errors of index expressions, one by one.

#include "core/expr/expr.h"

#include <QElapsedTimer>
#include <QTest>

using namespace spanscope;

class TestExprGrammar : public QObject
{
    Q_OBJECT
private slots:
    void normalForms_data();
    void normalForms();
    void opaqueTexts_data();
    void opaqueTexts();
    void tooLargeIsKeptAsWritten();
    void errors_data();
    void errors();
    void overflowIsReported();
    void deepNestingIsBounded_data();
    void deepNestingIsBounded();
    void manyTerms();
    void hugeTextIsBounded();
};

void TestExprGrammar::normalForms_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char *text, const char *printed) { QTest::newRow(text) << text << printed; };
    row("floor(64*d0/64)", "d0");
    row("floor(d0 + 3)", "d0 + 3");
    row("floor((6*d0)/4)", "floor(3*d0/2)");
    row("floor((64*d0 + d1)/64)", "d0 + floor(d1/64)");
    row("(64*d0 + 32*d1)//64", "d0 + floor(d1/2)");
    row("floor(d0/1)", "d0");
    row("d0/2 + d0/2", "d0");
    row("63*d0/6 + 63*d0/6 + 2*d1", "21*d0 + 2*d1");
    row("Mod(64*d0, 128)", "64*Mod(d0, 2)");
    row("Mod(65*d0, 64)", "Mod(d0, 64)");
    row("Mod(100*d0, 64)", "4*Mod(9*d0, 16)");
    row("Mod(x, 1)", "0");
    row("Mod(x + 128, 64)", "Mod(x, 64)");
    row("Mod(Mod(x, 64), 16)", "Mod(x, 16)");
    row("Mod(Mod(d0 + 5, 8) + 3, 4)", "Mod(d0, 4)");
    row("Mod(Mod(d0 - 125, 8) + Mod(floor(d1/19) + 47, 8), 2)", "Mod(d0 + floor(d1/19), 2)");
    row("Mod(Mod(d0, 16) + d0 - h, 2)", "Mod(h, 2)");
    row("Mod(Mod(x, 16), 64)", "Mod(x, 16)");
    row("Mod(Mod(x, 16), 16)", "Mod(x, 16)");
    row("floor(2*Mod(l, 2048))", "2*Mod(l, 2048)");
    row("floor(Mod(4*d0, 64)/2)", "2*Mod(d0, 16)");
    row("ModularIndexing(d0, 1, 64)", "Mod(d0, 64)");
    row("ModularIndexing(64*d0, 64, 8)", "Mod(d0, 8)");
    row("2*(Mod(d0, 32))", "2*Mod(d0, 32)");
    row("4096*((d0//64))", "4096*floor(d0/64)");
    row("FloorDiv(d0, 64)", "floor(d0/64)");
    row("CleanDiv(d0, 64)", "floor(d0/64)");
    row("PythonMod(d0, 64)", "Mod(d0, 64)");
    row("d1 + d0", "d0 + d1");
    row("d10 + d2", "d2 + d10");
    row("3 + d0", "d0 + 3");
    row("2*(d0 + d1) - 2*d1", "2*d0");
    row("d0 - d0", "0");
    row("-d0 + 5", "-d0 + 5");
    row("16384*d0 + 64*d1 + d2", "16384*d0 + 64*d1 + d2");
    row("  ( ( 7 ) )  ", "7");
    row("floor(7/2)", "3");
    row("floor(-7/2)", "-4");
    row("Mod(-7, 4)", "1");
    row("2*3*d0*4", "24*d0");
}

void TestExprGrammar::normalForms()
{
    QFETCH(QString, text);
    QFETCH(QString, printed);
    const ParsedExpr parsed = parseExpr(text.toStdString());
    QVERIFY2(!parsed.error, parsed.error ? parsed.error->reason.c_str() : "");
    QCOMPARE(QString::fromStdString(parsed.expr.toString()), printed);
}

void TestExprGrammar::opaqueTexts_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"Max(1, d0)",
                             "Min(d0, d1)",
                             "2**d0",
                             "Piecewise((d0, d0 < 5), (0, True))",
                             "d0 + Max(1, d1)*64",
                             "Piecewise((d0 + 1, (d0 >= 2) & (d1 < 4)), (floor(d1/2), True))",
                             "sqrt(d0)",
                             "some_function(d0, 2*d1, 3)",
                             "Mod(Max(d0, 3), 64)",
                             "floor(2**d0/64)",
                             "64*(Min(d0, 7)//8) + d1",
                             "Piecewise((0, Eq(d0, 0)), (d0 - 1, True))",
                             "Mod(d0, d1)",
                             "d0//d1",
                             "d0*(6//d1)",
                             "-3*(d0//d1)",
                             "d0/6 + d0/3",
                             "(d0//d1)*(d0//d1)",
                             "ModularIndexing(d0, s0, 64)",
                             "Mod(d0, 0)",
                             "d0//0",
                             "9223372036854775808*d0 + d1",
                             "64*d0 + 100000000000000000000000000000",
                             "d1 + 4294967296*4294967296*d0",
                             "d0 - (9223372036854775807 + d1) - 9223372036854775807",
                             "2 ** 63 * d0",
                             "-4*2**61*d0 + d1",
                             "d0*d1 - 4611686018427387904*d0 - 4611686018427387904*d0",
                             "-(-9223372036854775807*2*d0)",
                             "Mod(9223372036854775807*d0*3, 7)",
                             "floor(9223372036854775807*3*d0/5)",
                             "d0/4294967296/4294967296",
                             "d0*( 9223372036854775807*d1 *4 + 1)"}) {
        QTest::newRow(text) << text;
    }
}

void TestExprGrammar::opaqueTexts()
{
    QFETCH(QString, text);
    const ParsedExpr parsed = parseExpr(text.toStdString());
    QVERIFY2(!parsed.error, parsed.error ? parsed.error->reason.c_str() : "");
    QVERIFY(!parsed.expr.isAnalysable());
    QVERIFY(!parsed.expr.evaluate([](const std::string &) { return Int{1}; }).has_value());
    const std::string printed = parsed.expr.toString();
    const ParsedExpr again = parseExpr(printed);
    QVERIFY2(!again.error, printed.c_str());
    QVERIFY2(!again.expr.isAnalysable(), printed.c_str());
    QCOMPARE(again.expr.toString(), printed);
    // The symbols of an opaque piece are still there for the reader to see.
    QVERIFY2(printed.find("d") != std::string::npos, printed.c_str());
}

void TestExprGrammar::tooLargeIsKeptAsWritten()
{
    // Eight sums of eight terms each, multiplied out, have 6435 terms and take too many products for their length.
    std::string text = "d9";
    for (int i = 0; i < 8; ++i) {
        text += "*(d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7)";
    }
    const ParsedExpr parsed = parseExpr(text);
    QVERIFY(!parsed.error);
    QVERIFY(!parsed.expr.isAnalysable());
    QCOMPARE(parsed.expr.toString(), "(" + text + ")");
    QCOMPARE(parseExpr(parsed.expr.toString()).expr.toString(), parsed.expr.toString());
    // What is no expression is still refused, wherever it stands.
    for (const std::string &wrong :
         {text + "*", text + " + 9223372036854775808*(d0", std::string("9223372036854775808 d0")}) {
        QVERIFY2(parseExpr(wrong).error.has_value(), wrong.c_str());
    }
}

void TestExprGrammar::errors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("earliest");
    QTest::addColumn<int>("latest"); // the reported place lies between these offsets
    QTest::newRow("empty") << "" << 0 << 0;
    QTest::newRow("blank") << "   " << 0 << 3;
    QTest::newRow("missing operand") << "d0 + " << 3 << 5;
    QTest::newRow("two operands") << "d0 d1" << 2 << 3;
    QTest::newRow("open parenthesis") << "2*(d0 + d1" << 2 << 10;
    QTest::newRow("closing parenthesis") << "d0)" << 2 << 2;
    QTest::newRow("bad character") << "d0 + $" << 5 << 5;
    QTest::newRow("leading star") << "*d0" << 0 << 0;
    QTest::newRow("comma") << "d0, d1" << 2 << 2;
    QTest::newRow("open call") << "Mod(d0, 64" << 3 << 10;
    QTest::newRow("far away") << QString("d0 + ").repeated(1000) + "]" << 5000 << 5000;
}

void TestExprGrammar::errors()
{
    QFETCH(QString, text);
    QFETCH(int, earliest);
    QFETCH(int, latest);
    const ParsedExpr parsed = parseExpr(text.toStdString());
    QVERIFY(parsed.error.has_value());
    QVERIFY(!parsed.error->reason.empty());
    const std::string got = "offset " + std::to_string(parsed.error->offset) + ": " + parsed.error->reason;
    QVERIFY2(parsed.error->offset >= static_cast<std::size_t>(earliest), got.c_str());
    QVERIFY2(parsed.error->offset <= static_cast<std::size_t>(latest), got.c_str());
}

void TestExprGrammar::overflowIsReported()
{
    const Int big = Int{1} << 62;
    const Expr x = Expr::symbol("x");
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(Expr(big) * x + Expr(big) * x), OverflowError);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(Expr(big) * Expr(big)), OverflowError);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>((Expr(big) * x) * Expr(4)), OverflowError);
    const Expr fine = Expr(big) * x;
    QCOMPARE(fine.evaluate([](const std::string &) { return Int{1}; }).value_or(0), big);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(fine.evaluate([](const std::string &) { return Int{2}; })),
                             OverflowError);
    // A number that does not fit is told, never wrapped.
    for (const char *text : {"9223372036854775808*d0", "99999999999999999999999999", "4611686018427387904*(2*d0)"}) {
        bool told = false;
        try {
            const ParsedExpr parsed = parseExpr(text);
            told = parsed.error.has_value() || !parsed.expr.isAnalysable();
        } catch (const OverflowError &) {
            told = true;
        }
        QVERIFY2(told, text);
    }
}

void TestExprGrammar::deepNestingIsBounded_data()
{
    QTest::addColumn<QByteArray>("open");
    QTest::addColumn<QByteArray>("close");
    QTest::newRow("parentheses") << QByteArray("(") << QByteArray(")");
    QTest::newRow("signs") << QByteArray("-") << QByteArray("");
    QTest::newRow("calls") << QByteArray("f(") << QByteArray(")");
    QTest::newRow("floors") << QByteArray("floor(") << QByteArray("/2)");
    QTest::newRow("mods") << QByteArray("Mod(3+") << QByteArray(", 7)");
    QTest::newRow("floor divisions") << QByteArray("(1+") << QByteArray("//3)");
    QTest::newRow("powers") << QByteArray("2**") << QByteArray("");
}

void TestExprGrammar::deepNestingIsBounded()
{
    QFETCH(QByteArray, open);
    QFETCH(QByteArray, close);
    QElapsedTimer timer;
    timer.start();
    for (const int depth : {kMaxExprDepth, 5'000, 100'000}) {
        const std::string text = (open.repeated(depth) + "d0" + close.repeated(depth)).toStdString();
        try {
            const ParsedExpr parsed = parseExpr(text);
            if (parsed.error) {
                QVERIFY(parsed.error->offset <= text.size());
                QVERIFY(!parsed.error->reason.empty());
            } else {
                QVERIFY(!parsed.expr.toString().empty());
            }
        } catch (const OverflowError &) {
            continue; // coefficients of a long chain may grow out of range
        }
    }
    QVERIFY2(timer.elapsed() < 10'000, std::to_string(timer.elapsed()).c_str());
}

void TestExprGrammar::manyTerms()
{
    QElapsedTimer timer;
    timer.start();
    std::string text = "0";
    Int sum = 0;
    for (int i = 0; i < 5'000; ++i) {
        text += " + " + std::to_string(i) + "*d" + std::to_string(i);
        sum += i;
    }
    const ParsedExpr parsed = parseExpr(text);
    QVERIFY(!parsed.error);
    QCOMPARE(parsed.expr.symbols().size(), std::size_t{4'999}); // 0*d0 is nothing
    QCOMPARE(parsed.expr.evaluate([](const std::string &) { return Int{1}; }).value_or(-1), sum);
    QCOMPARE(parseExpr(parsed.expr.toString()).expr.toString(), parsed.expr.toString());
    QVERIFY2(timer.elapsed() < 10'000, std::to_string(timer.elapsed()).c_str());
}

void TestExprGrammar::hugeTextIsBounded()
{
    QElapsedTimer timer;
    timer.start();
    const QByteArray sum = QByteArray("d0 + ").repeated(2'000'000) + "d1";
    const ParsedExpr parsed = parseExpr(sum.toStdString());
    QVERIFY(parsed.error || parsed.expr.toString() == "2000000*d0 + d1");
    // Ten million distinct characters that blow up when multiplied out.
    const QByteArray product = QByteArray("(d0 + d1 + h)*").repeated(700'000) + "(d0 + 1)";
    try {
        const ParsedExpr wide = parseExpr(product.toStdString());
        QVERIFY(wide.error || !wide.expr.toString().empty());
    } catch (const OverflowError &) {
        QVERIFY(true);
    }
    const QByteArray junk(10'000'000, '#');
    QVERIFY(parseExpr(junk.toStdString()).error.has_value());
    QVERIFY2(timer.elapsed() < 30'000, std::to_string(timer.elapsed()).c_str());
}

QTEST_APPLESS_MAIN(TestExprGrammar)
#include "test_expr_grammar.moc"
