#include "core/importers/log_record_parsers.h"

#include <array>

namespace spanscope {

namespace {

/// Reads the keys into the fact. Complete once `last` is there.
RecordEnd readKeys(std::string_view text, std::span<const KeySpec> keys, std::string_view last, ReportedFact &fact)
{
    const KeyValues values = scanKeyValues(text, keys);
    for (const auto &[key, value] : values.values) {
        if (key == "op") {
            fact.op = value;
        } else {
            storeValue(fact, key, value);
        }
    }
    const bool isName = fact.op.find_first_of("=[](){}") == std::string::npos; // else a wrapped line was joined wrongly
    if (values.truncated || values.values.empty() || !isName) {
        return {RecordState::Incomplete, 0};
    }
    const bool complete = values.values.contains(std::string(last));
    return {complete ? RecordState::Complete : RecordState::Partial, values.end};
}

/// `buf0:post_tile` names the op and says that the record is about a rejected combo.
void splitSuffix(ReportedFact &fact)
{
    const std::size_t colon = fact.op.find(':');
    if (colon != std::string::npos) {
        fact.details["stage"] = shortText(std::string_view(fact.op).substr(colon + 1), 200);
        fact.op.resize(colon);
    }
}

} // namespace

RecordEnd readHintAnalysis(const RecordText &text, ReportedFact &fact)
{
    constexpr std::array<KeySpec, 11> kKeys{{{"trigger", true},
                                             {"op"},
                                             {"selected_host_dim"},
                                             {"selected_device_dim_size"},
                                             {"selected_device_span_stride_elems"},
                                             {"per_tile_span"},
                                             {"total"},
                                             {"shape"},
                                             {"dtype"},
                                             {"device_size"},
                                             {"span_limit"}}};
    const RecordEnd end = readKeys(text.after, kKeys, "span_limit", fact);
    splitSuffix(fact);
    fact.kind = fact.details.contains("stage") ? "combo_span" : "candidate_span";
    if (fact.op.empty()) {
        return {RecordState::Incomplete, 0};
    }
    return end;
}

RecordEnd readPlannerOp(const RecordText &text, ReportedFact &fact)
{
    TextCursor cursor(text.after);
    const bool skip = cursor.accept("skip");
    constexpr std::array<KeySpec, 6> kKeys{
        {{"op"}, {"ranges"}, {"reduction_ranges"}, {"layout_size"}, {"device_size"}, {"reason", true}}};
    const RecordEnd end = readKeys(text.after, kKeys, skip ? "reason" : "device_size", fact);
    fact.kind = skip ? "skipped" : "planner_op";
    return fact.op.empty() ? RecordEnd{RecordState::Incomplete, 0} : end;
}

RecordEnd readDivisors(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "divisors";
    constexpr std::array<KeySpec, 6> kKeys{
        {{"op"}, {"host_dim"}, {"required"}, {"max_auto_split"}, {"legal"}, {"capped"}}};
    const RecordEnd end = readKeys(text.after, kKeys, "capped", fact);
    return fact.op.empty() ? RecordEnd{RecordState::Incomplete, 0} : end;
}

RecordEnd readSearch(const RecordText &text, ReportedFact &fact)
{
    constexpr std::array<KeySpec, 9> kKeys{{{"op"},
                                            {"candidates"},
                                            {"host_dims"},
                                            {"required_by_dim"},
                                            {"split_candidates"},
                                            {"combo"},
                                            {"rejected_stick", true},
                                            {"selected_split"},
                                            {"levels"}}};
    RecordEnd end = readKeys(text.after, kKeys, "levels", fact);
    if (fact.op.empty()) {
        return {RecordState::Incomplete, 0};
    }
    if (fact.details.contains("selected_split") || fact.details.contains("levels")) {
        fact.kind = "plan";
        return end;
    }
    if (fact.details.contains("combo")) {
        TextCursor cursor(text.after, end.end);
        fact.kind = fact.details.contains("rejected_stick") ? "combo_cuts_stick" : "combo_leaves_spans";
        const auto count = cursor.accept("leaves") ? cursor.integer() : std::nullopt;
        if (count && (cursor.accept("spans") || cursor.accept("span"))) {
            fact.figures["remaining"] = *count;
            end.end = cursor.pos();
        }
        end.state = fact.figures.contains("remaining") || fact.details.contains("rejected_stick")
                        ? RecordState::Complete
                        : RecordState::Incomplete;
        return end;
    }
    const bool candidates = fact.details.contains("candidates");
    fact.kind = candidates ? "candidates" : "split_candidates";
    const bool complete = fact.details.contains(candidates ? "host_dims" : "split_candidates");
    if (complete) {
        end.state = RecordState::Complete;
    } else if (!candidates && !fact.details.contains("required_by_dim")) {
        end.state = RecordState::Incomplete;
    }
    return end;
}

namespace {

struct Refusal
{
    std::string_view wording; ///< with free white space
    std::string_view code;
    std::string_view last; ///< what ends the message
};

constexpr std::array<Refusal, 8> kRefusals{{
    {"no combined split among", "no_combo_fits", "combinations"},
    {"no legal combined split preserves", "stick_alignment", ""},
    {"span-overflow planning found", "too_many_dims", "search limit"},
    {"is out of bounds for data ranges", "dim_out_of_range", "]"},
    {"has non-integral range", "range_not_integral", ""},
    {"has unsplittable range", "range_unsplittable", ""},
    {"it reads already auto-tiled producer", "reads_auto_tiled", "]"},
    {"reads producer", "reads_auto_tiled", "]"},
}};

/// The end of the message: the line's, or where an exception's repr closes.
std::size_t messageEnd(std::string_view text)
{
    return std::min(text.find_first_of("\n\"`"), text.size());
}

} // namespace

RecordEnd readUnsupported(const RecordText &text, ReportedFact &fact)
{
    fact.kind = "unsupported";
    TextCursor cursor(text.after);
    fact.op = cursor.word();
    if (fact.op.empty() || !cursor.accept(":")) {
        return {cursor.atEnd() ? RecordState::Incomplete : RecordState::NotOne, 0};
    }
    const std::size_t begin = cursor.pos();
    for (const Refusal &refusal : kRefusals) {
        TextCursor found(text.after.substr(0, begin + 600), begin);
        if (!found.until(refusal.wording)) {
            continue;
        }
        fact.details["code"] = refusal.code;
        const std::size_t line = begin + messageEnd(text.after.substr(begin));
        std::size_t end = line;
        bool complete = refusal.last.empty();
        TextCursor rest(text.after.substr(0, begin + 1500), found.pos());
        if (!refusal.last.empty() && rest.until(refusal.last)) {
            complete = true;
            end = std::max(rest.pos(), line);
        }
        fact.details["message"] = shortText(text.after.substr(begin, end - begin), 1500);
        TextCursor dims(text.after.substr(0, end), begin);
        if (refusal.code != "stick_alignment" && dims.until("[")) {
            TextCursor list(text.after.substr(0, end), dims.pos() - 1);
            if (const auto value = list.bracketed()) {
                fact.details[refusal.code == "reads_auto_tiled" ? "producers" : "dims"] = shortText(*value, 1000);
            }
        }
        return {complete ? RecordState::Complete : RecordState::Incomplete, end};
    }
    const std::size_t end = begin + messageEnd(text.after.substr(begin));
    fact.details["message"] = shortText(text.after.substr(begin, end - begin), 1500);
    return {fact.details["message"].empty() ? RecordState::Incomplete : RecordState::Partial, end};
}

RecordEnd readGroups(const RecordText &text, ReportedFact &fact)
{
    constexpr std::array<KeySpec, 9> kKeys{{{"op"},
                                            {"joined_matching_signature"},
                                            {"conformed_to_group_split"},
                                            {"own_independent_plan_was"},
                                            {"split"},
                                            {"rejected_conflicting_auto_producers"},
                                            {"group_index"},
                                            {"ops"},
                                            {"levels"}}};
    struct Kind
    {
        std::string_view key;
        std::string_view kind;
    };
    constexpr std::array<Kind, 5> kKinds{{{"joined_matching_signature", "group_joined"},
                                          {"conformed_to_group_split", "group_conformed"},
                                          {"rejected_conflicting_auto_producers", "group_conflict"},
                                          {"group_index", "group_created"},
                                          {"split", "group_started"}}};
    RecordEnd end = readKeys(text.after, kKeys, "levels", fact);
    for (const Kind &kind : kKinds) {
        const std::string key(kind.key);
        if (fact.details.contains(key) || fact.figures.contains(key)) {
            fact.kind = kind.kind;
            const bool created = kind.kind == "group_created";
            if (end.state == RecordState::Partial && !created && !fact.op.empty()) {
                end.state = RecordState::Complete;
            }
            return fact.op.empty() && !created ? RecordEnd{RecordState::Incomplete, 0} : end;
        }
    }
    return {RecordState::Incomplete, 0};
}

} // namespace spanscope
