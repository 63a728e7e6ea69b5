#include "ui/models/rejections_model.h"

#include "ui/models/search_model.h"
#include "ui/models/text.h"

#include <algorithm>
#include <map>

namespace spanscope::ui {

namespace {

/// One refusal on its way into the tree.
struct Refusal
{
    std::string rule; ///< stable id
    QString ruleText;
    TableRow row;
    std::optional<Levels> levels;
};

QString dimText(HostDim dim, Int count, const DimAliases &aliases)
{
    return qs(levelsText({Level{.hostDim = dim, .splitCount = count}}, aliases));
}

QString stickPlace(const SplitEntry &entry)
{
    return RejectionsModel::tr("%1 dim %2").arg(qs(entry.tensor.toString())).arg(entry.tensorDim.index);
}

/// Measured and required of a split, by the rule that refuses it.
std::pair<QString, QString> figures(const SplitEntry &entry, const Rules &rules)
{
    switch (entry.status) {
    case SplitStatus::UnitTile:
        return {RejectionsModel::tr("tile of %1").arg(entry.tile), RejectionsModel::tr("more than 1")};
    case SplitStatus::OverAutoCap:
        return {QString::number(entry.count), RejectionsModel::tr("at most %1").arg(rules.maxAutoSplit)};
    case SplitStatus::CutsOutputStick:
    case SplitStatus::CutsInputStick:
        if (entry.stick == StickFailure::StickDimUnknown) {
            return {RejectionsModel::tr("unknown"), RejectionsModel::tr("a known stick dim")};
        }
        if (entry.stick == StickFailure::CoordinatesUnknown) {
            return {RejectionsModel::tr("unknown"), RejectionsModel::tr("a known access")};
        }
        return {qs(grouped(entry.tensorTile)), RejectionsModel::tr("multiple of %1").arg(entry.elemsPerStick)};
    default:
        return {QString::number(entry.count), {}};
    }
}

Refusal splitRefusal(const SplitEntry &entry, HostDim dim, const Rules &rules, const DimAliases &aliases)
{
    const bool stick = entry.status == SplitStatus::CutsOutputStick || entry.status == SplitStatus::CutsInputStick;
    const auto [measured, required] = figures(entry, rules);
    const QString whole = qs(splitSentence(entry, dim, rules));
    Refusal refusal;
    refusal.rule = splitStatusName(entry.status);
    refusal.ruleText = qs(splitStatusWords(entry.status, entry.stick, rules));
    refusal.levels = Levels{Level{.hostDim = dim, .splitCount = entry.count}};
    refusal.row.cells = {{dimText(dim, entry.count, aliases), static_cast<qlonglong>(entry.count), whole},
                         {measured, {}, whole},
                         {required, {}, whole},
                         {stick ? stickPlace(entry) : QString(), {}, whole},
                         {qs(splitStatusName(entry.status)), {}, {}}};
    return refusal;
}

Refusal comboRefusal(const ComboStep &step, const Rules &rules, const DimAliases &aliases)
{
    const QString whole = qs(comboSentence(step, rules));
    QString measured = step.status == ComboStatus::CutsStick ? qs(grouped(step.stick.tensorTile)) : qs(step.message);
    QString required;
    QString where = step.status == ComboStatus::CutsStick ? stickPlace(step.stick) : QString();
    if (step.status == ComboStatus::CutsStick) {
        required = RejectionsModel::tr("multiple of %1").arg(step.stick.elemsPerStick);
    }
    if (!step.remaining.empty()) {
        const auto worst =
            std::max_element(step.remaining.begin(), step.remaining.end(),
                             [](const Candidate &a, const Candidate &b) { return a.perCoreSpan < b.perCoreSpan; });
        measured = QStringLiteral("%1 = %2").arg(qs(humanBytes(worst->perCoreSpan)),
                                                 qs(ratioText(worst->perCoreSpan, rules.maxSpanBytes)));
        required = RejectionsModel::tr("at most %1").arg(qs(humanBytes(rules.maxSpanBytes)));
        where = RejectionsModel::tr("%1 dev %2").arg(qs(worst->source.toString())).arg(worst->deviceDim.index);
    }
    Refusal refusal;
    refusal.rule = comboStatusName(step.status);
    refusal.ruleText = step.status == ComboStatus::LeavesSpans
                           ? RejectionsModel::tr("leaves a span over the limit, as the compiler reads it")
                           : comboStatusWord(step.status);
    refusal.levels = normalized(step.splits);
    refusal.row.cells = {{qs(levelsText(*refusal.levels, aliases)), static_cast<qlonglong>(step.cost.product), whole},
                         {measured, {}, whole},
                         {required, {}, whole},
                         {where, {}, whole},
                         {qs(comboStatusName(step.status)), {}, {}}};
    return refusal;
}

Refusal coordinateRefusal(const SkippedCoordinate &skipped, Int limit)
{
    Refusal refusal;
    refusal.rule = codeName(skipped.code);
    refusal.ruleText = qs(codeSentence(skipped.code));
    const QString what =
        RejectionsModel::tr("%1 dev %2").arg(qs(skipped.source.toString())).arg(skipped.deviceDim.index);
    const QString span =
        skipped.span ? QStringLiteral("%1 = %2").arg(qs(humanBytes(*skipped.span)), qs(ratioText(*skipped.span, limit)))
                     : RejectionsModel::tr("unknown");
    refusal.row.cells = {{what, {}, {}},
                         {span, {}, skipped.span ? qs(bytesAgainstLimit(*skipped.span, limit)) : QString()},
                         {RejectionsModel::tr("at most %1").arg(qs(humanBytes(limit))), {}, {}},
                         {qs(skipped.coordinate), {}, {}},
                         {qs(codeName(skipped.code)), {}, {}}};
    return refusal;
}

std::vector<Refusal> refusalsOf(const OpDetails &details, const DimAliases &aliases)
{
    const Rules &rules = details.result->rules.rules;
    std::vector<Refusal> refusals;
    for (const SplitTable &table : details.tables) {
        for (const SplitEntry &entry : table.entries) {
            if (entry.status != SplitStatus::Legal && entry.status != SplitStatus::One) {
                refusals.push_back(splitRefusal(entry, table.hostDim, rules, aliases));
            }
        }
    }
    for (const ComboStep &step : details.traced.combos) {
        if (step.status != ComboStatus::Fits && step.status != ComboStatus::AllOnes) {
            refusals.push_back(comboRefusal(step, rules, aliases));
        }
    }
    for (const SkippedCoordinate &skipped : details.traced.skipped) {
        refusals.push_back(coordinateRefusal(skipped, rules.maxSpanBytes));
    }
    return refusals;
}

} // namespace

RejectionsModel::RejectionsModel(QObject *parent)
    : TextTable({{tr("Refused"), tr("The rule with its count, below it the splits or coordinates"), false},
                 {tr("Measured"), tr("The figure the rule looks at"), true},
                 {tr("Required"), tr("What it would have to be"), false},
                 {tr("Where"), tr("Tensor, dim or coordinate"), false},
                 {tr("Rule"), tr("Stable id of the rule, as in the plan document"), false}},
                parent)
{
}

void RejectionsModel::setDetails(const OpDetailsPtr &details, const DimAliases &aliases)
{
    std::vector<TableRow> rows;
    m_levels.clear();
    std::map<std::pair<std::string, QString>, std::size_t> rowOfRule; // one rule may refuse for several reasons
    for (Refusal &refusal : details ? refusalsOf(*details, aliases) : std::vector<Refusal>{}) {
        const auto [found, isNew] = rowOfRule.try_emplace({refusal.rule, refusal.ruleText}, rows.size());
        if (isNew) {
            TableRow top;
            top.cells = {{refusal.ruleText, {}, {}}, {}, {}, {}, {qs(refusal.rule), {}, {}}};
            rows.push_back(std::move(top));
            m_levels.emplace_back();
        }
        rows[found->second].children.push_back(std::move(refusal.row));
        m_levels[found->second].push_back(std::move(refusal.levels));
    }
    for (TableRow &row : rows) {
        row.cells.front().text = QStringLiteral("%1  %2").arg(row.children.size()).arg(row.cells.front().text);
    }
    setRows(std::move(rows));
}

std::optional<Levels> RejectionsModel::levels(const QModelIndex &index) const
{
    if (!index.isValid() || !isChild(index)) {
        return std::nullopt;
    }
    return m_levels.at(static_cast<std::size_t>(topRow(index))).at(static_cast<std::size_t>(index.row()));
}

} // namespace spanscope::ui
