#pragma once
/// The coordinates of an op under given splits and storage, ready to be bounded. Internal to the audit.

#include "core/planner/audit.h"
#include "core/planner/op_context.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spanscope {

/// A tensor under given splits: coordinates as stored, ranges of one tile.
struct TiledTensor
{
    const TensorContext *tensor = nullptr;
    Storage storage = Storage::Full;
    std::vector<Coordinate> coordinates;
    std::vector<Int> deviceSize;
    std::vector<Int> ranges; ///< per dep symbol, in one tile (rounded up where it does not divide)
    bool divides = true;     ///< every range is divisible by its split
    std::string problem;     ///< set: no coordinates, and why
};

[[nodiscard]] TiledTensor tileTensor(const TensorContext &tensor, const SplitVector &splits,
                                     const StoragePlan &storage);

/// Number of bytes of a coordinate's span when `ranges` replaces the tile's; 0 when it does not vary.
[[nodiscard]] Int spanUnder(const TiledTensor &tiled, std::size_t deviceDim, const std::vector<Int> &ranges);

/// The symbols of an op that run along some tensor's stick, with that tensor's elements per stick
/// (the largest of several).
using StickSymbols = std::map<std::string, Int>;
[[nodiscard]] StickSymbols stickSymbols(const OpContext &context);

/// audit() of an op that is taken apart already. Throws OverflowError.
[[nodiscard]] OpAudit auditOf(const OpContext &context, const std::vector<Level> &splits, const Rules &rules,
                              const OpAnalysis *analysis);

/// One over-long coordinate in the search for cores.
struct CoreRow
{
    const TiledTensor *tiled = nullptr;
    std::size_t deviceDim = 0;
};

struct CoreNeed
{
    std::optional<Int> cores;                         ///< nullopt: no number helps
    std::vector<std::pair<std::string, Int>> factors; ///< those > 1
};

/// The smallest product of factors, one per symbol, that brings every row to the limit.
[[nodiscard]] CoreNeed coresFor(const std::vector<CoreRow> &rows, Int limit, const StickSymbols &sticks);

} // namespace spanscope
