#include "core/importers/new_shapes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace spanscope {

std::string shapeText(const std::vector<Int> &size)
{
    std::string text = "[";
    for (std::size_t i = 0; i < size.size(); ++i) {
        text += (i == 0 ? "" : ",") + std::to_string(size[i]);
    }
    return text + "]";
}

std::vector<Int> broadcastSize(const std::vector<Int> &a, const std::vector<Int> &b, const NewNode &node)
{
    const std::size_t rank = std::max(a.size(), b.size());
    std::vector<Int> size(rank, 1);
    for (std::size_t i = 1; i <= rank; ++i) { // from the last dim
        const Int x = i <= a.size() ? a[a.size() - i] : 1;
        const Int y = i <= b.size() ? b[b.size() - i] : 1;
        if (x != y && x != 1 && y != 1) {
            throw NewError(node.begin, shapeText(a) + " and " + shapeText(b) + " do not broadcast");
        }
        size[rank - i] = std::max(x, y);
    }
    return size;
}

void refuseOptions(const NewNode &node)
{
    if (!node.options.empty()) {
        throw NewError(node.options.front().begin, node.text + " knows no option " + node.options.front().text);
    }
}

std::size_t dimOf(Int dim, std::size_t rank, const NewNode &node)
{
    const Int count = static_cast<Int>(rank);
    if (dim < -count || dim >= count) {
        throw NewError(node.begin, "dim " + std::to_string(dim) + " is out of range for a tensor of " +
                                       std::to_string(rank) + " dims");
    }
    return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

namespace {

/// The node that says which dims are reduced: a second argument or `dim=`; null when all are.
const NewNode *dimsNode(const NewNode &call)
{
    const NewNode *dims = nullptr;
    if (call.args.size() > 2) {
        throw NewError(call.args[2].begin, call.text + " takes a tensor and dims");
    }
    if (call.args.size() == 2) {
        dims = &call.args[1];
    }
    for (const NewNode &option : call.options) {
        if (option.text == "dim") {
            if (dims != nullptr) {
                throw NewError(option.begin, "the dims are given twice");
            }
            dims = &option;
        } else if (option.text != "keepdim") {
            throw NewError(option.begin, call.text + " knows no option " + option.text + ", only dim and keepdim");
        }
    }
    if (dims != nullptr && dims->kind != NewNode::Kind::Integer && dims->kind != NewNode::Kind::List) {
        throw NewError(dims->begin, "expected a dim or a list of dims");
    }
    return dims;
}

} // namespace

ReducedDims reducedDims(const NewNode &call, const std::vector<Int> &size)
{
    const NewNode *dims = dimsNode(call);
    ReducedDims result;
    result.isFull = dims == nullptr || dims->integers.empty();
    result.isReduced.assign(size.size(), result.isFull);
    if (!result.isFull) {
        for (const Int dim : dims->integers) {
            const std::size_t index = dimOf(dim, size.size(), *dims);
            if (result.isReduced[index]) {
                throw NewError(dims->begin, "dim " + std::to_string(dim) + " is given twice");
            }
            result.isReduced[index] = true;
        }
    }
    for (const NewNode &option : call.options) {
        if (option.text == "keepdim") {
            if (option.kind == NewNode::Kind::List) {
                throw NewError(option.begin, "keepdim is True or False");
            }
            result.keepDim = option.integers[0] != 0;
        }
    }
    return result;
}

int pointwiseStick(const std::vector<NewTensor> &inputs, std::size_t rank)
{
    std::set<int> sticks;
    bool isSparse = false;
    for (const NewTensor &input : inputs) {
        if (input.stickDim < 0) {
            isSparse = isSparse || !input.size.empty();
        } else if (input.size[static_cast<std::size_t>(input.stickDim)] > 1) {
            sticks.insert(input.stickDim + static_cast<int>(rank - input.size.size()));
        }
    }
    if (sticks.size() == 1) {
        return *sticks.begin();
    }
    return sticks.empty() && isSparse ? -1 : static_cast<int>(rank) - 1;
}

NewTensor swapped(NewTensor tensor, std::size_t a, std::size_t b)
{
    std::swap(tensor.size[a], tensor.size[b]);
    std::swap(tensor.stride[a], tensor.stride[b]);
    std::swap(tensor.hostDim[a], tensor.hostDim[b]);
    if (tensor.stickDim == static_cast<int>(a)) {
        tensor.stickDim = static_cast<int>(b);
    } else if (tensor.stickDim == static_cast<int>(b)) {
        tensor.stickDim = static_cast<int>(a);
    }
    return tensor;
}

} // namespace spanscope
