#pragma once
/// Every number and switch of the rules, on top of a preset.

#include "core/planner/rules.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace spanscope::ui {

class RulesDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RulesDialog(const RuleChoice &choice, QWidget *parent = nullptr);

    /// The choice as it stands; entries equal to the preset's are left out.
    [[nodiscard]] RuleChoice choice() const;

signals:
    void chosen(const spanscope::RuleChoice &choice);

private:
    [[nodiscard]] Rules preset() const;
    void showPreset();
    void check();

    RuleChoice m_initial;
    QComboBox *m_preset = nullptr;
    QLineEdit *m_limit = nullptr;
    QLineEdit *m_tileDims = nullptr;
    QLineEdit *m_splitsPerDim = nullptr;
    QLineEdit *m_combos = nullptr;
    QLineEdit *m_autoSplit = nullptr;
    QCheckBox *m_join = nullptr;
    QCheckBox *m_twice = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_accept = nullptr;
};

} // namespace spanscope::ui
