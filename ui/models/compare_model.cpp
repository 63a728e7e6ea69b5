#include "ui/models/compare_model.h"

#include "core/base/input_error.h"
#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QHash>

#include <nlohmann/json.hpp>

namespace spanscope::ui {

namespace {

TableCell spanCell(Int bytes)
{
    return bytes < 0 ? TableCell{QStringLiteral("-"), qlonglong{-1}, {}}
                     : TableCell{qs(humanBytes(bytes)), static_cast<qlonglong>(bytes), qs(exactBytes(bytes))};
}

QString changeWord(CompareModel::Change change)
{
    switch (change) {
    case CompareModel::Same:
        return CompareModel::tr("same");
    case CompareModel::Different:
        return CompareModel::tr("changed");
    case CompareModel::Added:
        return CompareModel::tr("only now");
    case CompareModel::Removed:
        return CompareModel::tr("only before");
    }
    return {};
}

TableRow compareRow(const QString &name, const BaselineOp *before, const OpSummary *after)
{
    CompareModel::Change change = CompareModel::Same;
    if (before == nullptr) {
        change = CompareModel::Added;
    } else if (after == nullptr) {
        change = CompareModel::Removed;
    } else if (before->verdict != qs(verdictWord(after->verdict)) || before->levels != after->levels ||
               (before->worstSpan >= 0 && before->worstSpan != after->worstSpan)) {
        change = CompareModel::Different;
    }
    TableRow row;
    row.state = change;
    row.cells = {{name, {}, {}},
                 {before != nullptr ? before->verdict : QString(), {}, {}},
                 {after != nullptr ? qs(verdictWord(after->verdict)) : QString(), {}, {}},
                 {before != nullptr ? before->levels : QString(), {}, {}},
                 {after != nullptr ? after->levels : QString(), {}, {}},
                 spanCell(before != nullptr ? before->worstSpan : -1),
                 spanCell(after != nullptr ? after->worstSpan : -1),
                 {changeWord(change), static_cast<int>(change), {}}};
    return row;
}

BaselineOp planOp(const nlohmann::json &op)
{
    BaselineOp out;
    out.name = qs(op.at("name").get<std::string>());
    std::vector<Level> levels;
    for (const auto &level : op.value("levels", nlohmann::json::array())) {
        levels.push_back(Level{.hostDim = HostDim{level.at("host_dim").get<int>()},
                               .splitCount = level.at("split_count").get<Int>()});
    }
    out.levels = qs(levelsText(levels));
    const std::string outcome = op.at("outcome").get<std::string>();
    const auto residual = op.find("residual");
    const bool risk = residual != op.end() && residual->is_array() && !residual->empty();
    const Verdict verdict = outcome == "unsupported"                              ? Verdict::Unsupported
                            : risk                                                ? Verdict::ResidualRisk
                            : op.contains("unknown")                              ? Verdict::Unknown
                            : outcome == "planned"                                ? Verdict::Planned
                            : op.value("code", nlohmann::json()) == "no_overflow" ? Verdict::Fits
                                                                                  : Verdict::Skipped;
    out.verdict = qs(verdictWord(verdict));
    return out;
}

} // namespace

Baseline baselineOf(const ResultSummary &summary, const QString &title)
{
    Baseline baseline;
    baseline.title = title;
    baseline.ops.reserve(summary.ops.size());
    for (const OpSummary &op : summary.ops) {
        baseline.ops.push_back({op.name, qs(verdictWord(op.verdict)), op.levels, op.worstSpan});
    }
    return baseline;
}

Baseline baselineOfPlan(std::string_view json, const std::string &file, const QString &title)
{
    try {
        const std::string_view line = json.substr(0, json.find('\n'));
        nlohmann::json document = nlohmann::json::parse(line, nullptr, false);
        if (document.is_discarded()) {
            document = nlohmann::json::parse(json);
        }
        if (document.value("format", std::string()) != "spyre-span-plan") {
            throw InputError(file, "/format", "not a spyre-span-plan document");
        }
        Baseline baseline;
        baseline.title = title;
        for (const auto &op : document.at("operations")) {
            baseline.ops.push_back(planOp(op));
        }
        return baseline;
    } catch (const nlohmann::json::exception &error) {
        throw InputError(file, {}, error.what());
    }
}

CompareModel::CompareModel(QObject *parent)
    : TextTable({{tr("Operation"), tr("Matched by name"), false},
                 {tr("Verdict before"), tr("In the baseline"), false},
                 {tr("Verdict now"), tr("In the open graph"), false},
                 {tr("Levels before"), tr("Splits in the baseline"), false},
                 {tr("Levels now"), tr("Splits in the open graph"), false},
                 {tr("Worst span before"), tr("Largest span under the baseline's plan"), true},
                 {tr("Worst span now"), tr("Largest span under the plan"), true},
                 {tr("Change"), tr("What differs between the two"), false}},
                parent)
{
}

void CompareModel::setSides(const std::shared_ptr<const Baseline> &before, const ResultSummaryPtr &after,
                            bool onlyChanged)
{
    std::vector<TableRow> rows;
    m_ops.clear();
    m_changes = 0;
    const auto add = [&](TableRow row, int op) {
        m_changes += row.state != Same ? 1 : 0;
        if (!onlyChanged || row.state != Same) {
            rows.push_back(std::move(row));
            m_ops.push_back(op);
        }
    };
    if (before && after) {
        QHash<QString, const BaselineOp *> byName;
        for (const BaselineOp &op : before->ops) {
            byName.insert(op.name, &op);
        }
        for (std::size_t i = 0; i < after->ops.size(); ++i) {
            const OpSummary &op = after->ops[i];
            add(compareRow(op.name, byName.take(op.name), &op), static_cast<int>(i));
        }
        for (const BaselineOp &op : before->ops) {
            if (byName.contains(op.name)) {
                add(compareRow(op.name, &op, nullptr), -1);
            }
        }
    }
    setRows(std::move(rows));
}

int CompareModel::opIndex(const QModelIndex &index) const
{
    return index.isValid() ? m_ops.at(static_cast<std::size_t>(index.row())) : -1;
}

} // namespace spanscope::ui
