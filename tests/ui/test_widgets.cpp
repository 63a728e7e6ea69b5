#include "core/planner/rules.h"
#include "tests/ui/sample_audits.h"
#include "ui/theme/colours.h"
#include "ui/theme/theme.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pressure_bar_delegate.h"

#include <QPainter>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

using namespace spanscope;
using namespace spanscope::ui;
using namespace spanscope::test;

class TestWidgets : public QObject
{
    Q_OBJECT
private slots:
    void stripClicks();
    void stripKeys();
    void stripTyping();
    void stripWheelNeedsFocus();
    void stripScrollsWithManyDivisors();
    void stripTexts();
    void barGeometry();
    void barIsDrawnToScale();
    void chipCountsAndChecks();
    void flowBreaksLines();
    void pictures();
};

namespace {

struct Strip
{
    QWidget window;
    DivisorStrip *strip = nullptr;
    bool focused = false;
    std::unique_ptr<QSignalSpy> chosen;

    explicit Strip(const SplitTable &table, int width = 760)
    {
        auto *layout = new QVBoxLayout(&window);
        strip = new DivisorStrip;
        layout->addWidget(strip);
        strip->setTable(table, *presetRules("documented"));
        strip->setDimName(QStringLiteral("N (dim 0)"));
        window.resize(width, strip->sizeHint().height() + 24);
        window.show();
        window.activateWindow();
        focused = QTest::qWaitForWindowActive(&window);
        strip->setFocus();
        chosen = std::make_unique<QSignalSpy>(strip, &DivisorStrip::countChosen);
    }
    [[nodiscard]] Int last() const { return chosen->isEmpty() ? 0 : chosen->back().front().value<Int>(); }
};

void wheel(QWidget *widget, int delta)
{
    QWheelEvent event(QPointF(5, 5), widget->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, delta), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

enum Roles { kRatio = Qt::UserRole + 1, kUntiled, kVerdict };

} // namespace

void TestWidgets::stripClicks()
{
    Strip s(lmHeadRows());
    const QRect cell = s.strip->cellRect(7);
    QCOMPARE(s.strip->cellAt(cell.center()), 7);
    QTest::mouseClick(s.strip, Qt::LeftButton, {}, cell.center());
    QCOMPARE(s.last(), Int{769});
    QCOMPARE(s.strip->current(), Int{769});
    QTest::mouseClick(s.strip, Qt::LeftButton, {}, cell.center());
    QTest::mouseClick(s.strip, Qt::RightButton, {}, s.strip->cellRect(2).center());
    QCOMPARE(s.chosen->size(), 1);
    s.strip->setCurrent(2);
    QCOMPARE(s.chosen->size(), 1);
}

void TestWidgets::stripKeys()
{
    Strip s(lmHeadRows());
    QTest::keyClick(s.strip, Qt::Key_Right);
    QCOMPARE(s.last(), Int{2});
    QTest::keyClick(s.strip, Qt::Key_End);
    QCOMPARE(s.last(), Int{49216});
    QTest::keyClick(s.strip, Qt::Key_Right);
    QCOMPARE(s.chosen->size(), 2);
    QTest::keyClick(s.strip, Qt::Key_Left);
    QCOMPARE(s.last(), Int{24608});
    QTest::keyClick(s.strip, Qt::Key_Home);
    QCOMPARE(s.last(), Int{1});
    // 100 is no divisor: its neighbours are 64 and 769.
    s.strip->setCurrent(100);
    QTest::keyClick(s.strip, Qt::Key_Right);
    QCOMPARE(s.last(), Int{769});
    s.strip->setCurrent(100);
    QTest::keyClick(s.strip, Qt::Key_Left);
    QCOMPARE(s.last(), Int{64});
}

void TestWidgets::stripTyping()
{
    Strip s(lmHeadRows());
    QTest::keyClicks(s.strip, QStringLiteral("76"));
    QCOMPARE(s.strip->typed(), QStringLiteral("76"));
    QVERIFY(s.chosen->isEmpty());
    QTest::keyClick(s.strip, Qt::Key_9);
    QTest::keyClick(s.strip, Qt::Key_Return);
    QCOMPARE(s.last(), Int{769});
    QVERIFY(s.strip->typed().isEmpty());
    // A pause takes it too; what is no divisor is passed on for the panel to answer.
    QTest::keyClicks(s.strip, QStringLiteral("100"));
    QTRY_COMPARE(s.last(), Int{100});
    QTest::keyClicks(s.strip, QStringLiteral("55"));
    QTest::keyClick(s.strip, Qt::Key_Escape);
    QTest::keyClick(s.strip, Qt::Key_Return);
    QCOMPARE(s.chosen->size(), 2);
}

void TestWidgets::stripWheelNeedsFocus()
{
    Strip s(lmHeadRows());
    QVERIFY(s.focused);
    wheel(s.strip, -120);
    QCOMPARE(s.last(), Int{2});
    wheel(s.strip, -60);
    QCOMPARE(s.last(), Int{2});
    wheel(s.strip, -60);
    QCOMPARE(s.last(), Int{4});
    wheel(s.strip, 120);
    QCOMPARE(s.last(), Int{2});
    s.strip->clearFocus();
    const auto before = s.chosen->size();
    wheel(s.strip, -120);
    QCOMPARE(s.chosen->size(), before);
}

void TestWidgets::stripScrollsWithManyDivisors()
{
    Strip s(manyDivisors());
    QCOMPARE(s.strip->cellCount(), 200);
    QVERIFY(s.strip->cellRect(199).left() > s.strip->width());
    QTest::keyClick(s.strip, Qt::Key_End);
    QVERIFY(s.strip->cellRect(199).right() <= s.strip->width());
    QVERIFY(s.strip->cellRect(0).right() < 0);
    s.strip->setCurrent(1);
    QVERIFY(s.strip->cellRect(0).left() >= 0);
    QVERIFY(s.strip->minimumSizeHint().width() < 200);
}

void TestWidgets::stripTexts()
{
    Strip s(lmHeadRows());
    s.strip->setPlanned(769);
    s.strip->setCurrent(2);
    QVERIFY2(s.strip->cellToolTip(1).contains(QLatin1String("24608")), qPrintable(s.strip->cellToolTip(1)));
    QVERIFY(s.strip->cellToolTip(7).contains(QLatin1String("own choice")));
    QCOMPARE(s.strip->accessibleName(), QStringLiteral("Split of N (dim 0)"));
    const QString text = s.strip->accessibleDescription();
    QVERIFY2(text.startsWith(QLatin1String("14 divisors of 49,216")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("The compiler chose 769")));
    QSignalSpy hovered(s.strip, &DivisorStrip::cellHovered);
    QTest::mouseMove(s.strip, s.strip->cellRect(7).center());
    QTRY_COMPARE(hovered.size(), 1);
    QCOMPARE(hovered.front().front().toString(), s.strip->cellToolTip(7));
}

void TestWidgets::barGeometry()
{
    const QFontMetricsF metrics(QApplication::font());
    const QRectF cell(10, 5, 220, 24);
    const auto g = PressureBarDelegate::geometry(cell, 0.5, 2.0, metrics);
    const double unit = g.limitX - g.track.left();
    QVERIFY(unit > 10);
    QCOMPARE(g.bar.width(), unit / 2);
    QCOMPARE(g.outline.width(), unit * 2);
    QVERIFY(cell.contains(g.track) && cell.contains(g.text));
    QVERIFY(g.text.left() >= g.track.right());
    const auto far = PressureBarDelegate::geometry(cell, 100.0, 0.0, metrics);
    QCOMPARE(far.bar.right(), far.track.right());
    QCOMPARE(PressureBarDelegate::geometry(cell, 1e-9, 0.0, metrics).bar.width(), 1.0);
    QCOMPARE(PressureBarDelegate::geometry(cell, 0.0, 0.0, metrics).bar.width(), 0.0);
}

void TestWidgets::barIsDrawnToScale()
{
    QStandardItemModel model(3, 1);
    const double ratios[] = {0.25, 1.0, 3.0};
    for (int i = 0; i < 3; ++i) {
        model.setData(model.index(i, 0), QStringLiteral("%1x").arg(ratios[i], 0, 'f', 2));
        model.setData(model.index(i, 0), ratios[i], kRatio);
        model.setData(model.index(i, 0), 3.0, kUntiled);
        model.setData(model.index(i, 0), static_cast<int>(Verdict::Fits), kVerdict);
    }
    PressureBarDelegate delegate({kRatio, kUntiled, kVerdict});
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, 260, 24);
    option.palette = lightPalette();
    option.font = QApplication::font();
    option.state = QStyle::State_Enabled;
    for (int i = 0; i < 3; ++i) {
        QImage image(260, 24, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        delegate.paint(&painter, option, model.index(i, 0));
        painter.end();
        const auto g = PressureBarDelegate::geometry(option.rect, ratios[i], 3.0, QFontMetricsF(option.font));
        const QColor fill = appearance(Verdict::Fits, option.palette).fill;
        int count = 0;
        const int y = static_cast<int>(g.bar.center().y());
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixelColor(x, y) == fill ? 1 : 0;
        }
        // The limit tick covers up to three pixels of a longer bar.
        QVERIFY2(std::abs(count - g.bar.width()) <= 4,
                 qPrintable(QStringLiteral("%1 %2").arg(count).arg(g.bar.width())));
    }
}

void TestWidgets::chipCountsAndChecks()
{
    Chip chip(Verdict::ResidualRisk);
    chip.setCount(2);
    QVERIFY(chip.text().contains(QLatin1String("2 Residual risk")));
    QVERIFY(chip.accessibleName().startsWith(QLatin1String("Residual risk: 2")));
    QSignalSpy toggled(&chip, &Chip::toggled);
    chip.show();
    QTest::mouseClick(&chip, Qt::LeftButton);
    QTest::keyClick(&chip, Qt::Key_Space);
    QCOMPARE(toggled.size(), 2);
    QVERIFY(!chip.isChecked());
}

void TestWidgets::flowBreaksLines()
{
    QWidget window;
    auto *flow = new FlowLayout(&window, 4);
    flow->setContentsMargins(0, 0, 0, 0);
    std::vector<QWidget *> boxes;
    for (int i = 0; i < 4; ++i) {
        auto *box = new QWidget;
        box->setFixedSize(50, 20);
        flow->addWidget(box);
        boxes.push_back(box);
    }
    window.resize(110, 100);
    window.show();
    QCOMPARE(boxes[1]->pos(), QPoint(54, 0));
    QCOMPARE(boxes[2]->pos(), QPoint(0, 24));
    QCOMPARE(flow->heightForWidth(110), 44);
    QCOMPARE(flow->heightForWidth(1000), 20);
}

void TestWidgets::pictures()
{
    QWidget window;
    auto *layout = new QVBoxLayout(&window);
    for (const SplitTable &table : {lmHeadRows(), manyDivisors()}) {
        auto *strip = new DivisorStrip;
        strip->setTable(table, *presetRules("documented"));
        strip->setPlanned(64);
        strip->setCurrent(table.range == 49216 ? 769 : 100);
        layout->addWidget(strip);
    }
    SplitTable all;
    all.range = 1;
    for (int i = 0; i <= static_cast<int>(SplitStatus::NotADivisor); ++i) {
        SplitEntry entry;
        entry.count = i + 1;
        entry.status = static_cast<SplitStatus>(i);
        all.entries.push_back(entry);
    }
    auto *strip = new DivisorStrip;
    strip->setTable(all, *presetRules("documented"));
    layout->addWidget(strip);
    auto *chips = new QWidget;
    auto *flow = new FlowLayout(chips);
    for (int i = 0; i <= static_cast<int>(Verdict::Skipped); ++i) {
        auto *chip = new Chip(static_cast<Verdict>(i));
        chip->setCount(i * 7);
        chip->setChecked(i % 3 == 1);
        flow->addWidget(chip);
    }
    layout->addWidget(chips);
    QStandardItemModel model(7, 1);
    const double ratios[] = {3.1, 1.5, 1.12, 0.8, 0.31, 0.0001, 0.0};
    for (int i = 0; i < 6; ++i) {
        model.setData(model.index(i, 0), QStringLiteral("%1x").arg(ratios[i], 0, 'f', 2));
        model.setData(model.index(i, 0), ratios[i], kRatio);
        model.setData(model.index(i, 0), i == 3 ? 2.99 : ratios[i], kUntiled);
        model.setData(model.index(i, 0), i, kVerdict);
    }
    QTableView table;
    table.setModel(&model);
    table.setItemDelegate(new PressureBarDelegate({kRatio, kUntiled, kVerdict}, &table));
    table.setColumnWidth(0, 200);
    table.selectRow(1);
    layout->addWidget(&table);
    showAndPicture(window, QSize(620, 560), QStringLiteral("widgets"));
    QVERIFY(table.rowHeight(0) > 0);
    table.setParent(nullptr);
}

QTEST_MAIN(TestWidgets)
#include "test_widgets.moc"
