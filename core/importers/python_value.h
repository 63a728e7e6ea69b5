#pragma once
/// The literals and calls that Python prints (`repr`) or that generated code contains: what logs and
/// output_code have in common. Arithmetic is kept as text for the expression parser.

#include "core/base/integers.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

struct PyEntry;
struct PyNamed;

/// One value. A call has a name in `text`, its positional arguments in `items`, the others in `named`.
struct PyValue
{
    enum class Kind { Integer, String, Name, Raw, List, Tuple, Dict, Call };

    Kind kind = Kind::Raw;
    Int integer = 0;
    std::string text;             ///< String: content; Name: dotted name; Raw: source text; Call: callee
    std::vector<PyValue> items;   ///< List, Tuple (also a set), positional arguments
    std::vector<PyEntry> entries; ///< Dict, in order
    std::vector<PyNamed> named;   ///< keyword arguments, in order
    std::size_t begin = 0;        ///< where it stands in the parsed text
    std::size_t end = 0;          ///< one past its last byte

    [[nodiscard]] bool isSequence() const { return kind == Kind::List || kind == Kind::Tuple; }
    /// The keyword argument of a call; null when absent.
    [[nodiscard]] const PyValue *argument(std::string_view name) const;
    /// The value of a string or name key of a dict; null when absent.
    [[nodiscard]] const PyValue *entry(std::string_view key) const;
    /// All entries of a sequence as integers; nullopt when it is none or has anything else.
    [[nodiscard]] std::optional<std::vector<Int>> integers() const;
    /// The last part of a dotted name or callee: `DataFormats.IEEE_FP32` -> `IEEE_FP32`.
    [[nodiscard]] std::string_view lastName() const;
};

struct PyEntry
{
    PyValue key;
    PyValue value;
};

struct PyNamed
{
    std::string name;
    PyValue value;
};

inline constexpr int kMaxPyDepth = 100; ///< nesting of brackets
inline constexpr std::size_t kMaxPyNodes = 4'000'000;

struct PyParsed
{
    std::optional<PyValue> value; ///< absent when malformed, cut off or too deep
    std::size_t end = 0;          ///< where reading stopped
    bool truncated = false;       ///< the text ended inside the value
    std::string problem;          ///< why there is no value
};

/// Parses the value that starts at `pos` (white space before it is skipped).
[[nodiscard]] PyParsed parsePyValue(std::string_view text, std::size_t pos = 0);

/// Where the bracket at text[open] closes (one past it), strings skipped; npos when it does not.
[[nodiscard]] std::size_t closingBracket(std::string_view text, std::size_t open);

/// Tells where a bracket closes while text arrives in pieces. Strings and comments are skipped;
/// a string ends with its line.
class BracketCounter
{
public:
    /// \return where in `piece` the outermost bracket closes (one past it), npos when it does not yet
    std::size_t feed(std::string_view piece);
    [[nodiscard]] bool open() const { return m_depth > 0; }

private:
    std::size_t m_depth = 0;
    char m_quote = '\0';
    bool m_comment = false;
};

} // namespace spanscope
