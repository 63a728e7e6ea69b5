#include "ui/window/command_palette.h"

#include "ui/models/text.h"
#include "ui/window/action_set.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace spanscope::ui {

namespace {

/// 0: no match; larger is better.
int scoreOf(const QString &text, const QString &detail, const QString &typed)
{
    if (typed.isEmpty()) {
        return 1;
    }
    if (text.startsWith(typed, Qt::CaseInsensitive)) {
        return 4;
    }
    if (text.contains(typed, Qt::CaseInsensitive)) {
        return 3;
    }
    const QString all = text + u' ' + detail;
    for (const QString &word : typed.split(u' ', Qt::SkipEmptyParts)) {
        if (!all.contains(word, Qt::CaseInsensitive)) {
            return 0;
        }
    }
    return 2;
}

} // namespace

CommandPalette::CommandPalette(const ActionSet &actions, Workspace &workspace, QWidget *parent)
    : QDialog(parent, Qt::Popup)
    , m_workspace(workspace)
    , m_line(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Jump to"));
    setAccessibleName(windowTitle());
    setAttribute(Qt::WA_DeleteOnClose);
    m_line->setPlaceholderText(tr("An operation or an action"));
    m_line->setAccessibleName(tr("Jump to an operation or action"));
    m_list->setAccessibleName(tr("What matches"));
    m_list->setUniformItemSizes(true);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(6, 6, 6, 6);
    box->addWidget(m_line);
    box->addWidget(m_list);

    for (const ActionSet::Section &section : actions.sections()) {
        for (QAction *action : section.actions) {
            if (action->isEnabled()) {
                const QString keys = action->shortcut().toString(QKeySequence::NativeText);
                m_entries.push_back({plainText(*action),
                                     keys.isEmpty() ? section.heading : section.heading + QStringLiteral("   ") + keys,
                                     action, -1});
            }
        }
    }
    if (const ResultSummaryPtr summary = workspace.summary()) {
        for (std::size_t i = 0; i < summary->ops.size(); ++i) {
            const OpSummary &op = summary->ops[i];
            m_entries.push_back({op.name,
                                 QStringLiteral("%1  %2  %3").arg(op.operation, op.shape, qs(verdictWord(op.verdict))),
                                 nullptr, static_cast<int>(i)});
        }
    }
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::refill);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandPalette::take);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::take);
    m_line->installEventFilter(this);
    resize(520, 360);
    refill();
    m_line->setFocus();
}

void CommandPalette::refill()
{
    const QString typed = m_line->text().simplified();
    std::vector<std::pair<int, int>> found; // -score, entry
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int score = scoreOf(m_entries[i].text, m_entries[i].detail, typed); score > 0) {
            found.emplace_back(-score, static_cast<int>(i));
        }
    }
    constexpr std::size_t kMost = 60;
    const std::size_t shown = std::min(kMost, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(shown), found.end());
    m_list->clear();
    for (std::size_t i = 0; i < shown; ++i) {
        const Entry &entry = m_entries[static_cast<std::size_t>(found[i].second)];
        auto *item = new QListWidgetItem(entry.text + QStringLiteral("      ") + entry.detail, m_list);
        item->setData(Qt::UserRole, found[i].second);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::take()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    const Entry entry = m_entries.at(static_cast<std::size_t>(item->data(Qt::UserRole).toInt()));
    Workspace &workspace = m_workspace;
    close();
    if (entry.action != nullptr) {
        entry.action->trigger();
    } else {
        workspace.selection().setOp(entry.op);
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : (key == Qt::Key_Up ? -1 : 0);
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace spanscope::ui
