#pragma once
/// An axis of bytes: ticks at powers of two, labels in binary units or exact bytes.

#include "core/base/integers.h"
#include "ui/models/byte_units.h"
#include "ui/plots/qcustomplot_include.h"

#include <QString>

namespace spanscope::ui {

/// A tick's label: like bytesText without decimals that say nothing (`1.5 GiB`, `256 MiB`, `0`).
[[nodiscard]] QString tickText(double bytes, ByteUnits units);

/// Ticks at powers of two on a log axis (small ones at those left out), at multiples of a power of
/// two on a linear one, as many as `setTickCount` asks for at most; one of them at the limit.
class ByteTicker : public QCPAxisTicker
{
public:
    void setUnits(ByteUnits units) { m_units = units; }
    void setLogarithmic(bool on) { m_logarithmic = on; }
    /// Gets a tick of its own wherever it is shown; 0: none.
    void setLimit(Int bytes) { m_limit = static_cast<double>(bytes); }

protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange &range) override;
    QVector<double> createSubTickVector(int subTickCount, const QVector<double> &ticks) override;

private:
    [[nodiscard]] QVector<double> powersIn(const QCPRange &range, double octaves) const;
    [[nodiscard]] QVector<double> withLimit(QVector<double> ticks, double step, const QCPRange &range, bool log) const;
    [[nodiscard]] double linearStep(const QCPRange &range) const;

    ByteUnits m_units = ByteUnits::Binary;
    bool m_logarithmic = true;
    double m_limit = 0;
};

} // namespace spanscope::ui
