#include "ui/window/status_line.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>

#include <limits>

namespace spanscope::ui {

StatusLine::StatusLine(Workspace &workspace, QStatusBar *bar)
    : QObject(bar)
    , m_workspace(workspace)
    , m_counts(new QLabel(bar))
    , m_rules(new QLabel(bar))
    , m_work(new QLabel(bar))
    , m_progress(new QProgressBar(bar))
    , m_cancel(new QPushButton(tr("Cancel"), bar))
{
    m_counts->setAccessibleName(tr("What is open"));
    m_rules->setAccessibleName(tr("Limit and rules"));
    m_work->setAccessibleName(tr("Running work"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setFixedWidth(140);
    m_progress->setTextVisible(false);
    m_cancel->setToolTip(tr("Stop what is running; results that are complete stay"));
    m_cancel->setAutoDefault(false);
    bar->addWidget(m_counts, 1);
    bar->addPermanentWidget(m_work);
    bar->addPermanentWidget(m_progress);
    bar->addPermanentWidget(m_cancel);
    bar->addPermanentWidget(m_rules);
    connect(m_cancel, &QPushButton::clicked, &workspace, &Workspace::cancel);
    connect(&workspace, &Workspace::progressed, this, &StatusLine::showProgress);
    connect(&workspace, &Workspace::busyChanged, this, &StatusLine::showBusy);
    connect(&workspace, &Workspace::summaryChanged, this, &StatusLine::refresh);
    connect(&workspace, &Workspace::rulesChanged, this, &StatusLine::refresh);
    showBusy(workspace.isBusy());
    refresh();
}

void StatusLine::refresh()
{
    const Document *doc = m_workspace.documents().current();
    const ResultSummaryPtr summary = m_workspace.summary();
    if (doc == nullptr) {
        m_counts->setText(tr("Nothing is open"));
        m_rules->clear();
        return;
    }
    QStringList parts{doc->title(), doc->graph()->operations.size() == 1
                                        ? tr("1 op")
                                        : tr("%1 ops").arg(doc->graph()->operations.size())};
    if (summary) {
        for (std::size_t i = 0; i < kVerdictCount; ++i) {
            const auto verdict = static_cast<Verdict>(i);
            if (const int count = summary->count(verdict); count > 0) {
                parts << QString::number(count) + u' ' + qs(verdictWord(verdict)).toLower();
            }
        }
        const RulesInForce &rules = summary->result->rules;
        m_rules->setText(
            tr("limit %1, rules %2").arg(qs(humanBytes(rules.rules.maxSpanBytes)), qs(rules.rules.preset)));
        m_rules->setToolTip(qs(limitSentence(rules)));
    }
    m_counts->setText(parts.join(QStringLiteral("   ")));
}

void StatusLine::showProgress(const QString &label, qulonglong done, qulonglong total)
{
    m_work->setText(label);
    if (total == 0) {
        m_progress->setRange(0, 0);
        return;
    }
    constexpr int kSteps = 1000;
    m_progress->setRange(0, kSteps);
    m_progress->setValue(static_cast<int>(kSteps * (static_cast<double>(done) / static_cast<double>(total))));
}

void StatusLine::showBusy(bool busy)
{
    const bool exporting = !busy && !m_export.isEmpty();
    if (exporting) {
        showProgress(m_export, 0, 0);
    }
    m_work->setVisible(busy || exporting);
    m_progress->setVisible(busy || exporting);
    m_cancel->setVisible(busy); // an export is written whole: fractions of a second, even for 10,000 ops
}

void StatusLine::showExport(const QString &label)
{
    m_export = label;
    showBusy(m_workspace.isBusy());
}

QString StatusLine::text() const
{
    return m_counts->text();
}

} // namespace spanscope::ui
