#pragma once
/// Characters, names and brackets of an index expression's text. Internal to the parser.

#include "core/expr/expr.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

struct ParseFailure
{
    ExprError error;
};

/// Walks over a text. All functions throw ParseFailure where the text is no expression.
class ExprReader
{
public:
    explicit ExprReader(std::string_view text)
        : m_text(text)
    {
    }

protected:
    [[noreturn]] void fail(std::string reason) const { throw ParseFailure{{m_at, std::move(reason)}}; }
    void skipSpace();
    [[nodiscard]] std::size_t placeOfNext();
    bool accept(std::string_view token);
    void expect(std::string_view token);
    /// Takes a sign between two terms.
    bool nextSign(bool &negative);
    void enter();
    [[nodiscard]] static bool isNameStart(char c);
    std::string_view takeName();
    /// What is beyond 63 bits or no integer is kept as written and cannot be analysed.
    Expr number();
    /// A call that is kept as it stands: balanced brackets, white space folded. \param start where its name is
    Expr unknownCall(std::size_t start);

    /// The text of a range without needless blanks, and without brackets that hold all of it.
    [[nodiscard]] std::string tidyText(std::size_t start, std::size_t end) const;
    /// What cannot be computed (beyond 63 bits, too large) from `start` to here: kept as written, in brackets.
    [[nodiscard]] Expr asWritten(std::size_t start) const;

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;

private:
    void copyName(std::string &text, std::vector<std::string> &symbols);
    void bracket(char c, std::vector<char> &open) const;
};

} // namespace spanscope
