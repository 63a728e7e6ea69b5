#include "ui/panels/log_panel.h"

#include "core/text/sentences.h"
#include "ui/models/log_model.h"
#include "ui/models/reported_model.h"
#include "ui/models/text.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"
#include "ui/session/freed_elsewhere.h"
#include "ui/session/job_runner.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

/// Understood lines look as everything else, the others are greyed.
std::optional<Appearance> lookOfLine(const QModelIndex &index, const QPalette &palette)
{
    if (index.data(StateRole).toInt() != 0) {
        return std::nullopt;
    }
    Appearance muted;
    muted.text = plotColours(palette).mutedText;
    return muted;
}

std::optional<Appearance> lookOfFigure(const QModelIndex &index, const QPalette &palette)
{
    switch (static_cast<Agreement>(index.data(StateRole).toInt())) {
    case Agreement::Equal:
        return appearance(Verdict::Fits, palette);
    case Agreement::Different:
        return appearance(Verdict::ResidualRisk, palette);
    case Agreement::NotComparable:
        break;
    }
    return appearance(Verdict::Skipped, palette);
}

QString paragraph(const QString &text, const QString &style = {})
{
    return QStringLiteral("<p style=\"margin:0 0 5px 0; %1\">%2</p>").arg(style, text.toHtmlEscaped());
}

} // namespace

LogPanel::LogPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("log"), tr("Log"),
            tr("What the log reports beside what is computed here, and the lines of the log that speak of spans. Enter "
               "goes to the operation."),
            context, parent)
    , m_model(new LogModel(this))
    , m_figures(new ReportedModel(this))
    , m_table(
          new TableView(tr("Lines of the log"), tr("The lines that were recognised, and those that nearly were"), this))
    , m_figureTable(new TableView(tr("Reported figures"),
                                  tr("Each figure of the log beside the one computed here, equal or not"), this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_summary(new QLabel(this))
    , m_jobs(new JobRunner(this))
{
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::RichText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_table->setObjectName(QStringLiteral("logLines"));
    m_table->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new AppearanceDelegate(lookOfLine, m_table));
    m_figureTable->setObjectName(QStringLiteral("logFigures"));
    m_figureTable->setModel(m_figures);
    m_figureTable->setItemDelegateForColumn(ReportedModel::Equal, new AppearanceDelegate(lookOfFigure, m_figureTable));
    // The answer before the figures it is about; they may be long.
    m_figureTable->header()->moveSection(ReportedModel::Equal, ReportedModel::Reported);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->fitColumns();
        // Lines are read whole: wider than the tab, they scroll. In a font of one width the longest stands for
        // all; measuring every line of a long log would be felt.
        m_table->header()->setStretchLastSection(false);
        m_table->header()->resizeSection(LogModel::Text, m_table->fontMetrics().horizontalAdvance(m_model->longest()) +
                                                             m_table->fontMetrics().height());
    });
    m_splitter->addWidget(m_figureTable);
    m_splitter->addWidget(m_table);
    m_splitter->setChildrenCollapsible(false);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addWidget(m_summary);
    box->addWidget(m_splitter, 1);
    const auto goLine = [this](const QModelIndex &index) { goToOp(m_model->opIndex(index)); };
    const auto goFigure = [this](const QModelIndex &index) { goToOp(m_figures->opIndex(index)); };
    for (const auto signal : {&QAbstractItemView::activated, &QAbstractItemView::clicked}) {
        connect(m_table, signal, this, goLine);
        connect(m_figureTable, signal, this, goFigure);
    }
    connect(&workspace(), &Workspace::summaryChanged, this, &LogPanel::refresh);
    connect(m_jobs, &JobRunner::failed, this, [this](const QString &reason) {
        if (m_compared) {
            m_waiting = tr("The figures could not be compared: %1").arg(reason);
            tell();
        }
    });
    refresh();
}

QWidget *LogPanel::focusTarget()
{
    return m_figureTable->isVisibleTo(this) ? m_figureTable : m_table;
}

bool LogPanel::isSettled() const
{
    return !m_jobs->isRunning();
}

void LogPanel::goToOp(int op)
{
    if (op >= 0) {
        workspace().selection().setOp(op);
    }
}

void LogPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

void LogPanel::refresh()
{
    m_stale = !isVisible();
    if (m_stale) {
        // Nobody looks: nothing is kept alive or computed, and the rows are made when somebody does.
        m_jobs->cancel();
        m_compared.reset();
        m_figures->clear();
        m_model->setImport(nullptr, nullptr);
        return;
    }
    const Document *doc = workspace().documents().current();
    m_model->setImport(doc != nullptr ? doc->source->import : nullptr, workspace().result());
    m_table->setVisible(m_model->rowCount() > 0);
    compare();
    tell();
}

/// Recomputing every figure may take a while: not on this thread.
void LogPanel::compare()
{
    const GraphResultPtr result = workspace().result();
    if (result == m_compared) {
        return;
    }
    m_compared = result;
    m_figures->clear();
    m_figureTable->setVisible(false);
    m_waiting.clear();
    m_jobs->cancel();
    if (!result || result->graph->reported.empty()) {
        return;
    }
    m_waiting = tr("Comparing the figures of the log with what is computed here...");
    m_jobs->start(tr("Comparing with the log"), [this, result](const WorkContext &work, const JobRunner::Post &post) {
        const ReportedComparisonPtr comparison = freedElsewhere(
            std::make_shared<const ReportedComparison>(compareReported(*result->graph, result->rules.rules, work)));
        if (work.cancelled()) {
            return;
        }
        const auto prepared =
            std::make_shared<ReportedModel::Prepared>(ReportedModel::prepare(comparison, result->graph));
        post([this, result, prepared] {
            if (result != m_compared) {
                return;
            }
            m_waiting.clear();
            m_figures->setComparison(std::move(*prepared));
            m_figureTable->setVisible(m_figures->rowCount() > 0);
            constexpr int kWidest = 200; // reported and recomputed stand side by side
            m_figureTable->fitColumns(kWidest);
            tell();
        });
    });
}

/// The words above the tables: the answer, what to look at, and small what was read.
void LogPanel::tell()
{
    const Document *doc = workspace().documents().current();
    const QString lineCount = m_model->summary();
    QString html;
    if (doc == nullptr || lineCount.isEmpty()) {
        html = paragraph(tr("This graph did not come from a log.")) +
               paragraph(tr("Open a log (Ctrl+O) or paste one (Ctrl+V): even a single line of it gives an operation to "
                            "look at. This page then shows each figure that the compiler reports beside the one "
                            "computed here, and the lines that were not understood."));
    } else {
        const QString figures = m_waiting.isEmpty() ? m_figures->summary() : m_waiting;
        if (!figures.isEmpty()) {
            html += paragraph(figures, QStringLiteral("font-weight:600"));
        }
        for (const QString &abort : m_figures->aborts()) {
            html += paragraph(abort);
        }
        QStringList read;
        for (const std::string &note : doc->source->import->notes) {
            read << qs(note);
        }
        const QString notes = read.join(QStringLiteral("; "));
        read = {notes.isEmpty() ? notes : notes + u'.', lineCount, qs(inferredKinds(*doc->graph()))};
        html += paragraph(read.join(u' ').trimmed(),
                          QStringLiteral("color:%1").arg(palette().color(QPalette::PlaceholderText).name()));
    }
    m_summary->setText(html);
    m_summary->setAlignment(m_model->rowCount() == 0 ? Qt::AlignTop : Qt::AlignVCenter);
    m_splitter->setVisible(m_model->rowCount() > 0 || m_figures->rowCount() > 0);
}

void LogPanel::changeEvent(QEvent *event)
{
    Panel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_splitter != nullptr) {
        tell(); // the muted colour is another
    }
}

} // namespace spanscope::ui
