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

int ByteTicker::getSubTickCount(double tickStep)
{
    return m_logarithmic ? static_cast<int>(tickStep) - 1 : 3;
}

QString ByteTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    return tickText(tick, m_units);
}

QVector<double> ByteTicker::powersIn(const QCPRange &range, double octaves) const
{
    // Counted from the limit, so that it is among them and ticks stay put while one pans.
    constexpr int kMost = 64;
    const double from = m_limit > 0 ? std::round(std::log2(m_limit)) : 0.0;
    QVector<double> ticks = multiplesIn(std::log2(range.lower) - from, std::log2(range.upper) - from, octaves, kMost);
    std::transform(ticks.begin(), ticks.end(), ticks.begin(),
                   [from](double octave) { return std::exp2(octave + from); });
    return ticks;
}

QVector<double> ByteTicker::withLimit(QVector<double> ticks, double step, const QCPRange &range, bool log) const
{
    if (m_limit <= 0 || !range.contains(m_limit)) {
        return ticks;
    }
    constexpr double kNear = 0.6; // of a step: their labels would touch
    const auto near = [&](double tick) {
        return (log ? std::abs(std::log2(tick / m_limit)) : std::abs(tick - m_limit)) < kNear * step;
    };
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(), near), ticks.end());
    ticks.insert(std::upper_bound(ticks.begin(), ticks.end(), m_limit), m_limit);
    return ticks;
}

QVector<double> ByteTicker::createTickVector(double tickStep, const QCPRange &range)
{
    constexpr int kMost = 64;
    if (!m_logarithmic) {
        return withLimit(multiplesIn(range.lower, range.upper, tickStep, kMost), tickStep, range, false);
    }
    const QVector<double> ticks = powersIn(range, tickStep);
    if (ticks.size() < 2) {
        // Zoomed in between two powers: linear steps tell more.
        const double step = linearStep(range);
        return withLimit(multiplesIn(range.lower, range.upper, step, kMost), step, range, false);
    }
    return withLimit(ticks, tickStep, range, true);
}

QVector<double> ByteTicker::createSubTickVector(int subTickCount, const QVector<double> &ticks)
{
    if (!m_logarithmic) {
        return QCPAxisTicker::createSubTickVector(subTickCount, ticks);
    }
    return subTickCount > 0 && !ticks.isEmpty() ? powersIn(QCPRange(ticks.front(), ticks.back()), 1.0)
                                                : QVector<double>();
}

} // namespace spanscope::ui
