#include "core/importers/log_graph.h"

#include "core/graph/knowledge.h"
#include "core/importers/log_inner_fn.h"
#include "core/importers/log_layout.h"
#include "core/layout/dtypes.h"
#include "core/layout/layouts.h"

#include <algorithm>

namespace spanscope {

namespace {

std::vector<Extent> extents(const std::vector<Int> &values)
{
    return {values.begin(), values.end()};
}

template <typename Number> std::string listText(const std::vector<Number> &values)
{
    std::string out = "[";
    for (const Number value : values) {
        out += (out.size() > 1 ? ", " : "") + std::to_string(value);
    }
    return out + "]";
}

/// The usual dtype of a stick with so many elements; empty for an unusual one.
std::string dtypeOfStick(Int elements)
{
    switch (elements) {
    case 32:
        return "float32";
    case 64:
        return "float16";
    case 128:
        return "float8_e4m3fn";
    default:
        return {};
    }
}

constexpr const char *kInputsHow =
    "no line tells what it reads: what its inputs span, and which splits they forbid, is not seen";

class Builder
{
public:
    Builder(const LoneOp &lone, std::vector<InferredFact> &inferred)
        : m_lone(lone)
        , m_inferred(inferred)
    {
    }

    Operation build()
    {
        m_op.name = m_lone.name;
        m_op.kind = "ComputedBuffer";
        m_op.coreSplits = m_lone.splits;
        if (!m_lone.shape) {
            infer("operation", "the log names it but tells no shape: nothing to compute with");
            infer(inferred_what::kInputs, kInputsHow);
            return m_op;
        }
        m_op.layout = layout();
        setData();
        for (const std::string &problem : setDeps(m_op, {})) {
            infer("operation", problem);
        }
        return m_op;
    }

private:
    void setData()
    {
        OpData data;
        data.ranges = extents(m_lone.ranges.value_or(*m_lone.shape));
        const bool reduction = m_lone.reductionRanges && !m_lone.reductionRanges->empty();
        data.type = reduction ? "Reduction" : "Pointwise";
        if (reduction) {
            data.reductionRanges = extents(*m_lone.reductionRanges);
        }
        m_op.data = std::move(data);
        if (m_lone.ranges) {
            infer("operation", "its ranges are the log's; what it computes is not told");
        } else {
            infer("operation", "only a shape is known: taken as a Pointwise over it" + moreSymbols());
        }
        infer(inferred_what::kInputs, kInputsHow);
        if (m_lone.shapeOfUnnamedTensor) {
            infer(inferred_what::kTensor,
                  m_lone.namedInput.empty()
                      ? "the work_division line does not name the tensor: its shape is taken as the op's output"
                      : "the warning before the work_division line names the input " + m_lone.namedInput +
                            ": the shape is that one's, and is taken as the op's output, too");
        }
    }

    /// More loop variables than dims: the op reduces, too.
    [[nodiscard]] std::string moreSymbols() const
    {
        const auto dims = static_cast<std::size_t>(
            std::count_if(m_lone.shape->begin(), m_lone.shape->end(), [](Int size) { return size > 1; }));
        return m_lone.splits.size() <= dims || dims == 0
                   ? std::string()
                   : ", although its splits name " + std::to_string(m_lone.splits.size()) + " loop variables for " +
                         std::to_string(dims) + " dims: it reduces, or the shape is an input's";
    }

    Layout layout()
    {
        const std::vector<Int> &shape = *m_lone.shape;
        std::string dtype = m_lone.dtype;
        if (dtype.empty() && m_lone.deviceSize && !m_lone.deviceSize->empty()) {
            dtype = dtypeOfStick(m_lone.deviceSize->back());
            infer("dtype", dtype.empty() ? "not told, and the stick size says nothing"
                                         : "not told: " + dtype + " from the " +
                                               std::to_string(m_lone.deviceSize->back()) + " elements of a stick");
        }
        if (!m_lone.deviceSize) {
            infer("device_layout", "the line has no device_size: the default layout of the shape");
            return makeLayout(shape, dtype).value_or(hostOnly(dtype));
        }
        const OrderGuess guess = guessLayout(shape, dtype, *m_lone.deviceSize);
        if (!guess.layout) {
            infer("stride_map", "no dim order of the default layout gives device_size " + listText(*m_lone.deviceSize) +
                                    " for shape " + listText(shape) + ": strides unknown");
            Layout out = hostOnly(dtype);
            DeviceLayout device;
            device.deviceSize = extents(*m_lone.deviceSize);
            device.elemsPerStick = device.deviceSize.empty() ? Extent(0) : device.deviceSize.back();
            out.device = std::move(device);
            return out;
        }
        std::string how = "dim order " + listText(guess.order) + " of the default layout gives device_size " +
                          listText(*m_lone.deviceSize);
        if (guess.matches > 1) {
            how += "; " + std::to_string(guess.matches) + " orders do, the " +
                   (std::is_sorted(guess.order.begin(), guess.order.end()) ? "natural one" : "first one") + " is taken";
        }
        infer("stride_map", how);
        return *guess.layout;
    }

    [[nodiscard]] Layout hostOnly(const std::string &dtype) const
    {
        Layout out;
        out.type = "FixedTiledLayout";
        out.dtype = dtype;
        out.size = extents(*m_lone.shape);
        out.stride = extents(contiguousStrides(*m_lone.shape));
        return out;
    }

    void infer(std::string_view what, std::string how)
    {
        m_inferred.push_back({m_lone.name, "", std::string(what), std::move(how), m_lone.line});
    }

    const LoneOp &m_lone;
    std::vector<InferredFact> &m_inferred;
    Operation m_op;
};

} // namespace

Operation buildLoneOp(const LoneOp &lone, std::vector<InferredFact> &inferred)
{
    try {
        return Builder(lone, inferred).build();
    } catch (const OverflowError &) {
        Operation op;
        op.name = lone.name;
        op.kind = "ComputedBuffer";
        inferred.push_back(
            {lone.name, "", "operation", "its shape exceeds 63 bits: nothing to compute with", lone.line});
        inferred.push_back({lone.name, "", std::string(inferred_what::kInputs), kInputsHow, lone.line});
        return op;
    }
}

std::optional<std::vector<Int>> integersOf(const ReportedFact &fact, const std::string &key)
{
    const auto it = fact.details.find(key);
    if (it == fact.details.end()) {
        return std::nullopt;
    }
    const PyParsed parsed = parsePyValue(it->second);
    if (!parsed.value) {
        return std::nullopt;
    }
    const PyValue &value = *parsed.value;
    const bool wrapped = value.kind == PyValue::Kind::Call && value.items.size() == 1;
    return wrapped ? value.items.front().integers() : value.integers();
}

} // namespace spanscope
