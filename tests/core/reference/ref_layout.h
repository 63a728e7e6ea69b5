#pragma once
/// Device layouts, tile layouts and coordinates computed a second time, straight from their
/// definition and without regard to speed, for comparison with the engine.

#include "tests/core/reference/ref_expr.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace reference {

using Ints = std::vector<Int>;

struct RefDevice
{
    Ints size;
    Ints map;
    Int stick = 0;
    bool operator==(const RefDevice &) const = default;
};

[[nodiscard]] Ints contiguous(const Ints &size);

/// The default layout in dim order `order` (last entry: the stick dim, or -1 for sparse).
[[nodiscard]] RefDevice defaultDevice(const Ints &size, const Ints &stride, Int stick, const std::vector<int> &order);

/// Where an element lies: its device indices, derived from the meaning of the device dims
/// (rows of sticks), not from strides.
[[nodiscard]] Ints elementPlace(const Ints &hostIndex, Int stick, const std::vector<int> &order);

/// The device layout of a tile; nullopt where the rules cannot place a dim.
[[nodiscard]] std::optional<RefDevice> resized(const RefDevice &device, const Ints &oldSize, const Ints &newSize);

/// factor * Mod(floor(symbol / divisor), modulus); no Mod when modulus is 0.
struct IndexTerm
{
    std::string symbol;
    Int factor = 1;
    Int divisor = 1;
    Int modulus = 0;
};

/// An index that is a sum of terms in one symbol each.
struct RefIndex
{
    std::vector<IndexTerm> terms;
    Int constant = 0;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] Int at(const Values &values) const;
};

/// What one symbol (or the constant: no symbol) adds to one coordinate:
/// floor(Mod(X * step, next) / stride), X the symbol or its Mod.
struct CoordPiece
{
    std::string symbol;
    Int divisor = 1; ///< X = Mod(floor(symbol / divisor), modulus)
    Int modulus = 0;
    Int constant = 0; ///< X where there is no symbol
    Int step = 1;
    Int next = 0; ///< 0: no Mod
    Int stride = 1;
    [[nodiscard]] Int at(const Values &values) const;
};
using RefCoordinate = std::vector<CoordPiece>;

[[nodiscard]] Int valueAt(const RefCoordinate &coordinate, const Values &values);

/// One coordinate per dim of (size, stride).
[[nodiscard]] std::vector<RefCoordinate> coordinatesOf(const Ints &size, const Ints &stride, const Values &ranges,
                                                       const RefIndex &index);

/// max - min + 1 by walking every value of every symbol.
[[nodiscard]] Int walkedExtent(const RefCoordinate &coordinate, const Values &ranges);

/// What the index truly does to dim `dim`, walked: a symbol that is no plain multiple moves it by its whole
/// part, floor(Mod(part, next) / stride); the others by their pieces of `coordinate`.
struct TrueWalk
{
    Int extent = 1;
    std::set<std::string> symbols; ///< those that move it
};
[[nodiscard]] TrueWalk walkedTruth(const Ints &size, const Ints &stride, std::size_t dim, const RefIndex &index,
                                   const RefCoordinate &coordinate, const Values &ranges);

} // namespace reference
