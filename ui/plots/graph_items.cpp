#include "ui/plots/graph_items.h"

#include "ui/theme/fonts.h"

#include <QApplication>
#include <QGraphicsPathItem>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {

constexpr double kPad = 8.0;
constexpr double kStripe = 10.0;
constexpr double kRadius = 4.0;
constexpr double kArrow = 7.0;

enum Depth { kBoxDepth = 0, kEdgeDepth = 1, kLabelDepth = 2, kNodeDepth = 3 };

QPainterPath pathOf(const std::vector<QPointF> &points)
{
    QPainterPath path;
    if (points.empty()) {
        return path;
    }
    path.moveTo(points.front());
    for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
        path.cubicTo(points[i], points[i + 1], points[i + 2]);
    }
    return path;
}

QPolygonF arrowAt(const std::vector<QPointF> &points)
{
    const QPointF tip = points.back();
    QPointF before = tip;
    for (auto it = points.rbegin(); it != points.rend() && QLineF(before, tip).length() < 1.0; ++it) {
        before = *it;
    }
    QLineF axis(tip, before);
    axis.setLength(kArrow);
    QLineF side = axis.normalVector();
    side.setLength(kArrow * 0.45);
    const QPointF offset = side.p2() - side.p1();
    return QPolygonF({tip, axis.p2() + offset, axis.p2() - offset});
}

void addEdge(QGraphicsScene &scene, const GraphPicture::Edge &edge, const std::vector<QPointF> &points, QPointF label,
             const QFont &font, const QPalette &palette)
{
    if (points.empty()) {
        return;
    }
    const PlotColours colours = plotColours(palette);
    const Appearance conflict = appearance(Verdict::Conflict, palette);
    const QColor colour = edge.conflict ? conflict.text : colours.axis;
    auto *path = scene.addPath(pathOf(points),
                               QPen(colour, edge.conflict ? 2.4 : 1.2, edge.conflict ? Qt::DashLine : Qt::SolidLine));
    path->setZValue(kEdgeDepth);
    path->setToolTip(edge.tip);
    auto *arrow = scene.addPolygon(arrowAt(points), Qt::NoPen, colour);
    arrow->setZValue(kEdgeDepth);
    const QString text = edge.conflict ? conflict.glyph + QLatin1Char(' ') + edge.label : edge.label;
    if (text.isEmpty()) {
        return;
    }
    auto *item = scene.addSimpleText(text, smallFont(font));
    item->setBrush(edge.conflict ? conflict.text : colours.mutedText);
    item->setZValue(kLabelDepth);
    item->setToolTip(edge.tip);
    const QRectF box = item->boundingRect();
    item->setPos(label - box.center());
    auto *ground = scene.addRect(box.translated(item->pos()), Qt::NoPen, colours.background);
    ground->setZValue(kEdgeDepth);
}

void addBox(QGraphicsScene &scene, const GraphPicture::Box &box, const QRectF &rect, const QFont &font,
            const QPalette &palette)
{
    if (rect.isEmpty()) {
        return;
    }
    const PlotColours colours = plotColours(palette);
    QPainterPath shape;
    shape.addRoundedRect(rect, kRadius, kRadius);
    auto *item =
        scene.addPath(shape, QPen(appearance(Verdict::Planned, palette).text, 1.2, Qt::DashLine), colours.groupFill);
    item->setZValue(kBoxDepth);
    auto *title = scene.addSimpleText(box.title, smallFont(font));
    title->setBrush(readableOn(colours.groupFill, appearance(Verdict::Planned, palette).text));
    title->setPos(rect.topLeft() + QPointF(5, 1));
    title->setZValue(kLabelDepth);
}

} // namespace

GraphNodeItem::GraphNodeItem(const GraphPicture::Node &node, QSizeF size, const QFont &font, const QPalette &palette)
    : m_node(node)
    , m_size(size)
    , m_font(font)
    , m_look(appearance(node.verdict, palette))
    , m_colours(plotColours(palette))
{
    setToolTip(node.tip);
    setZValue(kNodeDepth);
    setCacheMode(NoCache);
}

void GraphNodeItem::setMarked(bool marked)
{
    m_marked = marked;
    update();
}

QRectF GraphNodeItem::boundingRect() const
{
    constexpr double kFrame = 3.0;
    return QRectF(QPointF(-m_size.width() / 2, -m_size.height() / 2), m_size)
        .adjusted(-kFrame, -kFrame, kFrame, kFrame);
}

void GraphNodeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const QRectF box(QPointF(-m_size.width() / 2, -m_size.height() / 2), m_size);
    const QColor ground = m_marked ? m_colours.selectionFill : m_colours.background;
    painter->setPen(QPen(m_look.fill, 1.4));
    painter->setBrush(ground);
    painter->drawRect(box);
    m_look.paint(*painter, QRectF(box.topLeft(), QSizeF(kStripe, box.height())));
    if (m_marked) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_colours.selection, 2.5));
        painter->drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
    QFont bold = m_font;
    bold.setBold(true);
    const QFont small = smallFont(m_font);
    const double left = box.left() + kStripe + kPad * 0.6;
    const double width = box.right() - left - 3;
    double y = box.top() + kPad * 0.6;
    const auto line = [&](const QFont &font, const QString &text, const QColor &colour) {
        const QFontMetricsF metrics(font);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(QRectF(left, y, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(text, Qt::ElideRight, width));
        y += metrics.height();
    };
    line(bold, m_node.title, m_colours.text);
    line(small, m_node.what, m_colours.mutedText);
    line(small, m_look.glyph + QLatin1Char(' ') + m_node.state, readableOn(ground, m_look.text));
}

std::vector<GraphNodeItem *> fillScene(QGraphicsScene &scene, const GraphPicture &picture,
                                       const DotPlacement &placement, const QFont &font, const QPalette &palette)
{
    for (std::size_t i = 0; i < picture.boxes.size() && i < placement.groups.size(); ++i) {
        addBox(scene, picture.boxes[i], placement.groups[i], font, palette);
    }
    for (std::size_t i = 0; i < picture.edges.size() && i < placement.edges.size(); ++i) {
        addEdge(scene, picture.edges[i], placement.edges[i], placement.labels[i], font, palette);
    }
    std::vector<GraphNodeItem *> items;
    for (std::size_t i = 0; i < picture.nodes.size() && i < placement.nodes.size(); ++i) {
        auto *item = new GraphNodeItem(picture.nodes[i], nodeSize(picture.nodes[i], font), font, palette);
        scene.addItem(item);
        item->setPos(placement.nodes[i]);
        items.push_back(item);
    }
    constexpr double kMargin = 12.0;
    scene.setSceneRect(placement.bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin));
    return items;
}

GraphCanvas::GraphCanvas(QWidget *parent)
    : QGraphicsView(parent)
{
    setFocusPolicy(Qt::NoFocus);
    setDragMode(ScrollHandDrag);
    setTransformationAnchor(AnchorUnderMouse);
    setResizeAnchor(AnchorViewCenter);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setFrameShape(NoFrame);
    viewport()->setCursor(Qt::ArrowCursor);
}

void GraphCanvas::zoomBy(double factor)
{
    constexpr double kLeast = 0.02;
    constexpr double kMost = 6.0;
    const double now = transform().m11();
    const double next = std::clamp(now * factor, kLeast, kMost);
    scale(next / now, next / now);
}

void GraphCanvas::wheelEvent(QWheelEvent *event)
{
    constexpr double kStep = 1.2;
    constexpr double kNotch = 120.0;
    zoomBy(std::pow(kStep, event->angleDelta().y() / kNotch));
    event->accept();
}

int GraphCanvas::opAt(QPoint pos) const
{
    for (const QGraphicsItem *item : items(pos)) {
        if (const auto *node = dynamic_cast<const GraphNodeItem *>(item)) {
            return node->op();
        }
    }
    return -1;
}

void GraphCanvas::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->pos();
    if (parentWidget() != nullptr) {
        parentWidget()->setFocus(Qt::MouseFocusReason);
    }
    QGraphicsView::mousePressEvent(event);
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    QGraphicsView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
    const bool still = (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance();
    const int op = opAt(event->pos());
    if (event->button() == Qt::LeftButton && still && op >= 0 && onClick) {
        onClick(op);
    }
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int op = opAt(event->pos());
    if (op >= 0 && onDoubleClick) {
        onDoubleClick(op);
    }
}

} // namespace spanscope::ui
