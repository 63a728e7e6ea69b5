#include "core/expr/expr.h"

#include <cctype>

namespace spanscope {

namespace {

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The run of digits that starts at `from`, without its leading zeros.
std::string_view digitsAt(std::string_view text, std::size_t from)
{
    std::size_t end = from;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    while (from + 1 < end && text[from] == '0') {
        ++from;
    }
    return text.substr(from, end - from);
}

} // namespace

bool naturalLess(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view x = digitsAt(a, i);
            const std::string_view y = digitsAt(b, j);
            if (x.size() != y.size()) {
                return x.size() < y.size();
            }
            if (x != y) {
                return x < y;
            }
            i = static_cast<std::size_t>(x.data() - a.data()) + x.size();
            j = static_cast<std::size_t>(y.data() - b.data()) + y.size();
            continue;
        }
        if (a[i] != b[j]) {
            return a[i] < b[j];
        }
        ++i;
        ++j;
    }
    if (a.size() - i != b.size() - j) {
        return a.size() - i < b.size() - j;
    }
    return a < b; // equal but for leading zeros
}

} // namespace spanscope
