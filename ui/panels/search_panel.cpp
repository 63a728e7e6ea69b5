#include "ui/panels/search_panel.h"

#include "ui/models/search_model.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"

#include <QLabel>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

std::optional<Appearance> lookOf(const QModelIndex &index, const QPalette &palette)
{
    switch (static_cast<ComboStatus>(index.data(StateRole).toInt())) {
    case ComboStatus::Fits:
        return appearance(Verdict::Planned, palette);
    case ComboStatus::AllOnes:
        return appearance(Verdict::Skipped, palette);
    case ComboStatus::CutsStick:
        return appearance(SplitStatus::CutsOutputStick, palette);
    case ComboStatus::ResizeFailed:
        return appearance(SpanState::Unknown, palette);
    case ComboStatus::LeavesSpans:
        return appearance(SpanState::Over, palette);
    }
    return std::nullopt;
}

} // namespace

SearchPanel::SearchPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("search"), tr("Search"),
            tr("Every combination of splits the compiler tries, in its order of cost, and why each was refused. Enter "
               "or a click puts one on the bench."),
            context, parent)
    , m_model(new SearchModel(this))
    , m_table(new TableView(tr("Search"), accessibleDescription(), this))
    , m_summary(new QLabel(this))
{
    m_summary->setWordWrap(true);
    m_summary->setMargin(6);
    m_table->setObjectName(QStringLiteral("searchTable"));
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(SearchModel::Status, new AppearanceDelegate(lookOf, m_table));
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(6, 6, 6, 6);
    box->addWidget(m_summary);
    box->addWidget(m_table, 1);
    const auto put = [this](const QModelIndex &index) { edits().setSplits(m_model->levels(index)); };
    connect(m_table, &QAbstractItemView::activated, this, put);
    connect(m_table, &QAbstractItemView::clicked, this, put);
    connect(&workspace(), &Workspace::detailsChanged, this, &SearchPanel::refresh);
    refresh();
}

QWidget *SearchPanel::focusTarget()
{
    return m_table;
}

void SearchPanel::refresh()
{
    const OpDetailsPtr &details = workspace().details();
    if (!details && workspace().selection().op() >= 0) {
        return; // the next one is on its way; what is shown stays until then
    }
    m_model->setDetails(details, details ? details->result->rules.rules : Rules{});
    m_summary->setText(details ? m_model->summary() : tr("No operation is selected."));
    m_table->fitColumns();
}

} // namespace spanscope::ui
