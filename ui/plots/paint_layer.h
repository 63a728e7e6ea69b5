#pragma once
/// A layer of a plot that is painted by a function, in pixels.

#include "ui/plots/qcustomplot_include.h"

#include <functional>
#include <utility>

namespace spanscope::ui {

/// Owned by the plot. `paint` is called with the painter set to the whole viewport.
class PaintLayer : public QCPLayerable
{
public:
    PaintLayer(QCustomPlot *plot, const QString &layer, std::function<void(QCPPainter &)> paint)
        : QCPLayerable(plot, layer)
        , m_paint(std::move(paint))
    {
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter *painter) override { m_paint(*painter); }

private:
    std::function<void(QCPPainter &)> m_paint;
};

} // namespace spanscope::ui
