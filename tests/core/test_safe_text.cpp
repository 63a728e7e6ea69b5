/// Texts from artefacts in a terminal, a browser, a spreadsheet and JSON.

#include "core/text/safe_text.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace spanscope;

class TestSafeText : public QObject
{
    Q_OBJECT
private slots:
    void printable_data();
    void printable();
    void linesAreKeptWhenAsked();
    void jsonKeepsItsMeaning();
    void markdown();
    void markup();
    void csv_data();
    void csv();
};

void TestSafeText::printable_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char *name, const char *text, const char *shown) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
    };
    row("plain", "buf0 = a[1]", "buf0 = a[1]");
    row("escape sequence", "\x1b[2J", R"(\x1b[2J)");
    row("carriage return", "a\rb", R"(a\x0db)");
    row("delete", "a\x7f", R"(a\x7f)");
    row("C1 introducer",
        "\xc2\x9b"
        "2J",
        R"(\x9b2J)");
    row("right to left",
        "a\xe2\x80\xae"
        "b",
        R"(a\u202eb)");
    row("isolate", "\xe2\x81\xa6x", R"(\u2066x)");
    row("line separator", "a\xe2\x80\xa8", R"(a\u2028)");
    row("zero width", "a\xe2\x80\x8b", R"(a\u200b)");
    row("byte order mark",
        "\xef\xbb\xbf"
        "a",
        R"(\ufeffa)");
    row("tag", "\xf3\xa0\x81\x81", R"(\U000e0041)");
    row("letters of all kinds", "\xc3\xa9\xd7\x90\xe4\xb8\xad\xf0\x9f\x98\x80",
        "\xc3\xa9\xd7\x90\xe4\xb8\xad\xf0\x9f\x98\x80");
    row("lone byte",
        "a\x9b"
        "b",
        R"(a\x9bb)");
    row("cut off", "a\xe2\x80", R"(a\xe2\x80)");
    row("overlong", "\xc0\x9b", R"(\xc0\x9b)");
    row("surrogate", "\xed\xa0\x80", R"(\xed\xa0\x80)");
}

void TestSafeText::printable()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(spanscope::printable(text.toStdString())), shown);
    QCOMPARE(QByteArray::fromStdString(spanscope::printable(shown.toStdString())), shown);
}

void TestSafeText::linesAreKeptWhenAsked()
{
    QCOMPARE(spanscope::printable("a\n\tb\r", true), std::string("a\n\tb\\x0d"));
    QCOMPARE(spanscope::printable("a\n\tb"), std::string("a\\x0a\\x09b"));
}

void TestSafeText::jsonKeepsItsMeaning()
{
    const QByteArray raw("{\"a\":\"\xe2\x80\xae\xc2\x9b\x7f\xf3\xa0\x81\x81\xc3\xa9\"}");
    const QByteArray safe = QByteArray::fromStdString(printableJson(raw.toStdString()));
    QCOMPARE(safe, QByteArray("{\"a\":\"\\u202e\\u009b\\u007f\\udb40\\udc41\xc3\xa9\"}"));
    QCOMPARE(QJsonDocument::fromJson(safe).object(), QJsonDocument::fromJson(raw).object());
}

void TestSafeText::markdown()
{
    QCOMPARE(markdownText("a|b\n*c*\x1b<d>"), std::string(R"(a\|b \*c\*\\x1b\<d\>)"));
}

void TestSafeText::markup()
{
    QCOMPARE(markupText("<b a=\"1\">&'\n\x1b"), std::string("&lt;b a=&quot;1&quot;&gt;&amp;&#39;\n\\x1b"));
}

void TestSafeText::csv_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cell");
    QTest::newRow("plain") << "buf0"
                           << "buf0";
    QTest::newRow("comma and quotes") << "a,\"b\""
                                      << "\"a,\"\"b\"\"\"";
    QTest::newRow("formula") << "=cmd|' /C calc'!A0"
                             << "'=cmd|' /C calc'!A0";
    QTest::newRow("quoted formula") << "=A1,2"
                                    << "\"'=A1,2\"";
    QTest::newRow("plus") << "+1"
                          << "'+1";
    QTest::newRow("minus") << "-d0"
                           << "'-d0";
    QTest::newRow("at") << "@SUM(A1)"
                        << "'@SUM(A1)";
    QTest::newRow("blank first") << "  =1"
                                 << "'  =1";
    QTest::newRow("tab first") << "\t=1"
                               << R"(\x09=1)";
    QTest::newRow("return first") << "\r=1"
                                  << R"(\x0d=1)";
    QTest::newRow("full width") << QString(QChar(0xff1d)) + "1"
                                << "'" + QString(QChar(0xff1d)) + "1";
    QTest::newRow("a number") << "268435456"
                              << "268435456";
    QTest::newRow("inside") << "d0=1"
                            << "d0=1";
}

void TestSafeText::csv()
{
    QFETCH(QString, text);
    QFETCH(QString, cell);
    QCOMPARE(QString::fromStdString(csvText(text.toStdString())), cell);
}

QTEST_APPLESS_MAIN(TestSafeText)
#include "test_safe_text.moc"
