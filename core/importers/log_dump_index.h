#pragma once
/// Which pass dumps show an op, found without walking over all of them. Inside the importers only.

#include "core/graph/graph.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace spanscope {

class DumpIndex
{
public:
    /// A dump's graph with finished look-ups. Dumps must come in the order of their lines.
    /// \param otherNames what the log also calls its ops: (`op0`, `buf0`)
    void add(const Graph &graph, const std::map<std::string, std::string, std::less<>> &otherNames, std::size_t line);
    /// The number of the latest dump before the line that shows the op (with a tensor of that shape), else of the
    /// first after it.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view op, const std::optional<std::vector<Int>> &shape,
                                                  std::size_t line) const;
    /// The latest dump that begins at or before the line.
    [[nodiscard]] std::optional<std::size_t> before(std::size_t line) const;
    [[nodiscard]] bool shows(std::string_view op) const;
    [[nodiscard]] bool empty() const { return m_lines.empty(); }

private:
    void enter(std::string key);

    std::unordered_map<std::string, std::vector<std::size_t>> m_dumpsOf; ///< by op, and by op and shape
    std::vector<std::size_t> m_lines;
};

} // namespace spanscope
