#pragma once
/// All ops against the limit in one picture.

#include "ui/panels/panel.h"

class QComboBox;
class QLabel;

namespace spanscope::ui {

class OverviewPlot;

class OverviewPanel : public Panel
{
    Q_OBJECT
public:
    explicit OverviewPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] bool hasPicture() const override;
    bool exportPicture(const QString &path, QString *error) override;
    [[nodiscard]] OverviewPlot *plot() const { return m_plot; }

private:
    void refresh();

    QComboBox *m_order = nullptr;
    QLabel *m_readout = nullptr;
    OverviewPlot *m_plot = nullptr;
};

} // namespace spanscope::ui
