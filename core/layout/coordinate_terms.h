#pragma once
/// How terms are made from expressions. Internal to the layout module.

#include "core/layout/coordinates.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spanscope {

/// Place of a name among the symbols, -1 when it is not listed.
[[nodiscard]] int numberOf(const std::vector<std::string> &symbols, std::string_view name);
/// Adds all numbers of Mods inside, and whether each argument is a bare symbol.
void collectMods(const Expr &e, GeneralTerm &out);
/// A term for an expression without constant.
[[nodiscard]] CoordTerm termOf(const Expr &e, const std::vector<std::string> &symbols,
                               const std::shared_ptr<Effort> &effort);
/// Takes the steps of so many runs from what is left; false when it does not suffice.
[[nodiscard]] bool spend(Int &left, Int runs, const GeneralTerm &term);
/// The extremes of a general term's values over ranges, as far as effort allows.
[[nodiscard]] TrueSpread generalSpread(const GeneralTerm &term, std::span<const Int> ranges);
/// The terms of an expression, those that share a symbol together: they vary together.
[[nodiscard]] std::vector<std::pair<std::vector<std::string>, Expr>> groupedBySymbols(const Expr &e);

} // namespace spanscope
