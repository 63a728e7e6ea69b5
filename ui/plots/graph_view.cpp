#include "ui/plots/graph_view.h"

#include "ui/plots/graph_items.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/theme.h"

#include <QGraphicsScene>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spanscope::ui {

GraphView::GraphView(QWidget *parent)
    : QWidget(parent)
    , m_canvas(new GraphCanvas(this))
    , m_scene(new QGraphicsScene(this))
    , m_hint(new QLabel(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setFocusPolicy(Qt::StrongFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_hint);
    layout->addWidget(m_cancel, 0, Qt::AlignHCenter);
    layout->addWidget(m_canvas, 1);
    m_hint->setWordWrap(true);
    m_hint->setMargin(6);
    m_hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_canvas->setScene(m_scene);
    m_canvas->onClick = [this](int op) { selectByUser(op); };
    m_canvas->onDoubleClick = [this](int op) {
        selectByUser(op);
        if (m_result && m_ops.size() < m_result->graph->operations.size()) {
            rebuild(); // a part shows the surroundings of its centre
        }
        centreOn(op);
    };
    connect(&m_dot, &DotLayout::finished, this, &GraphView::populate);
    connect(&m_dot, &DotLayout::failed, this, [this](const QString &reason) {
        showHint(reason, false);
        m_canvas->hide();
        emit layoutFailed(reason);
    });
    connect(m_cancel, &QPushButton::clicked, this, &GraphView::cancelLayout);
    setWhatsThis(tr("The operations around the selection. Wheel zooms, dragging pans, F fits, arrows move the "
                    "selection, a double click centres."));
    applyColours();
    showHint(tr("No graph."), false);
    refreshAccessible();
}

GraphView::~GraphView() = default;

void GraphView::setResult(const GraphResultPtr &result)
{
    m_result = result;
    if (!m_result || m_selected >= static_cast<int>(m_result->graph->operations.size())) {
        m_selected = -1;
    }
    rebuild();
}

void GraphView::setSelectedOp(int op)
{
    const bool known = m_result && op >= 0 && op < static_cast<int>(m_result->graph->operations.size());
    m_selected = known ? op : -1;
    if (known && !std::binary_search(m_ops.begin(), m_ops.end(), op)) {
        rebuild();
    } else {
        markSelection();
        bringIntoView();
    }
    refreshAccessible();
}

void GraphView::bringIntoView()
{
    const int node = m_picture.nodeOf(m_selected);
    if (m_laidOut && node >= 0) {
        m_canvas->ensureVisible(m_items[static_cast<std::size_t>(node)]);
    }
}

void GraphView::setNeighbourhood(int steps)
{
    if (steps != m_steps) {
        m_steps = std::max(0, steps);
        rebuild();
    }
}

void GraphView::setOrientation(Qt::Orientation orientation)
{
    if (orientation != m_orientation) {
        m_orientation = orientation;
        layOut();
    }
}

void GraphView::setDotProgram(const QString &program)
{
    m_dot.setProgram(program);
}

QString GraphView::hint() const
{
    return m_laidOut ? QString() : m_hint->text();
}

void GraphView::showHint(const QString &text, bool busy)
{
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
    m_cancel->setVisible(busy);
}

void GraphView::rebuild()
{
    m_ops.clear();
    m_picture = {};
    // A hidden tab costs nothing.
    m_stale = !isVisible();
    if (!m_stale && m_result && !m_result->graph->operations.empty() &&
        m_result->analyses.size() == m_result->graph->operations.size()) {
        m_ops = opsAround(*m_result, m_selected, m_steps, kShowAll);
        m_picture = describeGraph(*m_result, m_ops);
    }
    layOut();
}

void GraphView::layOut()
{
    m_laidOut = false;
    m_items.clear();
    m_scene->clear();
    if (m_ops.empty()) {
        m_dot.drop();
        showHint(tr("No graph."), false);
        refreshAccessible();
        return;
    }
    m_canvas->show();
    showHint(tr("Laying out %n operations...", nullptr, static_cast<int>(m_ops.size())), true);
    m_dot.start(dotGraphOf(m_picture, font(), m_orientation));
}

void GraphView::populate(const DotPlacement &placement)
{
    m_placement = placement;
    m_laidOut = true;
    refill();
    const auto all = m_result->graph->operations.size();
    QStringList hints;
    if (m_ops.size() < all) {
        hints << tr("%1 of %2 operations: those around the selection. Double click one to see its surroundings.")
                     .arg(m_ops.size())
                     .arg(all);
    }
    if (!fitReadable()) {
        hints << tr("F shows all that is drawn; drag and wheel move and zoom.");
    }
    showHint(hints.join(u' '), false);
    refreshAccessible();
    emit layoutFinished();
}

void GraphView::refill()
{
    m_scene->clear();
    m_items = fillScene(*m_scene, m_picture, m_placement, font(), palette());
    markSelection();
}

void GraphView::applyColours()
{
    m_canvas->setBackgroundBrush(plotColours(palette()).background);
}

void GraphView::markSelection()
{
    for (GraphNodeItem *item : m_items) {
        item->setMarked(item->op() == m_selected);
    }
}

void GraphView::centreOn(int op)
{
    const int node = m_picture.nodeOf(op);
    if (m_laidOut && node >= 0) {
        m_canvas->centerOn(m_placement.nodes[static_cast<std::size_t>(node)]);
    }
}

QPointF GraphView::nodePosition(int op) const
{
    const int node = m_picture.nodeOf(op);
    if (!m_laidOut || node < 0) {
        return {};
    }
    const QPoint inView = m_canvas->mapFromScene(m_placement.nodes[static_cast<std::size_t>(node)]);
    return m_canvas->viewport()->mapTo(this, inView);
}

void GraphView::fit()
{
    if (!m_laidOut) {
        return;
    }
    m_canvas->resetTransform();
    const QRectF scene = m_scene->sceneRect();
    const QSizeF room = m_canvas->viewport()->size();
    const double factor = std::min(room.width() / scene.width(), room.height() / scene.height());
    if (factor < 1.0) {
        m_canvas->scale(factor, factor);
    }
    m_canvas->centerOn(scene.center());
}

bool GraphView::fitReadable()
{
    fit();
    const double factor = m_canvas->transform().m11();
    if (factor >= kLeastReadable || m_picture.nodes.empty()) {
        return true;
    }
    constexpr double kComfortable = 0.9;
    m_canvas->resetTransform();
    m_canvas->scale(kComfortable, kComfortable);
    centreOn(m_picture.nodeOf(m_selected) >= 0 ? m_selected : m_picture.nodes.front().op);
    return false;
}

void GraphView::cancelLayout()
{
    m_dot.cancel();
}

void GraphView::selectByUser(int op)
{
    if (op >= 0 && op != m_selected) {
        setSelectedOp(op);
        emit opSelected(op);
    }
}

void GraphView::moveSelection(int key)
{
    if (!m_laidOut || m_items.empty()) {
        return;
    }
    const int from = m_picture.nodeOf(m_selected);
    if (from < 0) {
        selectByUser(m_picture.nodes.front().op);
        return;
    }
    const QPointF start = m_placement.nodes[static_cast<std::size_t>(from)];
    const bool horizontal = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Right || key == Qt::Key_Down ? 1.0 : -1.0;
    int best = -1;
    double bestDistance = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < m_placement.nodes.size(); ++i) {
        const QPointF by = m_placement.nodes[i] - start;
        const double along = sign * (horizontal ? by.x() : by.y());
        const double across = std::abs(horizontal ? by.y() : by.x());
        const bool linked = std::any_of(m_picture.edges.begin(), m_picture.edges.end(), [&](const auto &edge) {
            const int to = static_cast<int>(i);
            return (edge.from == from && edge.to == to) || (edge.from == to && edge.to == from);
        });
        // Along an edge first; else what lies most straight ahead.
        constexpr double kLinkBonus = 0.25;
        const double distance = (along + 2 * across) * (linked ? kLinkBonus : 1.0);
        if (static_cast<int>(i) != from && along > 1.0 && distance < bestDistance) {
            best = static_cast<int>(i);
            bestDistance = distance;
        }
    }
    if (best >= 0) {
        selectByUser(m_picture.nodes[static_cast<std::size_t>(best)].op);
        m_canvas->ensureVisible(m_items[static_cast<std::size_t>(best)]);
    }
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    constexpr double kZoomStep = 1.2;
    switch (event->key()) {
    case Qt::Key_F:
        fit();
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        moveSelection(event->key());
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_canvas->zoomBy(kZoomStep);
        break;
    case Qt::Key_Minus:
        m_canvas->zoomBy(1 / kZoomStep);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        centreOn(m_selected);
        break;
    default:
        QWidget::keyPressEvent(event);
        break;
    }
}

void GraphView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        applyColours();
        if (m_laidOut) {
            refill();
        }
    } else if (event->type() == QEvent::FontChange) {
        rebuild();
    }
}

void GraphView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        rebuild();
    }
}

void GraphView::refreshAccessible()
{
    setAccessibleName(tr("Graph of operations"));
    if (m_ops.empty()) {
        setAccessibleDescription(tr("Empty."));
        return;
    }
    const auto conflicts =
        std::count_if(m_picture.edges.begin(), m_picture.edges.end(), [](const auto &edge) { return edge.conflict; });
    QString text = tr("%1 operations, %2 edges, %3 groups, %4 conflict edges.")
                       .arg(m_ops.size())
                       .arg(m_picture.edges.size())
                       .arg(m_picture.boxes.size())
                       .arg(conflicts);
    const int node = m_picture.nodeOf(m_selected);
    if (node >= 0) {
        text += QLatin1Char(' ') + tr("Selected: %1").arg(m_picture.nodes[static_cast<std::size_t>(node)].tip);
    }
    setAccessibleDescription(text);
}

QImage GraphView::toImage(qreal scale) const
{
    const QSizeF size = m_scene->sceneRect().size();
    QImage image((size * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(plotColours(palette()).background);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene->render(&painter, QRectF(QPointF(), size), m_scene->sceneRect());
    return image;
}

bool GraphView::exportTo(const QString &path, QString *error) const
{
    if (!m_laidOut) {
        if (error != nullptr) {
            *error = tr("There is no graph to export: %1").arg(m_hint->text());
        }
        return false;
    }
    QGraphicsScene light;
    fillScene(light, m_picture, m_placement, font(), lightPalette());
    const QSize size = light.sceneRect().size().toSize();
    return exportPicture(
        path, size, accessibleName(),
        [&](QCPPainter &painter) {
            painter.fillRect(QRect(QPoint(), size), Qt::white);
            painter.setRenderHint(QPainter::Antialiasing);
            light.render(&painter, QRectF(QPointF(), size), light.sceneRect());
        },
        error);
}

} // namespace spanscope::ui
