#include "core/planner/audit.h"

#include "core/planner/op_context.h"
#include "core/planner/rows.h"
#include "core/planner/search.h"
#include "core/planner/spans.h"

#include <algorithm>

namespace spanscope {

namespace {

/// Says for each row whether the decision looked at it.
class Coverage
{
public:
    Coverage(const OpContext &context, const SplitVector &splits, const Rules &rules, const OpAnalysis *analysis)
        : m_context(context)
        , m_splits(splits)
        , m_rules(rules)
        , m_analysis(analysis)
        , m_legal(context, rules)
    {
        m_lookedAt = analysis == nullptr || !analysis->code || analysis->outcome == Outcome::Unsupported ||
                     *analysis->code == Code::NoOverflow;
        m_tiled = std::any_of(splits.begin(), splits.end(), [](Int s) { return s > 1; });
    }

    Unchecked of(const TiledTensor &tiled, std::size_t dim, bool over)
    {
        const TensorContext &t = *tiled.tensor;
        if (t.dep->indirect) {
            return Unchecked::Indirect;
        }
        if (!m_lookedAt) {
            return Unchecked::OpNotLookedAt;
        }
        if (!t.ref.isOutput() && !m_context.isReduction()) {
            return Unchecked::PointwiseInput;
        }
        const Coordinate &coordinate = dim < t.device.size() ? t.device[dim] : tiled.coordinates[dim];
        if (isMisread(t, dim)) {
            return Unchecked::CoordinateMisread;
        }
        if (hasReductionSymbol(coordinate, t)) {
            return t.ref.isOutput() ? Unchecked::NonOutputSymbol : Unchecked::ReductionControlled;
        }
        return t.ref.isOutput() ? outputRow(tiled, dim, coordinate, over) : inputRow(t, dim, coordinate, over);
    }

private:
    /// The decision looked at a coordinate that is not the index's.
    [[nodiscard]] static bool isMisread(const TensorContext &t, std::size_t dim)
    {
        if (t.trueDevice.empty() || dim >= t.device.size()) {
            return false;
        }
        const std::vector<std::string> &names = t.index.symbols();
        return toText(t.trueDevice[dim], names) != toText(t.device[dim], names);
    }

    Unchecked outputRow(const TiledTensor &tiled, std::size_t dim, const Coordinate &coordinate, bool over)
    {
        if (!plannerExtent(coordinate, tiled.tensor->index.ranges())) {
            return gaveUp(coordinate) ? Unchecked::EffortSpent : Unchecked::UnknownExtent;
        }
        if (!over || !m_tiled) {
            return Unchecked::Checked;
        }
        if (!tiled.divides) {
            return Unchecked::RangesNotDivisible;
        }
        if (isFoundOver(dim)) {
            return Unchecked::Checked;
        }
        if (m_rules.validationDividesTwice && acceptedOnlyTwice()) {
            return Unchecked::DividedTwice;
        }
        return Unchecked::InnerChargedPerTile;
    }

    /// Whether the compiler's own check of these splits finds the output's coordinate over the limit, too.
    bool isFoundOver(std::size_t dim)
    {
        ComboStep step;
        return Validator(m_context, m_rules).check(m_splits, true, step) == ComboStatus::LeavesSpans &&
               std::any_of(step.remaining.begin(), step.remaining.end(), [dim](const Candidate &left) {
                   return left.source.isOutput() && left.deviceDim.index == static_cast<int>(dim);
               });
    }

    /// Whether the same splits fail once the extent is divided a single time.
    bool acceptedOnlyTwice()
    {
        Rules once = m_rules;
        once.validationDividesTwice = false;
        ComboStep step;
        return Validator(m_context, once).check(m_splits, false, step) == ComboStatus::LeavesSpans;
    }

    Unchecked inputRow(const TensorContext &t, std::size_t dim, const Coordinate &coordinate, bool over)
    {
        if (m_context.hasAmbiguousK()) {
            return Unchecked::AmbiguousK;
        }
        bool known = plannerExtent(coordinate, t.index.ranges()).has_value();
        for (std::size_t j = dim + 1; j < t.device.size(); ++j) {
            known = known && (t.device[j].isConstant() || plannerExtent(t.device[j], t.index.ranges()));
        }
        if (!known) {
            return gaveUp(coordinate) ? Unchecked::EffortSpent : Unchecked::UnknownExtent;
        }
        if (!over) {
            return Unchecked::Checked;
        }
        const bool anyLegal = std::any_of(coordinate.terms.begin(), coordinate.terms.end(), [&](const CoordTerm &term) {
            return m_legal.any(HostDim{t.hostDimOf[static_cast<std::size_t>(term.symbol)]});
        });
        if (!anyLegal) {
            return Unchecked::NoLegalSplit;
        }
        // Untiled, the same whole-dim sizes are charged unless an inner extent is smaller than its dim.
        return m_tiled || m_analysis == nullptr || m_analysis->outcome == Outcome::None ? Unchecked::InnerChargedPerTile
                                                                                        : Unchecked::Checked;
    }

    const OpContext &m_context;
    const SplitVector &m_splits;
    const Rules &m_rules;
    const OpAnalysis *m_analysis;
    LegalSplits m_legal;
    bool m_lookedAt = true;
    bool m_tiled = false;
};

void describeSymbols(const TiledTensor &tiled, const Coordinate &coordinate, AuditRow &row)
{
    const TensorContext &t = *tiled.tensor;
    const auto add = [&](int symbol) {
        const auto v = static_cast<std::size_t>(symbol);
        row.symbols.push_back(t.index.symbols()[v]);
        row.tileRanges.emplace_back(t.index.symbols()[v], tiled.ranges[v]);
        const int dim = t.hostDimOf[v];
        if (dim >= 0 && std::find(row.controls.begin(), row.controls.end(), HostDim{dim}) == row.controls.end()) {
            row.controls.push_back(HostDim{dim});
        }
    };
    for (const CoordTerm &term : coordinate.terms) {
        if (term.general) {
            std::for_each(term.general->symbols.begin(), term.general->symbols.end(), add);
        } else {
            add(term.symbol);
        }
    }
    std::sort(row.controls.begin(), row.controls.end());
}

/// `d0`, or `d0, d1` for a term that joins several symbols.
std::string namesOf(const CoordTerm &term, const TensorContext &t)
{
    if (!term.general) {
        return t.index.symbols()[static_cast<std::size_t>(term.symbol)];
    }
    std::string out;
    for (const std::string &name : term.general->names) {
        out += out.empty() ? name : ", " + name;
    }
    return out;
}

/// A tile's own layout has other strides, under which the data may move other dims.
bool isChosenByData(const TiledTensor &tiled, std::size_t dim)
{
    return tiled.tensor->dep->indirect && (tiled.storage == Storage::Tile || tiled.tensor->isDataDependent(dim));
}

/// The coordinate's text, with what data adds to it.
std::string coordinateText(const TiledTensor &tiled, std::size_t dim)
{
    const TensorContext &t = *tiled.tensor;
    if (tiled.storage == Storage::Full && dim < t.data.size() && t.data[dim]) {
        return (toExpr(tiled.coordinates[dim], t.index.symbols()) + *t.data[dim]).toString();
    }
    return toText(tiled.coordinates[dim], t.index.symbols());
}

/// Extent, span and their exactness; throws OverflowError.
void measure(const TiledTensor &tiled, std::size_t dim, AuditRow &row)
{
    const Coordinate &coordinate = tiled.coordinates[dim];
    if (isChosenByData(tiled, dim)) {
        // Which rows are gathered depends on data: the whole dim is the only honest bound.
        row.extent = tiled.deviceSize[dim];
        row.exactness = Exactness::UpperBound;
    } else {
        for (const CoordTerm &term : coordinate.terms) {
            const TrueSpread spread = trueSpread(term, tiled.ranges);
            row.extent = addChecked(row.extent, spread.spread);
            if (!spread.exact) {
                row.exactness = Exactness::UpperBound;
            }
            row.extents.emplace_back(namesOf(term, *tiled.tensor), spread.spread);
        }
        if (!tiled.divides && !coordinate.isConstant()) {
            row.exactness = Exactness::UpperBound;
        }
    }
    row.varies = row.extent > 1;
    row.span = row.varies ? mulChecked(mulChecked(row.extent, row.innerElems), row.itemBytes) : 0;
}

AuditRow problemRow(const TensorContext &tensor, const std::string &problem)
{
    AuditRow row;
    row.tensor = tensor.ref;
    row.exactness = Exactness::Unknown;
    row.problem = problem;
    row.wholeTensor = true;
    row.hasDeviceLayout = tensor.declared != nullptr && tensor.declared->device.has_value();
    row.unchecked = tensor.dep->indirect ? Unchecked::Indirect : Unchecked::UnknownExtent;
    return row;
}

/// Nothing about the op can be computed.
void giveUp(const Graph &graph, std::size_t opIndex, const std::string &problem, OpAudit &audit)
{
    const Operation &op = graph.operations[opIndex];
    AuditRow row;
    row.tensor.buffer = op.writes.empty() ? op.name : op.writes.front().buffer;
    row.exactness = Exactness::Unknown;
    row.problem = problem;
    row.wholeTensor = true;
    row.unchecked = Unchecked::UnknownExtent;
    audit.rows.clear();
    audit.rows.push_back(std::move(row));
    audit.hasUnknown = true;
}

/// The inner product of a coordinate that does not vary: 1 where it leaves 63 bits, for nothing depends on it.
Int innerOfFixed(const TiledTensor &tiled, std::size_t dim)
{
    try {
        return innerProduct(tiled.deviceSize, dim);
    } catch (const OverflowError &) {
        return 1;
    }
}

/// All rows of one tensor.
void auditTensor(const TiledTensor &tiled, const Rules &rules, Coverage &coverage, OpAudit &audit,
                 std::vector<CoreRow> &over, const StickSymbols &sticks)
{
    const TensorContext &t = *tiled.tensor;
    if (!tiled.problem.empty()) {
        audit.rows.push_back(problemRow(t, tiled.problem));
        return;
    }
    for (std::size_t i = 0; i + 1 < tiled.coordinates.size(); ++i) {
        AuditRow row;
        row.tensor = t.ref;
        row.deviceDim = DeviceDim{static_cast<int>(i)};
        row.storage = tiled.storage;
        row.coordinate = coordinateText(tiled, i);
        describeSymbols(tiled, tiled.coordinates[i], row);
        row.itemBytes = t.itemBytes;
        try {
            // One value has no span, whatever a step would be.
            const bool fixed = tiled.coordinates[i].isConstant() && !isChosenByData(tiled, i);
            row.innerElems = fixed ? innerOfFixed(tiled, i) : innerProduct(tiled.deviceSize, i);
            measure(tiled, i, row);
            row.over = row.span > rules.maxSpanBytes;
        } catch (const ExactError &error) {
            row.exactness = Exactness::Unknown;
            row.problem = error.what();
        }
        row.unchecked = coverage.of(tiled, i, row.over);
        row.coresNeeded = 1;
        if (row.over) {
            const bool data = isChosenByData(tiled, i);
            const CoreNeed need = data ? CoreNeed{} : coresFor({{&tiled, i}}, rules.maxSpanBytes, sticks);
            row.coresNeeded = need.cores;
            row.coreFactors = need.factors;
            if (data) {
                audit.coresNeeded.reset();
            } else {
                over.push_back({&tiled, i});
            }
        }
        audit.rows.push_back(std::move(row));
    }
}

void auditOp(const OpContext &context, const Rules &rules, const OpAnalysis *analysis, const StoragePlan &storage,
             OpAudit &audit)
{
    const auto splits = splitVector(audit.splits, context.rank());
    if (!splits) {
        giveUp(context.graph(), context.opIndex(), "a split names a host dim that it does not have", audit);
        return;
    }
    std::vector<TiledTensor> tiled;
    tiled.reserve(context.reads().size() + 1);
    if (context.output() != nullptr) {
        tiled.push_back(tileTensor(*context.output(), *splits, storage));
    }
    for (const TensorContext &read : context.reads()) {
        tiled.push_back(tileTensor(read, *splits, storage));
    }
    const auto sticks = stickSymbols(context);
    Coverage coverage(context, *splits, rules, analysis);
    std::vector<CoreRow> over;
    audit.coresNeeded = 1;
    for (const TiledTensor &t : tiled) {
        auditTensor(t, rules, coverage, audit, over, sticks);
    }
    for (const AuditRow &row : audit.rows) {
        audit.hasUnknown = audit.hasUnknown || row.exactness == Exactness::Unknown;
        audit.worstSpan = std::max(audit.worstSpan, row.span);
    }
    if (!over.empty() && audit.coresNeeded) {
        const CoreNeed need = coresFor(over, rules.maxSpanBytes, sticks);
        audit.coresNeeded = need.cores;
        audit.coreFactors = need.factors;
    }
}

} // namespace

OpAudit auditOf(const OpContext &context, const std::vector<Level> &splits, const Rules &rules,
                const OpAnalysis *analysis)
{
    OpAudit out;
    out.splits = splits;
    auditOp(context, rules, analysis, {}, out);
    return out;
}

bool isCovered(Unchecked why)
{
    switch (why) {
    case Unchecked::Checked:
    case Unchecked::RangesNotDivisible:
    case Unchecked::DividedTwice:
    case Unchecked::InnerChargedPerTile:
        return true;
    default:
        return false;
    }
}

bool OpAudit::anyOver() const
{
    return std::any_of(rows.begin(), rows.end(), [](const AuditRow &r) { return r.over; });
}

OpAudit audit(const Graph &graph, std::size_t opIndex, const std::vector<Level> &splits, const Rules &rules,
              const OpAnalysis *analysis, const StoragePlan &storage)
{
    OpAudit out;
    out.splits = splits;
    try {
        auditOp(OpContext(graph, opIndex), rules, analysis, storage, out);
    } catch (const ExactError &error) {
        giveUp(graph, opIndex, error.what(), out);
    }
    return out;
}

} // namespace spanscope
