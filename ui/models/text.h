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

} // namespace spanscope::ui
