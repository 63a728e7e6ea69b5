#include "ui/plots/byte_axis.h"

#include "core/text/sentences.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spanscope::ui {

QString tickText(double bytes, ByteUnits units)
{
    constexpr double kMost = 9.2e18;
    if (bytes < 0.5) {
        return QStringLiteral("0");
    }
    if (units == ByteUnits::Bytes) {
        return QString::fromStdString(grouped(static_cast<Int>(std::min(bytes, kMost))));
    }
    static constexpr std::array<const char *, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    constexpr double kStep = 1024;
    while (unit + 1 < kUnits.size() && bytes >= kStep) {
        bytes /= kStep;
        ++unit;
    }
    return QString::number(bytes, 'g', 5) + QLatin1Char(' ') + QLatin1String(kUnits.at(unit));
}

double ByteTicker::getTickStep(const QCPRange &range)
{
    const double count = std::max(1, mTickCount);
    if (m_logarithmic) {
        // Octaves between two ticks.
        const double octaves = std::log2(range.upper / range.lower);
        return std::max(1.0, std::ceil(octaves / count));
    }
    return std::exp2(std::ceil(std::log2(std::max(1.0, range.size() / count))));
}

int ByteTicker::getSubTickCount(double)
{
    return m_logarithmic ? 0 : 3;
}

QString ByteTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    return tickText(tick, m_units);
}

QVector<double> ByteTicker::createTickVector(double tickStep, const QCPRange &range)
{
    QVector<double> ticks;
    if (m_logarithmic) {
        // Whole multiples of the step, so that ticks stay put while one pans.
        const double first = std::ceil(std::log2(range.lower) / tickStep - 1e-9) * tickStep;
        const double last = std::log2(range.upper) + 1e-9;
        for (double octave = first; octave <= last; octave += tickStep) {
            ticks.append(std::exp2(octave));
        }
        if (ticks.size() < 2) {
            // Zoomed in between two powers: linear steps tell more.
            m_logarithmic = false;
            ticks = createTickVector(getTickStep(range), range);
            m_logarithmic = true;
        }
        return ticks;
    }
    constexpr qsizetype kMost = 64;
    for (double tick = std::ceil(range.lower / tickStep) * tickStep; tick <= range.upper && ticks.size() < kMost;
         tick += tickStep) {
        ticks.append(tick);
    }
    return ticks;
}

} // namespace spanscope::ui
