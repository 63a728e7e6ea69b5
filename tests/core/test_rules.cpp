#include "core/planner/rules.h"

#include <QTest>

using namespace spanscope;

class TestRules : public QObject
{
    Q_OBJECT
private slots:
    void bytes_data();
    void bytes();
    void limitComesFromTheMostExplicitPlace();
    void differencesNameOnlyWhatChanged();
};

void TestRules::bytes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("value"); // 0: not a size
    QTest::newRow("plain") << "268435456" << qint64{268435456};
    QTest::newRow("MiB") << "256MiB" << qint64{268435456};
    QTest::newRow("space and MB") << " 256 MB " << qint64{268435456};
    QTest::newRow("hex") << "0x10000000" << qint64{268435456};
    QTest::newRow("GiB") << "1g" << qint64{1073741824};
    QTest::newRow("fraction") << "384.5MiB" << qint64{403177472};
    QTest::newRow("fraction of zero") << "0.5 KiB" << qint64{512};
    QTest::newRow("trailing zeros") << "1.500000000000000000000 KiB" << qint64{1536};
    QTest::newRow("part of a byte") << "0.3KiB" << qint64{0};
    QTest::newRow("less than a byte") << "0.5" << qint64{0};
    QTest::newRow("no digits behind the point") << "5.KiB" << qint64{0};
    QTest::newRow("two points") << "1.5.5KiB" << qint64{0};
    QTest::newRow("zero") << "0" << qint64{0};
    QTest::newRow("negative fraction") << "-0.5GiB" << qint64{0};
    QTest::newRow("negative") << "-5" << qint64{0};
    QTest::newRow("unit unknown") << "5 parsec" << qint64{0};
    QTest::newRow("beyond 63 bits") << "9223372036854775807KiB" << qint64{0};
}

void TestRules::bytes()
{
    QFETCH(QString, text);
    QFETCH(qint64, value);
    QCOMPARE(qint64{parseBytes(text.toStdString()).value_or(0)}, value);
}

void TestRules::limitComesFromTheMostExplicitPlace()
{
    RuleChoice choice;
    QCOMPARE(rulesFor(choice, std::nullopt)->rules.maxSpanBytes, Int{268435456});
    QCOMPARE(rulesFor(choice, Int{4096})->rules.maxSpanBytes, Int{4096});
    QVERIFY(rulesFor(choice, Int{4096})->limitSource == LimitSource::GraphConfig);
    choice.preset = "torch-spyre-2026-07";
    QCOMPARE(rulesFor(choice, Int{4096})->rules.maxSpanBytes, Int{268431360});
    QVERIFY(rulesFor(choice, Int{4096})->limitSource == LimitSource::Preset);
    choice.maxSpanBytes = 99;
    QCOMPARE(rulesFor(choice, Int{4096})->rules.maxSpanBytes, Int{99});
    choice.preset = "no such preset";
    QVERIFY(!rulesFor(choice, std::nullopt).has_value());
}

void TestRules::differencesNameOnlyWhatChanged()
{
    Rules rules = *presetRules("torch-spyre-2026-07");
    QVERIFY(differencesFromPreset(rules).empty());
    rules.maxAutoSplit = 128;
    rules.reductionJoin = false;
    QCOMPARE(differencesFromPreset(rules),
             (std::vector<std::string>{"max_auto_split = 128 (preset 64)", "reduction_join = off (preset on)"}));
}

QTEST_APPLESS_MAIN(TestRules)
#include "test_rules.moc"
