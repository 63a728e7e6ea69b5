#pragma once
/// The page that answers the first question: which tensor, which coordinate, by how much.

#include "core/planner/audit.h"
#include "ui/models/byte_units.h"

#include <QImage>
#include <QSize>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>

class QRubberBand;
class QScrollBar;
class QCustomPlot;
class QMouseEvent;
class QWheelEvent;

namespace spanscope::ui {

class PressureChart;

/// One horizontal bar per non-stick coordinate of an op's output and reads: filled = under the
/// current splits, outline = untiled. Rows are those of the current audit, in its order.
///
/// Keys: Up, Down, Home, End, PageUp, PageDown select; L switches log and linear; + and - zoom,
/// Left and Right pan, 0 shows all. Wheel scrolls the rows (zooms where there is nothing to scroll),
/// Ctrl+wheel zooms, drag pans, Shift+drag zooms into the dragged stretch, double click shows all.
class PressurePlot : public QWidget
{
    Q_OBJECT
public:
    explicit PressurePlot(QWidget *parent = nullptr);
    ~PressurePlot() override;

    /// \param current the audit under the splits on the bench
    /// \param untiled the audit without splits; rows are matched by tensor and device dim
    /// \param limit bytes, > 0
    /// The selection stays on the same tensor and device dim; zoom stays unless the op's rows differ.
    void setRows(const OpAudit &current, const OpAudit &untiled, Int limit);
    void clear();

    /// A line for accessible names and exports, e.g. `buf0 linear 49216x4096 float16`.
    void setTitle(const QString &title);
    void setLogarithmic(bool on);
    [[nodiscard]] bool isLogarithmic() const;
    void setByteUnits(ByteUnits units);
    [[nodiscard]] ByteUnits byteUnits() const { return m_units; }
    /// -1: none. Out of range counts as none. Scrolls the row into view; emits nothing.
    void setSelectedRow(int row);
    [[nodiscard]] int selectedRow() const { return m_selected; }
    [[nodiscard]] int rowCount() const;
    /// Marks the rows that the host dim controls.
    void highlightDim(std::optional<HostDim> dim);

    /// The whole arithmetic of the hovered, else the selected, else the worst row. The plot does not
    /// show it itself: the panel puts it on a line below (and the tooltip repeats it).
    [[nodiscard]] QString readout() const;

    /// All rows in exactly `size` logical pixels at `scale`, in this widget's palette.
    [[nodiscard]] QImage toImage(QSize size, qreal scale = 1.0) const;
    /// Writes .png, .svg or .pdf whole or not at all, in light colours, with every row. False: *error says why.
    bool exportTo(const QString &path, QString *error = nullptr) const;

    // Geometry as drawn, in this widget's coordinates.
    [[nodiscard]] QRectF barRect(int row) const;     ///< filled bar; width 0 when there is no span
    [[nodiscard]] QRectF outlineRect(int row) const; ///< untiled bar
    [[nodiscard]] QRectF rowRect(int row) const;     ///< the whole row, labels included
    [[nodiscard]] double limitX() const;
    [[nodiscard]] double xOf(Int bytes) const;  ///< where a byte count lies on the axis
    [[nodiscard]] int rowAt(QPointF pos) const; ///< -1: none

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

public slots:
    void showAll(); ///< undoes zoom and pan

signals:
    void rowSelected(int row); ///< by the user
    void readoutChanged(const QString &text);
    void logarithmicChanged(bool on);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Drag
    {
        QPointF from;
        std::pair<double, double> range;
        int scroll = 0;
        bool zoom = false;
        bool moved = false;
    };

    void connectPlot();
    void selectByUser(int row);
    void moveSelection(int key);
    void hover(QPointF plotPos);
    void leave();
    void pressed(QMouseEvent *event);
    void moved(QMouseEvent *event);
    void released(QMouseEvent *event);
    void wheeled(QWheelEvent *event);
    void layOut();
    void replotSoon();
    void showWorst();
    void scrollTo(int value);
    void ensureVisible(int row);
    void refreshMarks();
    void refreshReadout();
    void refreshAccessible();
    void zoomBy(double factor, double aroundX);

    QCustomPlot *m_plot = nullptr;
    QScrollBar *m_scroll = nullptr;
    std::unique_ptr<PressureChart> m_chart;
    QRubberBand *m_band = nullptr;
    OpAudit m_current;
    OpAudit m_untiled;
    ByteUnits m_units = ByteUnits::Binary;
    QString m_title;
    QString m_readout;
    std::optional<HostDim> m_dim;
    std::optional<Drag> m_drag;
    std::optional<double> m_crosshairX;
    int m_selected = -1;
    int m_hovered = -1;
};

} // namespace spanscope::ui
