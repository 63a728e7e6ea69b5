#pragma once
/// The ops around the selection as a graph.

#include "core/groups/groups.h"
#include "ui/plots/dot_layout.h"
#include "ui/plots/graph_picture.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <vector>

class QGraphicsScene;
class QLabel;
class QPushButton;

namespace spanscope::ui {

class GraphCanvas;
class GraphNodeItem;

/// Nodes coloured by verdict with its word, hint groups as boxes, conflict edges marked, edges with
/// shapes. Wheel zooms, drag pans, F fits, arrows move the selection along edges, a double click centres.
class GraphView : public QWidget
{
    Q_OBJECT
public:
    /// Up to this many ops a graph is shown whole unless a number of steps is asked for.
    static constexpr int kShowAll = 300;
    /// Smaller than this nodes cannot be read.
    static constexpr double kLeastReadable = 0.62;

    explicit GraphView(QWidget *parent = nullptr);
    ~GraphView() override;

    void setResult(const GraphResultPtr &result);
    /// An index into the graph's operations; -1: none. Emits nothing.
    void setSelectedOp(int op);
    [[nodiscard]] int selectedOp() const { return m_selected; }
    /// How many edges away from the selection ops are shown; 0 (the default): all ops up to kShowAll.
    void setNeighbourhood(int steps);
    /// Qt::Vertical: top down.
    void setOrientation(Qt::Orientation orientation);
    void setDotProgram(const QString &program);

    /// The ops that are shown, ascending.
    [[nodiscard]] const std::vector<int> &shownOps() const { return m_ops; }
    [[nodiscard]] bool isLaidOut() const { return m_laidOut; }
    [[nodiscard]] bool isLayingOut() const { return m_dot.isRunning(); }
    /// What is shown instead of a graph (no result, laying out, dot is missing); empty otherwise.
    [[nodiscard]] QString hint() const;
    [[nodiscard]] QPointF nodePosition(int op) const; ///< centre, this widget's coordinates

    [[nodiscard]] QImage toImage(qreal scale = 1.0) const;
    bool exportTo(const QString &path, QString *error = nullptr) const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 400}; }

public slots:
    void fit();
    void cancelLayout();

signals:
    void opSelected(int op); ///< by the user
    void layoutFinished();
    void layoutFailed(const QString &reason);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void rebuild();
    void layOut();
    void populate(const DotPlacement &placement);
    void refill();
    void applyColours();
    void showHint(const QString &text, bool busy);
    void markSelection();
    void centreOn(int op);
    void bringIntoView();
    /// Shows everything if that can be read, else the selection; false: not everything is in view.
    bool fitReadable();
    void selectByUser(int op);
    void moveSelection(int key);
    void refreshAccessible();

    GraphResultPtr m_result;
    std::vector<int> m_ops;
    GraphPicture m_picture;
    DotPlacement m_placement;
    DotLayout m_dot;
    GraphCanvas *m_canvas = nullptr;
    QGraphicsScene *m_scene = nullptr;
    QLabel *m_hint = nullptr;
    QPushButton *m_cancel = nullptr;
    std::vector<GraphNodeItem *> m_items;
    int m_selected = -1;
    int m_steps = 0;
    Qt::Orientation m_orientation = Qt::Vertical;
    bool m_laidOut = false;
    bool m_stale = false; ///< to be laid out when shown
};

} // namespace spanscope::ui
