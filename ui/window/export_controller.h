#pragma once
/// Turns what is shown into files or clipboard text.

#include "ui/panels/panel.h"

#include <QObject>

namespace spanscope::ui {

enum class ExportKind { Plan, Groups, Python, Csv, Markdown, Html, OpPython, OpMarkdown, OpHtml };

class ExportController : public QObject
{
    Q_OBJECT
public:
    ExportController(const PanelContext &context, QObject *parent = nullptr);

    /// The text an export would write; empty while nothing is analysed.
    [[nodiscard]] QString text(ExportKind kind) const;
    /// Asks for a path and writes it whole or not at all; says what happened.
    void save(ExportKind kind);
    void copy(ExportKind kind);
    /// PNG, SVG or PDF of a panel's picture, by suffix.
    void savePicture(Panel *panel);

private:
    [[nodiscard]] QString suggestion(ExportKind kind) const;
    void report(const QString &path, bool written, const QString &error);

    PanelContext m_context;
};

} // namespace spanscope::ui
