#pragma once
/// The cheapest splits that truly clear an op's rows. Internal to the planner.

#include "core/planner/audit.h"
#include "core/planner/op_context.h"
#include "core/planner/rows.h"
#include "core/planner/search.h"

#include <map>
#include <utility>
#include <vector>

namespace spanscope {

/// The op's varying rows with a table of what each split of each dim leaves of them: checking a
/// combo is a handful of additions.
class FitTable
{
public:
    struct Row
    {
        TensorRef tensor;
        DeviceDim deviceDim;
        std::string coordinate;
        std::vector<std::string> reductionSymbols;
        bool covered = false;
        bool onlyReduction = true; ///< no output dim moves it: reduction symbols or data do
        bool overUntiled = false;
        Int unitBytes = 0;   ///< bytes per step of the coordinate
        Int fixedSpread = 0; ///< of reduction symbols
        /// Per axis (dim) and split index: the spread of the symbols of that dim. Empty: not controlled.
        std::vector<std::vector<Int>> spread;
    };
    struct Axis
    {
        HostDim dim;
        std::vector<Int> splits; ///< ascending, with 1
    };

    /// \param ignoreSticks keep splits that cut a stick
    FitTable(const OpContext &context, const OpAnalysis &analysis, const Rules &rules, bool ignoreSticks);

    [[nodiscard]] const std::vector<Axis> &axes() const { return m_axes; }
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    /// Span of a row when axis a is split by its splits[choice[a]]; 0 when it does not vary.
    [[nodiscard]] Int span(const Row &row, const std::vector<std::size_t> &choice) const;

private:
    void addRows(const TiledTensor &tiled);

    std::vector<Axis> m_axes;
    std::vector<Row> m_rows;
    std::map<std::pair<int, int>, const AuditRow *> m_audited; ///< by read and device dim, while it is built
};

/// whatWouldFit() of an op that is taken apart already. Throws OverflowError.
[[nodiscard]] Fits fitsOf(const OpContext &context, const OpAnalysis &analysis, const Rules &rules,
                          const FitOptions &options);

/// A choice of splits that clears the rows asked for.
struct FitChoice
{
    Cost cost; ///< tuple over all host dims
    Int worstSpan = 0;
};

/// How far a search went.
struct FitEffort
{
    std::size_t looked = 0;
    bool cutShort = false;
};

/// Up to `count` cheapest choices that bring all rows with `wanted` true to the limit.
[[nodiscard]] std::vector<FitChoice> cheapestFits(const FitTable &table, const std::vector<bool> &wanted,
                                                  std::size_t rank, Int limit, std::size_t count, std::size_t maxChecks,
                                                  FitEffort &effort);

} // namespace spanscope
