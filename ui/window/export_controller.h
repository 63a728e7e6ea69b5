#pragma once
/// Turns what is shown into files or clipboard text.

#include "core/exporters/exporters.h"
#include "ui/panels/panel.h"

#include <QObject>

#include <deque>
#include <optional>

namespace spanscope::ui {

enum class ExportKind { Plan, Groups, Python, Csv, Markdown, Html, OpPython, OpMarkdown, OpHtml };

class ExportController : public QObject
{
    Q_OBJECT
public:
    ExportController(const PanelContext &context, QObject *parent = nullptr);

    /// Asks for a path and writes it whole or not at all; says what happened. Exports are made beside
    /// the window, one after another.
    void save(ExportKind kind);
    /// The same text into the clipboard.
    void copy(ExportKind kind);
    /// Nothing is being written and nothing waits to be.
    [[nodiscard]] bool allWritten() const { return m_waiting.empty() && !m_runner.isRunning(); }
    /// The same, copies included.
    [[nodiscard]] bool isSettled() const { return allWritten() && !m_copier.isRunning(); }
    /// Forgets the exports that have not begun.
    void giveUp() { m_waiting.clear(); }
    /// PNG, SVG or PDF of a panel's picture, by suffix.
    void savePicture(Panel *panel);

signals:
    /// What is being made, for people; empty when nothing is.
    void workChanged(const QString &label);
    /// Everything that was asked for is done.
    void settled(bool withoutErrors);

private:
    /// What an export is made from; any thread may do it.
    struct Order
    {
        ExportKind kind = ExportKind::Plan;
        GraphResultPtr result;
        ExportChoice choice;
        std::optional<std::size_t> opIndex;
        QString path;
    };
    /// Nothing where there is nothing to export, which is told.
    [[nodiscard]] std::optional<Order> takeOrder(ExportKind kind);
    [[nodiscard]] static QString textOf(const Order &order);
    void startNext();
    [[nodiscard]] QString suggestion(ExportKind kind) const;
    void report(const QString &path, bool written, const QString &error);

    PanelContext m_context;
    std::deque<Order> m_waiting;
    bool m_failed = false; ///< since all was settled
    JobRunner m_copier;    ///< a copy does not wait for files
    JobRunner m_runner;    ///< last: its thread ends before anything else goes away
};

} // namespace spanscope::ui
