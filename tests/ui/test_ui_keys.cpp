/// The window without a mouse: where the keys go is seen, and they do what the mouse does.

#include "driven_window.h"

#include "ui/models/operations_filter.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/operations_panel.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/window/message_bar.h"
#include "ui/window/samples.h"
#include "ui/window/start_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace spanscope;
using namespace spanscope::ui;

class TestUiKeys : public QObject
{
    Q_OBJECT
private slots:
    void startPageByKeyboard();
    void filterByKeyboard();
    void stripsByKeyboard();
    void undoTellsWhat();
};

void TestUiKeys::startPageByKeyboard()
{
    DrivenWindow window;
    window.show();
    QPushButton *first = nullptr;
    for (auto *button : window->startPage().findChildren<QPushButton *>()) {
        if (button->accessibleName() == samples().front().title) {
            first = button;
        }
    }
    QVERIFY(first != nullptr);
    const QImage before = first->grab().toImage();
    first->setFocus(Qt::TabFocusReason);
    QVERIFY(first->grab().toImage() != before); // one sees where the keys go
    QTest::keyClick(first, Qt::Key_Return);
    window.waitUntilSettled();
    QCOMPARE(window->workspace().result()->graph->operations.size(), std::size_t{2});
}

void TestUiKeys::filterByKeyboard()
{
    DrivenWindow window;
    window.show();
    window.openFile(DrivenWindow::sample("transformer-block.json"));
    QLineEdit *line = window->operations().filterLine();
    line->setFocus();
    QTest::keyClicks(line, QStringLiteral("verdict:conflict"));
    QTest::keyClick(line, Qt::Key_Down);
    QCOMPARE(window->operations().filter()->rowCount(), 4);
    QCOMPARE(window->workspace().selection().op(), window->operations().filter()->opAt(0)); // not one out of sight
    // Another graph is shown whole.
    window.openFile(DrivenWindow::sample("lm-head-49216.json"));
    QVERIFY(line->text().isEmpty());
    QCOMPARE(window->operations().filter()->rowCount(), 2);
    line->setFocus();
    QTest::keyClicks(line, QStringLiteral("no such op"));
    QTest::keyClick(line, Qt::Key_Return);
    bool told = false;
    for (const QLabel *label : window->operations().findChildren<QLabel *>()) {
        told = told || label->text().startsWith(QStringLiteral("None of 2"));
    }
    QVERIFY(told);
    QTest::keyClick(line, Qt::Key_Escape);
    QCOMPARE(window->operations().filter()->rowCount(), 2);
}

void TestUiKeys::stripsByKeyboard()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    window.press("focusBench");
    const auto &rows = window->bench().rows();
    DivisorStrip *strip = rows.front()->strip();
    QTRY_VERIFY(strip->hasFocus());
    QTest::keyClicks(strip, QStringLiteral("769"));
    QTest::keyClick(strip, Qt::Key_Return);
    QTest::keyClick(strip, Qt::Key_Down);
    QVERIFY(rows[1]->strip()->hasFocus());
    QTest::keyClick(rows[1]->strip(), Qt::Key_Right);
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 769, false}, {HostDim{1}, 2, false}}));
    QTest::keyClick(rows[1]->strip(), Qt::Key_Down); // there is none below
    QVERIFY(rows[1]->strip()->hasFocus());
    QTest::keyClick(rows[1]->strip(), Qt::Key_Up);
    QVERIFY(rows[0]->strip()->hasFocus());
}

void TestUiKeys::undoTellsWhat()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    window->edits().setSplit(HostDim{0}, 769);
    window->workspace().selection().setOp(1); // what is undone may be out of sight
    window.press("undo");
    const QString told = window->messages().texts().join(u'\n');
    QVERIFY2(told.contains(QStringLiteral("Undone: ")) && told.contains(QStringLiteral("769")), qPrintable(told));
    window.press("redo");
    QVERIFY(window->messages().texts().join(u'\n').contains(QStringLiteral("Done again: ")));
}

QTEST_MAIN(TestUiKeys)
#include "test_ui_keys.moc"
