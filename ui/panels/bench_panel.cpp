#include "ui/panels/bench_panel.h"

#include "core/planner/engine.h"
#include "core/text/sentences.h"
#include "ui/models/text.h"
#include "ui/panels/bench_row.h"
#include "ui/panels/combo_pane.h"
#include "ui/theme/colours.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/divisor_strip.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace spanscope::ui {

namespace {

QString columnHelp(int column)
{
    switch (column) {
    case BenchRow::Dim:
        return BenchPanel::tr("Dim of the output; below it the device dims that its splits make smaller");
    case BenchRow::Alias:
        return BenchPanel::tr("Your name for the dim, used in exports");
    case BenchRow::Size:
        return BenchPanel::tr("Elements of the dim");
    case BenchRow::Symbol:
        return BenchPanel::tr("Loop symbol of the dim in the coordinates");
    case BenchRow::Strip:
        return BenchPanel::tr("Every divisor of the size, with what the compiler thinks of it");
    case BenchRow::Split:
        return BenchPanel::tr("Number of equal tiles in force");
    default:
        return BenchPanel::tr("Elements of the dim in one tile");
    }
}

} // namespace

BenchPanel::BenchPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("bench"), tr("Split bench"),
            tr("Tries splits: pick a divisor for each dim of the output and see at once whether everything fits."),
            context, parent)
{
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_notice = new QLabel(this);
    m_notice->setWordWrap(true);
    m_notice->setVisible(false);
    m_notice->setAccessibleName(tr("Answer to what was typed"));
    m_notice->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_sentence = new QLabel(this);
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("What the splits come to"));
    m_legend = new QLabel(this);
    m_legend->setWordWrap(true);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setFont(smallFont(m_legend->font()));
    m_legend->setAccessibleName(tr("What the marks below the divisors mean"));
    m_combo = new ComboPane(context, this);
    m_combo->setVisible(false);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 4, 8, 6);
    box->setSpacing(4);
    box->addWidget(buildHeader());
    box->addWidget(m_sentence);
    box->addWidget(m_notice);
    box->addWidget(m_scroll, 1);
    box->addWidget(m_legend);
    box->addWidget(m_combo, 3);

    const BenchState &bench = workspace().bench();
    connect(&bench, &BenchState::opChanged, this, &BenchPanel::rebuildRows);
    connect(&bench, &BenchState::splitsChanged, this, &BenchPanel::refresh);
    connect(&bench, &BenchState::namesChanged, this, &BenchPanel::refresh);
    connect(&workspace().selection(), &Selection::rowChanged, this, &BenchPanel::markControls);
    connect(m_notice, &QLabel::linkActivated, this, [this](const QString &link) {
        const QStringList parts = link.split(u':');
        if (parts.size() == 2) {
            takeSplit(HostDim{parts.at(0).toInt()}, parts.at(1).toLongLong());
        }
    });
    rebuildRows();
}

QWidget *BenchPanel::focusTarget()
{
    for (const BenchRow *row : m_rows) {
        if (row->strip() != nullptr) {
            return row->strip();
        }
    }
    return m_auto;
}

QPushButton *BenchPanel::button(const QString &text, const QString &tip)
{
    auto *made = new QPushButton(text, this);
    made->setToolTip(tip);
    made->setStatusTip(tip);
    made->setAccessibleDescription(tip);
    made->setAutoDefault(false);
    return made;
}

QWidget *BenchPanel::buildHeader()
{
    auto *row = new QWidget(this);
    auto *title = new QLabel(QStringLiteral("<b>%1</b>").arg(this->title().toHtmlEscaped()), row);
    m_auto = button(tr("Auto"), tr("Put the planner's choice back on the bench"));
    m_none = button(tr("None"), tr("Clear every split of this operation"));
    m_pin = button(tr("Pin"), tr("Keep these splits for the operation: a manual hint in groups and exports"));
    m_comboButton = button(tr("Combo map"), tr("Show two dims against each other"));
    m_pin->setCheckable(true);
    m_comboButton->setCheckable(true);
    connect(m_auto, &QPushButton::clicked, &edits(), &UserEdits::followPlan);
    connect(m_none, &QPushButton::clicked, &edits(), &UserEdits::clearSplits);
    connect(m_pin, &QPushButton::clicked, &edits(), [this] {
        edits().togglePin();
        refreshButtons();
    });
    connect(m_comboButton, &QPushButton::toggled, this, &BenchPanel::showCombo);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title, 1);
    for (QPushButton *each : {m_auto, m_none, m_pin, m_comboButton}) {
        layout->addWidget(each);
    }
    return row;
}

void BenchPanel::showCombo(bool on)
{
    // Two dims and their map need more than the bench has by itself: the plot above gives way.
    const int line = fontMetrics().height();
    m_scroll->setMinimumHeight(on ? 2 * (2 * line + 16) + line : 0);
    m_combo->setMinimumHeight(on ? 14 * line : 0);
    m_combo->setVisible(on);
    // A layout's minimum counts one line of each wrapped label; the sentence and the legend often have two.
    setMinimumHeight(on ? layout()->minimumSize().height() + 2 * line : 0);
}

void BenchPanel::rebuildRows()
{
    m_rows.clear();
    m_notice->setVisible(false);
    m_grid = new QWidget;
    auto *grid = new QGridLayout(m_grid);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(BenchRow::Strip, 1);
    const QStringList titles{tr("dim"), tr("alias"), tr("size"), tr("sym"), tr("divisors"), tr("split"), tr("tile")};
    for (int column = 0; column < titles.size(); ++column) {
        auto *label = new QLabel(titles.at(column), m_grid);
        label->setForegroundRole(QPalette::PlaceholderText);
        label->setToolTip(columnHelp(column));
        const bool figures = column == BenchRow::Dim || column == BenchRow::Size || column >= BenchRow::Split;
        label->setAlignment((figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        grid->addWidget(label, 0, column);
    }
    const BenchState &bench = workspace().bench();
    int line = 1;
    for (const HostDimInfo &info : bench.dims()) {
        auto *row = new BenchRow(info, bench, grid, line, m_grid);
        line += 2;
        connect(row, &BenchRow::splitChosen, this, &BenchPanel::takeSplit);
        connect(row, &BenchRow::aliasEdited, &edits(), &UserEdits::setAlias);
        connect(row, &BenchRow::pointedAt, this, [this](HostDim dim) { workspace().selection().setDim(dim); });
        connect(row, &BenchRow::neighbourWanted, this, [this, row](int direction) { focusBeside(row, direction); });
        m_rows.push_back(row);
    }
    grid->setRowStretch(line, 1);
    m_scroll->setWidget(m_grid); // before it is shown: without a parent it would be a window
    m_grid->setVisible(!bench.dims().empty());
    refreshLegend();
    refresh();
}

/// The next strip above or below a row; dims that cannot be split have none.
void BenchPanel::focusBeside(const BenchRow *row, int direction)
{
    const auto at = std::find(m_rows.begin(), m_rows.end(), row) - m_rows.begin();
    for (auto i = at + direction; i >= 0 && i < static_cast<std::ptrdiff_t>(m_rows.size()); i += direction) {
        if (DivisorStrip *strip = m_rows[static_cast<std::size_t>(i)]->strip()) {
            strip->setFocus(Qt::TabFocusReason);
            m_scroll->ensureWidgetVisible(strip);
            return;
        }
    }
}

void BenchPanel::takeSplit(HostDim dim, Int count)
{
    const SplitTable *table = workspace().bench().table(dim);
    if (table == nullptr || count < 1) {
        return;
    }
    if (table->find(count) != nullptr) {
        m_notice->setVisible(false);
        edits().setSplit(dim, count);
        return;
    }
    QStringList links;
    for (const Int near : nearestDivisors(table->range, count)) {
        links << QStringLiteral("<a href=\"%1:%2\">%2</a>").arg(dim.index).arg(near);
    }
    m_notice->setText(tr("%1 does not divide %2. Nearest divisors: %3")
                          .arg(qs(grouped(count)), qs(grouped(table->range)), links.join(tr(" or "))));
    m_notice->setVisible(true);
    refresh(); // the strip and the line go back to the split in force
}

void BenchPanel::refresh()
{
    const BenchState &bench = workspace().bench();
    for (BenchRow *row : m_rows) {
        row->refresh(bench);
    }
    m_sentence->setText(bench.sentence());
    refreshButtons();
}

void BenchPanel::refreshLegend()
{
    const BenchState &bench = workspace().bench();
    std::set<std::pair<SplitStatus, QString>> present;
    bool planned = false;
    for (const HostDimInfo &info : bench.dims()) {
        if (const SplitTable *table = bench.table(info.dim)) {
            for (const SplitEntry &entry : table->entries) {
                const bool told = entry.status != SplitStatus::One && entry.status != SplitStatus::NotADivisor;
                if (told) {
                    present.emplace(entry.status, qs(splitStatusWords(entry.status, entry.stick, bench.rules())));
                }
            }
            planned = planned || !bench.planned().empty();
        }
    }
    QStringList entries;
    if (planned) {
        entries << QStringLiteral("<b>\u2605</b>&nbsp;%1")
                       .arg(tr("the compiler's own plan").replace(u' ', QStringLiteral("&nbsp;")));
    }
    for (const auto &[status, text] : present) {
        const Appearance look = appearance(status, palette());
        // An entry stays on one line.
        const QString words = text.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;"));
        entries << QStringLiteral("<span style=\"background:%1; color:%2\">&nbsp;%3&nbsp;</span>&nbsp;%4")
                       .arg(look.fill.name(), readableOn(look.fill, look.onFill, 7.0).name(),
                            splitCaption(status, bench.rules()).toHtmlEscaped(), words);
    }
    m_legend->setText(entries.join(QStringLiteral(" &nbsp; ")));
    m_legend->setVisible(!entries.isEmpty());
}

void BenchPanel::changeEvent(QEvent *event)
{
    Panel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_legend != nullptr) {
        refreshLegend();
    }
}

QSize BenchPanel::sizeHint() const
{
    // Three dims with what surrounds them: enough for most operations.
    constexpr int kRows = 3;
    const int line = fontMetrics().height();
    return {560, kRows * (2 * line + 16) + 7 * line + 84};
}

void BenchPanel::refreshButtons()
{
    const BenchState &bench = workspace().bench();
    const bool there = !bench.isEmpty();
    m_auto->setEnabled(there && !bench.followsPlan());
    m_none->setEnabled(there && !bench.splits().empty());
    m_pin->setEnabled(there && (bench.isPinned() || !bench.splits().empty()));
    m_pin->setChecked(bench.isPinned());
    m_pin->setText(bench.isPinned() ? tr("Pinned") : tr("Pin"));
    m_comboButton->setEnabled(there);
}

void BenchPanel::markControls()
{
    const auto &audit = workspace().bench().current();
    const int selected = workspace().selection().row();
    const bool any = selected >= 0 && static_cast<std::size_t>(selected) < audit.rows.size();
    for (BenchRow *row : m_rows) {
        bool marked = false;
        if (any) {
            for (const HostDim dim : audit.rows[static_cast<std::size_t>(selected)].controls) {
                marked = marked || dim == row->dim();
            }
        }
        row->setMarked(marked);
    }
}

QString BenchPanel::notice() const
{
    return m_notice->isHidden() ? QString() : m_notice->text();
}

bool BenchPanel::isSettled() const
{
    return m_combo->isHidden() || m_combo->isSettled();
}

} // namespace spanscope::ui
