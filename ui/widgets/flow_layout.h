#pragma once
/// Puts widgets side by side and breaks the line where the width ends.

#include <QLayout>

#include <memory>
#include <vector>

namespace spanscope::ui {

class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget *parent = nullptr, int spacing = 6);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect &rect) override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override;

private:
    int arrange(const QRect &rect, bool apply) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_spacing;
};

} // namespace spanscope::ui
