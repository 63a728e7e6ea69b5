// The values behind the combo map; how it looks is in combo_map.cpp.
#include "core/text/sentences.h"
#include "ui/plots/combo_map.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace spanscope::ui {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("ComboMap", text);
}

Int countOf(const std::vector<Level> &levels, HostDim dim)
{
    const auto it =
        std::find_if(levels.begin(), levels.end(), [dim](const Level &level) { return level.hostDim == dim; });
    return it == levels.end() ? 1 : it->splitCount;
}

/// `held` with the two dims' splits, ascending, ones dropped.
std::vector<Level> withPair(const std::vector<Level> &held, const ComboMapRequest &request, Int a, Int b)
{
    std::vector<Level> levels = held;
    for (const auto &[dim, count] : {std::make_pair(request.a, a), std::make_pair(request.b, b)}) {
        if (count > 1) {
            levels.push_back({dim, count, false});
        }
    }
    std::sort(levels.begin(), levels.end(),
              [](const Level &left, const Level &right) { return left.hostDim < right.hostDim; });
    return levels;
}

SpanState worstState(const OpAudit &audit)
{
    SpanState worst = SpanState::Fits;
    for (const AuditRow &row : audit.rows) {
        switch (spanStateOf(row)) {
        case SpanState::Over:
            return SpanState::Over;
        case SpanState::OverUnchecked:
            worst = SpanState::OverUnchecked;
            break;
        case SpanState::Unknown:
            worst = worst == SpanState::Fits ? SpanState::Unknown : worst;
            break;
        default:
            break;
        }
    }
    return worst;
}

QString sentenceOf(const ComboCell &cell, const Trial &trial, const Rules &rules, const std::vector<Level> &levels)
{
    Int tiles = 1;
    for (const Level &level : levels) {
        tiles *= level.splitCount; // products of divisors of sizes that were accepted
    }
    QStringList parts;
    parts << translated("%1 tiles").arg(QString::fromStdString(grouped(tiles)));
    if (cell.worstSpan > 0) {
        parts << translated("worst span %1")
                     .arg(QString::fromStdString(bytesAgainstLimit(cell.worstSpan, rules.maxSpanBytes)));
    }
    for (std::size_t i = 0; i < trial.entries.size() && i < trial.splits.size(); ++i) {
        const SplitStatus status = trial.entries[i].status;
        if (status != SplitStatus::Legal && status != SplitStatus::One) {
            parts << QString::fromStdString(splitSentence(trial.entries[i], trial.splits[i].hostDim, rules));
        }
    }
    if (trial.error) {
        parts << QString::fromStdString(codeSentence(*trial.error));
    } else if (cell.status != ComboStatus::CutsStick && cell.status != ComboStatus::AllOnes) {
        parts << QString::fromStdString(comboSentence(trial.step, rules));
    }
    return parts.join(QStringLiteral("; "));
}

ComboCell makeCell(const GraphResult &result, std::size_t op, const std::vector<Level> &levels,
                   const OpAnalysis *analysis)
{
    const Graph &graph = *result.graph;
    const Rules &rules = result.rules.rules;
    const Trial trial = trySplits(graph, op, levels, rules);
    const bool asGrouped = levels == result.groups.levelsOf(op);
    const OpAudit rows =
        audit(graph, op, levels, rules, analysis, asGrouped ? storagePlan(graph, result.groups, op) : StoragePlan{});
    ComboCell cell;
    cell.status = levels.empty() ? ComboStatus::AllOnes : trial.step.status;
    cell.accepted = trial.accepted;
    cell.applies = !trial.error;
    cell.worstSpan = rows.worstSpan;
    cell.state = worstState(rows);
    for (const SplitEntry &entry : trial.entries) {
        cell.cut = entry.status == SplitStatus::CutsOutputStick || entry.status == SplitStatus::CutsInputStick
                       ? std::optional(entry.status)
                       : cell.cut;
    }
    if (cell.status == ComboStatus::CutsStick && !cell.cut) {
        cell.cut = trial.step.stick.tensor.isOutput() ? SplitStatus::CutsOutputStick : SplitStatus::CutsInputStick;
    }
    cell.sentence = sentenceOf(cell, trial, rules, levels);
    return cell;
}

struct Side
{
    std::vector<Int> shown;
    std::size_t leftOut = 0;
};

Side sideOf(const GraphResult &result, const ComboMapRequest &request, HostDim dim, Int planned)
{
    const SplitTable table = splitTable(*result.graph, request.opIndex, dim, result.rules.rules);
    std::vector<Int> divisors;
    for (const SplitEntry &entry : table.entries) {
        divisors.push_back(entry.count);
    }
    if (divisors.empty()) {
        divisors.push_back(1);
    }
    Int required = table.required;
    for (const SplitTable &searched : result.analyses.at(request.opIndex).tables) {
        required = searched.hostDim == dim ? std::max(required, searched.required) : required;
    }
    Side side;
    side.shown = divisorsToShow(divisors, {countOf(request.current, dim), planned}, required, request.maxPerSide);
    side.leftOut = divisors.size() - side.shown.size();
    return side;
}

} // namespace

std::vector<Int> divisorsToShow(const std::vector<Int> &divisors, const std::vector<Int> &keep, Int required,
                                std::size_t most)
{
    if (divisors.size() <= most) {
        return divisors;
    }
    std::vector<Int> rest;
    std::vector<Int> shown;
    for (const Int count : divisors) {
        const bool kept = count == 1 || std::find(keep.begin(), keep.end(), count) != keep.end();
        (kept ? shown : rest).push_back(count);
    }
    const auto distance = [required](Int count) {
        return std::abs(std::log(static_cast<double>(count) / static_cast<double>(std::max<Int>(1, required))));
    };
    std::stable_sort(rest.begin(), rest.end(), [&](Int a, Int b) { return distance(a) < distance(b); });
    for (const Int count : rest) {
        if (shown.size() >= most) {
            break;
        }
        shown.push_back(count);
    }
    std::sort(shown.begin(), shown.end());
    return shown;
}

ComboMapData computeComboMap(const GraphResult &result, const ComboMapRequest &request, const std::stop_token &stop)
{
    const OpAnalysis &analysis = result.analyses.at(request.opIndex);
    ComboMapData out;
    out.a = request.a;
    out.b = request.b;
    out.nameA = request.nameA;
    out.nameB = request.nameB;
    out.limit = result.rules.rules.maxSpanBytes;
    const Int planA = countOf(analysis.levels, request.a);
    const Int planB = countOf(analysis.levels, request.b);
    const auto heldOf = [&request](std::vector<Level> levels) {
        std::erase_if(levels, [&request](const Level &level) {
            return level.splitCount == 1 || level.hostDim == request.a || level.hostDim == request.b;
        });
        return levels;
    };
    const std::vector<Level> held = heldOf(request.current);
    if (analysis.outcome == Outcome::Planned && heldOf(analysis.levels) == held) {
        out.plan = {planA, planB};
    }
    out.current = {countOf(request.current, request.a), countOf(request.current, request.b)};
    Side a = sideOf(result, request, request.a, planA);
    Side b = sideOf(result, request, request.b, planB);
    out.countsA = std::move(a.shown);
    out.countsB = std::move(b.shown);
    out.leftOutA = a.leftOut;
    out.leftOutB = b.leftOut;
    out.cells.resize(out.countsA.size() * out.countsB.size());
    for (std::size_t i = 0; i < out.cells.size(); ++i) {
        if (stop.stop_requested()) {
            out.complete = false;
            break;
        }
        const Int countA = out.countsA[i / out.countsB.size()];
        const Int countB = out.countsB[i % out.countsB.size()];
        out.cells[i] = makeCell(result, request.opIndex, withPair(held, request, countA, countB), &analysis);
    }
    return out;
}

} // namespace spanscope::ui
