#pragma once
/// The ops around the selection as a graph.

#include "ui/panels/panel.h"

namespace spanscope::ui {

class GraphView;

class GraphPanel : public Panel
{
    Q_OBJECT
public:
    explicit GraphPanel(const PanelContext &context, QWidget *parent = nullptr);
    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] bool hasPicture() const override;
    bool exportPicture(const QString &path, QString *error) override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] GraphView *view() const { return m_view; }

private:
    GraphView *m_view = nullptr;
};

} // namespace spanscope::ui
