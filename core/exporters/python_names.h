#pragma once
/// Names of dims for the Python snippets: one name means one size in the whole text, and a
/// buffer that two ops touch keeps the names it was given first.

#include "core/exporters/exporters.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace spanscope {

struct TensorNames
{
    std::string buffer;
    std::vector<std::string> names; ///< of the dims whose size is not 1, in order
    std::vector<Extent> size;
};

struct OpNames
{
    std::map<int, std::string> dims;     ///< output host dim -> name
    std::vector<TensorNames> inputs;     ///< graph inputs named here for the first time
    std::vector<std::string> declared;   ///< names declared here for the first time, in order
    std::map<std::string, Extent> sizes; ///< of `declared`
};

class DimNamer
{
public:
    DimNamer(const Graph &graph, const ExportChoice &choice);
    /// Names the dims of an op's output and of the graph inputs it reads.
    [[nodiscard]] OpNames name(std::size_t opIndex);
    /// Aliases so far that could not be used as they are, in words.
    [[nodiscard]] const std::vector<std::string> &renamed() const { return m_renamed; }

private:
    using SymbolNames = std::map<std::string, std::string>;

    void adopt(const Operation &op, SymbolNames &names) const;
    void nameOutput(std::size_t opIndex, SymbolNames &symbols, OpNames &out);
    void nameInput(const Operation &op, const Dep &read, SymbolNames &symbols, OpNames &out);
    [[nodiscard]] std::string claim(const std::string &wanted, const Extent &size, const std::string &op, OpNames &out);

    const Graph &m_graph;
    const ExportChoice &m_choice;
    std::map<std::string, Extent> m_sizes;                              ///< every declared name
    std::map<std::string, std::map<std::size_t, std::string>> m_buffer; ///< buffer -> dim -> name
    std::set<std::string> m_namedInputs;
    std::vector<std::string> m_renamed;
};

} // namespace spanscope
