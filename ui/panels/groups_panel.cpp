#include "ui/panels/groups_panel.h"

#include "core/text/sentences.h"
#include "ui/models/conflicts_model.h"
#include "ui/models/groups_model.h"
#include "ui/models/text.h"
#include "ui/panels/table_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

namespace spanscope::ui {

GroupsPanel::GroupsPanel(const PanelContext &context, QWidget *parent)
    : Panel(
          QStringLiteral("groups"), tr("Groups"),
          tr("Operations that share one tile loop, hints pinned by hand, and what keeps operations out. Ticked groups "
             "go into exports."),
          context, parent)
    , m_groups(new GroupsModel(this))
    , m_conflicts(new ConflictsModel(this))
    , m_table(new TableView(tr("Groups"), accessibleDescription(), this))
    , m_conflictTable(
          new TableView(tr("Conflicts"), tr("Where the compiler would stop, and because of which producers."), this))
    , m_summary(new QLabel(this))
    , m_conflictTitle(new QLabel(this))
    , m_conflictText(new QLabel(this))
    , m_ignore(new QCheckBox(tr("Show groups although the compile switched the planner off"), this))
{
    m_table->setObjectName(QStringLiteral("groupsTable"));
    m_table->setModel(m_groups);
    m_table->setRootIsDecorated(true);
    m_conflictTable->setObjectName(QStringLiteral("conflictsTable"));
    m_conflictTable->setModel(m_conflicts);
    m_summary->setWordWrap(true);
    m_conflictText->setWordWrap(true);
    m_conflictText->setTextFormat(Qt::PlainText);
    m_conflictText->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_conflictText->setAccessibleName(tr("The selected conflict and what to do about it"));
    m_ignore->setToolTip(tr("torch-spyre's ignore_wsr_hints and ignore_span_overflow_hints switch grouping off"));
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addWidget(m_summary);
    box->addWidget(m_ignore);
    box->addWidget(m_table, 3);
    box->addWidget(m_conflictTitle);
    box->addWidget(m_conflictTable, 1);
    box->addWidget(m_conflictText);
    box->addStretch(0);
    connect(m_conflictTable->selectionModel(), &QItemSelectionModel::currentChanged, this, &GroupsPanel::showConflict);

    connect(m_groups, &GroupsModel::includedChanged, &edits(), &UserEdits::setGroupIncluded);
    connect(m_ignore, &QCheckBox::toggled, &edits(), &UserEdits::setIgnoreSwitches);
    Selection &selection = workspace().selection();
    connect(m_table, &QAbstractItemView::activated, this,
            [this, &selection](const QModelIndex &index) { selection.setOp(m_groups->opIndex(index)); });
    connect(m_conflictTable, &QAbstractItemView::activated, this,
            [this, &selection](const QModelIndex &index) { selection.setOp(m_conflicts->opIndex(index)); });
    connect(&selection, &Selection::opChanged, this, &GroupsPanel::pointAtOp);
    connect(&workspace(), &Workspace::summaryChanged, this, &GroupsPanel::schedule);
    connect(&workspace(), &Workspace::choicesChanged, this, &GroupsPanel::schedule);
    connect(&workspace(), &Workspace::rulesChanged, this, &GroupsPanel::showSwitch);
    schedule();
}

bool GroupsPanel::isSettled() const
{
    return !m_stale || !isVisible();
}

/// Fills the page in a turn of its own: other views fill in this one, and both together would be felt.
void GroupsPanel::schedule()
{
    m_stale = true;
    QTimer::singleShot(0, this, &GroupsPanel::refreshStale);
}

QWidget *GroupsPanel::focusTarget()
{
    return m_table;
}

void GroupsPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refreshStale();
}

void GroupsPanel::refreshStale()
{
    if (!m_stale) {
        return;
    }
    if (isVisible()) {
        m_stale = false;
        refresh();
    } else {
        // Nobody looks: nothing is kept alive, and the rows are made when somebody does.
        m_groups->setResult(nullptr, {}, {});
        m_conflicts->setResult(nullptr);
    }
}

void GroupsPanel::showSwitch()
{
    const QSignalBlocker blocker(m_ignore);
    m_ignore->setChecked(workspace().undo().state().ignoreSwitches);
}

void GroupsPanel::refresh()
{
    const GraphResultPtr result = workspace().result();
    const GraphChoices &choices = workspace().choices();
    showSwitch();
    // A tick or a pin changes rows of the same result: whoever walks through them stays where they are.
    const bool same = m_conflicts->result() == result;
    const QModelIndex was = m_table->currentIndex();
    const int wasOp = m_groups->opIndex(was);
    const bool wasGroup = was.isValid() && !was.parent().isValid();
    const int wasConflict = m_conflictTable->currentIndex().row();
    m_groups->setResult(result, choices.pinList(), choices.excludedGroups);
    m_conflicts->setResult(result);
    constexpr int kMostOpened = 1000; // opening very many groups takes long enough to be felt
    if (m_groups->rowCount() <= kMostOpened) {
        m_table->expandAll();
    }
    m_table->fitColumns(320, 2);
    m_conflictTable->fitColumns(900);
    m_ignore->setVisible(result && result->graph->config.ignoreSpanOverflowHints.value_or(false));
    if (!result) {
        m_summary->setText(tr("Nothing is open."));
        m_conflictTitle->clear();
        m_conflictText->clear();
        return;
    }
    QStringList parts;
    parts << (result->groups.groups.size() == 1 ? tr("1 group") : tr("%1 groups").arg(result->groups.groups.size()))
          << tr("%1 pinned by hand").arg(choices.pins.size())
          << (compilesOf(*result) == Compiles::Yes  ? tr("the planner's part of the compile passes")
              : compilesOf(*result) == Compiles::No ? tr("the compile would stop in the planner")
                                                    : tr("whether the compile passes is not known"));
    QString text = parts.join(QStringLiteral(", ")) + u'.';
    if (result->groups.disabledBy != DisabledBy::Nothing) {
        text += u' ' + qs(disabledSentence(result->groups.disabledBy));
    }
    const bool none = m_groups->rowCount() == 0;
    if (none) {
        text += QStringLiteral("\n\n") +
                tr("The compiler tiles no operation of this graph. To make a hint yourself: select an operation, set "
                   "splits on the bench of the page Pressure and pin them (Ctrl+I). Pins are listed here and go into "
                   "every export.");
    }
    m_summary->setText(text);
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_table->setVisible(!none);
    qobject_cast<QVBoxLayout *>(layout())->setStretchFactor(m_summary, none ? 1 : 0);
    const int conflicts = m_conflicts->rowCount();
    m_conflictTitle->setText(conflicts == 0   ? tr("No conflicts")
                             : conflicts == 1 ? tr("1 conflict")
                                              : tr("%1 conflicts").arg(conflicts));
    m_conflictTitle->setVisible(conflicts > 0 || !none);
    m_conflictTable->setVisible(conflicts > 0);
    m_conflictText->setVisible(conflicts > 0);
    if (same && wasOp >= 0) {
        const QModelIndex row = m_groups->indexOf(wasOp);
        m_table->setCurrentIndex(wasGroup && row.parent().isValid() ? row.parent() : row);
        m_conflictTable->setCurrentIndex(m_conflicts->index(wasConflict, 0));
    } else {
        pointAtOp();
    }
}

/// The rows of the selected op become current, so that this page answers for the same op as the others.
void GroupsPanel::pointAtOp()
{
    if (m_stale) {
        return;
    }
    const int op = workspace().selection().op();
    if (const QModelIndex row = m_groups->indexOf(op); row.isValid()) {
        m_table->setCurrentIndex(row);
    } else {
        m_table->setCurrentIndex({});
        m_table->clearSelection();
    }
    m_conflictTable->setCurrentIndex(m_conflicts->indexOf(op));
    if (!m_conflictTable->currentIndex().isValid()) {
        m_conflictTable->clearSelection();
        showConflict({});
    }
}

void GroupsPanel::showConflict(const QModelIndex &index)
{
    const GraphResultPtr &result = m_conflicts->result();
    if (!result || !index.isValid()) {
        m_conflictText->setText(
            tr("The selected operation has no conflict. A row of the table tells what is in the way "
               "and what to do about it."));
        return;
    }
    const QString sentence = index.siblingAtColumn(ConflictsModel::Message).data().toString();
    const QString step = qs(nextStep(*result, static_cast<std::size_t>(m_conflicts->opIndex(index)), {}));
    m_conflictText->setText(step.isEmpty() ? sentence : tr("%1\nNext step: %2").arg(sentence, step));
}

} // namespace spanscope::ui
