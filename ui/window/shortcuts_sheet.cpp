#include "ui/window/shortcuts_sheet.h"

#include "ui/window/action_set.h"

#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

QString row(const QString &keys, const QString &what)
{
    return QStringLiteral("<tr><td style=\"padding-right:18px\"><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), what.toHtmlEscaped());
}

/// Keys that belong to a widget rather than to an action.
QString widgetKeys()
{
    QString rows;
    const auto add = [&rows](const QString &keys, const QString &what) { rows += row(keys, what); };
    rows += QStringLiteral("<h3>%1</h3><table>").arg(ShortcutsSheet::tr("Tables"));
    add(ShortcutsSheet::tr("Enter"), ShortcutsSheet::tr("Go to the operation, or put the splits on the bench"));
    add(QStringLiteral("Ctrl+C"), ShortcutsSheet::tr("Copy the selected rows"));
    rows += QStringLiteral("</table><h3>%1</h3><table>").arg(ShortcutsSheet::tr("Filter"));
    add(ShortcutsSheet::tr("Enter, Down"), ShortcutsSheet::tr("Go to the first operation that is listed"));
    add(ShortcutsSheet::tr("Esc"), ShortcutsSheet::tr("Clear the filter"));
    rows += QStringLiteral("</table><h3>%1</h3><table>").arg(ShortcutsSheet::tr("Divisor strips"));
    add(ShortcutsSheet::tr("Left, Right, wheel"), ShortcutsSheet::tr("Next smaller or larger divisor"));
    add(ShortcutsSheet::tr("Up, Down"), ShortcutsSheet::tr("The strip of the dim above or below"));
    add(ShortcutsSheet::tr("Home, End"), ShortcutsSheet::tr("Smallest, largest divisor"));
    add(ShortcutsSheet::tr("Digits, Enter"), ShortcutsSheet::tr("Type a split"));
    rows += QStringLiteral("</table><h3>%1</h3><table>").arg(ShortcutsSheet::tr("Pressure plot"));
    add(ShortcutsSheet::tr("Up, Down"), ShortcutsSheet::tr("Select a bar"));
    add(QStringLiteral("+  -  0"), ShortcutsSheet::tr("Zoom in, out, show all"));
    add(QStringLiteral("L"), ShortcutsSheet::tr("Logarithmic or linear axis"));
    rows += QStringLiteral("</table><h3>%1</h3><table>").arg(ShortcutsSheet::tr("Graph"));
    add(QStringLiteral("F"), ShortcutsSheet::tr("Fit the picture into the window"));
    add(ShortcutsSheet::tr("Arrows"), ShortcutsSheet::tr("Walk along edges"));
    return rows + QStringLiteral("</table>");
}

} // namespace

ShortcutsSheet::ShortcutsSheet(const ActionSet &actions, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    QString html;
    for (const ActionSet::Section &section : actions.sections()) {
        html += QStringLiteral("<h3>%1</h3><table>").arg(section.heading.toHtmlEscaped());
        for (const QAction *action : section.actions) {
            if (!action->shortcut().isEmpty()) {
                // The text names the action; a status tip may tell what is there right now.
                html += row(action->shortcut().toString(QKeySequence::NativeText), plainText(*action));
            }
        }
        html += QStringLiteral("</table>");
    }
    auto *text = new QTextBrowser(this);
    text->setHtml(html + widgetKeys());
    text->setAccessibleName(windowTitle());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *box = new QVBoxLayout(this);
    box->addWidget(text);
    box->addWidget(buttons);
    resize(560, 620);
}

} // namespace spanscope::ui
