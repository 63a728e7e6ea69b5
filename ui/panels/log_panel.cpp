#include "ui/panels/log_panel.h"

#include "ui/models/log_model.h"
#include "ui/models/text.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace spanscope::ui {

LogPanel::LogPanel(const PanelContext &context, QWidget *parent)
    : Panel(
          QStringLiteral("log"), tr("Log"),
          tr("Lines of the log that speak of spans, with what they report beside what is computed here. Enter goes to "
             "the operation."),
          context, parent)
    , m_model(new LogModel(this))
    , m_table(new TableView(tr("Log"), accessibleDescription(), this))
    , m_summary(new QLabel(this))
{
    m_summary->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(
        LogModel::Text, new AppearanceDelegate(
                            [](const QModelIndex &index, const QPalette &palette) -> std::optional<Appearance> {
                                if (index.data(StateRole).toInt() != 0) {
                                    return std::nullopt;
                                }
                                Appearance muted;
                                muted.text = plotColours(palette).mutedText;
                                return muted;
                            },
                            m_table));
    // The line itself before what was read out of it.
    m_table->header()->moveSection(m_table->header()->visualIndex(LogModel::Text), 2);
    m_table->header()->setStretchLastSection(true);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addWidget(m_summary);
    box->addWidget(m_table, 1);
    const auto go = [this](const QModelIndex &index) {
        if (const int op = m_model->opIndex(index); op >= 0) {
            workspace().selection().setOp(op);
        }
    };
    connect(m_table, &QAbstractItemView::activated, this, go);
    connect(m_table, &QAbstractItemView::clicked, this, go);
    connect(&workspace(), &Workspace::summaryChanged, this, &LogPanel::refresh);
    refresh();
}

QWidget *LogPanel::focusTarget()
{
    return m_table;
}

void LogPanel::refresh()
{
    const Document *doc = workspace().documents().current();
    m_model->setImport(doc != nullptr ? doc->source->import : nullptr, workspace().result());
    const QString summary = m_model->summary();
    QStringList lines;
    lines << (summary.isEmpty() ? tr("This graph did not come from a log.") : summary);
    if (doc != nullptr) {
        for (const std::string &note : doc->source->import->notes) {
            lines << qs(note);
        }
        for (const InferredFact &fact : doc->graph()->inferred) {
            constexpr int kMost = 5;
            if (lines.size() > kMost) {
                break;
            }
            lines << tr("Inferred: %1 of %2 %3, %4")
                         .arg(qs(fact.what), qs(fact.op), qs(fact.tensor), qs(fact.how))
                         .simplified();
        }
    }
    m_summary->setText(lines.join(u'\n'));
    m_summary->setAlignment(summary.isEmpty() ? Qt::AlignTop : Qt::AlignVCenter);
    m_table->setVisible(m_model->rowCount() > 0);
    m_table->fitColumns(300);
}

} // namespace spanscope::ui
