#include "core/exporters/json_values.h"

#include "core/text/safe_text.h"
#include "core/text/sentences.h"

namespace spanscope::json {

Value rulesValue(const Rules &rules)
{
    return {{"preset", rules.preset},
            {"max_span_bytes", rules.maxSpanBytes},
            {"max_tile_dims", rules.maxTileDims},
            {"max_splits_per_dim", rules.maxSplitsPerDim},
            {"max_tile_combos", rules.maxTileCombos},
            {"max_auto_split", rules.maxAutoSplit},
            {"reduction_join", rules.reductionJoin},
            {"validation_divides_twice", rules.validationDividesTwice}};
}

Value levelsValue(const std::vector<Level> &levels)
{
    Value out = Value::array();
    for (const Level &level : levels) {
        out.push_back({{"host_dim", level.hostDim.index},
                       {"split_count", level.splitCount},
                       {"is_reduction", level.isReduction}});
    }
    return out;
}

Value costValue(const Cost &cost)
{
    Value out = Value::array();
    out.push_back(cost.product);
    out.push_back(cost.tiledDims);
    out.push_back(cost.largest);
    out.push_back(cost.tuple);
    return out;
}

Value candidateValue(const Candidate &candidate)
{
    return {{"source", candidate.source.toString()},
            {"device_dim", candidate.deviceDim.index},
            {"coordinate", candidate.coordinate},
            {"host_dim", candidate.hostDim.index},
            {"total_bytes", candidate.totalBytes},
            {"per_core_span", candidate.perCoreSpan},
            {"core_split_estimate", candidate.coreSplitEstimate},
            {"device_dim_size", candidate.deviceDimSize},
            {"span_stride_elems", candidate.spanStrideElems},
            {"stick_elems", candidate.stickElems},
            {"reason", candidate.reason}};
}

Value optionalInt(const std::optional<Int> &value)
{
    return value ? Value(*value) : Value(nullptr);
}

Value skippedValue(const SkippedCoordinate &skipped)
{
    return {{"source", skipped.source.toString()},
            {"device_dim", skipped.deviceDim.index},
            {"coordinate", skipped.coordinate},
            {"code", codeName(skipped.code)},
            {"span", optionalInt(skipped.span)}};
}

Value splitEntryValue(const SplitEntry &entry, HostDim dim, const Rules &rules)
{
    const bool stick = entry.status == SplitStatus::CutsOutputStick || entry.status == SplitStatus::CutsInputStick;
    return {{"count", entry.count},
            {"status", splitStatusName(entry.status)},
            {"dep", stick ? Value(entry.tensor.toString()) : Value(nullptr)},
            {"dim", stick ? Value(entry.tensorDim.index) : Value(nullptr)},
            {"message", splitSentence(entry, dim, rules)}};
}

Value comboValue(const ComboStep &step, const Rules &rules)
{
    Value out = {
        {"splits", levelsValue(step.splits)}, {"cost", costValue(step.cost)}, {"status", comboStatusName(step.status)}};
    if (step.status == ComboStatus::LeavesSpans) {
        out["remaining"] = Value::array();
        for (const Candidate &candidate : step.remaining) {
            out["remaining"].push_back(candidateValue(candidate));
        }
    } else {
        out["message"] = comboSentence(step, rules);
    }
    return out;
}

Value rowValue(const AuditRow &row)
{
    const bool checked = row.unchecked == Unchecked::Checked;
    return {{"source", row.tensor.toString()},
            {"device_dim", row.deviceDim.index},
            {"coordinate", row.coordinate},
            {"span", row.exactness == Exactness::Unknown ? Value(nullptr) : Value(row.span)},
            {"exact", row.exactness == Exactness::Exact},
            {"storage", storageName(row.storage)},
            {"symbols", row.symbols},
            {"cores_needed", optionalInt(row.coresNeeded)},
            {"checked", checked},
            {"why_unchecked", checked ? Value(nullptr) : Value(uncheckedName(row.unchecked))}};
}

Value fitsValue(const Fits &fits)
{
    Value out = Value::array();
    for (const Fit &fit : fits.fits) {
        Value outside = Value::array();
        for (const Outside step : fit.outside) {
            outside.push_back(outsideName(step));
        }
        out.push_back({{"kind", fitKindName(fit.kind)},
                       {"levels", levelsValue(fit.levels)},
                       {"tiles", fit.tiles},
                       {"worst_span", fit.worstSpan},
                       {"outside", std::move(outside)},
                       {"cheaper_than_plan", fit.cheaperThanPlan},
                       {"but_for", fit.butFor}});
    }
    return out;
}

Value hintsValue(const std::vector<DimHint> &hints)
{
    Value out = Value::array();
    for (const DimHint &hint : hints) {
        out.push_back({{"dim_names", hint.dimNames},
                       {"split_count", hint.splitCount},
                       {"loop_var", hint.loopVar},
                       {"is_reduction", hint.isReduction},
                       {"hint_id", hint.hintId}});
    }
    return out;
}

Value groupLevelsValue(const Group &group)
{
    Value out = Value::array();
    for (const GroupLevel &level : group.levels) {
        out.push_back(Value::array({level.hintId, level.splitCount, level.isReduction}));
    }
    return out;
}

Value objectOf(std::vector<std::pair<const std::string, Value>> &&members)
{
    Value out = Value::object();
    auto &object = out.get_ref<Value::object_t &>();
    object.reserve(members.size());
    for (auto &[name, value] : members) {
        object.Value::object_t::Container::emplace_back(name, std::move(value));
    }
    return out;
}

std::string dumped(const Value &value, int indent)
{
    return printableJson(value.dump(indent, ' ', false, Value::error_handler_t::replace));
}

} // namespace spanscope::json
