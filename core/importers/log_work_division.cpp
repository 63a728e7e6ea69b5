#include "core/importers/log_record_parsers.h"
#include "core/importers/python_value.h"

#include <algorithm>
#include <array>

namespace spanscope {

namespace {

RecordEnd incomplete()
{
    return {RecordState::Incomplete, 0};
}

/// Nothing more in the text: cut off; something else: not the record.
RecordEnd broken(TextCursor &cursor)
{
    return {cursor.atEnd() ? RecordState::Incomplete : RecordState::NotOne, 0};
}

/// Nothing inside was cut by a line break: no two words or numbers stand side by side.
bool isWhole(const PyValue &value)
{
    if (value.kind == PyValue::Kind::Raw) {
        for (std::size_t i = 1; i + 1 < value.text.size(); ++i) {
            const bool gap = value.text[i] == ' ' || value.text[i] == '\n';
            if (gap && !lastWord(std::string_view(value.text).substr(0, i)).empty() &&
                !TextCursor(value.text, i).word().empty()) {
                return false;
            }
        }
    }
    return std::all_of(value.items.begin(), value.items.end(), isWhole) &&
           std::all_of(value.entries.begin(), value.entries.end(),
                       [](const PyEntry &entry) { return isWhole(entry.key) && isWhole(entry.value); }) &&
           std::all_of(value.named.begin(), value.named.end(),
                       [](const PyNamed &entry) { return isWhole(entry.value); });
}

} // namespace

RecordEnd readWorkDivisionSpan(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "work_division_span";
    fact.op = lastWord(text.before);
    TextCursor cursor(text.after);
    const auto span = cursor.decimal();
    if (!span || !cursor.accept("MB")) {
        return broken(cursor);
    }
    if (fact.op.empty()) {
        return incomplete();
    }
    fact.details["span_mb"] = *span;
    const auto body = cursor.bracketed();
    if (!body) {
        return text.after.find(')') == std::string_view::npos ? incomplete() : RecordEnd{};
    }
    const std::string call = "line" + std::string(*body);
    const PyParsed parsed = parsePyValue(call);
    if (!parsed.value || !parsed.value->items.empty() || !isWhole(*parsed.value)) {
        return incomplete();
    }
    for (const PyNamed &argument : parsed.value->named) {
        storeValue(fact, shortText(argument.name, 100),
                   call.substr(argument.value.begin, argument.value.end - argument.value.begin));
    }
    std::size_t end = cursor.pos();
    if (cursor.accept("exceeds hardware limit of") && cursor.decimal() && cursor.accept("MB")) {
        end = cursor.pos();
    }
    return {RecordState::Complete, end};
}

RecordEnd readCannotSatisfy(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "cannot_satisfy";
    TextCursor cursor(text.after);
    fact.tensor = cursor.word();
    if (fact.tensor.empty() || !cursor.accept(":") || !cursor.accept("coord=")) {
        return broken(cursor);
    }
    const auto coordinate = cursor.until("still evaluates to");
    if (!coordinate) {
        return incomplete();
    }
    const auto value = cursor.integer();
    if (!value || coordinate->size() > 2000) {
        return broken(cursor);
    }
    fact.details["coordinate"] = shortText(*coordinate, 2000);
    fact.figures["evaluates_to"] = *value;
    std::size_t end = cursor.pos();
    TextCursor best = cursor;
    if (best.until("Best span=")) {
        if (const auto span = best.integer()) {
            fact.figures["best_span"] = *span;
            end = best.pos();
            if (best.accept(",") && best.accept("limit=")) {
                if (const auto limit = best.integer()) {
                    fact.figures["limit"] = *limit;
                    return {RecordState::Complete, best.pos()};
                }
            }
        }
    }
    return {RecordState::Partial, end};
}

RecordEnd readMinimumSplit(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "minimum_split";
    TextCursor cursor(text.after);
    fact.details["variable"] = shortText(cursor.word());
    if (!cursor.accept(": need")) {
        return broken(cursor);
    }
    const auto need = cursor.integer();
    if (!need || !cursor.accept("splits but only")) {
        return broken(cursor);
    }
    const auto have = cursor.integer();
    if (!have || !cursor.accept("cores remaining")) {
        return broken(cursor);
    }
    fact.figures["need"] = *need;
    fact.figures["cores_remaining"] = *have;
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readNoValidSplit(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "no_valid_split";
    TextCursor cursor(text.after);
    fact.details["variable"] = shortText(cursor.word());
    const auto body = cursor.bracketed();
    if (!body) {
        return text.after.find(')') == std::string_view::npos ? incomplete() : RecordEnd{};
    }
    constexpr std::array<KeySpec, 2> kKeys{{{"orig_size"}, {"min_required"}}};
    for (const auto &[key, value] : scanKeyValues(*body, kKeys).values) {
        storeValue(fact, key, value);
    }
    if (!cursor.accept("for tensor")) {
        return broken(cursor);
    }
    fact.tensor = cursor.word();
    return {fact.tensor.empty() ? RecordState::Incomplete : RecordState::Complete, cursor.pos()};
}

RecordEnd readReductionNeeded(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "needs_reduction_split";
    TextCursor cursor(text.after);
    const auto limit = cursor.decimal();
    if (!limit || !cursor.accept("MB") || !cursor.accept(")") || !cursor.accept("without splitting")) {
        return broken(cursor);
    }
    fact.details["printed_limit_mb"] = *limit;
    if (const auto count = cursor.integer()) {
        fact.figures["reduction_dims"] = *count;
    }
    if (!cursor.accept("reduction dimension")) {
        return broken(cursor);
    }
    cursor.accept("(s)");
    cursor.accept("s");
    if (const auto dims = cursor.bracketed()) {
        fact.details["dims"] = shortText(*dims, 2000);
    }
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readWorkDivisionSplits(const RecordText &text, ReportedFact &fact)
{
    const std::string_view op = lastWord(text.before);
    const std::string_view ahead =
        op.empty() ? op : text.before.substr(0, static_cast<std::size_t>(op.data() - text.before.data()));
    if (lastWord(ahead) != "work_division") {
        return {};
    }
    fact.kind = "work_division_splits";
    fact.op = op;
    const std::size_t wordAt = ahead.rfind("work_division");
    fact.details["pass"] = shortText(lastWord(ahead.substr(0, wordAt)));
    TextCursor cursor(text.after);
    const auto cores = cursor.integer();
    if (!cores) {
        return broken(cursor);
    }
    fact.figures["cores"] = *cores;
    constexpr std::array<KeySpec, 7> kKeys{{{"iteration_space"},
                                            {"it_space_adjusted"},
                                            {"it_space"},
                                            {"min_splits"},
                                            {"op_it_space_splits"},
                                            {"splits"},
                                            {"priorities"}}};
    const KeyValues values = scanKeyValues(text.after, kKeys);
    for (const auto &[key, value] : values.values) {
        storeValue(fact, key, value);
    }
    if (values.truncated) {
        return {RecordState::Incomplete, 0};
    }
    const bool last = values.values.contains("op_it_space_splits");
    return {last ? RecordState::Complete : RecordState::Partial, std::max(values.end, cursor.pos())};
}

} // namespace spanscope
