#pragma once
/// The graphics items of the graph view, and the canvas they lie on.

#include "ui/plots/graph_picture.h"
#include "ui/theme/colours.h"

#include <QGraphicsItem>
#include <QGraphicsView>

#include <functional>
#include <vector>

namespace spanscope::ui {

/// A box with the verdict's colour and pattern as a stripe, its glyph and three lines of text.
class GraphNodeItem : public QGraphicsItem
{
public:
    GraphNodeItem(const GraphPicture::Node &node, QSizeF size, const QFont &font, const QPalette &palette);

    [[nodiscard]] int op() const { return m_node.op; }
    void setMarked(bool marked);
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    GraphPicture::Node m_node;
    QSizeF m_size;
    QFont m_font;
    Appearance m_look;
    PlotColours m_colours;
    bool m_marked = false;
};

/// Puts boxes, edges and nodes into an empty scene. The nodes are returned in the picture's order.
std::vector<GraphNodeItem *> fillScene(QGraphicsScene &scene, const GraphPicture &picture,
                                       const DotPlacement &placement, const QFont &font, const QPalette &palette);

/// Wheel zooms about the pointer, dragging pans, clicks report the node under the pointer.
class GraphCanvas : public QGraphicsView
{
public:
    explicit GraphCanvas(QWidget *parent = nullptr);

    std::function<void(int op)> onClick;
    std::function<void(int op)> onDoubleClick;
    void zoomBy(double factor);

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] int opAt(QPoint pos) const; ///< -1: none

    QPoint m_pressed;
};

} // namespace spanscope::ui
