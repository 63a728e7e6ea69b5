#include "ui/panels/operations_panel.h"

#include "ui/models/operations_filter.h"
#include "ui/models/operations_model.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"
#include "ui/session/settings.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pressure_bar_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace spanscope::ui {

OperationsPanel::OperationsPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("operations"), tr("Operations"),
            tr("Every operation of the graph, worst first. Type to filter, click a chip to see one verdict only."),
            context, parent)
    , m_model(new OperationsModel(this))
    , m_filter(new OperationsFilter(m_model, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 6, 4, 6);
    layout->setSpacing(6);
    buildFilter();
    buildTable();
    connect(&workspace(), &Workspace::summaryChanged, this, &OperationsPanel::summaryChanged);
    connect(&workspace().selection(), &Selection::opChanged, this, &OperationsPanel::followSelection);
    summaryChanged();
}

QWidget *OperationsPanel::focusTarget()
{
    return m_table;
}

void OperationsPanel::buildFilter()
{
    m_filterLine = new QLineEdit(this);
    m_filterLine->setObjectName(QStringLiteral("operationsFilter"));
    m_filterLine->setPlaceholderText(tr("Filter: words, verdict:unsupported, shape:8195, tensor:arg0"));
    m_filterLine->setClearButtonEnabled(true);
    m_filterLine->setAccessibleName(tr("Filter operations"));
    m_filterLine->setAccessibleDescription(
        tr("Plain words match name, target, source and shape. Fields: verdict, code, dtype, shape, tensor, each "
           "followed by a colon. A minus sign in front turns a term round."));
    m_filterLine->setToolTip(m_filterLine->accessibleDescription());
    m_filterLine->setWhatsThis(m_filterLine->accessibleDescription());
    m_regular = new QToolButton(this);
    m_regular->setText(QStringLiteral(".*"));
    m_regular->setCheckable(true);
    m_regular->setChecked(workspace().settings().regularFilter());
    m_regular->setAccessibleName(tr("Regular expressions"));
    m_regular->setToolTip(tr("Take words and values as regular expressions"));
    m_count = new QLabel(this);
    m_count->setWordWrap(true);
    m_count->setAccessibleName(tr("Number of operations shown"));
    auto *line = new QHBoxLayout;
    line->addWidget(m_filterLine, 1);
    line->addWidget(m_regular);
    auto *box = qobject_cast<QVBoxLayout *>(layout());
    box->addLayout(line);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setVisible(false);
    box->addWidget(m_problem);

    m_chipRow = new QWidget(this);
    auto *chips = new FlowLayout(m_chipRow, 4);
    chips->setContentsMargins(0, 0, 0, 0);
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        auto *chip = new Chip(static_cast<Verdict>(i), m_chipRow);
        chip->setCheckable(true);
        connect(chip, &QAbstractButton::clicked, this, &OperationsPanel::toggleVerdict);
        chips->addWidget(chip);
        m_chips.push_back(chip);
    }
    box->addWidget(m_chipRow);
    box->addWidget(m_count);

    constexpr int kDebounce = 300;
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(kDebounce);
    connect(&m_debounce, &QTimer::timeout, this, &OperationsPanel::applyFilter);
    connect(m_filterLine, &QLineEdit::textChanged, &m_debounce, qOverload<>(&QTimer::start));
    connect(m_filterLine, &QLineEdit::returnPressed, this, &OperationsPanel::goToFirst);
    m_filterLine->installEventFilter(this);
    // What was looked for in one graph hides another one's ops.
    connect(&workspace().documents(), &DocumentStore::currentChanged, this, [this] {
        if (!m_filterLine->text().isEmpty()) {
            m_filterLine->clear();
            applyFilter();
        }
    });
    connect(m_regular, &QToolButton::toggled, this, [this](bool on) {
        workspace().settings().setRegularFilter(on);
        applyFilter();
    });
}

void OperationsPanel::buildTable()
{
    m_table = new TableView(tr("Operations"), accessibleDescription(), this);
    m_table->setObjectName(QStringLiteral("operationsTable"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setModel(m_filter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(OperationsModel::VerdictColumn, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(
        OperationsModel::Pressure,
        new PressureBarDelegate({.ratio = PressureRatioRole, .untiledRatio = UntiledRatioRole, .verdict = VerdictRole},
                                m_table));
    m_table->setItemDelegateForColumn(
        OperationsModel::VerdictColumn,
        new AppearanceDelegate(
            [](const QModelIndex &index, const QPalette &palette) -> std::optional<Appearance> {
                return appearance(static_cast<Verdict>(index.data(VerdictRole).toInt()), palette);
            },
            m_table));
    QHeaderView *header = m_table->header();
    // What decides comes first; where it comes from is further right.
    int place = 0;
    for (const int column : {OperationsModel::Order, OperationsModel::Name, OperationsModel::OperationName,
                             OperationsModel::Pressure, OperationsModel::VerdictColumn, OperationsModel::Levels}) {
        header->moveSection(header->visualIndex(column), place++);
    }
    header->setMinimumSectionSize(24);
    setColumnWidths();
    m_table->remember(workspace().settings(), id());
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &OperationsPanel::currentChanged);
    qobject_cast<QVBoxLayout *>(layout())->addWidget(m_table, 1);
}

void OperationsPanel::setColumnWidths()
{
    // In characters of the font, so that large fonts get wide columns.
    const QFontMetrics metrics(m_table->font());
    const auto room = [&metrics](const char *text) { return metrics.horizontalAdvance(QLatin1String(text)) + 8; };
    constexpr int kBar = 40;
    const std::initializer_list<std::pair<int, int>> widths{{OperationsModel::OperationName, room("restickify")},
                                                            {OperationsModel::Shape, room("64x2048x2048")},
                                                            {OperationsModel::Dtype, room("bfloat16")},
                                                            {OperationsModel::Pressure, room("99.99x") + kBar},
                                                            {OperationsModel::VerdictColumn, room("M Residual risk")},
                                                            {OperationsModel::Levels, room("dim 1 / 64")},
                                                            {OperationsModel::GroupColumn, room("Group")},
                                                            {OperationsModel::Source, room("attention.py:100")}};
    for (const auto &[column, width] : widths) {
        m_table->setDefaultWidth(column, width);
    }
    fitNames();
}

void OperationsPanel::fitNames()
{
    if (m_table->isArranged()) {
        return;
    }
    constexpr qsizetype kShortest = 6;
    constexpr qsizetype kLongest = 16;
    qsizetype longest = kShortest;
    if (const ResultSummaryPtr &summary = m_model->summary()) {
        for (const OpSummary &op : summary->ops) {
            longest = std::max(longest, op.name.size());
        }
    }
    const QFontMetrics metrics(m_table->font());
    const QString name = QStringLiteral("buf0") + QString(std::min(longest, kLongest) - 4, u'0');
    const QString number = QString::number(std::max(m_model->rowCount(), 100) - 1);
    m_table->setDefaultWidth(OperationsModel::Name, metrics.horizontalAdvance(name) + 8);
    m_table->setDefaultWidth(OperationsModel::Order, metrics.horizontalAdvance(number) + 12);
}

void OperationsPanel::summaryChanged()
{
    const QScopedValueRollback guard(m_following, true);
    const ResultSummaryPtr summary = workspace().summary();
    m_model->setSummary(summary);
    fitNames();
    for (Chip *chip : m_chips) {
        chip->setCount(summary ? summary->count(chip->verdict()) : 0);
        chip->setVisible(chip->count() > 0 || chip->isChecked());
    }
    refreshCount();
    followSelection();
}

void OperationsPanel::applyFilter()
{
    m_debounce.stop();
    {
        const QScopedValueRollback guard(m_following, true);
        m_filter->setQuery(m_filterLine->text(), m_regular->isChecked());
    }
    const QString &error = m_filter->query().error();
    m_problem->setText(error);
    m_problem->setVisible(!error.isEmpty());
    const std::set<Verdict> verdicts = OperationsQuery::verdictsIn(m_filterLine->text());
    for (Chip *chip : m_chips) {
        chip->setChecked(verdicts.contains(chip->verdict()));
    }
    refreshCount();
    followSelection();
}

void OperationsPanel::toggleVerdict()
{
    std::set<Verdict> verdicts;
    for (const Chip *chip : m_chips) {
        if (chip->isChecked()) {
            verdicts.insert(chip->verdict());
        }
    }
    m_filterLine->setText(OperationsQuery::withVerdicts(m_filterLine->text(), verdicts));
    applyFilter();
}

/// From the filter into the table: the selected op where it is listed, else the first that is.
void OperationsPanel::goToFirst()
{
    applyFilter();
    if (!m_table->currentIndex().isValid() && m_filter->rowCount() > 0) {
        m_table->setCurrentIndex(m_filter->index(0, OperationsModel::Name));
    }
    m_table->setFocus();
}

bool OperationsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filterLine && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down) {
            goToFirst();
            return true;
        }
        if (key == Qt::Key_Escape && !m_filterLine->text().isEmpty()) {
            m_filterLine->clear();
            applyFilter();
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

void OperationsPanel::refreshCount()
{
    const int shown = m_filter->rowCount();
    const int all = m_model->rowCount();
    if (shown == 0 && all > 0) {
        m_count->setText(tr("None of %1 operations matches the filter. Esc in it clears it.").arg(all));
        m_table->setAccessibleDescription(m_count->text());
        return;
    }
    const QString total = all == 1 ? tr("1 operation") : tr("%1 operations").arg(all);
    m_count->setText(shown == all ? total : tr("%1 of %2").arg(shown).arg(total));
    m_table->setAccessibleDescription(m_count->text());
}

void OperationsPanel::followSelection()
{
    const QScopedValueRollback guard(m_following, true);
    const int row = workspace().selection().op() >= 0 ? m_filter->rowOf(workspace().selection().op()) : -1;
    if (row < 0) {
        m_table->selectionModel()->clear();
        return;
    }
    const QModelIndex index = m_filter->index(row, OperationsModel::Name);
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void OperationsPanel::currentChanged(const QModelIndex &index)
{
    if (!m_following && index.isValid()) {
        workspace().selection().setOp(m_filter->opAt(index.row()));
    }
}

} // namespace spanscope::ui
