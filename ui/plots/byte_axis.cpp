#include "ui/plots/byte_axis.h"

#include "core/text/sentences.h"
#include "ui/theme/multiples.h"

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
    if (m_logarithmic) {
        // Octaves between two ticks.
        const double octaves = std::log2(range.upper / range.lower);
        return std::max(1.0, std::ceil(octaves / std::max(1, mTickCount)));
    }
    return linearStep(range);
}

double ByteTicker::linearStep(const QCPRange &range) const
{
    return std::exp2(std::ceil(std::log2(std::max(1.0, range.size() / std::max(1, mTickCount)))));
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
    constexpr int kMost = 64;
    if (!m_logarithmic) {
        return multiplesIn(range.lower, range.upper, tickStep, kMost);
    }
    // Whole multiples of the step, so that ticks stay put while one pans.
    QVector<double> ticks = multiplesIn(std::log2(range.lower), std::log2(range.upper), tickStep, kMost);
    if (ticks.size() < 2) {
        // Zoomed in between two powers: linear steps tell more.
        return multiplesIn(range.lower, range.upper, linearStep(range), kMost);
    }
    std::transform(ticks.begin(), ticks.end(), ticks.begin(), [](double octave) { return std::exp2(octave); });
    return ticks;
}

} // namespace spanscope::ui
