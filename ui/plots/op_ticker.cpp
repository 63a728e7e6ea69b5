#include "ui/plots/op_ticker.h"

#include "ui/theme/multiples.h"

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

double RatioTicker::getTickStep(const QCPRange &range)
{
    return std::max(1.0, std::ceil(std::log2(range.upper / range.lower) / std::max(1, mTickCount)));
}

int RatioTicker::getSubTickCount(double)
{
    return 0;
}

QString RatioTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    const int octave = static_cast<int>(std::lround(std::log2(tick)));
    return octave >= 0 ? QStringLiteral("%1x").arg(std::exp2(octave), 0, 'g', 6)
                       : QStringLiteral("1/%1").arg(std::exp2(-octave), 0, 'g', 6);
}

QVector<double> RatioTicker::createTickVector(double tickStep, const QCPRange &range)
{
    // Multiples of the step in octaves: 1x, the limit, is always one of them.
    QVector<double> ticks = multiplesIn(std::log2(range.lower), std::log2(range.upper), tickStep);
    std::transform(ticks.begin(), ticks.end(), ticks.begin(), [](double octave) { return std::exp2(octave); });
    return ticks;
}

double OpTicker::getTickStep(const QCPRange &range)
{
    // 1, 2, 5, 10, 20, ...
    const double rough = std::max(1.0, range.size() / std::max(1, mTickCount));
    const double magnitude = std::pow(10.0, std::floor(std::log10(rough)));
    constexpr double kTwo = 2.0;
    constexpr double kFive = 5.0;
    constexpr double kTen = 10.0;
    for (const double factor : {1.0, kTwo, kFive}) {
        if (factor * magnitude >= rough) {
            return factor * magnitude;
        }
    }
    return kTen * magnitude;
}

int OpTicker::getSubTickCount(double)
{
    return 0;
}

QString OpTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    return m_label ? m_label(static_cast<int>(std::lround(tick))) : QString();
}

QVector<double> OpTicker::createTickVector(double tickStep, const QCPRange &range)
{
    constexpr int kMost = 512;
    return multiplesIn(range.lower, range.upper, tickStep, kMost);
}

} // namespace spanscope::ui
