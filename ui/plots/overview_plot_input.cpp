// Mouse, wheel and keys of the overview.
#include "ui/plots/overview_chart.h"
#include "ui/plots/overview_plot.h"
#include "ui/plots/qcustomplot_include.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {
constexpr double kZoomStep = 1.25;
constexpr double kNotch = 120.0;
} // namespace

void OverviewPlot::showAll()
{
    m_chart->resetRange();
    refresh();
}

void OverviewPlot::zoomBy(double factor, double around)
{
    const double fixed = m_chart->placeAt(around);
    const QCPRange range = m_chart->range();
    m_chart->setRange(fixed - (fixed - range.lower) * factor, fixed + (range.upper - fixed) * factor);
    refresh();
}

void OverviewPlot::selectByUser(int op)
{
    if (op >= 0 && op != m_selected) {
        setSelectedOp(op);
        emit opSelected(op);
    }
}

void OverviewPlot::hover(QPointF pos)
{
    m_hovered = m_chart->opAt(pos);
    m_chart->setMarks(m_selected, m_hovered);
    if (isVisible()) {
        m_plot->layer(QStringLiteral("overlay"))->replot();
    }
    refreshReadout();
}

bool OverviewPlot::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_plot) {
        return QWidget::eventFilter(watched, event);
    }
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        setFocus(Qt::MouseFocusReason);
        if (mouse->button() == Qt::LeftButton) {
            m_drag = Drag{mouse->position(), m_chart->range().lower, m_chart->range().upper, false};
        }
        return true;
    }
    case QEvent::MouseMove:
        moved(static_cast<QMouseEvent *>(event)->position());
        return true;
    case QEvent::MouseButtonRelease: {
        const bool click = m_drag && !m_drag->moved;
        m_drag.reset();
        if (click) {
            selectByUser(m_chart->opAt(static_cast<QMouseEvent *>(event)->position()));
        }
        return true;
    }
    case QEvent::MouseButtonDblClick:
        showAll();
        return true;
    case QEvent::Leave:
        hover({-1, -1});
        return false;
    case QEvent::Wheel: {
        auto *wheel = static_cast<QWheelEvent *>(event);
        if (wheel->angleDelta().y() != 0) {
            zoomBy(std::pow(kZoomStep, -wheel->angleDelta().y() / kNotch), wheel->position().x());
        }
        wheel->accept();
        return true;
    }
    case QEvent::ToolTip: {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), m_chart->opAt(help->pos()) >= 0 ? m_readout : QString(), m_plot);
        return true;
    }
    case QEvent::Resize:
        QMetaObject::invokeMethod(this, &OverviewPlot::refresh, Qt::QueuedConnection);
        return false;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void OverviewPlot::moved(QPointF pos)
{
    hover(pos);
    if (!m_drag || (!m_drag->moved && (pos - m_drag->from).manhattanLength() < QApplication::startDragDistance())) {
        return;
    }
    m_drag->moved = true;
    const double shift =
        (m_drag->from.x() - pos.x()) / std::max(1.0, m_chart->area().width()) * (m_drag->upper - m_drag->lower);
    m_chart->setRange(m_drag->lower + shift, m_drag->upper + shift);
    refresh();
}

void OverviewPlot::keyPressEvent(QKeyEvent *event)
{
    const std::vector<int> &ops = m_chart->ops();
    const int last = static_cast<int>(ops.size()) - 1;
    const auto go = [&](int place) {
        if (last >= 0) {
            selectByUser(ops[static_cast<std::size_t>(std::clamp(place, 0, last))]);
        }
    };
    const auto pan = [this](double share) {
        const QCPRange range = m_chart->range();
        m_chart->setRange(range.lower + share * range.size(), range.upper + share * range.size());
        refresh();
    };
    const int place = m_chart->placeOf(m_selected);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    constexpr double kPanShare = 0.2;
    switch (event->key()) {
    case Qt::Key_Left:
        shift ? pan(-kPanShare) : go(place < 0 ? last : place - 1);
        break;
    case Qt::Key_Right:
        shift ? pan(kPanShare) : go(place + 1);
        break;
    case Qt::Key_Home:
        go(0);
        break;
    case Qt::Key_End:
        go(last);
        break;
    case Qt::Key_O:
        setSortMode(sortMode() == OverviewOrder::GraphOrder ? OverviewOrder::WorstFirst : OverviewOrder::GraphOrder);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(1 / kZoomStep, m_chart->area().center().x());
        break;
    case Qt::Key_Minus:
        zoomBy(kZoomStep, m_chart->area().center().x());
        break;
    case Qt::Key_0:
        showAll();
        break;
    default:
        QWidget::keyPressEvent(event);
        break;
    }
}

} // namespace spanscope::ui
