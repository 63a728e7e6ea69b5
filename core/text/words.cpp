#include "core/text/words.h"

#include "core/text/sentences.h"

#include <cctype>

namespace spanscope {

std::string counted(Int count, std::string_view singular, std::string_view plural)
{
    return std::to_string(count) + " " + std::string(count == 1 ? singular : plural);
}

std::string listed(const std::vector<std::string> &items, std::string_view last)
{
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) {
            out += i + 1 == items.size() ? " " + std::string(last) + " " : ", ";
        }
        out += items[i];
    }
    return out;
}

std::vector<std::string> shortened(std::vector<std::string> items, std::size_t most)
{
    if (items.size() > most) {
        const std::size_t more = items.size() - most + 1;
        items.resize(most - 1);
        items.push_back(std::to_string(more) + " more");
    }
    return items;
}

std::string joined(const std::vector<std::string> &items)
{
    std::string out;
    for (const std::string &item : items) {
        out += (out.empty() ? "" : ", ") + item;
    }
    return out;
}

std::string decimalText(Int numerator, Int denominator, int places, bool halfUp)
{
    // 128 bits: the scaled numerator must not overflow for any 63-bit value.
    __extension__ typedef __int128 Wide; // NOLINT(modernize-use-using): the only pedantic-clean spelling
    int scale = 1;
    for (int i = 0; i < places; ++i) {
        scale *= 10;
    }
    const Wide scaled = (Wide{numerator} * scale * 2 + (halfUp ? denominator : 0)) / (Wide{denominator} * 2);
    std::string rest = std::to_string(static_cast<int>(scaled % scale));
    rest.insert(0, static_cast<std::size_t>(places) - rest.size(), '0');
    return std::to_string(static_cast<Int>(scaled / scale)) + "." + rest;
}

std::string twoDecimals(Int numerator, Int denominator)
{
    return decimalText(numerator, denominator, 2, true);
}

std::string countsText(const std::vector<Int> &counts)
{
    constexpr std::size_t kShownWhole = 7;
    std::string out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts.size() > kShownWhole && i == 3) {
            return out + ", ..., " + std::to_string(counts.back());
        }
        out += (i == 0 ? "" : ", ") + std::to_string(counts[i]);
    }
    return out;
}

std::string tensorText(const TensorRef &tensor)
{
    return tensor.isOutput() ? "the output" : "input " + tensor.buffer;
}

std::string dimText(HostDim dim)
{
    return "dim " + std::to_string(dim.index);
}

std::string factorsText(const std::vector<std::pair<std::string, Int>> &factors)
{
    std::string out;
    for (const auto &[symbol, count] : factors) {
        if (count > 1) {
            out += (out.empty() ? "" : " x ") + std::to_string(count) + " on " + symbol;
        }
    }
    return out;
}

std::string capitalised(std::string text)
{
    if (!text.empty()) {
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    }
    return text;
}

Int tileCount(const std::vector<Level> &levels)
{
    Int tiles = 1;
    for (const Level &level : levels) {
        tiles = mulChecked(tiles, level.splitCount);
    }
    return tiles;
}

std::string tileCountText(const std::vector<Level> &levels)
{
    try {
        return std::to_string(tileCount(levels));
    } catch (const OverflowError &) {
        std::string factors;
        for (const Level &level : levels) {
            factors += (factors.empty() ? "" : " x ") + std::to_string(level.splitCount);
        }
        return factors;
    }
}

std::string tilesText(const std::vector<Level> &levels)
{
    if (levels.empty()) {
        return "no tiles";
    }
    const std::string tiles = tileCountText(levels);
    const std::string count = tiles + (tiles == "1" ? " tile" : " tiles");
    if (levels.size() == 1) {
        return count + " of " + dimText(levels.front().hostDim);
    }
    return count + " (" + levelsText(levels) + ")";
}

} // namespace spanscope
