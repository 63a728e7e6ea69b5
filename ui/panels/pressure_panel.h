#pragma once
/// The pressure plot of the selected op, its readout, and the same in a table.

#include "ui/panels/panel.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace spanscope::ui {

class PressurePlot;
class RowsModel;
class TableView;

class PressurePanel : public Panel
{
    Q_OBJECT
public:
    explicit PressurePanel(const PanelContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] bool hasPicture() const override;
    bool exportPicture(const QString &path, QString *error) override;
    [[nodiscard]] PressurePlot *plot() const { return m_plot; }
    [[nodiscard]] RowsModel *rows() const { return m_rows; }
    [[nodiscard]] QString readout() const;
    void showTable(bool on);

private:
    void build();
    [[nodiscard]] QWidget *buildSwitches();
    void connectParts();
    void refreshTitle();
    void refreshRows();
    void refreshSwitches();

    QLabel *m_title = nullptr;
    QLabel *m_origin = nullptr;
    QLabel *m_readout = nullptr;
    PressurePlot *m_plot = nullptr;
    RowsModel *m_rows = nullptr;
    TableView *m_table = nullptr;
    QStackedWidget *m_pages = nullptr;
    QToolButton *m_tableSwitch = nullptr;
    QToolButton *m_bytes = nullptr;
    QToolButton *m_logarithmic = nullptr;
};

} // namespace spanscope::ui
