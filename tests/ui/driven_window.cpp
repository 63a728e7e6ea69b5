#include "driven_window.h"

#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "ui/window/action_set.h"

#include <QFile>
#include <QHash>
#include <QHeaderView>

namespace spanscope::ui {

DrivenWindow::DrivenWindow(const QString &autosaveFolder)
    : m_window(std::make_unique<MainWindow>(
          WindowPlaces{m_folder.filePath(QStringLiteral("settings.ini")),
                       autosaveFolder.isEmpty() ? m_folder.filePath(QStringLiteral("autosave")) : autosaveFolder}))
{
    m_window->overrideTheme(QStringLiteral("light"));
    PathChooser nobody;
    nobody.openFiles = [](const QString &, const QString &) { return QStringList(); };
    nobody.saveFile = [](const QString &, const QString &, const QString &) { return QString(); };
    m_window->setPathChooser(nobody);
}

void DrivenWindow::show()
{
    m_window->resize(1280, 800);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void DrivenWindow::openFile(const QString &path)
{
    m_window->workspace().open({path});
    waitUntilSettled();
}

QString DrivenWindow::sample(const char *name)
{
    return QStringLiteral(SPANSCOPE_SOURCE_DIR "/samples/") + QLatin1String(name);
}

void DrivenWindow::waitUntilSettled()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled() && m_window->workspace().summary() != nullptr, kPatience);
    QTest::qWait(30); // queued replots
}

void DrivenWindow::openExpression(const QString &expression)
{
    m_window->workspace().openText(expression);
    waitUntilSettled();
}

QString DrivenWindow::writeGraphFile(const char *name, const QString &expression)
{
    const QString path = filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QByteArray::fromStdString(writeGraph(*graphFromExpression(expression.toStdString())) + "\n"));
    }
    return path;
}

void DrivenWindow::answerSaveWith(const QString &path)
{
    PathChooser chooser;
    chooser.openFiles = [](const QString &, const QString &) { return QStringList(); };
    chooser.saveFile = [path](const QString &, const QString &, const QString &) { return path; };
    m_window->setPathChooser(chooser);
}

void DrivenWindow::press(const char *actionId)
{
    QAction *action = m_window->actionSet().get(QLatin1String(actionId));
    QVERIFY2(action->isEnabled(), actionId);
    if (!m_window->isActiveWindow()) { // a popup or dialog has just gone
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    const QKeyCombination keys = action->shortcut()[0];
    QTest::keyClick(m_window.get(), keys.key(), keys.keyboardModifiers());
}

void DrivenWindow::clickCell(TableView *table, const QModelIndex &index)
{
    QVERIFY(index.isValid());
    table->scrollTo(index);
    const QRect rect = table->visualRect(index);
    QVERIFY2(!rect.isEmpty(), "the cell is not shown");
    const QPoint at(rect.left() + std::min(rect.width() / 2, 20), rect.center().y());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
}

void DrivenWindow::switchTheme(const QString &id)
{
    m_window->settings().setTheme(id);
    QCoreApplication::processEvents();
}

double emptiness(const QImage &image)
{
    const QImage pixels = image.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, qint64> counts;
    qint64 most = 0;
    for (int y = 0; y < pixels.height(); y += 2) {
        for (int x = 0; x < pixels.width(); x += 2) {
            most = std::max(most, ++counts[pixels.pixel(x, y)]);
        }
    }
    const qint64 all = qint64{(pixels.height() + 1) / 2} * ((pixels.width() + 1) / 2);
    return all == 0 ? 1.0 : static_cast<double>(most) / static_cast<double>(all);
}

double lightness(const QImage &image)
{
    const QImage pixels = image.convertToFormat(QImage::Format_RGB32);
    double sum = 0;
    qint64 count = 0;
    for (int y = 0; y < pixels.height(); y += 3) {
        for (int x = 0; x < pixels.width(); x += 3) {
            sum += QColor(pixels.pixel(x, y)).lightnessF();
            ++count;
        }
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

} // namespace spanscope::ui
