#pragma once
/// Evaluates the calls of a `new` expression into ops.

#include "core/importers/new_builder.h"
#include "core/importers/new_syntax.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

/// Throws NewError with the place of the call or argument that is wrong.
class NewEvaluator
{
public:
    NewEvaluator(std::string_view text, const std::string &graphName)
        : m_text(text)
        , m_builder(graphName)
    {
    }

    void run(const NewStatement &statement);
    /// The graph of all statements run.
    [[nodiscard]] GraphPtr finish();

private:
    NewTensor value(const NewNode &node);
    NewTensor literal(const NewNode &node);
    NewTensor call(const NewNode &node);
    NewTensor pointwise(const NewNode &node);
    NewTensor reduction(const NewNode &node);
    NewTensor matmul(const NewNode &node);
    NewTensor linear(const NewNode &node);
    NewTensor transpose(const NewNode &node);
    NewTensor embedding(const NewNode &node);

    /// A pointwise op on tensors that broadcast against each other.
    NewTensor broadcast(const std::vector<NewTensor> &inputs, const std::string &dtype, NewOpInfo info,
                        const NewNode &node);
    /// a[.., m, k] times b[.., k, n], copies into the stick order it needs included. `a` may be a vector.
    NewTensor product(NewTensor a, NewTensor b, const NewNode &node);
    NewTensor recorded(const NewOp &op, const NewNode &node);
    /// The tensors that the arguments of a call are; numbers are an error.
    std::vector<NewTensor> tensors(const NewNode &node, std::size_t least, std::size_t most);
    [[nodiscard]] std::string code(const NewNode &node) const;

    std::string_view m_text;
    NewGraphBuilder m_builder;
    std::map<std::string, NewTensor> m_names;
    NewTensor m_last;
    NewNode m_lastNode;
};

} // namespace spanscope
