#pragma once
/// Output and input candidates: the spans the compiler looks at. Internal to the planner.

#include "core/planner/op_context.h"
#include "core/planner/rules.h"
#include "core/planner/splits.h"

#include <vector>

namespace spanscope {

/// What a span check found. In a pure check nothing but `any` is filled.
struct SpanFindings
{
    std::vector<Candidate> candidates;
    std::vector<SkippedCoordinate> skipped;
    bool any = false; ///< a candidate exists
};

/// The layout and ranges an output check works on.
struct OutputView
{
    const StaticDeviceLayout *device = nullptr;
    const std::vector<Coordinate> *coordinates = nullptr;
    const std::vector<Int> *ranges = nullptr; ///< per symbol; kUnknownRange allowed
};

/// Output candidates of 6. With `collect` false it stops at the first one and fills only `any`.
void findOutputCandidates(const OpContext &context, const OutputView &view, const Rules &rules, bool collect,
                          SpanFindings &out);

/// Input candidates of 6 under splits (empty: untiled).
void findInputCandidates(const OpContext &context, const SplitVector &splits, const Rules &rules, LegalSplits &legal,
                         bool collect, SpanFindings &out);

/// The coordinate's true span with the ranges given, where it can be computed.
[[nodiscard]] std::optional<Int> spanOf(const Coordinate &coordinate, const std::vector<Int> &ranges,
                                        const StaticLayout &layout, std::size_t deviceDim);

/// Whether a symbol that is no output symbol moves the coordinate.
[[nodiscard]] bool hasReductionSymbol(const Coordinate &coordinate, const TensorContext &tensor);

/// Product of sizes after `deviceDim`. Throws OverflowError.
[[nodiscard]] Int innerProduct(const std::vector<Int> &deviceSize, std::size_t deviceDim);

} // namespace spanscope
