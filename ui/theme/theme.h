#pragma once
/// Light, dark and the system's own look, all on the Fusion style.

#include <QPalette>
#include <QString>

class QApplication;

namespace spanscope::ui {

enum class Theme { System, Light, Dark };

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Sets the Fusion style once and the theme's palette. `System` gives the palette back to the
/// platform, so later changes of the desktop's theme arrive as PaletteChange.
void applyTheme(QApplication &app, Theme theme);

/// `system`, `light`, `dark`: the ids kept in settings. An unknown id is `System`.
[[nodiscard]] QString themeId(Theme theme);
[[nodiscard]] Theme themeFromId(const QString &id);

} // namespace spanscope::ui
