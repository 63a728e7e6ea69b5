#include "core/planner/splits.h"

#include <QTest>

using namespace spanscope;

class TestDivisors : public QObject
{
    Q_OBJECT
private slots:
    void equalTrialDivision();
    void largeNumbersAreFactoredAtOnce_data();
    void largeNumbersAreFactoredAtOnce();
};

void TestDivisors::equalTrialDivision()
{
    for (Int n = 1; n <= 3000; ++n) {
        std::vector<Int> expected;
        for (Int d = 1; d <= n; ++d) {
            if (n % d == 0) {
                expected.push_back(d);
            }
        }
        QCOMPARE(divisorsOf(n), expected);
    }
}

void TestDivisors::largeNumbersAreFactoredAtOnce_data()
{
    QTest::addColumn<qint64>("n");
    QTest::addColumn<int>("count");
    QTest::newRow("largest 63-bit prime") << qint64{9223372036854775783} << 2;
    QTest::newRow("square of a prime") << qint64{3037000493} * 3037000493 << 3;
    QTest::newRow("two 31-bit primes") << qint64{2147483647} * 2147483629 << 4;
    QTest::newRow("2^62") << (qint64{1} << 62) << 63;
    QTest::newRow("most divisors in 63 bits") << qint64{897612484786617600} << 103680;
    QTest::newRow("strong pseudoprime to many bases") << qint64{3825123056546413051} << 8;
}

void TestDivisors::largeNumbersAreFactoredAtOnce()
{
    QFETCH(qint64, n);
    QFETCH(int, count);
    const std::vector<Int> divisors = divisorsOf(n);
    QCOMPARE(static_cast<int>(divisors.size()), count);
    QVERIFY(std::all_of(divisors.begin(), divisors.end(), [n](Int d) { return n % d == 0; }));
    QVERIFY(std::adjacent_find(divisors.begin(), divisors.end(), std::greater_equal<>()) == divisors.end());
}

QTEST_APPLESS_MAIN(TestDivisors)
#include "test_divisors.moc"
