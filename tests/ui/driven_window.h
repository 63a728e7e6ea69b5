#pragma once
/// A main window with settings of its own, driven by real events.

#include "ui/panels/table_view.h"
#include "ui/window/main_window.h"

#include <QTemporaryDir>
#include <QtTest>

namespace spanscope::ui {

inline constexpr int kPatience = 60'000; ///< milliseconds; a busy machine is slow, not wrong

class DrivenWindow
{
public:
    explicit DrivenWindow(const QString &autosaveFolder = {});

    MainWindow &operator*() { return *m_window; }
    MainWindow *operator->() { return m_window.get(); }

    void show();
    /// Opens a typed expression and waits until everything about its worst op is there.
    void openExpression(const QString &expression);
    /// Opens a file and waits likewise.
    void openFile(const QString &path);
    /// Where a file of the samples folder is.
    [[nodiscard]] static QString sample(const char *name);
    void waitUntilSettled();
    [[nodiscard]] QString filePath(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// A graph file made from an expression.
    QString writeGraphFile(const char *name, const QString &expression);
    /// The next question for a path to write is answered with this one.
    void answerSaveWith(const QString &path);
    void press(const char *actionId);
    /// Clicks the middle of a cell with the mouse.
    static void clickCell(TableView *table, const QModelIndex &index);
    void switchTheme(const QString &id);

private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

/// Share of pixels of the most frequent colour; 1 for an empty picture.
[[nodiscard]] double emptiness(const QImage &image);
/// Mean lightness, 0 black to 1 white.
[[nodiscard]] double lightness(const QImage &image);

} // namespace spanscope::ui
