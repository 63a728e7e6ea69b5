#pragma once
/// Turns tensor operations into the buffers, ops, deps and layouts that the compiler
/// would record for them. The values are views: a transpose changes the index of
/// its reader and makes no op.

#include "core/graph/graph.h"

#include <map>
#include <string>
#include <vector>

namespace spanscope {

/// A tensor as an op sees it: a strided view of a buffer.
struct NewTensor
{
    std::string buffer;
    std::string dtype;        ///< torch name, e.g. float16
    std::vector<Int> size;    ///< n dims
    std::vector<Int> stride;  ///< n dims, in elements of the buffer's host layout
    int stickDim = -1;        ///< the dim that runs along the stick; -1: each stick holds one element (sparse), or 0-d
    std::vector<int> hostDim; ///< n dims: which dim of the buffer each one is

    /// True when the dims are not those of the buffer in order.
    [[nodiscard]] bool isView() const;
};

/// What an op is recorded as.
struct NewOpInfo
{
    std::string node;   ///< FX node, numbered by the builder when it occurs again
    std::string target; ///< aten.add.Tensor
    std::string code;   ///< the text of the call
};

/// One dim of a read: which loop it follows. Loops are the op's ranges, then its reduction ranges.
inline constexpr int kNoLoop = -1;

struct NewRead
{
    const NewTensor *tensor = nullptr;
    std::vector<int> loops;   ///< per dim of the tensor: the loop, or kNoLoop where it is broadcast
    std::string indirectDim0; ///< the symbol that indexes dim 0 instead, for an indirect read
};

/// The op to record. The result's stick runs along `stickDim`.
struct NewOp
{
    NewOpInfo info;
    std::string dtype;
    std::vector<Int> size;
    std::vector<Int> reductionSize;
    std::string reductionType; ///< empty: Pointwise
    std::vector<NewRead> reads;
    int stickDim = -1;
};

/// Collects a graph. Sizes that leave 63 bits throw OverflowError; shapes without a
/// device layout throw std::invalid_argument.
class NewGraphBuilder
{
public:
    explicit NewGraphBuilder(const std::string &name);

    NewTensor input(const std::string &dtype, const std::vector<Int> &size);
    NewTensor op(const NewOp &op);
    /// The buffer of a tensor copied so that the stick runs along the dim `stickDim` of the view;
    /// the view itself when it does already.
    NewTensor restickified(const NewTensor &tensor, int stickDim, const std::string &code);
    /// A copy of a view into a buffer of its own.
    NewTensor clone(const NewTensor &tensor, const std::string &code);

    /// The graph; its outputs are the buffers nobody reads, and `last`.
    GraphPtr finish(const NewTensor &last);

private:
    [[nodiscard]] Layout layoutFor(const std::vector<Int> &size, const std::string &dtype, int stickDim) const;
    [[nodiscard]] const Layout &layoutOf(const std::string &buffer) const;

    std::shared_ptr<Graph> m_graph = std::make_shared<Graph>();
    std::map<std::string, std::size_t> m_inputIndex;
    std::map<std::string, std::size_t> m_opIndex;
    std::map<std::string, int> m_nodeCount;
};

} // namespace spanscope
