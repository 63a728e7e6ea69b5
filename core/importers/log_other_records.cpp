#include "core/importers/log_record_parsers.h"

namespace spanscope {

namespace {

void abortFact(ReportedFact &fact, std::string_view what)
{
    fact.kind = "abort";
    fact.details["what"] = what;
}

} // namespace

RecordEnd readHintIgnored(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "hint_ignored";
    TextCursor cursor(text.after);
    const auto names = cursor.until("]");
    if (!names || !cursor.accept(":") || !cursor.accept("no op iterates over the hinted dimension")) {
        return {cursor.atEnd() || !names ? RecordState::Incomplete : RecordState::NotOne, 0};
    }
    fact.details["dims"] = shortText("[" + std::string(*names) + "]");
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readTileGroups(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "tile_groups";
    TextCursor cursor(text.after);
    const auto count = cursor.integer();
    if (!count || !cursor.accept("group")) {
        return {cursor.atEnd() ? RecordState::Incomplete : RecordState::NotOne, 0};
    }
    fact.figures["groups"] = *count;
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readEarOverflow(const RecordText & /*text*/, ReportedFact &fact)
{
    abortFact(fact, abort_what::kEarOverflow);
    return {RecordState::Complete, 0};
}

RecordEnd readImmediate(const RecordText &text, ReportedFact &fact)
{
    abortFact(fact, abort_what::kImmediate);
    TextCursor cursor(text.after);
    cursor.accept("in instruction:");
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readInstruction(const RecordText &text, ReportedFact &fact)
{
    abortFact(fact, abort_what::kInstruction);
    TextCursor cursor(text.after.substr(0, 200));
    if (!cursor.until("imm:")) {
        return {text.after.size() < 60 ? RecordState::Incomplete : RecordState::NotOne, 0};
    }
    const auto immediate = cursor.integer();
    if (!immediate) {
        return {};
    }
    fact.figures["imm"] = *immediate;
    return {RecordState::Complete, cursor.pos()};
}

RecordEnd readSplitting(const RecordText & /*text*/, ReportedFact &fact)
{
    abortFact(fact, abort_what::kSplitting);
    return {RecordState::Complete, 0};
}

RecordEnd readVerification(const RecordText &text, ReportedFact &fact)
{
    abortFact(fact, abort_what::kVerification);
    TextCursor cursor(text.after);
    std::size_t end = 0;
    if (cursor.accept("for core")) {
        if (const auto core = cursor.integer()) {
            fact.figures["core"] = *core;
            end = cursor.pos();
        }
        if (cursor.accept("node")) {
            const std::string_view rest = text.after.substr(cursor.pos());
            const std::string_view node = rest.substr(0, rest.find('\n'));
            if (!trimmed(node).empty()) {
                fact.details["node"] = shortText(node);
            }
            end = cursor.pos() + node.size();
        }
    }
    return {fact.details.contains("node") ? RecordState::Complete : RecordState::Partial, end};
}

RecordEnd readChunkSize(const RecordText & /*text*/, ReportedFact &fact)
{
    abortFact(fact, abort_what::kChunkSize);
    return {RecordState::Complete, 0};
}

} // namespace spanscope
