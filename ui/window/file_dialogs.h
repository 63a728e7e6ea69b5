#pragma once
/// The path chooser that asks with file dialogs.

#include "ui/panels/panel.h"

namespace spanscope::ui {

/// \param parent of the dialogs; \param settings remember the folder
[[nodiscard]] PathChooser fileDialogs(QWidget *parent, Settings &settings);

} // namespace spanscope::ui
