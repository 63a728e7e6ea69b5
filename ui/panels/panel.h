#pragma once
/// What docks and tabs have in common.

#include "ui/session/user_edits.h"
#include "ui/session/workspace.h"

#include <QStringList>
#include <QWidget>

#include <functional>

namespace spanscope::ui {

/// Asks a person for paths. Replaceable, so that a script can answer.
struct PathChooser
{
    /// (title, filters) -> existing files; empty: none was chosen
    std::function<QStringList(const QString &, const QString &)> openFiles;
    /// (title, suggestion, filters) -> a path to write; empty: none was chosen
    std::function<QString(const QString &, const QString &, const QString &)> saveFile;
};

/// What every panel works with.
struct PanelContext
{
    Workspace &workspace;
    UserEdits &edits;
    PathChooser &paths;
};

class Panel : public QWidget
{
    Q_OBJECT
public:
    /// \param id stable, for settings and the command line
    Panel(const QString &id, const QString &title, const QString &purpose, const PanelContext &context,
          QWidget *parent = nullptr);

    [[nodiscard]] const QString &id() const { return m_id; }
    [[nodiscard]] const QString &title() const { return m_title; }
    /// The widget that gets the focus when somebody asks for this panel.
    [[nodiscard]] virtual QWidget *focusTarget() { return this; }
    /// True when there is a picture to export.
    [[nodiscard]] virtual bool hasPicture() const { return false; }
    virtual bool exportPicture(const QString &path, QString *error);
    /// False while its picture or table is still being made.
    [[nodiscard]] virtual bool isSettled() const { return true; }

protected:
    [[nodiscard]] Workspace &workspace() const { return m_context.workspace; }
    [[nodiscard]] UserEdits &edits() const { return m_context.edits; }
    [[nodiscard]] PathChooser &paths() const { return m_context.paths; }
    [[nodiscard]] const PanelContext &context() const { return m_context; }

private:
    QString m_id;
    QString m_title;
    PanelContext m_context;
};

} // namespace spanscope::ui
