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
[[nodiscard]] CoordTerm termOf(const Expr &e, const std::vector<std::string> &symbols);
/// The terms of an expression, those that share a symbol together: they vary together.
[[nodiscard]] std::vector<std::pair<std::vector<std::string>, Expr>> groupedBySymbols(const Expr &e);

} // namespace spanscope
