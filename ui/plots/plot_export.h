#pragma once
/// Pictures as files: one painting routine, three formats.

#include <QSize>
#include <QString>

#include <functional>

class QCPPainter;

namespace spanscope::ui {

/// Writes what `paint` draws on `size` logical pixels to `path`, whole or not at all. The suffix picks
/// the format: .png (twice the pixels), .svg, .pdf. False: *error (if given) is a sentence.
bool exportPicture(const QString &path, QSize size, const QString &title,
                   const std::function<void(QCPPainter &)> &paint, QString *error);

/// `PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)` for file dialogs.
[[nodiscard]] QString pictureFilters();

} // namespace spanscope::ui
