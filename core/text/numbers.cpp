/// Numbers, shapes and names as people read them.

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace spanscope {

std::string grouped(Int value)
{
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > first + 3;) {
        i -= 3;
        digits.insert(i, 1, ',');
    }
    return digits;
}

std::string humanBytes(Int bytes)
{
    constexpr std::array<std::string_view, 4> kUnits = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + " B";
    }
    std::size_t unit = 0;
    Int size = 1024;
    while (unit + 1 < kUnits.size() && bytes >= size * 1024) {
        size *= 1024;
        ++unit;
    }
    std::string number = twoDecimals(bytes, size);
    // 1048575 is 1024.00 KiB after rounding: then the next unit says it better.
    if (number == "1024.00" && unit + 1 < kUnits.size()) {
        number = "1.00";
        ++unit;
        size *= 1024;
    }
    // 268431360 B are not 256.00 MiB: what looks whole should be whole.
    if (number.ends_with(".00") && bytes % size != 0) {
        const std::string finer = decimalText(bytes, size, 3, true);
        number = finer.ends_with(".000") ? number : finer;
    }
    return number + " " + std::string(kUnits[unit]);
}

std::string exactBytes(Int bytes)
{
    const std::string exact = std::to_string(bytes) + " B";
    return bytes < 1024 ? exact : exact + " = " + humanBytes(bytes);
}

namespace {

std::string ratioNumber(Int bytes, Int limit)
{
    const std::string number = twoDecimals(bytes, limit);
    if (bytes > 0 && number == "0.00") {
        return "<0.01";
    }
    // 2.00004 is more than two cores can clear.
    const bool hidden = bytes > limit && bytes % limit != 0 && number == std::to_string(bytes / limit) + ".00";
    return (hidden ? ">" : "") + number;
}

} // namespace

std::string bytesAgainstLimit(Int bytes, Int limit)
{
    const std::string ratio = ratioNumber(bytes, limit);
    const bool inexact = ratio.front() == '<' || ratio.front() == '>';
    return exactBytes(bytes) + (inexact ? ", " : " = ") + ratio + " x limit";
}

std::string worstAgainstLimit(Int bytes, Int limit)
{
    return bytes == 0 ? "no span" : bytesAgainstLimit(bytes, limit);
}

std::string ratioText(Int bytes, Int limit)
{
    return ratioNumber(bytes, limit) + "x";
}

std::string narrowRatioText(Int bytes, Int limit)
{
    constexpr Int kNoDecimalsFrom = 100;
    const Int whole = bytes / limit;
    if (whole < kNoDecimalsFrom) {
        return ratioText(bytes, limit);
    }
    return (bytes % limit == 0 ? "" : ">") + std::to_string(whole) + "x";
}

std::string levelsText(const std::vector<Level> &levels, const DimAliases &aliases)
{
    std::string out;
    for (const Level &level : levels) {
        const auto alias = std::find_if(aliases.begin(), aliases.end(), [&level](const auto &entry) {
            return entry.first == level.hostDim.index && !entry.second.empty();
        });
        out += out.empty() ? "" : " x ";
        out += alias == aliases.end() ? dimText(level.hostDim) + " / " : alias->second + "/";
        out += std::to_string(level.splitCount);
    }
    return out.empty() ? "-" : out;
}

std::string outputShapeText(const Operation &op)
{
    const bool told = op.layout && (op.relayoutable || !op.layout->size.empty());
    if (told) {
        return shapeText(op.layout->size);
    }
    // The ranges of generated code are a tile's: no shape.
    return op.data && op.relayoutable ? shapeText(op.data->ranges) : "shape unknown";
}

std::string shapeText(const std::vector<Extent> &size)
{
    std::string out;
    for (const Extent &extent : size) {
        out += (out.empty() ? "" : "x") + extent.toString();
    }
    return out.empty() ? "scalar" : out;
}

namespace {

/// `torch.ops.aten.add.Tensor` and `aten.add.Tensor` -> `add`.
std::string targetName(std::string_view target)
{
    constexpr std::string_view kOps = "torch.ops.";
    if (target.starts_with(kOps)) {
        target.remove_prefix(kOps.size());
    }
    const std::size_t dot = target.find('.');
    if (dot == std::string_view::npos) {
        return std::string(target);
    }
    const std::string_view rest = target.substr(dot + 1);
    return std::string(rest.substr(0, rest.find('.')));
}

} // namespace

std::string operationText(const Operation &op)
{
    std::vector<std::string> names;
    for (const std::string &target : op.origin.targets) {
        std::string name = targetName(target);
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    std::string out;
    for (const std::string &name : names) {
        out += (out.empty() ? "" : "+") + name;
    }
    if (!out.empty()) {
        return out;
    }
    if (!op.data) {
        return op.kind;
    }
    return op.data->reductionType.empty() ? op.data->type : op.data->reductionType;
}

} // namespace spanscope
