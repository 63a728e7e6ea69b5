#pragma once
/// A checkable chip with a count, e.g. `x 1 Unsupported`, to filter by.

#include "core/groups/groups.h"

#include <QAbstractButton>

namespace spanscope::ui {

class Chip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit Chip(Verdict verdict, QWidget *parent = nullptr);

    [[nodiscard]] Verdict verdict() const { return m_verdict; }
    void setCount(int count);
    [[nodiscard]] int count() const { return m_count; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    Verdict m_verdict;
    int m_count = 0;
};

} // namespace spanscope::ui
