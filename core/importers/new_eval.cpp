#include "core/importers/new_eval.h"

#include "core/importers/new_dtypes.h"
#include "core/importers/new_shapes.h"
#include "core/layout/dtypes.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace spanscope {

namespace {

enum class DtypeRule { Promote, Float };

struct PointwiseOp
{
    std::string_view name;
    std::size_t arity;
    DtypeRule rule;
    std::string_view target;
};

constexpr std::array<PointwiseOp, 9> kPointwise{{
    {"add", 2, DtypeRule::Promote, "aten.add.Tensor"},
    {"sub", 2, DtypeRule::Promote, "aten.sub.Tensor"},
    {"mul", 2, DtypeRule::Promote, "aten.mul.Tensor"},
    {"div", 2, DtypeRule::Float, "aten.div.Tensor"},
    {"maximum", 2, DtypeRule::Promote, "aten.maximum.default"},
    {"neg", 1, DtypeRule::Promote, "aten.neg.default"},
    {"exp", 1, DtypeRule::Float, "aten.exp.default"},
    {"relu", 1, DtypeRule::Promote, "aten.relu.default"},
    {"gelu", 1, DtypeRule::Float, "aten.gelu.default"},
}};

struct ReductionOp
{
    std::string_view name;
    std::string_view node;
    std::string_view target;     ///< with dims
    std::string_view fullTarget; ///< over everything
};

constexpr std::array<ReductionOp, 5> kReductions{{
    {"sum", "sum", "aten.sum.dim_IntList", "aten.sum.default"},
    {"mean", "mean", "aten.mean.dim", "aten.mean.default"},
    {"max", "amax", "aten.amax.default", "aten.amax.default"},
    {"min", "amin", "aten.amin.default", "aten.amin.default"},
    {"prod", "prod", "aten.prod.dim_int", "aten.prod.default"},
}};

template <typename Row, std::size_t N> const Row *rowOf(const std::array<Row, N> &rows, std::string_view name)
{
    const auto it = std::find_if(rows.begin(), rows.end(), [name](const Row &row) { return row.name == name; });
    return it == rows.end() ? nullptr : &*it;
}

bool isNumber(const NewNode &node)
{
    return node.kind == NewNode::Kind::Integer || node.kind == NewNode::Kind::Real;
}

} // namespace

std::string NewEvaluator::code(const NewNode &node) const
{
    constexpr std::size_t kMaxCode = 400;
    return std::string(m_text.substr(node.begin, std::min(node.end - node.begin, kMaxCode)));
}

NewTensor NewEvaluator::recorded(const NewOp &op, const NewNode &node)
{
    try {
        return m_builder.op(op);
    } catch (const OverflowError &) {
        throw NewError(node.begin, "the result " + shapeText(op.size) + " exceeds 63 bits");
    } catch (const std::invalid_argument &error) {
        throw NewError(node.begin, error.what());
    }
}

NewTensor NewEvaluator::literal(const NewNode &node)
{
    const std::string dtype(canonicalDtype(node.text));
    if (!defaultElemsPerStick(dtype)) {
        throw NewError(node.begin, "unknown dtype `" + node.text + "`, known are f16 bf16 f32 i32 i64 f8 bool");
    }
    for (const Int n : node.integers) {
        if (n < 1) {
            throw NewError(node.begin, "a size must be at least 1, is " + std::to_string(n));
        }
    }
    try {
        return m_builder.input(dtype, node.integers);
    } catch (const OverflowError &) {
        throw NewError(node.begin, "the tensor " + shapeText(node.integers) + " exceeds 63 bits");
    } catch (const std::invalid_argument &error) {
        throw NewError(node.begin, error.what());
    }
}

NewTensor NewEvaluator::value(const NewNode &node)
{
    switch (node.kind) {
    case NewNode::Kind::Tensor:
        return literal(node);
    case NewNode::Kind::Call:
        return call(node);
    case NewNode::Kind::Name:
        if (const auto it = m_names.find(node.text); it != m_names.end()) {
            return it->second;
        }
        throw NewError(
            node.begin,
            "nothing is named `" + node.text + "`" +
                (defaultElemsPerStick(node.text) ? ", a tensor is written " + node.text + "[2,64]" : std::string()));
    default:
        throw NewError(node.begin, "expected a tensor, found " + code(node));
    }
}

NewTensor NewEvaluator::call(const NewNode &node)
{
    if (rowOf(kPointwise, node.text) != nullptr) {
        return pointwise(node);
    }
    if (rowOf(kReductions, node.text) != nullptr) {
        return reduction(node);
    }
    if (node.text == "matmul" || node.text == "bmm") {
        return matmul(node);
    }
    if (node.text == "linear") {
        return linear(node);
    }
    if (node.text == "transpose") {
        return transpose(node);
    }
    if (node.text == "embedding") {
        return embedding(node);
    }
    throw NewError(node.begin, "unknown op `" + node.text +
                                   "`, known are add sub mul div maximum neg exp relu gelu sum mean max min prod "
                                   "matmul bmm linear transpose embedding");
}

std::vector<NewTensor> NewEvaluator::tensors(const NewNode &node, std::size_t least, std::size_t most)
{
    if (node.args.size() < least || node.args.size() > most) {
        const std::string wanted = std::to_string(least) + (most == least ? "" : " to " + std::to_string(most));
        throw NewError(node.begin,
                       node.text + " takes " + wanted + " tensors, has " + std::to_string(node.args.size()));
    }
    std::vector<NewTensor> list;
    for (const NewNode &arg : node.args) {
        list.push_back(value(arg));
    }
    return list;
}

NewTensor NewEvaluator::pointwise(const NewNode &node)
{
    const PointwiseOp &op = *rowOf(kPointwise, node.text);
    refuseOptions(node);
    if (node.args.size() != op.arity) {
        throw NewError(node.begin, node.text + " takes " + std::to_string(op.arity) + " arguments, has " +
                                       std::to_string(node.args.size()));
    }
    std::vector<NewTensor> inputs;
    bool hasReal = op.rule == DtypeRule::Float;
    for (const NewNode &arg : node.args) {
        if (isNumber(arg)) {
            hasReal = hasReal || arg.kind == NewNode::Kind::Real;
        } else {
            inputs.push_back(value(arg));
        }
    }
    if (inputs.empty()) {
        throw NewError(node.begin, node.text + " needs a tensor");
    }
    std::string dtype = inputs.front().dtype;
    for (const NewTensor &input : inputs) {
        const std::string promoted = promotedDtype(dtype, input.dtype);
        if (promoted.empty()) {
            throw NewError(node.begin, dtype + " and " + input.dtype + " do not mix");
        }
        dtype = promoted;
    }
    if (hasReal) {
        dtype = floatingDtype(dtype);
    }
    return broadcast(inputs, dtype, {node.text, std::string(op.target), code(node)}, node);
}

NewTensor NewEvaluator::broadcast(const std::vector<NewTensor> &inputs, const std::string &dtype, NewOpInfo info,
                                  const NewNode &node)
{
    NewOp op;
    op.info = std::move(info);
    op.dtype = dtype;
    for (const NewTensor &input : inputs) {
        op.size = broadcastSize(op.size, input.size, node);
    }
    for (const NewTensor &input : inputs) {
        NewRead read;
        read.tensor = &input;
        const std::size_t lead = op.size.size() - input.size.size();
        for (std::size_t i = 0; i < input.size.size(); ++i) {
            read.loops.push_back(static_cast<int>(lead + i));
        }
        op.reads.push_back(std::move(read));
    }
    op.stickDim = pointwiseStick(inputs, op.size.size());
    return recorded(op, node);
}

NewTensor NewEvaluator::reduction(const NewNode &node)
{
    const ReductionOp &row = *rowOf(kReductions, node.text);
    if (node.args.empty()) {
        throw NewError(node.begin, node.text + " needs a tensor");
    }
    const NewTensor input = value(node.args.front());
    const ReducedDims dims = reducedDims(node, input.size);
    if (node.text == "mean" && dtypeKind(input.dtype) != DtypeKind::Float) {
        throw NewError(node.begin, "mean needs a floating dtype, has " + input.dtype);
    }
    NewOp op;
    op.info = {std::string(row.node), std::string(dims.isFull ? row.fullTarget : row.target), code(node)};
    op.dtype = node.text == "sum" || node.text == "prod" ? accumulatedDtype(input.dtype) : input.dtype;
    NewRead read{&input, std::vector<int>(input.size.size(), kNoLoop), {}};
    Int count = 1;
    for (std::size_t i = 0; i < input.size.size(); ++i) {
        if (dims.isReduced[i]) {
            op.reductionSize.push_back(input.size[i]);
            count = mulChecked(count, input.size[i]);
        }
        if (!dims.isReduced[i] || dims.keepDim) {
            const bool isStick = static_cast<int>(i) == input.stickDim && !dims.isReduced[i];
            op.stickDim = isStick ? static_cast<int>(op.size.size()) : op.stickDim;
            op.size.push_back(dims.isReduced[i] ? 1 : input.size[i]);
        }
    }
    int kept = 0;
    int reduced = static_cast<int>(op.size.size());
    for (std::size_t i = 0; i < input.size.size(); ++i) {
        read.loops[i] = dims.isReduced[i] ? reduced++ : kept;
        kept += !dims.isReduced[i] || dims.keepDim ? 1 : 0;
    }
    op.reads = {read};
    if (count == 1) { // nothing to reduce: the compiler makes it a copy
        op.reductionSize.clear();
        std::replace_if(
            op.reads[0].loops.begin(), op.reads[0].loops.end(),
            [&](int loop) { return loop >= static_cast<int>(op.size.size()); }, kNoLoop);
    } else {
        op.reductionType = node.text;
    }
    return recorded(op, node);
}

void NewEvaluator::run(const NewStatement &statement)
{
    m_last = value(statement.value);
    m_lastNode = statement.value;
    if (!statement.name.empty()) {
        m_names[statement.name] = m_last;
    }
}

GraphPtr NewEvaluator::finish()
{
    if (m_last.isView()) {
        m_last = m_builder.clone(m_last, code(m_lastNode));
    }
    GraphPtr graph = m_builder.finish(m_last);
    if (graph->operations.empty()) {
        throw NewError(m_lastNode.begin, "the expression computes nothing, give a tensor to an op such as relu(..)");
    }
    return graph;
}

} // namespace spanscope
