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

    /// The text an export would write; empty while nothing is analysed.
    [[nodiscard]] QString text(ExportKind kind) const;
    /// Asks for a path and writes it whole or not at all; says what happened. Exports of large graphs
    /// are made beside the window, one after another.
    void save(ExportKind kind);
    [[nodiscard]] bool isSettled() const { return m_waiting.empty() && !m_runner.isRunning(); }
    void copy(ExportKind kind);
    /// PNG, SVG or PDF of a panel's picture, by suffix.
    void savePicture(Panel *panel);

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
    [[nodiscard]] std::optional<Order> orderOf(ExportKind kind) const;
    [[nodiscard]] static QString textOf(const Order &order);
    void startNext();
    [[nodiscard]] QString suggestion(ExportKind kind) const;
    void report(const QString &path, bool written, const QString &error);

    PanelContext m_context;
    std::deque<Order> m_waiting;
    JobRunner m_runner; ///< last: its thread ends before anything else goes away
};

} // namespace spanscope::ui
