#include "ui/panels/compare_panel.h"

#include "ui/models/compare_model.h"
#include "ui/models/text.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"

#include <QCheckBox>
#include <QCommandLinkButton>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

std::optional<Appearance> lookOf(const QModelIndex &index, const QPalette &palette)
{
    switch (static_cast<CompareModel::Change>(index.data(StateRole).toInt())) {
    case CompareModel::Same:
        return std::nullopt;
    case CompareModel::Different:
        return appearance(Verdict::ResidualRisk, palette);
    case CompareModel::Added:
        return appearance(Verdict::Planned, palette);
    case CompareModel::Removed:
        return appearance(Verdict::Skipped, palette);
    }
    return std::nullopt;
}

} // namespace

ComparePanel::ComparePanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("compare"), tr("Compare"),
            tr("Operations before and after: a second graph, a plan document or other rules as the baseline."), context,
            parent)
    , m_model(new CompareModel(this))
    , m_table(new TableView(tr("Comparison"), accessibleDescription(), this))
    , m_summary(new QLabel(this))
    , m_onlyChanged(new QCheckBox(tr("Only changed"), this))
    , m_choose(new QPushButton(tr("Compare with"), this))
    , m_clear(new QPushButton(tr("Clear"), this))
    , m_menu(new QMenu(m_choose))
{
    m_summary->setWordWrap(true);
    m_choose->setMenu(m_menu);
    m_choose->setAutoDefault(false);
    m_clear->setAutoDefault(false);
    m_clear->setToolTip(tr("Take the baseline away"));
    m_table->setModel(m_model);
    m_table->header()->moveSection(CompareModel::Changed, CompareModel::VerdictBefore); // the answer comes first
    m_onlyChanged->setChecked(true);
    m_table->setItemDelegateForColumn(CompareModel::Changed, new AppearanceDelegate(lookOf, m_table));
    auto *line = new QHBoxLayout;
    line->addWidget(m_choose);
    line->addWidget(m_clear);
    line->addWidget(m_onlyChanged);
    line->addStretch(1);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addLayout(line);
    box->addWidget(m_summary);
    m_choices = new QWidget(this);
    auto *column = new QVBoxLayout(m_choices);
    column->setContentsMargins(0, 8, 0, 0);
    box->addWidget(m_choices);
    box->addWidget(m_table, 1);
    box->addStretch(0); // keeps the choices at the top

    connect(m_menu, &QMenu::aboutToShow, this, &ComparePanel::fillMenu);
    connect(m_clear, &QPushButton::clicked, &workspace(), &Workspace::clearBaseline);
    connect(m_onlyChanged, &QCheckBox::toggled, this, &ComparePanel::refresh);
    connect(&workspace(), &Workspace::summaryChanged, this, &ComparePanel::refresh);
    connect(&workspace(), &Workspace::baselineChanged, this, &ComparePanel::refresh);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const int op = m_model->opIndex(index); op >= 0) {
            workspace().selection().setOp(op);
        }
    });
    refresh();
}

QWidget *ComparePanel::focusTarget()
{
    return m_choose;
}

void ComparePanel::fillMenu()
{
    m_menu->clear();
    for (const std::string &preset : presetNames()) {
        m_menu->addAction(tr("Rules %1").arg(qs(preset)), this,
                          [this, name = qs(preset)] { workspace().compareWithPreset(name); });
    }
    m_menu->addSeparator();
    for (const Document &doc : workspace().documents().documents()) {
        if (doc.id != workspace().documents().currentId() && doc.summary) {
            m_menu->addAction(doc.title(), this, [this, id = doc.id] { workspace().compareWithDocument(id); });
        }
    }
    m_menu->addAction(tr("A graph or plan file..."), this, &ComparePanel::chooseFile);
}

void ComparePanel::chooseFile()
{
    const QStringList files =
        paths().openFiles(tr("Compare with"), tr("Graphs, logs and plans (*.json *.jsonl *.log *.txt *.py)"));
    if (!files.isEmpty()) {
        workspace().compareWithFile(files.front());
    }
}

void ComparePanel::fillChoices()
{
    // One of them may be waiting for its file dialog: not before that is done.
    for (QCommandLinkButton *button : m_choices->findChildren<QCommandLinkButton *>()) {
        button->hide();
        button->setParent(nullptr);
        button->deleteLater();
    }
    auto *column = qobject_cast<QVBoxLayout *>(m_choices->layout());
    const auto add = [this, column](const QString &text, const QString &more) {
        auto *button = new QCommandLinkButton(text, more, m_choices);
        button->setAutoDefault(false);
        button->setAccessibleDescription(more);
        column->addWidget(button);
        return button;
    };
    const std::string now = workspace().undo().state().rules.preset.value_or(Rules{}.preset);
    for (const std::string &preset : presetNames()) {
        if (preset != now) {
            connect(add(tr("With the rules %1").arg(qs(preset)), tr("What another version of the planner decides")),
                    &QPushButton::clicked, this, [this, name = qs(preset)] { workspace().compareWithPreset(name); });
        }
    }
    connect(add(tr("With a file..."), tr("A graph, a log or a plan document from before a change")),
            &QPushButton::clicked, this, &ComparePanel::chooseFile);
}

void ComparePanel::refresh()
{
    m_stale = !isVisible();
    if (m_stale) {
        return; // nobody looks, and all rows of a large graph take a while
    }
    const auto &baseline = workspace().baseline();
    const ResultSummaryPtr now = workspace().summary();
    m_model->setSides(baseline, now, m_onlyChanged->isChecked());
    m_choose->setEnabled(now != nullptr);
    m_clear->setEnabled(baseline != nullptr);
    m_onlyChanged->setEnabled(baseline != nullptr);
    m_table->setVisible(baseline != nullptr);
    m_choices->setVisible(baseline == nullptr && now != nullptr);
    if (!baseline) {
        m_summary->setText(
            tr("Choose what the open graph is held against: other rules, another open graph, or a file. "
               "The table then shows verdict, levels and worst span of every operation before and now."));
        fillChoices();
    } else {
        m_summary->setText(
            tr("Baseline: %1. Operations that differ: %2.").arg(baseline->title).arg(m_model->changes()));
        m_table->fitColumns();
    }
}

void ComparePanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

} // namespace spanscope::ui
