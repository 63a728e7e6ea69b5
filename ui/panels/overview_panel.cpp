#include "ui/panels/overview_panel.h"

#include "ui/plots/overview_plot.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace spanscope::ui {

OverviewPanel::OverviewPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("overview"), tr("Overview"),
            tr("The largest span of every operation, before and after tiling, against the limit. The operations table "
               "holds the same figures."),
            context, parent)
    , m_order(new QComboBox(this))
    , m_readout(new QLabel(this))
    , m_plot(new OverviewPlot(this))
{
    m_order->addItems({tr("Graph order"), tr("Worst first")});
    m_order->setAccessibleName(tr("Order of the operations"));
    m_readout->setWordWrap(true);
    m_readout->setFrameShape(QFrame::StyledPanel);
    m_readout->setMargin(4);
    m_readout->setAccessibleName(tr("The operation pointed at"));
    m_readout->setMinimumHeight(2 * fontMetrics().lineSpacing() + 12);
    auto *all = new QPushButton(tr("Show all"), this);
    all->setToolTip(tr("Undo zoom and pan"));
    all->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Order"), this));
    line->addWidget(m_order);
    line->addStretch(1);
    line->addWidget(all);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addLayout(line);
    box->addWidget(m_plot, 1);
    box->addWidget(m_readout);

    connect(all, &QPushButton::clicked, m_plot, &OverviewPlot::showAll);
    connect(m_order, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_plot->setSortMode(index == 0 ? OverviewOrder::GraphOrder : OverviewOrder::WorstFirst);
    });
    connect(m_plot, &OverviewPlot::sortModeChanged, this,
            [this](OverviewOrder order) { m_order->setCurrentIndex(order == OverviewOrder::GraphOrder ? 0 : 1); });
    connect(m_plot, &OverviewPlot::readoutChanged, m_readout, &QLabel::setText);
    connect(m_plot, &OverviewPlot::opSelected, &workspace().selection(), &Selection::setOp);
    connect(&workspace().selection(), &Selection::opChanged, m_plot, &OverviewPlot::setSelectedOp);
    connect(&workspace(), &Workspace::summaryChanged, this, &OverviewPanel::refresh);
    refresh();
}

QWidget *OverviewPanel::focusTarget()
{
    return m_plot;
}

void OverviewPanel::refresh()
{
    const ResultSummaryPtr summary = workspace().summary();
    m_plot->setResult(summary ? summary->result : nullptr);
    m_plot->setSelectedOp(workspace().selection().op());
    m_readout->setText(m_plot->readout());
}

bool OverviewPanel::hasPicture() const
{
    return workspace().summary() != nullptr;
}

bool OverviewPanel::exportPicture(const QString &path, QString *error)
{
    return m_plot->exportTo(path, error);
}

} // namespace spanscope::ui
