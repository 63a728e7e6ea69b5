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

void refuseOptions(const NewNode &node)
{
    if (!node.options.empty()) {
        throw NewError(node.options.front().begin, node.text + " knows no option " + node.options.front().text);
    }
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

NewTensor NewEvaluator::product(NewTensor a, NewTensor b, const NewNode &node)
{
    const std::size_t rankA = a.size.size();
    const std::size_t rankB = b.size.size();
    const Int k = a.size[rankA - 1];
    if (k != b.size[rankB - 2]) {
        throw NewError(node.begin, "the inner sizes differ: " + shapeText(a.size) + " times " + shapeText(b.size));
    }
    if (a.dtype != b.dtype) {
        throw NewError(node.begin, node.text + " needs one dtype, has " + a.dtype + " and " + b.dtype);
    }
    const std::size_t leadA = rankA < 2 ? 0 : rankA - 2;
    NewOp op;
    op.info = {rankA > 2 || rankB > 2 ? "bmm" : "mm", rankA > 2 || rankB > 2 ? "aten.bmm.default" : "aten.mm.default",
               code(node)};
    op.dtype = a.dtype;
    op.size = broadcastSize({a.size.begin(), a.size.begin() + static_cast<std::ptrdiff_t>(leadA)},
                            {b.size.begin(), b.size.end() - 2}, node);
    const std::size_t batch = op.size.size();
    if (rankA > 1) {
        op.size.push_back(a.size[rankA - 2]);
    }
    op.size.push_back(b.size[rankB - 1]);
    op.reductionSize = {k};
    op.reductionType = "batchmatmul";
    const int loopN = static_cast<int>(op.size.size()) - 1;
    const int loopK = loopN + 1;
    a = m_builder.restickified(a, static_cast<int>(rankA) - 1, code(node));
    b = m_builder.restickified(b, static_cast<int>(rankB) - 1, code(node));
    NewRead readA{&a, {}, {}};
    NewRead readB{&b, {}, {}};
    for (std::size_t i = 0; i + 1 < rankA; ++i) {
        readA.loops.push_back(static_cast<int>(batch - leadA + i)); // batch dims, then m
    }
    readA.loops.push_back(loopK);
    for (std::size_t i = 0; i + 2 < rankB; ++i) {
        readB.loops.push_back(static_cast<int>(batch - (rankB - 2) + i));
    }
    readB.loops.push_back(loopK);
    readB.loops.push_back(loopN);
    op.reads = {readA, readB};
    op.stickDim = loopN;
    return recorded(op, node);
}

NewTensor NewEvaluator::matmul(const NewNode &node)
{
    refuseOptions(node);
    const std::vector<NewTensor> inputs = tensors(node, 2, 2);
    for (const NewTensor &input : inputs) {
        const bool fits = node.text == "bmm" ? input.size.size() == 3 : input.size.size() >= 2;
        if (!fits) {
            throw NewError(node.begin, node.text +
                                           (node.text == "bmm" ? " takes tensors of 3 dims, has "
                                                               : " takes tensors of at least 2 dims, has ") +
                                           shapeText(input.size));
        }
    }
    if (node.text == "bmm" && inputs[0].size[0] != inputs[1].size[0]) {
        throw NewError(node.begin,
                       "the batch sizes differ: " + shapeText(inputs[0].size) + " times " + shapeText(inputs[1].size));
    }
    return product(inputs[0], inputs[1], node);
}

NewTensor NewEvaluator::linear(const NewNode &node)
{
    refuseOptions(node);
    const std::vector<NewTensor> inputs = tensors(node, 2, 3);
    if (inputs[0].size.empty() || inputs[1].size.size() != 2) {
        throw NewError(node.begin, "linear takes an input of at least 1 dim and a weight of 2, has " +
                                       shapeText(inputs[0].size) + " and " + shapeText(inputs[1].size));
    }
    const NewTensor result = product(inputs[0], swapped(inputs[1], 0, 1), node);
    if (inputs.size() < 3) {
        return result;
    }
    if (inputs[2].size != std::vector<Int>{inputs[1].size[0]} || inputs[2].dtype != result.dtype) {
        throw NewError(node.begin, "the bias must be " + result.dtype + shapeText({inputs[1].size[0]}) + ", is " +
                                       inputs[2].dtype + shapeText(inputs[2].size));
    }
    return broadcast({result, inputs[2]}, result.dtype, {"add", "aten.add.Tensor", code(node)}, node);
}

NewTensor NewEvaluator::transpose(const NewNode &node)
{
    refuseOptions(node);
    if (node.args.size() != 1 && node.args.size() != 3) {
        throw NewError(node.begin, "transpose takes a tensor, and two dims unless it swaps the last two");
    }
    const NewTensor input = value(node.args[0]);
    const auto rank = static_cast<Int>(input.size.size());
    if (rank < 2) {
        throw NewError(node.begin, "transpose needs at least 2 dims, has " + shapeText(input.size));
    }
    std::array<std::size_t, 2> dims{static_cast<std::size_t>(rank - 2), static_cast<std::size_t>(rank - 1)};
    for (std::size_t i = 1; i < node.args.size(); ++i) {
        if (node.args[i].kind != NewNode::Kind::Integer) {
            throw NewError(node.args[i].begin, "expected a dim, found " + code(node.args[i]));
        }
        dims[i - 1] = dimOf(node.args[i].integers[0], input.size.size(), node.args[i]);
    }
    return swapped(input, dims[0], dims[1]);
}

NewTensor NewEvaluator::embedding(const NewNode &node)
{
    refuseOptions(node);
    const std::vector<NewTensor> inputs = tensors(node, 2, 2);
    const NewTensor &table = inputs[0];
    const NewTensor &indices = inputs[1];
    if (table.size.size() != 2) {
        throw NewError(node.begin, "embedding takes a table of 2 dims, has " + shapeText(table.size));
    }
    if (indices.dtype != "int64" && indices.dtype != "int32") {
        throw NewError(node.begin, "embedding takes i64 or i32 indices, has " + indices.dtype);
    }
    NewOp op;
    op.info = {"embedding", "aten.embedding.default", code(node)};
    op.dtype = table.dtype;
    op.size = indices.size;
    op.size.push_back(table.size[1]);
    NewRead rows{&indices, {}, {}};
    for (std::size_t i = 0; i < indices.size.size(); ++i) {
        rows.loops.push_back(static_cast<int>(i));
    }
    const int last = static_cast<int>(op.size.size()) - 1;
    op.reads = {rows, NewRead{&table, {kNoLoop, last}, "indirect0"}};
    op.stickDim = last;
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
