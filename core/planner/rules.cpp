#include "core/planner/rules.h"

#include <cctype>
#include <charconv>

namespace spanscope {

std::vector<std::string> presetNames()
{
    return {"documented", "torch-spyre-2026-07"};
}

std::optional<Rules> presetRules(std::string_view name)
{
    Rules rules;
    if (name == "documented") {
        return rules;
    }
    if (name == "torch-spyre-2026-07") {
        rules.preset = name;
        rules.maxSpanBytes = kMaxSpanBytes202607;
        rules.reductionJoin = true;
        rules.validationDividesTwice = true;
        return rules;
    }
    return std::nullopt;
}

std::vector<std::string> differencesFromPreset(const Rules &rules)
{
    const Rules preset = presetRules(rules.preset).value_or(Rules{});
    std::vector<std::string> out;
    const auto number = [&out](const char *key, Int mine, Int theirs) {
        if (mine != theirs) {
            out.push_back(std::string(key) + " = " + std::to_string(mine) + " (preset " + std::to_string(theirs) + ")");
        }
    };
    const auto flag = [&out](const char *key, bool mine, bool theirs) {
        if (mine != theirs) {
            out.push_back(std::string(key) + " = " + (mine ? "on" : "off") + " (preset " + (theirs ? "on" : "off") +
                          ")");
        }
    };
    number("max_span_bytes", rules.maxSpanBytes, preset.maxSpanBytes);
    number("max_tile_dims", rules.maxTileDims, preset.maxTileDims);
    number("max_splits_per_dim", rules.maxSplitsPerDim, preset.maxSplitsPerDim);
    number("max_tile_combos", rules.maxTileCombos, preset.maxTileCombos);
    number("max_auto_split", rules.maxAutoSplit, preset.maxAutoSplit);
    flag("reduction_join", rules.reductionJoin, preset.reductionJoin);
    flag("validation_divides_twice", rules.validationDividesTwice, preset.validationDividesTwice);
    return out;
}

std::optional<RulesInForce> rulesFor(const RuleChoice &choice, std::optional<Int> graphLimit)
{
    const std::optional<Rules> preset = presetRules(choice.preset.value_or("documented"));
    if (!preset) {
        return std::nullopt;
    }
    RulesInForce out;
    out.rules = *preset;
    if (choice.maxSpanBytes) {
        out.rules.maxSpanBytes = *choice.maxSpanBytes;
        out.limitSource = LimitSource::Option;
    } else if (choice.preset) {
        out.limitSource = LimitSource::Preset;
    } else if (graphLimit) {
        out.rules.maxSpanBytes = *graphLimit;
        out.limitSource = LimitSource::GraphConfig;
    }
    out.rules.maxTileDims = choice.maxTileDims.value_or(out.rules.maxTileDims);
    out.rules.maxSplitsPerDim = choice.maxSplitsPerDim.value_or(out.rules.maxSplitsPerDim);
    out.rules.maxTileCombos = choice.maxTileCombos.value_or(out.rules.maxTileCombos);
    out.rules.maxAutoSplit = choice.maxAutoSplit.value_or(out.rules.maxAutoSplit);
    out.rules.reductionJoin = choice.reductionJoin.value_or(out.rules.reductionJoin);
    out.rules.validationDividesTwice = choice.validationDividesTwice.value_or(out.rules.validationDividesTwice);
    return out;
}

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
        text.remove_prefix(1);
    }
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
        text.remove_suffix(1);
    }
    return text;
}

std::optional<Int> unitFactor(std::string_view unit)
{
    std::string lower;
    for (const char c : unit) {
        lower.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
    if (lower.empty() || lower == "b" || lower == "bytes") {
        return 1;
    }
    // A span limit is spoken of in binary units, whatever the spelling (`256.00 MB` in the logs).
    constexpr std::string_view kPrefixes = "kmgt";
    const std::size_t power = kPrefixes.find(lower.front());
    const std::string_view rest = std::string_view(lower).substr(1);
    if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) {
        return std::nullopt;
    }
    return Int{1} << (10 * (power + 1));
}

} // namespace

namespace {

/// The digits after a decimal point, which `text` then starts behind; empty when there are none.
std::string_view takeFraction(std::string_view &text)
{
    if (!text.starts_with('.')) {
        return {};
    }
    const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    const std::string_view digits = text.substr(1, end - 1);
    if (!digits.empty()) {
        text.remove_prefix(end);
    }
    return digits;
}

/// 0.`digits` of `factor` bytes; nullopt unless that is a whole number of bytes.
std::optional<Int> fractionOf(std::string_view digits, Int factor)
{
    Int numerator = 0;
    Int denominator = 1;
    while (digits.ends_with('0')) {
        digits.remove_suffix(1);
    }
    for (const char digit : digits) {
        if (__builtin_mul_overflow(numerator, Int{10}, &numerator) ||
            __builtin_add_overflow(numerator, Int{digit - '0'}, &numerator) ||
            __builtin_mul_overflow(denominator, Int{10}, &denominator)) {
            return std::nullopt;
        }
    }
    Int product = 0;
    if (__builtin_mul_overflow(numerator, factor, &product) || product % denominator != 0) {
        return std::nullopt;
    }
    return product / denominator;
}

} // namespace

std::optional<Int> parseBytes(std::string_view text)
{
    text = trimmed(text);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    Int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.starts_with('-') || error != std::errc() || value < 0) {
        return std::nullopt;
    }
    std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    const std::string_view fraction = base == 10 ? takeFraction(rest) : std::string_view();
    const auto factor = unitFactor(trimmed(rest));
    Int bytes = 0;
    if (!factor || __builtin_mul_overflow(value, *factor, &bytes)) {
        return std::nullopt;
    }
    const auto part = fractionOf(fraction, *factor);
    if (!part || __builtin_add_overflow(bytes, *part, &bytes) || bytes <= 0) {
        return std::nullopt;
    }
    return bytes;
}

} // namespace spanscope
