/// Any text as an index expression: an error inside the text, or an expression whose
/// printing parses to the same printing.

#include "core/expr/expr.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace spanscope;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const ParsedExpr parsed = parseExpr(text);
    if (parsed.error) {
        if (parsed.error->offset > size || parsed.error->reason.empty()) {
            std::abort();
        }
        return 0;
    }
    const std::string printed = parsed.expr.toString();
    if (printed.size() > kMaxExprBytes) {
        return 0;
    }
    const ParsedExpr again = parseExpr(printed);
    if (again.error || again.expr.toString() != printed) {
        std::abort();
    }
    return 0;
}
