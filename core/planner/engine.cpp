#include "core/planner/engine.h"

#include "core/base/parallel.h"
#include "core/graph/knowledge.h"
#include "core/layout/dtypes.h"
#include "core/planner/op_context.h"
#include "core/planner/search.h"
#include "core/planner/spans.h"
#include "core/planner/splits.h"

#include <algorithm>

namespace spanscope {

namespace {

bool isStatic(const std::vector<Extent> &extents)
{
    return std::all_of(extents.begin(), extents.end(), [](const Extent &e) { return e.isInteger(); });
}

bool isStatic(const Layout &layout)
{
    return isStatic(layout.size) && isStatic(layout.stride) && isStatic(layout.device->deviceSize) &&
           isStatic(layout.device->strideMap) && layout.device->elemsPerStick.isInteger();
}

/// The first reason not to look at an op (planner README, "Which ops are looked at").
std::optional<Code> skipCode(const Operation &op)
{
    if (op.kind != "ComputedBuffer") {
        return Code::NotComputedBuffer;
    }
    const std::string type = op.data ? op.data->type : std::string();
    const bool reduction = type == "Reduction" || type == "SpyreReduction";
    if (!reduction && type != "Pointwise" && type != "Scatter") {
        return Code::UnsupportedData;
    }
    if (!op.relayoutable) {
        return Code::GivenCoordinates;
    }
    if (!op.layout || !op.layout->isFixedTiled()) {
        return Code::NotFixedTiledLayout;
    }
    if (!isStatic(*op.layout)) {
        return Code::SymbolicLayout;
    }
    const bool indirect = std::any_of(op.reads.begin(), op.reads.end(), [](const Dep &d) { return d.indirect; });
    if (indirect || type == "Scatter") {
        return Code::IndirectReads;
    }
    if (reduction && op.data->ranges.empty()) {
        return Code::ScalarReduction;
    }
    if (!itemSize(op.layout->dtype)) {
        return Code::UnknownDtype;
    }
    // A layout without strides or stride_map cannot be resized.
    return staticLayout(*op.layout) ? std::nullopt : std::optional(Code::NotFixedTiledLayout);
}

void decide(const OpContext &context, const Rules &rules, const AnalyseOptions &options, OpAnalysis &analysis)
{
    const TensorContext *output = context.output();
    if (output == nullptr) {
        analysis.code = Code::NoOutputAddress;
        return;
    }
    if (!output->layout || !output->dep->deviceCoordinates.empty()) {
        analysis.code = Code::GivenCoordinates;
        return;
    }
    Validator validator(context, rules);
    SpanFindings findings;
    if (output->known) {
        findOutputCandidates(context, {&output->layout->device, &output->device, &output->index.ranges()}, rules, true,
                             findings);
    }
    if (context.isReduction()) {
        findInputCandidates(context, SplitVector(context.rank(), 1), rules, validator.legalSplits(), true, findings);
    }
    analysis.candidates = std::move(findings.candidates);
    analysis.skipped = std::move(findings.skipped);
    if (analysis.candidates.empty()) {
        analysis.code = Code::NoOverflow;
        return;
    }
    searchSplits(context, rules, options.trace, validator, analysis);
}

OpAnalysis freshAnalysis(const Graph &graph, std::size_t opIndex)
{
    OpAnalysis analysis;
    analysis.opIndex = opIndex;
    analysis.manual = !graph.operations[opIndex].dimHints.empty();
    return analysis;
}

} // namespace

namespace {

/// A log that tells of a refusal but not of all the op's tensors knows better than what its output alone gives.
void takeReportedRefusal(const Graph &graph, OpAnalysis &analysis)
{
    const bool open = inputsUnknown(graph, analysis.opIndex) || incompleteness(graph, analysis.opIndex) != nullptr;
    if (analysis.outcome == Outcome::Unsupported || !open) {
        return;
    }
    if (const ReportedFact *refusal = reportedRefusal(graph, analysis.opIndex)) {
        analysis.outcome = Outcome::Unsupported;
        analysis.asReported = true;
        const auto code = refusal->details.find("code");
        analysis.code = code == refusal->details.end() ? std::nullopt : codeOfName(code->second);
        analysis.levels.clear();
        analysis.cost.reset();
        analysis.reason.clear();
    }
}

OpAnalysis decided(const Graph &graph, std::size_t opIndex, const Rules &rules, const AnalyseOptions &options)
{
    OpAnalysis analysis = freshAnalysis(graph, opIndex);
    analysis.code = incompleteness(graph, opIndex) != nullptr ? std::optional(Code::IncompleteText)
                                                              : skipCode(graph.operations[opIndex]);
    if (analysis.code) {
        return analysis;
    }
    try {
        decide(OpContext(graph, opIndex), rules, options, analysis);
    } catch (const ExactError &) {
        analysis = freshAnalysis(graph, opIndex);
        analysis.code = Code::Overflow63;
    }
    return analysis;
}

} // namespace

OpAnalysis analyse(const Graph &graph, std::size_t opIndex, const Rules &rules, const AnalyseOptions &options)
{
    OpAnalysis analysis = decided(graph, opIndex, rules, options);
    takeReportedRefusal(graph, analysis);
    return analysis;
}

std::vector<OpAnalysis> analyseAll(const Graph &graph, const Rules &rules, unsigned jobs, const AnalyseOptions &options,
                                   const WorkContext &context)
{
    std::vector<OpAnalysis> out(graph.operations.size());
    parallelFor(out.size(), jobs, context, [&](std::size_t i) { out[i] = analyse(graph, i, rules, options); });
    if (context.cancelled()) {
        out.clear();
    }
    return out;
}

std::vector<SplitTable> splitTables(const Graph &graph, std::size_t opIndex, const std::vector<HostDim> &dims,
                                    const OpAnalysis &analysis, const Rules &rules)
{
    std::vector<SplitTable> tables;
    std::optional<OpContext> context;
    for (const HostDim dim : dims) {
        SplitTable table;
        table.hostDim = dim;
        try {
            if (!context) {
                context.emplace(graph, opIndex);
            }
            Int required = 1;
            for (const Candidate &c : analysis.candidates) {
                if (c.hostDim == dim) {
                    required = std::max(required, ceilDiv(c.perCoreSpan, rules.maxSpanBytes));
                }
            }
            table = makeSplitTable(*context, dim, required, rules);
        } catch (const ExactError &) {
            table.error = Code::Overflow63;
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

SplitTable splitTable(const Graph &graph, std::size_t opIndex, HostDim dim, const Rules &rules)
{
    return splitTables(graph, opIndex, {dim}, analyse(graph, opIndex, rules), rules).front();
}

std::vector<Int> nearestDivisors(Int range, Int count)
{
    std::vector<Int> out;
    if (range < 1) {
        return out;
    }
    const std::vector<Int> divisors = divisorsOf(range);
    const auto above = std::lower_bound(divisors.begin(), divisors.end(), count);
    if (above != divisors.end() && *above == count) {
        return {count};
    }
    if (above != divisors.begin()) {
        out.push_back(*std::prev(above));
    }
    if (above != divisors.end()) {
        out.push_back(*above);
    }
    return out;
}

std::vector<HostDimInfo> hostDims(const Graph &graph, std::size_t opIndex)
{
    std::vector<HostDimInfo> out;
    try {
        const OpContext context(graph, opIndex);
        for (std::size_t d = 0; d < context.ranges().size(); ++d) {
            const std::vector<std::string> symbols = context.symbolsOf(HostDim{static_cast<int>(d)});
            out.push_back({HostDim{static_cast<int>(d)}, context.ranges()[d], symbols.empty() ? "" : symbols.front()});
        }
    } catch (const ExactError &) {
        out.clear();
    }
    return out;
}

} // namespace spanscope
