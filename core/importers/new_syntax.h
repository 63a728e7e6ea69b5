#pragma once
/// The text of `new` expressions as a tree: `h = mul(f16[2,64], f16[64]); sum(h, dim=-1)`.

#include "core/base/integers.h"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

/// A piece of an expression and where its text is.
struct NewNode
{
    enum class Kind { Tensor, Name, Integer, Real, List, Call };

    Kind kind = Kind::Name;
    std::string text;             ///< Tensor: the dtype; Name, Call: the name; numbers: as written
    std::vector<Int> integers;    ///< Tensor: the size; List: its entries; Integer: one entry
    std::vector<NewNode> args;    ///< Call: positional arguments
    std::vector<NewNode> options; ///< Call: `dim=..` as nodes whose `text` is the option's name
    std::size_t begin = 0;        ///< byte offsets of the text, end exclusive
    std::size_t end = 0;
};

/// `name = value`, or a bare value.
struct NewStatement
{
    std::string name; ///< may be empty
    NewNode value;
};

/// Where and why a `new` expression is wrong.
class NewError : public std::runtime_error
{
public:
    NewError(std::size_t offset, const std::string &reason)
        : std::runtime_error(reason)
        , m_offset(offset)
    {
    }
    [[nodiscard]] std::size_t offset() const { return m_offset; }

private:
    std::size_t m_offset;
};

inline constexpr std::size_t kMaxNewBytes = 1U << 20U; ///< longest expression
inline constexpr int kMaxNewDepth = 100;               ///< nesting of calls

/// Throws NewError.
[[nodiscard]] std::vector<NewStatement> parseNew(std::string_view text);

} // namespace spanscope
