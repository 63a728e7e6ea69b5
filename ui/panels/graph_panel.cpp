#include "ui/panels/graph_panel.h"

#include "ui/plots/graph_view.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace spanscope::ui {

GraphPanel::GraphPanel(const PanelContext &context, QWidget *parent)
    : Panel(
          QStringLiteral("graph"), tr("Graph"),
          tr("Operations and the buffers between them, coloured by verdict, hint groups as boxes. F fits the picture, "
             "arrows walk along edges."),
          context, parent)
    , m_view(new GraphView(this))
{
    auto *steps = new QSpinBox(this);
    steps->setRange(0, 12);
    steps->setSpecialValueText(tr("all"));
    steps->setAccessibleName(tr("Steps around the selection"));
    steps->setToolTip(tr("How many edges away from the selection operations are shown; all: the whole graph, of more "
                         "than %1 operations three steps")
                          .arg(GraphView::kShowAll));
    auto *sideways = new QCheckBox(tr("Left to right"), this);
    auto *fit = new QPushButton(tr("Fit"), this);
    fit->setToolTip(tr("Show the whole picture (F)"));
    fit->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("Steps around the selection"), this));
    line->addWidget(steps);
    line->addWidget(sideways);
    line->addStretch(1);
    line->addWidget(fit);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->addLayout(line);
    box->addWidget(m_view, 1);

    connect(steps, &QSpinBox::valueChanged, m_view, &GraphView::setNeighbourhood);
    connect(sideways, &QCheckBox::toggled, this,
            [this](bool on) { m_view->setOrientation(on ? Qt::Horizontal : Qt::Vertical); });
    connect(fit, &QPushButton::clicked, m_view, &GraphView::fit);
    connect(m_view, &GraphView::opSelected, &workspace().selection(), &Selection::setOp);
    connect(&workspace().selection(), &Selection::opChanged, m_view, &GraphView::setSelectedOp);
    const auto refresh = [this] {
        m_view->setResult(workspace().result());
        m_view->setSelectedOp(workspace().selection().op());
    };
    connect(&workspace(), &Workspace::summaryChanged, this, refresh);
    refresh();
}

QWidget *GraphPanel::focusTarget()
{
    return m_view;
}

bool GraphPanel::hasPicture() const
{
    return m_view->isLaidOut();
}

bool GraphPanel::exportPicture(const QString &path, QString *error)
{
    return m_view->exportTo(path, error);
}

bool GraphPanel::isSettled() const
{
    return m_view->isHidden() || !m_view->isLayingOut();
}

} // namespace spanscope::ui
