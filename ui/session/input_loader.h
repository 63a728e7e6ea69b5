#pragma once
/// Reads what a person opens, drops or pastes.

#include "core/base/progress.h"
#include "ui/models/document.h"

#include <QString>

namespace spanscope::ui {

/// What to open: a path, or a text (a pasted log, generated code, a typed expression).
struct InputRequest
{
    QString path;
    QString text; ///< used when the path is empty

    [[nodiscard]] QString title() const;
};

/// Blocking; meant for a worker thread. Throws InputError. A cancelled reading is null.
[[nodiscard]] InputSourcePtr loadInput(const InputRequest &request, const WorkContext &context);

/// SHA-256 of a file or text in hex; empty when the file cannot be read.
[[nodiscard]] QByteArray hashOf(const InputRequest &request);

} // namespace spanscope::ui
