#pragma once
/// Between the core's strings and Qt's.

#include <QString>

#include <string>
#include <string_view>

namespace spanscope::ui {

[[nodiscard]] inline QString qs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A ratio such as `32768.00x` for a narrow place: from 100 on it is rounded to a whole number.
[[nodiscard]] inline QString narrowRatio(std::string_view ratio)
{
    constexpr qsizetype kThreeDigits = 3;
    const QString text = qs(ratio);
    const qsizetype point = text.indexOf(u'.');
    bool whole = false;
    const qlonglong number = text.left(point).toLongLong(&whole);
    if (!whole || point < kThreeDigits) {
        return text;
    }
    const int up = text.at(point + 1) >= u'5' ? 1 : 0;
    return QString::number(number + up) + u'x';
}

} // namespace spanscope::ui
