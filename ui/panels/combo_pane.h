#pragma once
/// Two dims of the op against each other, computed beside the window.

#include "ui/panels/panel.h"
#include "ui/plots/combo_map.h"

class QComboBox;
class QLabel;

namespace spanscope::ui {

class ComboPane : public QWidget
{
    Q_OBJECT
public:
    explicit ComboPane(const PanelContext &context, QWidget *parent = nullptr);

    [[nodiscard]] ComboMap *map() const { return m_map; }
    [[nodiscard]] bool isSettled() const { return !m_runner.isRunning(); }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void fillDims();
    void compute();
    void follow();
    [[nodiscard]] std::optional<HostDim> chosen(const QComboBox *box) const;
    [[nodiscard]] QString nameOf(HostDim dim) const;

    PanelContext m_context;
    QComboBox *m_first = nullptr;
    QComboBox *m_second = nullptr;
    QLabel *m_readout = nullptr;
    ComboMap *m_map = nullptr;
    bool m_stale = true;
    JobRunner m_runner;
};

} // namespace spanscope::ui
