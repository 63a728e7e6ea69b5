#pragma once
/// Colours, patterns, glyphs and words of everything that has a state. The colours are
/// the Okabe-Ito set, which people with any colour vision can tell apart; a pattern
/// and a word always say the same once more.

#include "core/groups/groups.h"
#include "core/planner/analysis.h"
#include "ui/models/span_state.h"

#include <QColor>
#include <QPalette>
#include <QRectF>
#include <QString>

class QPainter;

namespace spanscope::ui {

/// How a state is shown.
struct Appearance
{
    QColor fill;                               ///< of bars, cells and nodes
    QColor onFill;                             ///< text upon `fill`, contrast >= 4.5
    QColor text;                               ///< text upon the palette's base, contrast >= 4.5
    Qt::BrushStyle pattern = Qt::SolidPattern; ///< differs between states that can be mixed up
    double patternShare = 0.35;                ///< how strongly the pattern shows
    QString glyph;                             ///< one character
    QString word;                              ///< e.g. `over, not checked`
    QString shortWord;                         ///< for narrow cells, at most 5 characters

    /// Fills a rectangle with `fill` and the pattern in a second shade upon it. Opaque, no pen.
    void paint(QPainter &painter, const QRectF &rect) const;
    /// The second shade.
    [[nodiscard]] QColor patternColour() const;
};

[[nodiscard]] Appearance appearance(Verdict verdict, const QPalette &palette);
[[nodiscard]] Appearance appearance(SplitStatus status, const QPalette &palette);
[[nodiscard]] Appearance appearance(SpanState state, const QPalette &palette);

/// The colours of axes and overlays, derived from a palette (QCustomPlot does not look at it).
struct PlotColours
{
    QColor background;
    QColor text;
    QColor mutedText; ///< contrast >= 4.5 as well
    QColor axis;
    QColor grid;
    QColor limit;
    QColor selection;     ///< frame and marks of what is selected
    QColor selectionFill; ///< pale, opaque, lies under text
    QColor crosshair;
    QColor groupFill; ///< pale bands and boxes
};
[[nodiscard]] PlotColours plotColours(const QPalette &palette);

/// True when the palette's text is lighter than its base.
[[nodiscard]] bool isDark(const QPalette &palette);

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor &a, const QColor &b);

/// `colour` made darker or lighter until it reads at `ratio` to 1 on `background`.
[[nodiscard]] QColor readableOn(const QColor &background, const QColor &colour, double ratio = 4.5);

/// `a` with `share` (0 to 1) of `b` mixed in.
[[nodiscard]] QColor blend(const QColor &a, const QColor &b, double share);

} // namespace spanscope::ui
