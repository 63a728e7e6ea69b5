#include "ui/theme/colours.h"

#include "ui/theme/multiples.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainter>
#include <QVector>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {

// The Okabe-Ito set.
constexpr QRgb kOrange = 0xffe69f00;
constexpr QRgb kSkyBlue = 0xff56b4e9;
constexpr QRgb kGreen = 0xff009e73;
constexpr QRgb kYellow = 0xfff0e442;
constexpr QRgb kBlue = 0xff0072b2;
constexpr QRgb kVermillion = 0xffd55e00;
constexpr QRgb kPurple = 0xffcc79a7;
constexpr QRgb kGrey = 0xff8a9099;

struct Style
{
    QRgb colour;
    Qt::BrushStyle pattern;
    const char16_t *glyph;
    const char *word;
    const char *shortWord;
};

QString translated(const char *text)
{
    return QCoreApplication::translate("Appearance", text);
}

/// \param pale share of the base colour in the fill: cells that carry text are pale
Appearance make(const Style &style, const QPalette &palette, double pale)
{
    const QColor base = palette.color(QPalette::Base);
    Appearance out;
    out.fill = blend(QColor::fromRgb(style.colour), base, pale);
    const QColor light = Qt::white;
    const QColor dark(0x14, 0x18, 0x20);
    out.onFill = contrastRatio(out.fill, light) > contrastRatio(out.fill, dark) ? light : dark;
    out.onFill = readableOn(out.fill, out.onFill);
    out.text = readableOn(base, QColor::fromRgb(style.colour));
    out.pattern = style.pattern;
    out.glyph = QString::fromUtf16(style.glyph);
    out.word = translated(style.word);
    out.shortWord = translated(style.shortWord);
    return out;
}

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c)
{
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

constexpr double kHatchStep = 6.0;
constexpr double kHatchWidth = 1.5;

/// The part of the 45 degree line x - y = c (falling) or x + y = c (rising) inside a rectangle.
void addDiagonal(QVector<QLineF> &lines, const QRectF &rect, double c, bool rising)
{
    const auto yAt = [&](double x) { return rising ? c - x : x - c; };
    const auto xAt = [&](double y) { return rising ? c - y : y + c; };
    const double xa = std::clamp(xAt(rect.top()), rect.left(), rect.right());
    const double xb = std::clamp(xAt(rect.bottom()), rect.left(), rect.right());
    if (std::abs(xa - xb) > 0.5) {
        lines.append(QLineF(xa, yAt(xa), xb, yAt(xb)));
    }
}

/// The lines of a pattern, cut to the rectangle by themselves (not every painter clips).
QVector<QLineF> hatch(const QRectF &rect, Qt::BrushStyle pattern)
{
    // Multiples of the step lie the same everywhere, so that neighbours of one kind continue each other.
    QVector<QLineF> lines;
    if (pattern == Qt::VerPattern) {
        for (const double x : multiplesIn(rect.left(), rect.right(), kHatchStep)) {
            lines.append(QLineF(x, rect.top(), x, rect.bottom()));
        }
    }
    if (pattern == Qt::HorPattern) {
        for (const double y : multiplesIn(rect.top(), rect.bottom(), kHatchStep)) {
            lines.append(QLineF(rect.left(), y, rect.right(), y));
        }
    }
    if (pattern == Qt::Dense6Pattern) {
        const QVector<double> ys = multiplesIn(rect.top(), rect.bottom() - kHatchWidth, kHatchStep);
        for (const double x : multiplesIn(rect.left(), rect.right() - kHatchWidth, kHatchStep)) {
            for (const double y : ys) {
                lines.append(QLineF(x, y, x + kHatchWidth, y));
            }
        }
    }
    const double diagonalStep = kHatchStep * 1.4;
    if (pattern == Qt::BDiagPattern || pattern == Qt::DiagCrossPattern) {
        for (const double c : multiplesIn(rect.left() + rect.top(), rect.right() + rect.bottom(), diagonalStep)) {
            addDiagonal(lines, rect, c, true);
        }
    }
    if (pattern == Qt::FDiagPattern || pattern == Qt::DiagCrossPattern) {
        for (const double c : multiplesIn(rect.left() - rect.bottom(), rect.right() - rect.top(), diagonalStep)) {
            addDiagonal(lines, rect, c, false);
        }
    }
    return lines;
}

Style styleOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unsupported:
        return {kVermillion, Qt::BDiagPattern, u"\u2715", "", "no"};
    case Verdict::Conflict:
        return {kPurple, Qt::VerPattern, u"\u21af", "", "confl"};
    case Verdict::ResidualRisk:
        return {kOrange, Qt::DiagCrossPattern, u"\u25b2", "", "risk"};
    case Verdict::Unknown:
        return {kYellow, Qt::FDiagPattern, u"?", "", "unkn"};
    case Verdict::Planned:
        return {kGreen, Qt::HorPattern, u"\u2666", "", "plan"};
    case Verdict::Fits:
        return {kBlue, Qt::SolidPattern, u"\u25cf", "", "fits"};
    case Verdict::Skipped:
        break;
    }
    return {kGrey, Qt::Dense6Pattern, u"\u25cb", "", "skip"};
}

Style styleOf(SplitStatus status)
{
    switch (status) {
    case SplitStatus::Legal:
        return {kGreen, Qt::SolidPattern, u"\u2713", QT_TRANSLATE_NOOP("Appearance", "legal"), "ok"};
    case SplitStatus::One:
        return {kGreen, Qt::SolidPattern, u"\u2013", QT_TRANSLATE_NOOP("Appearance", "no split"), "none"};
    case SplitStatus::UnitTile:
        return {kPurple, Qt::VerPattern, u"1", QT_TRANSLATE_NOOP("Appearance", "unit tile"), "unit"};
    case SplitStatus::OverAutoCap:
        return {kGrey, Qt::HorPattern, u"\u203a", QT_TRANSLATE_NOOP("Appearance", "over the cap"), "cap"};
    case SplitStatus::CutsOutputStick:
        return {kVermillion, Qt::BDiagPattern, u"\u2260", QT_TRANSLATE_NOOP("Appearance", "stick of the output"),
                "out"};
    case SplitStatus::CutsInputStick:
        return {kOrange, Qt::FDiagPattern, u"\u2260", QT_TRANSLATE_NOOP("Appearance", "stick of an input"), "in"};
    case SplitStatus::DroppedBySplitLimit:
        return {kSkyBlue, Qt::Dense6Pattern, u"\u2193",
                QT_TRANSLATE_NOOP("Appearance", "dropped by the limit on splits"), "drop"};
    case SplitStatus::NotADivisor:
        break;
    }
    return {kYellow, Qt::DiagCrossPattern, u"?", QT_TRANSLATE_NOOP("Appearance", "not a divisor"), "div?"};
}

/// As the SVG and HTML reports draw them.
Style styleOf(SpanState state)
{
    switch (state) {
    case SpanState::Fits:
        return {kBlue, Qt::SolidPattern, u"\u25cf", "", "fits"};
    case SpanState::Over:
        return {kVermillion, Qt::BDiagPattern, u"\u2715", "", "over"};
    case SpanState::OverUnchecked:
        return {kOrange, Qt::DiagCrossPattern, u"\u25b2", "", "risk"};
    case SpanState::Unknown:
        return {kGrey, Qt::VerPattern, u"?", "", "?"};
    case SpanState::NoSpan:
        break;
    }
    return {kGrey, Qt::SolidPattern, u"\u2013", "", "flat"};
}

} // namespace

QColor Appearance::patternColour() const
{
    // Towards the text's shade, so that a pattern shows in both themes without hiding the text.
    return blend(fill, onFill, patternShare);
}

void Appearance::paint(QPainter &painter, const QRectF &rect) const
{
    painter.fillRect(rect, fill);
    if (pattern == Qt::SolidPattern || pattern == Qt::NoBrush || rect.isEmpty()) {
        return;
    }
    // Drawn as lines: Qt's own brush patterns do not scale with the screen and are lost in SVG files.
    painter.save();
    painter.setPen(QPen(patternColour(), kHatchWidth, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(hatch(rect, pattern));
    painter.restore();
}

Appearance appearance(Verdict verdict, const QPalette &palette)
{
    Appearance out = make(styleOf(verdict), palette, 0.0);
    const std::string_view word = verdictWord(verdict);
    out.word = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    return out;
}

Appearance appearance(SplitStatus status, const QPalette &palette)
{
    // Cells carry numbers: a pale ground and a faint pattern.
    Appearance out = make(styleOf(status), palette, 0.68);
    out.patternShare = 0.16;
    return out;
}

Appearance appearance(SpanState state, const QPalette &palette)
{
    Appearance out = make(styleOf(state), palette, 0.0);
    out.word = spanStateWord(state);
    return out;
}

PlotColours plotColours(const QPalette &palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    PlotColours out;
    out.background = base;
    out.text = readableOn(base, text, 7.0);
    out.mutedText = readableOn(base, blend(text, base, 0.45));
    out.axis = blend(text, base, 0.5);
    out.grid = blend(text, base, 0.88);
    out.limit = readableOn(base, text, 7.0);
    out.selection = readableOn(base, QColor::fromRgb(isDark(palette) ? kSkyBlue : kBlue), 3.0);
    out.selectionFill = blend(out.selection, base, 0.86);
    out.crosshair = blend(text, base, 0.4);
    out.groupFill = blend(text, base, 0.95);
    return out;
}

bool isDark(const QPalette &palette)
{
    return luminance(palette.color(QPalette::Text)) > luminance(palette.color(QPalette::Base));
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readableOn(const QColor &background, const QColor &colour, double ratio)
{
    const QColor target = contrastRatio(background, Qt::black) > contrastRatio(background, Qt::white)
                              ? QColor(Qt::black)
                              : QColor(Qt::white);
    constexpr int kSteps = 40;
    for (int i = 0; i < kSteps; ++i) {
        const QColor mixed = blend(colour, target, static_cast<double>(i) / kSteps);
        if (contrastRatio(background, mixed) >= ratio) {
            return mixed;
        }
    }
    return target;
}

QColor blend(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) {
        return std::clamp(static_cast<int>(std::lround(x + (y - x) * share)), 0, 255);
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace spanscope::ui
