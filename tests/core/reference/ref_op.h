#pragma once
/// Small random ops, written as values that a brute-force walk can follow, and as graphs.

#include "core/graph/graph.h"
#include "tests/core/reference/random.h"
#include "tests/core/reference/ref_layout.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace reference {

struct RefTensor
{
    std::string buffer;
    std::string dtype;
    Int itemBytes = 2;
    Ints size;
    Ints stride;
    RefDevice device;
    RefIndex index;
};

struct RefOp
{
    std::string type = "Pointwise";
    std::string reductionType;
    Ints ranges;                                    ///< output size
    Ints reductionRanges;                           ///< K
    std::vector<std::pair<std::string, Int>> outer; ///< symbols of the write dep, in order
    std::vector<std::pair<std::string, Int>> inner; ///< reduction symbols
    std::map<std::string, int> hostDimOf;           ///< output symbol -> host dim
    RefTensor output;
    std::vector<RefTensor> reads;

    [[nodiscard]] bool isReduction() const { return type == "Reduction"; }
    /// Ranges of all symbols under splits per host dim.
    [[nodiscard]] Values symbolRanges(const std::map<int, Int> &splits = {}) const;
    [[nodiscard]] const RefTensor &tensor(int read) const
    {
        return read < 0 ? output : reads[static_cast<std::size_t>(read)];
    }
};

/// What random ops look like.
struct OpShape
{
    Int maxDims = 4;
    Ints sizes{1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 96, 128, 192, 256, 320};
    int reductionPercent = 40;
    bool views = true; ///< reads with floor, Mod, slices and steps
};

[[nodiscard]] RefOp randomOp(Random &random, const OpShape &shape = {});

/// The op as the only one of a graph, its reads as graph inputs.
[[nodiscard]] spanscope::Graph graphOf(const RefOp &op);

/// The op as a `spyre-span-graph` document, to reproduce a failure with.
[[nodiscard]] std::string documentOf(const RefOp &op);

/// One tensor's one non-stick coordinate, walked.
struct RefRow
{
    int read = -1; ///< -1: the output
    int deviceDim = 0;
    Int extent = 1;
    Int innerElems = 1;
    Int span = 0; ///< 0 where the coordinate does not vary
    std::set<std::string> symbols;
};

/// All rows of an op stored whole, its symbols running over `ranges`.
[[nodiscard]] std::vector<RefRow> rowsOf(const RefOp &op, const Values &ranges);

} // namespace reference
