#include "core/exporters/document.h"

#include <QTest>

using namespace spanscope;

class TestExportDocument : public QObject
{
    Q_OBJECT
private slots:
    void tablesAlign();
    void tablesCountCharactersNotBytes();
    void textWrapsAtBlanks();
    void coloursOnlyWhenAsked();
    void markdownEscapes();
    void markdownFencesOutgrowTheirContent();
    void htmlEscapes();
    void htmlTakesOnlyPictures();
};

namespace {

QString text(const std::string &s)
{
    return QString::fromStdString(s);
}

DocTable sampleTable()
{
    DocTable table;
    table.columns = {{"op", false}, {"tiles", true}, {"why", false}};
    table.rows = {{"buf0", "5", "over"}, {"a", "1538", ""}};
    table.tones = {Tone::Bad, Tone::Plain};
    return table;
}

} // namespace

void TestExportDocument::tablesAlign()
{
    QCOMPARE(text(tableText(sampleTable())), "op    tiles  why\n"
                                             "buf0      5  over\n"
                                             "a      1538\n");
}

void TestExportDocument::tablesCountCharactersNotBytes()
{
    DocTable table;
    table.columns = {{"n", false}, {"x", false}};
    table.rows = {{"\xC3\xA9\xC3\xA9", "1"}, {"abc", "2"}};
    QCOMPARE(text(tableText(table)), QString::fromUtf8("n    x\n\xC3\xA9\xC3\xA9   1\nabc  2\n"));
}

void TestExportDocument::textWrapsAtBlanks()
{
    Document doc;
    doc.heading(1, "Title");
    doc.paragraph("one two three four");
    doc.list({"alpha beta gamma"});
    doc.heading(2, "Next");
    doc.code("raw  text\n\nstays");
    QCOMPARE(text(toText(doc, {false, 12})), "Title\n"
                                             "  one two\n"
                                             "  three four\n"
                                             "\n"
                                             "  - alpha\n"
                                             "    beta\n"
                                             "    gamma\n"
                                             "\n"
                                             "Next\n"
                                             "    raw  text\n"
                                             "\n"
                                             "    stays\n");
}

void TestExportDocument::coloursOnlyWhenAsked()
{
    Document doc;
    doc.paragraph("bad news", Tone::Bad);
    doc.table(sampleTable());
    QVERIFY(!text(toText(doc)).contains('\x1b'));
    QVERIFY(text(toText(doc, {true, 80})).contains("\x1b[31m  bad news\x1b[0m"));
    // Colour changes no column.
    QString plain = text(toText(doc, {true, 80}));
    plain.remove("\x1b[31m").remove("\x1b[0m");
    QCOMPARE(plain, text(toText(doc)));
}

void TestExportDocument::markdownEscapes()
{
    Document doc;
    doc.heading(2, "arg1_1 <b>");
    DocTable table;
    table.columns = {{"a|b", true}};
    table.rows = {{"x\ny*"}};
    doc.table(table);
    QCOMPARE(text(toMarkdown(doc)), "## arg1\\_1 \\<b\\>\n\n| a\\|b |\n| ---: |\n| x y\\* |\n");
}

void TestExportDocument::markdownFencesOutgrowTheirContent()
{
    Document doc;
    doc.code("a ```` b");
    QCOMPARE(text(toMarkdown(doc)), "`````\na ```` b\n`````\n");
}

void TestExportDocument::htmlEscapes()
{
    Document doc;
    doc.heading(1, "<script>\"&'");
    const QString html = text(toHtml(doc, "</title>"));
    QVERIFY(html.contains("<h1>&lt;script&gt;&quot;&amp;&#39;</h1>"));
    QVERIFY(html.contains("<title>&lt;/title&gt;</title>"));
    QVERIFY(!html.contains("<script>"));
}

void TestExportDocument::htmlTakesOnlyPictures()
{
    Document doc;
    doc.picture("drawn", "<svg></svg>");
    doc.picture("given", "data:image/png;base64,AAAA");
    doc.picture("foreign", "<img src=x onerror=alert(1)>");
    const QString html = text(toHtml(doc, "t"));
    QVERIFY(html.contains("<figure><svg></svg><figcaption>drawn</figcaption></figure>"));
    QVERIFY(html.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"given\">"));
    QVERIFY(!html.contains("onerror"));
    // Pictures have no place in text.
    QVERIFY(toText(doc).empty());
    QVERIFY(toMarkdown(doc).empty());
}

QTEST_APPLESS_MAIN(TestExportDocument)
#include "test_export_document.moc"
