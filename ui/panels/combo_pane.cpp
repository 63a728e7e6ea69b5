#include "ui/panels/combo_pane.h"

#include "ui/models/text.h"
#include "ui/theme/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace spanscope::ui {

ComboPane::ComboPane(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_first(new QComboBox(this))
    , m_second(new QComboBox(this))
    , m_readout(new QLabel(this))
    , m_map(new ComboMap(this))
{
    setAccessibleName(tr("Combo map"));
    setAccessibleDescription(tr("Every pair of splits of two dims, and what each would do"));
    m_first->setAccessibleName(tr("Dim down the side"));
    m_second->setAccessibleName(tr("Dim along the bottom"));
    m_readout->setWordWrap(true);
    m_readout->setFont(smallFont(m_readout->font()));
    m_readout->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_readout->setMinimumHeight(3 * m_readout->fontMetrics().lineSpacing()); // longer ones must not move the map
    m_readout->setAccessibleName(tr("What the pair of splits does"));
    auto *line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Combo map"), this));
    line->addWidget(m_first);
    line->addWidget(new QLabel(tr("by"), this));
    line->addWidget(m_second);
    line->addStretch(1);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(0, 4, 0, 0);
    box->addLayout(line);
    // A map of many divisors is larger than the bench; the area follows the map's cursor.
    auto *area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(m_map);
    box->addWidget(area, 1);
    box->addWidget(m_readout);

    const BenchState &bench = context.workspace.bench();
    connect(&bench, &BenchState::opChanged, this, &ComboPane::fillDims);
    connect(&bench, &BenchState::splitsChanged, this, &ComboPane::follow);
    connect(&bench, &BenchState::namesChanged, this, &ComboPane::fillDims);
    connect(m_first, &QComboBox::currentIndexChanged, this, &ComboPane::compute);
    connect(m_second, &QComboBox::currentIndexChanged, this, &ComboPane::compute);
    connect(m_map, &ComboMap::readoutChanged, m_readout, &QLabel::setText);
    connect(m_map, &ComboMap::comboChosen, this, [this](Int a, Int b) {
        const auto first = chosen(m_first);
        const auto second = chosen(m_second);
        if (first && second) {
            Levels levels = withSplit(m_context.workspace.bench().splits(), *first, a);
            m_context.edits.setSplits(withSplit(levels, *second, b));
        }
    });
    fillDims();
}

QString ComboPane::nameOf(HostDim dim) const
{
    const std::string alias = aliasOf(m_context.workspace.bench().aliases(), dim);
    return alias.empty() ? tr("dim %1").arg(dim.index) : qs(alias);
}

std::optional<HostDim> ComboPane::chosen(const QComboBox *box) const
{
    return box->currentIndex() < 0 ? std::nullopt : std::optional(HostDim{box->currentData().toInt()});
}

void ComboPane::fillDims()
{
    const BenchState &bench = m_context.workspace.bench();
    const QSignalBlocker first(m_first);
    const QSignalBlocker second(m_second);
    m_first->clear();
    m_second->clear();
    for (const HostDimInfo &info : bench.dims()) {
        if (bench.table(info.dim) != nullptr) {
            m_first->addItem(nameOf(info.dim), info.dim.index);
            m_second->addItem(nameOf(info.dim), info.dim.index);
        }
    }
    if (m_second->count() > 1) {
        m_second->setCurrentIndex(1);
    }
    compute();
}

void ComboPane::compute()
{
    const BenchState &bench = m_context.workspace.bench();
    const auto first = chosen(m_first);
    const auto second = chosen(m_second);
    m_stale = !isVisible();
    if (bench.isEmpty() || !first || !second || *first == *second) {
        m_map->clear();
        m_readout->setText(m_first->count() < 2 ? tr("A combo map needs two dims that can be split.")
                                                : tr("Choose two different dims."));
        return;
    }
    if (m_stale) {
        return; // nobody looks
    }
    ComboMapRequest request;
    request.opIndex = static_cast<std::size_t>(bench.op());
    request.a = *first;
    request.b = *second;
    request.nameA = nameOf(*first);
    request.nameB = nameOf(*second);
    request.current = bench.splits();
    m_runner.start(tr("Trying pairs of splits"),
                   [this, result = bench.result(), request](const WorkContext &context, const JobRunner::Post &post) {
                       ComboMapData tried = computeComboMap(*result, request, context.stop);
                       if (!context.cancelled()) {
                           post([this, map = std::move(tried)] {
                               m_map->setMap(map);
                               m_readout->setText(m_map->readout());
                           });
                       }
                   });
}

void ComboPane::follow()
{
    const auto first = chosen(m_first);
    const auto second = chosen(m_second);
    const Levels &splits = m_context.workspace.bench().splits();
    if (first && second && *first != *second) {
        // Splits of a third dim change every cell; those of the two only move the mark.
        bool others = false;
        for (const Level &level : splits) {
            others = others || (level.hostDim != *first && level.hostDim != *second);
        }
        // Long lists of divisors are shown in part: what is in force belongs to it.
        const auto shown = [](const std::vector<Int> &counts, Int count) {
            return std::find(counts.begin(), counts.end(), count) != counts.end();
        };
        const ComboMapData &map = m_map->map();
        if (others || !shown(map.countsA, splitOf(splits, *first)) || !shown(map.countsB, splitOf(splits, *second))) {
            compute();
        } else {
            m_map->setCurrent(splitOf(splits, *first), splitOf(splits, *second));
        }
    }
}

void ComboPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        compute();
    }
}

} // namespace spanscope::ui
