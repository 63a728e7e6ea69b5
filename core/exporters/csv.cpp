/// The table of spans for spreadsheets.

#include "core/exporters/exporters.h"
#include "core/exporters/pins.h"
#include "core/planner/audit.h"
#include "core/text/words.h"

#include <map>
#include <utility>

namespace spanscope {

namespace {

std::string spanField(const AuditRow *row)
{
    return row == nullptr || row->exactness == Exactness::Unknown ? "" : std::to_string(row->span);
}

/// span / limit with four decimals, rounded down: a span over the limit never reads 1.0000 unless exactly.
std::string ratioField(const AuditRow *row, Int limit)
{
    if (row == nullptr || row->exactness == Exactness::Unknown) {
        return "";
    }
    return decimalText(row->span, limit, 4, false);
}

/// The rows of an audit by tensor and device dim. A buffer that is read twice counts as two tensors.
class RowIndex
{
public:
    explicit RowIndex(OpAudit audit)
        : m_audit(std::move(audit))
    {
        for (const AuditRow &row : m_audit.rows) {
            m_rows.emplace(keyOf(row), &row);
        }
    }
    RowIndex(const RowIndex &) = delete;
    RowIndex &operator=(const RowIndex &) = delete;

    [[nodiscard]] const AuditRow *same(const AuditRow &row) const
    {
        const auto it = m_rows.find(keyOf(row));
        return it == m_rows.end() ? nullptr : it->second;
    }

private:
    using Key = std::pair<int, int>;
    static Key keyOf(const AuditRow &row) { return {row.tensor.read, row.deviceDim.index}; }

    OpAudit m_audit;
    std::map<Key, const AuditRow *> m_rows;
};

std::string spaced(const std::vector<std::string> &items)
{
    std::string out;
    for (const std::string &item : items) {
        out += (out.empty() ? "" : " ") + item;
    }
    return out;
}

std::string rowLine(const GraphResult &result, std::size_t opIndex, const AuditRow &row, const AuditRow *before)
{
    const OpAnalysis &analysis = result.analyses[opIndex];
    const Int limit = result.rules.rules.maxSpanBytes;
    const bool checked = row.unchecked == Unchecked::Checked;
    const std::vector<std::string> fields = {result.graph->operations[opIndex].name,
                                             std::string(verdictWord(verdictOf(result, opIndex))),
                                             std::string(analysis.code ? codeName(*analysis.code) : ""),
                                             row.tensor.toString(),
                                             std::to_string(row.deviceDim.index),
                                             row.coordinate,
                                             spaced(row.symbols),
                                             std::string(storageName(row.storage)),
                                             spanField(before),
                                             spanField(&row),
                                             ratioField(before, limit),
                                             ratioField(&row, limit),
                                             row.exactness == Exactness::Exact        ? "exact"
                                             : row.exactness == Exactness::UpperBound ? "upper_bound"
                                                                                      : "unknown",
                                             row.over ? "yes" : "no",
                                             checked ? "yes" : "no",
                                             checked ? "" : std::string(uncheckedName(row.unchecked)),
                                             row.coresNeeded ? std::to_string(*row.coresNeeded) : ""};
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        line += (i == 0 ? "" : ",") + csvText(fields[i]);
    }
    return line + "\n";
}

} // namespace

void writeCsvTable(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex,
                   const TextSink &write)
{
    const Graph &graph = *result.graph;
    const Rules &rules = result.rules.rules;
    write("op,verdict,code,tensor,device_dim,coordinate,symbols,storage,span_before,span_after,ratio_before,"
          "ratio_after,exactness,over_limit,checked,why_unchecked,cores_needed\n");
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        if (opIndex && i != *opIndex) {
            continue;
        }
        const RowIndex untiled(audit(graph, i, {}, rules, &result.analyses[i]));
        const Pin *pin = pinOf(choice, graph.operations[i].name);
        const OpAudit after =
            pin == nullptr ? result.audits[i] : audit(graph, i, pin->levels, rules, &result.analyses[i]);
        for (const AuditRow &row : after.rows) {
            write(rowLine(result, i, row, untiled.same(row)));
        }
    }
}

std::string csvTable(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex)
{
    std::string out;
    writeCsvTable(result, choice, opIndex, [&out](std::string_view text) { out += text; });
    return out;
}

} // namespace spanscope
