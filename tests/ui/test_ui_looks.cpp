/// Nothing is empty, clipped or nameless, in light and dark, small and large.

#include "driven_window.h"

#include "ui/models/operations_model.h"
#include "ui/panels/bench_panel.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/operations_panel.h"
#include "ui/panels/verdict_panel.h"
#include "ui/theme/colours.h"
#include "ui/widgets/divisor_strip.h"
#include "ui/window/action_set.h"
#include "ui/window/help_viewer.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/shortcuts_sheet.h"
#include "ui/window/start_page.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextDocumentFragment>

using namespace spanscope;
using namespace spanscope::ui;

class TestUiLooks : public QObject
{
    Q_OBJECT
private slots:
    void wordsAreReadable();
    void everyTabInEveryTheme();
    void docksAreWhole();
    void faultsAreSeen();
    void whatDecidesIsInView();
    void everythingHasAName();
    void everyActionHasKeysAndATip();
    void tabReachesThePanels();
    void helpKnowsEveryPanel();
    void dialogsOpen();
};

namespace {

/// How many pixels stand out from the colour that most of them have. Frames are not looked at.
int readablePixels(const QImage &whole)
{
    constexpr double kReadable = 3.0; // 4.5 less what smoothing of thin strokes takes
    constexpr int kFrame = 3;
    const QImage image = whole.copy(whole.rect().adjusted(kFrame, kFrame, -kFrame, -kFrame));
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            ++counts[image.pixel(x, y)];
        }
    }
    QRgb ground = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        ground = it.value() > counts.value(ground) ? it.key() : ground;
    }
    int readable = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        const bool standsOut = contrastRatio(QColor::fromRgb(it.key()), QColor::fromRgb(ground)) >= kReadable;
        readable += standsOut ? it.value() : 0;
    }
    return readable;
}

/// Words of labels and buttons that cannot be told from their ground.
QStringList unreadable(MainWindow &window)
{
    constexpr int kFewestPixels = 6; // of a letter; an ellipsis has about as many
    QStringList found;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        const auto *label = qobject_cast<QLabel *>(widget);
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        const QString text = label != nullptr ? label->text() : button != nullptr ? button->text() : QString();
        const QRect seen = widget->visibleRegion().boundingRect();
        if (text.isEmpty() || !widget->isEnabled() || !widget->isVisible() || seen != widget->rect()) {
            continue;
        }
        const QRect onWindow(widget->mapTo(&window, QPoint()), widget->size());
        const auto letters = std::min<qsizetype>(QTextDocumentFragment::fromHtml(text).toPlainText().size(), 40);
        if (readablePixels(window.grab(onWindow).toImage()) < kFewestPixels * letters / 2) {
            found << text.left(60);
            qInfo("unreadable: %s", qPrintable(text.left(60)));
        }
    }
    return found;
}

} // namespace

void TestUiLooks::wordsAreReadable()
{
    DrivenWindow window;
    window.show();
    for (const char *theme : {"dark", "light"}) {
        window.switchTheme(QLatin1String(theme));
        QCOMPARE(unreadable(*window), QStringList()); // the start page
    }
    // The check itself: black words on the dark window.
    window.switchTheme(QStringLiteral("dark"));
    auto *faulty = new QLabel(QStringLiteral("black on black"), &*window);
    QPalette black = faulty->palette();
    black.setColor(QPalette::WindowText, Qt::black);
    faulty->setPalette(black);
    faulty->setGeometry(10, window->height() - 120, 200, 30);
    faulty->show();
    auto *button = new QPushButton(QStringLiteral("black in a frame"), &*window);
    QPalette dark = button->palette();
    dark.setColor(QPalette::ButtonText, Qt::black);
    button->setPalette(dark);
    button->setGeometry(10, window->height() - 80, 200, 30);
    button->show();
    QStringList found = unreadable(*window);
    found.sort();
    QCOMPARE(found, (QStringList{QStringLiteral("black in a frame"), QStringLiteral("black on black")}));
    delete faulty; // NOLINT(cppcoreguidelines-owning-memory): before its parent
    delete button; // NOLINT(cppcoreguidelines-owning-memory): likewise
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    for (const char *theme : {"dark", "light"}) {
        window.switchTheme(QLatin1String(theme));
        for (int tab = 0; tab < window->tabs().count(); ++tab) {
            window->tabs().setCurrentIndex(tab);
            window.waitUntilSettled();
            QCOMPARE(unreadable(*window), QStringList());
        }
    }
}

void TestUiLooks::everyTabInEveryTheme()
{
    DrivenWindow window;
    window.show();
    QVERIFY(emptiness(window->grab().toImage()) < 0.97); // the start page
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    for (int tab = 0; tab < window->tabs().count(); ++tab) {
        window->tabs().setCurrentIndex(tab);
        window.switchTheme(QStringLiteral("light"));
        window.waitUntilSettled();
        const QImage light = window->grab().toImage();
        window.switchTheme(QStringLiteral("dark"));
        window.waitUntilSettled();
        const QImage dark = window->grab().toImage();
        const QByteArray name = window->tabs().tabText(tab).toUtf8();
        QVERIFY2(emptiness(light) < 0.9, name.constData());
        QVERIFY2(lightness(light) > 0.7, name.constData());
        QVERIFY2(lightness(dark) < 0.35, name.constData());
    }
    window.switchTheme(QStringLiteral("light"));
}

namespace {

/// What is wrong with the look of a window that shows a graph; empty when nothing is.
QStringList faultsOf(MainWindow &window)
{
    QStringList faults;
    constexpr double kEmpty = 0.95; // a table of two rows has little ink
    const QRect inside = window.rect();
    for (QDockWidget *dock : window.docks()) {
        const QString name = dock->objectName();
        if (!dock->isVisible()) {
            faults << name + QStringLiteral(" hidden");
            continue;
        }
        if (!inside.contains(dock->geometry()) || dock->width() < dock->minimumSizeHint().width()) {
            faults << name + QStringLiteral(" clipped");
        }
        if (emptiness(dock->grab().toImage()) >= kEmpty) {
            faults << name + QStringLiteral(" empty");
        }
    }
    QWidget *centre = window.centralWidget();
    if (!inside.contains(centre->geometry()) || centre->width() < 500) {
        faults << QStringLiteral("centre clipped");
    }
    if (emptiness(centre->grab().toImage()) >= kEmpty) {
        faults << QStringLiteral("centre empty");
    }
    return faults;
}

/// True when nothing of a widget is cut off by those around it.
bool isWhole(const QWidget *widget)
{
    return widget->isVisible() && widget->visibleRegion().boundingRect() == widget->rect();
}

} // namespace

void TestUiLooks::faultsAreSeen()
{
    const QString expression = QStringLiteral("linear(f16[2,4096], f16[49216,4096])");
    {
        DrivenWindow window;
        window.show();
        window.openExpression(expression);
        QCOMPARE(faultsOf(*window), QStringList());
        QDockWidget *dock = window->docks().front();
        dock->setGeometry(dock->geometry().translated(-100, 0));
        QVERIFY(faultsOf(*window).contains(dock->objectName() + QStringLiteral(" clipped")));
    }
    {
        DrivenWindow window;
        window.show();
        window.openExpression(expression);
        QDockWidget *dock = window->docks().back();
        dock->widget()->hide();
        QVERIFY(faultsOf(*window).contains(dock->objectName() + QStringLiteral(" empty")));
        dock->hide();
        QVERIFY(faultsOf(*window).contains(dock->objectName() + QStringLiteral(" hidden")));
    }
    {
        DrivenWindow window;
        window.show();
        window.openExpression(expression);
        window->tabs().hide();
        QVERIFY(faultsOf(*window).contains(QStringLiteral("centre empty")));
    }
}

void TestUiLooks::whatDecidesIsInView()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    QCOMPARE(window->size(), QSize(1280, 800));
    const auto *operations = window->findChild<TableView *>(QStringLiteral("operationsTable"));
    for (const int column : {OperationsModel::Name, OperationsModel::OperationName, OperationsModel::Pressure,
                             OperationsModel::VerdictColumn, OperationsModel::Levels}) {
        const int right = operations->columnViewportPosition(column) + operations->columnWidth(column);
        QVERIFY2(right <= operations->viewport()->width(), qPrintable(QString::number(column)));
    }
    const VerdictPanel &verdict = window->verdict();
    QVERIFY(verdict.fits()->header()->length() <= verdict.fits()->viewport()->width());
    QVERIFY(verdict.nextStep()->text().contains(QStringLiteral("spyre_hint")));
    QVERIFY(verdict.residualTitle()->text().contains(QStringLiteral("Spans over the limit"))); // there is no plan
    const BenchPanel &bench = window->bench();
    QCOMPARE(bench.rows().size(), std::size_t{2});
    for (const BenchRow *row : bench.rows()) {
        QVERIFY(isWhole(row->strip()));
        QVERIFY(isWhole(row->splitEdit()));
    }
    QVERIFY(isWhole(bench.legend()));
    for (const char *text : {"cuts", "64", "legal"}) {
        QVERIFY2(bench.legend()->text().contains(QLatin1String(text)), text);
    }
    QVERIFY(!bench.legend()->text().contains(QStringLiteral("own&nbsp;plan"))); // there is none
    // The divisor that would fit can be seen and clicked.
    DivisorStrip *strip = bench.rows().front()->strip();
    int cell = 0;
    while (cell < strip->cellCount() && !strip->cellToolTip(cell).startsWith(QStringLiteral("769 "))) {
        ++cell;
    }
    QVERIFY(strip->rect().contains(strip->cellRect(cell)));
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellRect(cell).center());
    QCOMPARE(window->workspace().bench().splits(), (Levels{{HostDim{0}, 769, false}}));
}

void TestUiLooks::docksAreWhole()
{
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        DrivenWindow window;
        window.show();
        window->resize(size);
        window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
        QCOMPARE(window->size(), size); // nothing forces the window wider
        QCOMPARE(faultsOf(*window), QStringList());
    }
}

void TestUiLooks::everythingHasAName()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    QStringList nameless;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        const bool ours = QByteArray(widget->metaObject()->className()).startsWith("spanscope::");
        const bool input = widget->focusPolicy() != Qt::NoFocus && (qobject_cast<QLineEdit *>(widget) != nullptr ||
                                                                    qobject_cast<QComboBox *>(widget) != nullptr);
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        const bool hasText = button != nullptr && !button->text().isEmpty();
        const bool internal = widget->objectName().startsWith(QStringLiteral("qt_")) ||
                              qobject_cast<QComboBox *>(widget->parentWidget()) != nullptr;
        if ((ours || input) && !internal && !hasText && widget->accessibleName().isEmpty()) {
            nameless << QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()),
                                                    widget->objectName());
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u',')));
}

void TestUiLooks::everyActionHasKeysAndATip()
{
    DrivenWindow window;
    QSet<QString> keys;
    for (const ActionSet::Section &section : window->actionSet().sections()) {
        for (const QAction *action : section.actions) {
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->objectName()));
            const QString text = action->shortcut().toString();
            QVERIFY2(!keys.contains(text), qPrintable(action->objectName() + u' ' + text));
            keys.insert(text);
        }
    }
    QVERIFY(keys.size() > 30);
}

void TestUiLooks::tabReachesThePanels()
{
    DrivenWindow window;
    window.show();
    window.openExpression(QStringLiteral("linear(f16[2,4096], f16[49216,4096])"));
    window.press("focusOperations");
    QSet<QString> visited;
    for (int i = 0; i < 150; ++i) {
        for (QWidget *widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget()) {
            if (const auto *panel = qobject_cast<Panel *>(widget)) {
                visited.insert(panel->id());
            }
        }
        QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &*window, Qt::Key_Tab);
    }
    for (const char *id : {"operations", "pressure", "bench", "verdict"}) {
        QVERIFY2(visited.contains(QLatin1String(id)), id);
    }
}

void TestUiLooks::helpKnowsEveryPanel()
{
    DrivenWindow window;
    QFile page(QStringLiteral(":/help/window.html"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QByteArray html = page.readAll();
    for (const Panel *panel : window->findChildren<Panel *>()) {
        QVERIFY2(html.contains("name=\"" + panel->id().toLatin1() + "\""), qPrintable(panel->id()));
    }
    QFile index(QStringLiteral(":/help/index.html"));
    QVERIFY(index.open(QIODevice::ReadOnly));
    const QByteArray words = index.readAll();
    for (const char *word : {"stick", "span", "coordinate", "split", "caps", "limit"}) {
        QVERIFY2(words.contains(QByteArray("name=\"") + word + "\""), word);
    }
}

void TestUiLooks::dialogsOpen()
{
    DrivenWindow window;
    window.show();
    window.press("help");
    auto *help = window->findChild<HelpViewer *>();
    QVERIFY(help != nullptr && help->isVisible());
    QVERIFY(help->browser()->toPlainText().contains(QStringLiteral("128 bytes")));
    help->close();
    window->activateWindow();
    QTest::keyClick(&*window, Qt::Key_Question);
    QTRY_VERIFY(window->findChild<ShortcutsSheet *>() != nullptr);
    window->findChild<ShortcutsSheet *>()->close();
    window.press("settings");
    QTRY_VERIFY(window->findChild<SettingsDialog *>() != nullptr);
    window->findChild<SettingsDialog *>()->close();
}

QTEST_MAIN(TestUiLooks)
#include "test_ui_looks.moc"
