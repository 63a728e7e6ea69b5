#pragma once
/// What a person sets once.

#include <QDialog>

namespace spanscope::ui {

class Settings;

/// Every change takes effect at once.
class SettingsDialog : public QDialog
{
    Q_OBJECT
public:
    explicit SettingsDialog(Settings &settings, QWidget *parent = nullptr);
};

} // namespace spanscope::ui
