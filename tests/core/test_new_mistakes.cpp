#include "core/base/input_error.h"
#include "core/importers/import.h"

#include <QTest>

using namespace spanscope;

namespace {

QString errorOf(const std::string &text)
{
    try {
        (void)graphFromExpression(text);
    } catch (const InputError &error) {
        return QString::fromStdString(error.place() + ": " + error.reason());
    }
    return "no error";
}

} // namespace

class TestNewMistakes : public QObject
{
    Q_OBJECT
private slots:
    void mistakes_data();
    void mistakes();
    void deepAndLongText();
};

void TestNewMistakes::mistakes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error"); // its beginning
    const auto row = [](const char *text, const char *error) { QTest::newRow(text) << text << error; };
    row("", "line 1, column 1: expected an expression such as");
    row(" ; ", "line 1, column 4: expected an expression such as");
    row("f16[2,3]", "line 1, column 1: the expression computes nothing");
    row("add(f16[2,3]", "line 1, column 13: expected `,` or `)`, found the end");
    row("add(f16[2,3] f16[2,3])", "line 1, column 14: expected `,` or `)`, found `f16`");
    row("add(f16[2 3], 1)", "line 1, column 11: expected `,` or `]`, found `3`");
    row("add(f16[x], 1)", "line 1, column 9: expected a size or `]`, found `x`");
    row("relu(f16[2,3]) relu", "line 1, column 16: expected `;` or the end, found `relu`");
    row("h = relu(f16[2]);\n  sum(g)", "line 2, column 7: nothing is named `g`");
    row("relu(f16)", "line 1, column 6: nothing is named `f16`, a tensor is written f16[2,64]");
    row("relu(f17[2])", "line 1, column 6: unknown dtype `f17`");
    row("sofmax(f16[2])", "line 1, column 1: unknown op `sofmax`, known are add");
    row("relu(f16[2,0])", "line 1, column 6: a size must be at least 1, is 0");
    row("relu(f16[-2])", "line 1, column 6: a size must be at least 1, is -2");
    row("relu(f16[99999999999999999999])", "line 1, column 10: the integer exceeds 63 bits");
    row("relu(f16[4294967296,4294967296])", "line 1, column 6: the tensor [4294967296,4294967296] exceeds 63 bits");
    row("relu(f16[1,1,1,1,1,1,1])", "line 1, column 6: a float16 tensor of 7 dims has no default device layout");
    row("add(f16[2,3], f16[2,4])", "line 1, column 1: [2,3] and [2,4] do not broadcast");
    row("add(f16[2])", "line 1, column 1: add takes 2 arguments, has 1");
    row("add(1, 2)", "line 1, column 1: add needs a tensor");
    row("add(f8[2], f16[2])", "line 1, column 1: float8_e4m3fn and float16 do not mix");
    row("matmul(f16[2,3], f16[4,5])", "line 1, column 1: the inner sizes differ: [2,3] times [4,5]");
    row("matmul(f16[2,3], bf16[3,5])", "line 1, column 1: matmul needs one dtype");
    row("matmul(f16[3], f16[3,5])", "line 1, column 1: matmul takes tensors of at least 2 dims");
    row("bmm(f16[2,3], f16[3,5])", "line 1, column 1: bmm takes tensors of 3 dims");
    row("bmm(f16[2,2,3], f16[1,3,5])", "line 1, column 1: the batch sizes differ");
    row("linear(f16[2,3], f16[5,4])", "line 1, column 1: the inner sizes differ");
    row("linear(f16[2,3], f16[5,3], f16[4])", "line 1, column 1: the bias must be float16[5]");
    row("sum(f16[2,3], dim=2)", "line 1, column 15: dim 2 is out of range for a tensor of 2 dims");
    row("sum(f16[2,3], dim=[0,-2])", "line 1, column 15: dim -2 is given twice");
    row("sum(f16[2,3], 0, dim=1)", "line 1, column 18: the dims are given twice");
    row("sum(f16[2,3], axis=1)", "line 1, column 15: sum knows no option axis");
    row("add(f16[2], f16[2], alpha=2)", "line 1, column 21: add knows no option alpha");
    row("mean(i32[2,3])", "line 1, column 1: mean needs a floating dtype");
    row("transpose(f16[4])", "line 1, column 1: transpose needs at least 2 dims");
    row("transpose(f16[4,5], 0)", "line 1, column 1: transpose takes a tensor, and two dims");
    row("embedding(f16[4,5], f16[2])", "line 1, column 1: embedding takes i64 or i32 indices");
    row("relu($)", "line 1, column 6: expected a tensor such as f16[2,64], a name or an op, found `$`");
}

void TestNewMistakes::mistakes()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    const QString got = errorOf(text.toStdString());
    QVERIFY2(got.startsWith(error), qPrintable(got));
}

void TestNewMistakes::deepAndLongText()
{
    std::string deep;
    for (int i = 0; i < 100000; ++i) {
        deep += "relu(";
    }
    QCOMPARE(errorOf(deep), QString("line 1, column 501: calls nested deeper than 100"));
    QVERIFY(errorOf("relu" + std::string(100000, '(')).contains("found `(`"));
    QCOMPARE(errorOf(std::string(2000000, ' ')), QString("line 1, column 1: longer than 1048576 bytes"));
}

QTEST_APPLESS_MAIN(TestNewMistakes)
#include "test_new_mistakes.moc"
