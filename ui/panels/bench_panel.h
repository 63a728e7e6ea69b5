#pragma once
/// Where splits are tried: a row for each host dim, and what they come to.

#include "ui/panels/panel.h"

#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace spanscope::ui {

class BenchRow;
class ComboPane;

class BenchPanel : public Panel
{
    Q_OBJECT
public:
    explicit BenchPanel(const PanelContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] const std::vector<BenchRow *> &rows() const { return m_rows; }
    [[nodiscard]] ComboPane *comboPane() const { return m_combo; }
    [[nodiscard]] QPushButton *comboButton() const { return m_comboButton; }
    [[nodiscard]] QPushButton *pinButton() const { return m_pin; }
    [[nodiscard]] QString notice() const;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] QLabel *legend() const { return m_legend; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QWidget *buildHeader();
    [[nodiscard]] QPushButton *button(const QString &text, const QString &tip);
    void rebuildRows();
    void refresh();
    void refreshButtons();
    void refreshLegend();
    void showCombo(bool on);
    void focusBeside(const BenchRow *row, int direction);
    void takeSplit(HostDim dim, Int count);
    void markControls();

    QScrollArea *m_scroll = nullptr;
    QWidget *m_grid = nullptr;
    QLabel *m_notice = nullptr;
    QLabel *m_sentence = nullptr;
    QLabel *m_legend = nullptr;
    QPushButton *m_auto = nullptr;
    QPushButton *m_none = nullptr;
    QPushButton *m_pin = nullptr;
    QPushButton *m_comboButton = nullptr;
    ComboPane *m_combo = nullptr;
    std::vector<BenchRow *> m_rows;
};

} // namespace spanscope::ui
