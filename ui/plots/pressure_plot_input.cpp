// Mouse, wheel, keys and changes of look of the pressure plot.
#include "ui/plots/pressure_chart.h"
#include "ui/plots/pressure_plot.h"
#include "ui/plots/qcustomplot_include.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QRubberBand>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {
constexpr double kZoomStep = 1.25;
constexpr double kNotch = 120.0;
constexpr double kPanShare = 0.1;
} // namespace

bool PressurePlot::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_plot) {
        return QWidget::eventFilter(watched, event);
    }
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        pressed(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonRelease:
        released(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        showAll();
        return true;
    case QEvent::MouseMove:
        moved(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::Leave:
        leave();
        return false;
    case QEvent::Wheel:
        wheeled(static_cast<QWheelEvent *>(event));
        return true;
    case QEvent::ToolTip: {
        auto *help = static_cast<QHelpEvent *>(event);
        const int row = m_chart->rowAt(help->pos());
        if (row >= 0) {
            QToolTip::showText(help->globalPos(), m_chart->rows().rows[static_cast<std::size_t>(row)].readout, m_plot);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    case QEvent::Resize:
        QMetaObject::invokeMethod(this, &PressurePlot::layOut, Qt::QueuedConnection);
        return false;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void PressurePlot::pressed(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_drag = Drag{.from = event->position(),
                  .range = {m_chart->range().lower, m_chart->range().upper},
                  .scroll = m_scroll->value(),
                  .zoom = event->modifiers().testFlag(Qt::ShiftModifier)};
    if (m_drag->zoom) {
        if (m_band == nullptr) {
            m_band = new QRubberBand(QRubberBand::Rectangle, m_plot);
        }
        m_band->setGeometry(QRect());
        m_band->show();
    }
}

void PressurePlot::moved(QMouseEvent *event)
{
    hover(event->position());
    if (!m_drag) {
        return;
    }
    const QPointF by = event->position() - m_drag->from;
    if (!m_drag->moved && by.manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    m_drag->moved = true;
    const QRectF area = m_chart->axisRect();
    if (m_drag->zoom) {
        const double left = std::clamp(std::min(event->position().x(), m_drag->from.x()), area.left(), area.right());
        const double right = std::clamp(std::max(event->position().x(), m_drag->from.x()), area.left(), area.right());
        m_band->setGeometry(QRectF(left, area.top(), right - left, area.height()).toRect());
        return;
    }
    const double share = -by.x() / std::max(1.0, area.width());
    const auto [lower, upper] = m_drag->range;
    if (m_chart->isLogarithmic()) {
        const double factor = std::pow(upper / lower, share);
        m_chart->setRange({lower * factor, upper * factor});
    } else {
        const double shift = (upper - lower) * share;
        m_chart->setRange({lower + shift, upper + shift});
    }
    m_scroll->setValue(m_drag->scroll - static_cast<int>(by.y()));
    layOut();
}

void PressurePlot::released(QMouseEvent *event)
{
    if (!m_drag || event->button() != Qt::LeftButton) {
        return;
    }
    const Drag drag = *m_drag;
    m_drag.reset();
    if (drag.zoom && m_band != nullptr) {
        const QRectF band = m_band->geometry();
        m_band->hide();
        constexpr double kLeastBand = 4.0;
        if (drag.moved && band.width() >= kLeastBand) {
            m_chart->setRange({m_chart->bytesAt(band.left()), m_chart->bytesAt(band.right())});
            layOut();
            return;
        }
    }
    if (!drag.moved) {
        const int row = m_chart->rowAt(event->position());
        if (row >= 0) {
            selectByUser(row);
        }
    }
}

void PressurePlot::wheeled(QWheelEvent *event)
{
    const double notches = event->angleDelta().y() / kNotch;
    if (notches == 0) {
        event->ignore();
        return;
    }
    const bool zoom = event->modifiers().testFlag(Qt::ControlModifier) || !m_scroll->isVisibleTo(this);
    if (zoom) {
        zoomBy(std::pow(kZoomStep, -notches), event->position().x());
    } else {
        m_scroll->setValue(m_scroll->value() - static_cast<int>(notches * m_chart->rowHeight()));
        hover(event->position());
    }
    event->accept();
}

void PressurePlot::zoomBy(double factor, double aroundX)
{
    const QRectF area = m_chart->axisRect();
    const double x = std::clamp(aroundX, area.left(), area.right());
    const double fixed = m_chart->bytesAt(x);
    const double share = (x - area.left()) / std::max(1.0, area.width());
    const QCPRange range = m_chart->range();
    if (m_chart->isLogarithmic()) {
        const double ratio = std::pow(range.upper / range.lower, factor);
        const double lower = fixed / std::pow(ratio, share);
        m_chart->setRange({lower, lower * ratio});
    } else {
        const double size = range.size() * factor;
        const double lower = fixed - size * share;
        m_chart->setRange({lower, lower + size});
    }
    layOut();
}

void PressurePlot::showAll()
{
    m_chart->resetRange();
    layOut();
}

void PressurePlot::hover(QPointF plotPos)
{
    m_hovered = m_chart->rowAt(plotPos);
    m_crosshairX = m_chart->axisRect().contains(plotPos) ? std::optional<double>(plotPos.x()) : std::nullopt;
    refreshMarks();
    refreshReadout();
}

void PressurePlot::leave()
{
    m_hovered = -1;
    m_crosshairX.reset();
    refreshMarks();
    refreshReadout();
}

void PressurePlot::selectByUser(int row)
{
    if (row < 0 || row >= rowCount()) {
        return;
    }
    const bool changed = row != m_selected;
    setSelectedRow(row);
    if (changed) {
        emit rowSelected(row);
    }
}

void PressurePlot::moveSelection(int key)
{
    const int page = std::max(1, static_cast<int>(m_chart->viewHeight(m_plot->size()) / m_chart->rowHeight()) - 1);
    int row = m_selected;
    switch (key) {
    case Qt::Key_Up:
        row = row < 0 ? rowCount() - 1 : row - 1;
        break;
    case Qt::Key_Down:
        row += 1;
        break;
    case Qt::Key_PageUp:
        row -= page;
        break;
    case Qt::Key_PageDown:
        row += page;
        break;
    case Qt::Key_Home:
        row = 0;
        break;
    default:
        row = rowCount() - 1;
        break;
    }
    if (rowCount() > 0) {
        selectByUser(std::clamp(row, 0, rowCount() - 1));
    }
}

void PressurePlot::keyPressEvent(QKeyEvent *event)
{
    const QRectF area = m_chart->axisRect();
    const auto pan = [this](double share) {
        const QCPRange range = m_chart->range();
        const double factor = std::pow(range.upper / std::max(range.lower, 1e-9), share);
        const double shift = range.size() * share;
        m_chart->setRange(m_chart->isLogarithmic() ? QCPRange(range.lower * factor, range.upper * factor)
                                                   : QCPRange(range.lower + shift, range.upper + shift));
        layOut();
    };
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        moveSelection(event->key());
        break;
    case Qt::Key_L:
        setLogarithmic(!isLogarithmic());
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(1.0 / kZoomStep, area.center().x());
        break;
    case Qt::Key_Minus:
        zoomBy(kZoomStep, area.center().x());
        break;
    case Qt::Key_0:
        showAll();
        break;
    case Qt::Key_Left:
        pan(-kPanShare);
        break;
    case Qt::Key_Right:
        pan(kPanShare);
        break;
    default:
        QWidget::keyPressEvent(event);
        break;
    }
}

void PressurePlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    const auto type = event->type();
    if (m_chart && (type == QEvent::PaletteChange || type == QEvent::FontChange || type == QEvent::StyleChange)) {
        m_chart->setPalette(palette());
        layOut();
    }
}

void PressurePlot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
    showWorst();
}

void PressurePlot::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    layOut();
}

} // namespace spanscope::ui
