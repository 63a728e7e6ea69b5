#pragma once
/// Fonts derived from the one the system chose.

#include <QFont>

#include <algorithm>

namespace spanscope::ui {

/// `font` scaled, never below what can be read.
[[nodiscard]] inline QFont scaledFont(const QFont &font, double factor)
{
    QFont out = font;
    if (font.pointSizeF() > 0) {
        out.setPointSizeF(std::max(6.0, font.pointSizeF() * factor));
    } else {
        out.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * factor)));
    }
    return out;
}

/// For second lines and words below cells.
[[nodiscard]] inline QFont smallFont(const QFont &font)
{
    return scaledFont(font, 0.82);
}

} // namespace spanscope::ui
