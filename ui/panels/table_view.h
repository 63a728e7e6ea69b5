#pragma once
/// The one table of this window: keyboard-complete, copyable, with columns that can be moved and hidden.

#include <QTreeView>

namespace spanscope::ui {

class Settings;

/// A tree view that serves flat tables as well. Ctrl+C copies the selected rows with their header;
/// the header's menu shows and hides columns; a key press of Enter or a double click activates.
class TableView : public QTreeView
{
    Q_OBJECT
public:
    /// \param name for accessibility; \param purpose what the table answers
    TableView(const QString &name, const QString &purpose, QWidget *parent = nullptr);

    /// Keeps column order, widths, sorting and visibility under a key.
    void remember(Settings &settings, const QString &key);
    /// True when a person arranged the columns, now or in an earlier session.
    [[nodiscard]] bool isArranged() const { return m_arranged; }
    /// Sets a default width, which is not remembered as somebody's wish.
    void setDefaultWidth(int column, int width);
    /// Columns as wide as their content and `padding` more, within bounds; the last one takes the rest.
    void fitColumns(int widest = 320, int padding = 8);
    /// As high as its rows need, up to a number of them (for tables inside a scrolling page).
    void followContent(int mostRows);
    [[nodiscard]] QString selectedText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void copySelection();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showColumnMenu(const QPoint &at);
    void refreshHeight();
    [[nodiscard]] int contentHeight() const;

    int m_mostRows = 0;
    int m_wantedHeight = 0;
    bool m_arranged = false;
    bool m_byProgram = false;
};

} // namespace spanscope::ui
