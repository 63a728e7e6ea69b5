#pragma once
/// Rule presets: which compiler's decisions are reproduced, with every limit changeable.

#include "core/base/integers.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

inline constexpr Int kMaxSpanBytes = Int{256} << 20;          ///< 268435456
inline constexpr Int kMaxSpanBytes202607 = Int{65535} * 4096; ///< 268431360

/// Every number and switch that the planner's decision depends on.
struct Rules
{
    std::string preset = "documented";
    Int maxSpanBytes = kMaxSpanBytes;
    Int maxTileDims = 3;
    Int maxSplitsPerDim = 16;
    Int maxTileCombos = 512;
    Int maxAutoSplit = 64;
    bool reductionJoin = false;
    bool validationDividesTwice = false;
    bool operator==(const Rules &) const = default;
};

/// `documented` and `torch-spyre-2026-07`.
[[nodiscard]] std::vector<std::string> presetNames();
[[nodiscard]] std::optional<Rules> presetRules(std::string_view name);

/// What differs from the preset that rules.preset names, as `max_auto_split = 128 (preset 64)`.
[[nodiscard]] std::vector<std::string> differencesFromPreset(const Rules &rules);

/// Where the limit in force comes from.
enum class LimitSource { Option, Preset, GraphConfig, DefaultPreset };

/// What the user asked for on top of a preset; absent entries keep the preset's value.
struct RuleChoice
{
    std::optional<std::string> preset;
    std::optional<Int> maxSpanBytes;
    std::optional<Int> maxTileDims;
    std::optional<Int> maxSplitsPerDim;
    std::optional<Int> maxTileCombos;
    std::optional<Int> maxAutoSplit;
    std::optional<bool> reductionJoin;
    std::optional<bool> validationDividesTwice;
    bool operator==(const RuleChoice &) const = default;
};

struct RulesInForce
{
    Rules rules;
    LimitSource limitSource = LimitSource::DefaultPreset;
};

/// The rules for a graph whose config says `graphLimit` (if any): the limit is the choice's, else
/// that of an explicit preset, else the graph's, else the default preset's. An unknown preset: nullopt.
[[nodiscard]] std::optional<RulesInForce> rulesFor(const RuleChoice &choice, std::optional<Int> graphLimit);

/// `256MiB`, `262144 KiB`, `1GiB`, `268435456`, `0x10000000` -> bytes; nullopt when not a positive size.
[[nodiscard]] std::optional<Int> parseBytes(std::string_view text);

} // namespace spanscope
