#include "core/planner/spans.h"

#include <algorithm>

namespace spanscope {

namespace {

std::vector<std::string> symbolNames(const Coordinate &coordinate, const TensorContext &tensor)
{
    std::vector<std::string> out;
    for (const CoordTerm &term : coordinate.terms) {
        if (term.general) {
            out.insert(out.end(), term.general->names.begin(), term.general->names.end());
        } else {
            out.push_back(tensor.index.symbols()[static_cast<std::size_t>(term.symbol)]);
        }
    }
    return out;
}

/// Host dim of each of the coordinate's symbols, in symbol order: two symbols of one dim give it twice.
std::vector<int> hostDimsOf(const Coordinate &coordinate, const TensorContext &tensor)
{
    std::vector<int> out;
    const auto add = [&](int symbol) { out.push_back(tensor.hostDimOf[static_cast<std::size_t>(symbol)]); };
    for (const CoordTerm &t : coordinate.terms) {
        if (t.general) {
            std::for_each(t.general->symbols.begin(), t.general->symbols.end(), add);
        } else {
            add(t.symbol);
        }
    }
    return out;
}

void skip(SpanFindings &out, const TensorContext &tensor, std::size_t dim, const Coordinate &coordinate, Code code,
          std::optional<Int> span)
{
    SkippedCoordinate s;
    s.source = tensor.ref;
    s.deviceDim = DeviceDim{static_cast<int>(dim)};
    s.coordinate = toText(coordinate, tensor.index.symbols());
    s.code = code;
    s.symbols = symbolNames(coordinate, tensor);
    s.span = span;
    out.skipped.push_back(std::move(s));
}

Candidate makeCandidate(const TensorContext &tensor, std::size_t dim, const Coordinate &coordinate, int hostDim,
                        Int extent, Int inner, Int span)
{
    Candidate c;
    c.source = tensor.ref;
    c.deviceDim = DeviceDim{static_cast<int>(dim)};
    c.coordinate = toText(coordinate, tensor.index.symbols());
    c.hostDim = HostDim{hostDim};
    c.perCoreSpan = span;
    c.deviceDimSize = extent;
    c.spanStrideElems = inner;
    c.reason = tensor.ref.isOutput() ? "output span overflow" : "input span overflow for " + tensor.ref.buffer;
    return c;
}

Int totalBytes(const std::vector<Int> &deviceSize, Int itemBytes)
{
    Int total = itemBytes;
    for (const Int n : deviceSize) {
        total = mulChecked(total, n);
    }
    return total;
}

Code whyUnknown(const Coordinate &coordinate)
{
    return gaveUp(coordinate) ? Code::EffortSpent : Code::UnknownExtent;
}

std::optional<Int> trueSpan(const TensorContext &tensor, std::size_t dim)
{
    return spanOf(tensor.device[dim], tensor.index.ranges(), *tensor.layout, dim);
}

} // namespace

bool hasReductionSymbol(const Coordinate &coordinate, const TensorContext &tensor)
{
    return std::any_of(coordinate.terms.begin(), coordinate.terms.end(), [&tensor](const CoordTerm &t) {
        if (t.general) {
            return std::any_of(t.general->symbols.begin(), t.general->symbols.end(),
                               [&](int s) { return tensor.hostDimOf[static_cast<std::size_t>(s)] < 0; });
        }
        return tensor.hostDimOf[static_cast<std::size_t>(t.symbol)] < 0;
    });
}

Int innerProduct(const std::vector<Int> &deviceSize, std::size_t deviceDim)
{
    Int product = 1;
    for (std::size_t j = deviceDim + 1; j < deviceSize.size(); ++j) {
        product = mulChecked(product, deviceSize[j]);
    }
    return product;
}

std::optional<Int> spanOf(const Coordinate &coordinate, const std::vector<Int> &ranges, const StaticLayout &layout,
                          std::size_t deviceDim)
{
    const TrueExtent extent = trueExtent(coordinate, ranges);
    if (!extent.exact) {
        return std::nullopt;
    }
    return mulChecked(mulChecked(extent.extent, innerProduct(layout.device.deviceSize, deviceDim)), layout.itemBytes);
}

void findOutputCandidates(const OpContext &context, const OutputView &view, const Rules &rules, bool collect,
                          SpanFindings &out)
{
    const TensorContext &tensor = *context.output();
    if (context.symbolMapEmpty()) {
        return;
    }
    const Int itemBytes = tensor.layout->itemBytes;
    const std::vector<Coordinate> &coordinates = *view.coordinates;
    for (std::size_t i = 0; i + 1 < coordinates.size(); ++i) {
        const Coordinate &coordinate = coordinates[i];
        if (coordinate.isConstant()) {
            continue;
        }
        if (hasReductionSymbol(coordinate, tensor)) {
            if (collect) {
                skip(out, tensor, i, coordinate, Code::NonOutputSymbol, trueSpan(tensor, i));
            }
            continue;
        }
        const std::optional<Int> extent = plannerExtent(coordinate, *view.ranges);
        if (!extent) {
            if (collect) {
                skip(out, tensor, i, coordinate, whyUnknown(coordinate), trueSpan(tensor, i));
            }
            continue;
        }
        const Int inner = innerProduct(view.device->deviceSize, i);
        const Int span = mulChecked(mulChecked(*extent, inner), itemBytes);
        if (span <= rules.maxSpanBytes) {
            continue;
        }
        out.any = true;
        if (!collect) {
            return;
        }
        for (const int dim : hostDimsOf(coordinate, tensor)) {
            Candidate c = makeCandidate(tensor, i, coordinate, dim, *extent, inner, span);
            c.totalBytes = totalBytes(view.device->deviceSize, itemBytes);
            c.stickElems = view.device->elemsPerStick;
            out.candidates.push_back(std::move(c));
        }
    }
}

namespace {

/// Inner product of an input coordinate: constant dims whole, others by their extent in the tile.
std::optional<Int> tileAwareInner(const TensorContext &tensor, std::size_t dim, const std::vector<Int> &ranges)
{
    const std::vector<Int> &deviceSize = tensor.layout->device.deviceSize;
    Int product = 1;
    for (std::size_t j = dim + 1; j < deviceSize.size(); ++j) {
        Int size = deviceSize[j];
        if (!tensor.device[j].isConstant()) {
            const std::optional<Int> extent = plannerExtent(tensor.device[j], ranges);
            if (!extent) {
                return std::nullopt;
            }
            size = std::min(size, *extent);
        }
        product = mulChecked(product, size);
    }
    return product;
}

/// One read's coordinates. Returns false when a check may stop.
bool checkRead(const TensorContext &read, const std::vector<Int> &ranges, const Rules &rules, LegalSplits &legal,
               bool collect, SpanFindings &out)
{
    for (std::size_t i = 0; i + 1 < read.device.size(); ++i) {
        const Coordinate &coordinate = read.device[i];
        if (coordinate.isConstant()) {
            continue;
        }
        if (hasReductionSymbol(coordinate, read)) {
            if (collect) {
                skip(out, read, i, coordinate, Code::ReductionControlled, trueSpan(read, i));
            }
            continue;
        }
        const std::optional<Int> extent = plannerExtent(coordinate, ranges);
        const std::optional<Int> inner = extent ? tileAwareInner(read, i, ranges) : std::nullopt;
        if (!inner) {
            if (collect) {
                skip(out, read, i, coordinate, whyUnknown(coordinate), trueSpan(read, i));
            }
            continue;
        }
        const Int span = mulChecked(mulChecked(*extent, *inner), read.layout->itemBytes);
        if (span <= rules.maxSpanBytes) {
            continue;
        }
        for (const int dim : hostDimsOf(coordinate, read)) {
            if (!legal.any(HostDim{dim})) {
                if (collect) {
                    skip(out, read, i, coordinate, Code::NoLegalSplit, trueSpan(read, i));
                }
                continue;
            }
            out.any = true;
            if (!collect) {
                return false;
            }
            Candidate c = makeCandidate(read, i, coordinate, dim, *extent, *inner, span);
            c.totalBytes = totalBytes(read.layout->device.deviceSize, read.layout->itemBytes);
            c.stickElems = read.layout->device.elemsPerStick;
            out.candidates.push_back(std::move(c));
        }
    }
    return true;
}

} // namespace

void findInputCandidates(const OpContext &context, const SplitVector &splits, const Rules &rules, LegalSplits &legal,
                         bool collect, SpanFindings &out)
{
    const bool ambiguous = context.hasAmbiguousK();
    std::vector<Int> ranges;
    for (const TensorContext &read : context.reads()) {
        if (!read.known || !read.layout) {
            continue;
        }
        if (ambiguous) {
            for (std::size_t i = 0; collect && i + 1 < read.device.size(); ++i) {
                if (!read.device[i].isConstant()) {
                    skip(out, read, i, read.device[i], Code::AmbiguousK, trueSpan(read, i));
                }
            }
            continue;
        }
        tileRanges(read, splits, ranges);
        if (!checkRead(read, ranges, rules, legal, collect, out)) {
            return;
        }
    }
}

} // namespace spanscope
