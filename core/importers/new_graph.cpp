#include "core/base/input_error.h"
#include "core/importers/import.h"
#include "core/importers/new_eval.h"

#include <algorithm>

namespace spanscope {

GraphPtr graphFromExpression(std::string_view text, const std::string &name)
{
    try {
        NewEvaluator evaluator(text, name);
        for (const NewStatement &statement : parseNew(text)) {
            evaluator.run(statement);
        }
        return evaluator.finish();
    } catch (const NewError &error) {
        const std::string_view before = text.substr(0, error.offset());
        const auto lines = std::count(before.begin(), before.end(), '\n');
        const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
        throw InputError("new",
                         "line " + std::to_string(lines + 1) + ", column " + std::to_string(before.size() - start + 1),
                         error.what());
    } catch (const OverflowError &error) {
        throw InputError("new", "", error.what());
    }
}

} // namespace spanscope
