#pragma once
/// Ticks of the overview: powers of two of the limit, and places of ops.

#include "ui/plots/qcustomplot_include.h"

#include <functional>
#include <utility>

namespace spanscope::ui {

/// `1/4`, `1x`, `16x` on a log axis of span / limit.
class RatioTicker : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange &range) override;
};

/// Whole places, labelled by a function.
class OpTicker : public QCPAxisTicker
{
public:
    void setLabels(std::function<QString(int place)> label) { m_label = std::move(label); }

protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange &range) override;

private:
    std::function<QString(int)> m_label;
};

} // namespace spanscope::ui
