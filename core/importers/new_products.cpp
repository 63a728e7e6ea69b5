#include "core/importers/new_dtypes.h"
#include "core/importers/new_eval.h"
#include "core/importers/new_shapes.h"

#include <array>

namespace spanscope {

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

} // namespace spanscope
