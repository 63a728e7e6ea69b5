#include "ui/theme/colours.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSet>
#include <QStyle>
#include <QTest>

using namespace spanscope;
using namespace spanscope::ui;

class TestTheme : public QObject
{
    Q_OBJECT
private slots:
    void contrastIsThatOfTheStandard();
    void paletteTextReads_data();
    void paletteTextReads();
    void statesDifferWithoutColour_data() { paletteTextReads_data(); }
    void statesDifferWithoutColour();
    void themesApply();
};

void TestTheme::contrastIsThatOfTheStandard()
{
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    // The lightest grey that passes AA on white is #767676.
    QVERIFY(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
    QVERIFY(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
    QVERIFY(contrastRatio(readableOn(Qt::white, QColor(0xf0, 0xe4, 0x42)), Qt::white) >= 4.5);
}

void TestTheme::paletteTextReads_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TestTheme::paletteTextReads()
{
    QFETCH(QPalette, palette);
    using P = QPalette;
    const std::pair<P::ColorRole, P::ColorRole> pairs[] = {
        {P::WindowText, P::Window},
        {P::Text, P::Base},
        {P::Text, P::AlternateBase},
        {P::ButtonText, P::Button},
        {P::HighlightedText, P::Highlight},
        {P::ToolTipText, P::ToolTipBase},
        {P::PlaceholderText, P::Base},
        {P::Link, P::Base},
        {P::Link, P::Window},
        {P::LinkVisited, P::Base},
    };
    for (const auto &[text, ground] : pairs) {
        const double ratio = contrastRatio(palette.color(text), palette.color(ground));
        QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3").arg(text).arg(ground).arg(ratio)));
    }
    const PlotColours colours = plotColours(palette);
    for (const QColor &colour : {colours.text, colours.mutedText, colours.limit}) {
        QVERIFY(contrastRatio(colour, colours.background) >= 4.5);
    }
    QVERIFY(contrastRatio(colours.selection, colours.background) >= 3.0);
    QVERIFY(contrastRatio(colours.text, colours.selectionFill) >= 4.5);
}

void TestTheme::statesDifferWithoutColour()
{
    QFETCH(QPalette, palette);
    const auto check = [&](const std::vector<Appearance> &looks) {
        QSet<QString> words;
        QSet<QString> signs;
        for (const Appearance &look : looks) {
            QVERIFY2(contrastRatio(look.onFill, look.fill) >= 4.5, qPrintable(look.word));
            QVERIFY2(contrastRatio(look.text, palette.color(QPalette::Base)) >= 4.5, qPrintable(look.word));
            QVERIFY(!look.word.isEmpty() && !look.glyph.isEmpty());
            QVERIFY2(look.shortWord.size() <= 5, qPrintable(look.shortWord));
            words.insert(look.word);
            signs.insert(look.glyph + QString::number(look.pattern));
        }
        QCOMPARE(words.size(), static_cast<qsizetype>(looks.size()));
        QCOMPARE(signs.size(), static_cast<qsizetype>(looks.size()));
    };
    std::vector<Appearance> looks;
    for (int i = 0; i <= static_cast<int>(Verdict::Skipped); ++i) {
        looks.push_back(appearance(static_cast<Verdict>(i), palette));
        QCOMPARE(looks.back().word.toStdString(), std::string(verdictWord(static_cast<Verdict>(i))));
    }
    check(looks);
    looks.clear();
    for (int i = 0; i <= static_cast<int>(SplitStatus::NotADivisor); ++i) {
        looks.push_back(appearance(static_cast<SplitStatus>(i), palette));
    }
    check(looks);
    looks.clear();
    for (int i = 0; i <= static_cast<int>(SpanState::NoSpan); ++i) {
        looks.push_back(appearance(static_cast<SpanState>(i), palette));
    }
    check(looks);
}

void TestTheme::themesApply()
{
    applyTheme(*qApp, Theme::Dark);
    QCOMPARE(QApplication::style()->objectName().toLower(), QStringLiteral("fusion"));
    QVERIFY(isDark(QApplication::palette()));
    const QStyle *style = QApplication::style();
    applyTheme(*qApp, Theme::Light);
    QVERIFY(!isDark(QApplication::palette()));
    QCOMPARE(QApplication::style(), style);
    applyTheme(*qApp, Theme::System);
    QVERIFY(QApplication::palette() != lightPalette());
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark}) {
        QVERIFY(themeFromId(themeId(theme)) == theme);
    }
    QVERIFY(themeFromId(QStringLiteral("sepia")) == Theme::System);
}

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
