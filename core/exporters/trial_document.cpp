/// The answer to "would these splits do?".

#include "core/exporters/document.h"
#include "core/exporters/json_values.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

Tone toneOf(const AuditRow &row)
{
    if (!row.over) {
        return Tone::Plain;
    }
    return row.unchecked == Unchecked::Checked ? Tone::Bad : Tone::Warning;
}

Tone toneOf(TrialAnswer answer)
{
    switch (answer) {
    case TrialAnswer::Fits:
        return Tone::Good;
    case TrialAnswer::LeavesSpans:
    case TrialAnswer::Unknown:
        return Tone::Warning;
    case TrialAnswer::DoesNotFit:
    case TrialAnswer::Error:
        break;
    }
    return Tone::Bad;
}

/// Untiled when the splits cannot be applied at all.
OpAudit auditOf(const GraphResult &result, std::size_t opIndex, const Trial &trial)
{
    return audit(*result.graph, opIndex, trial.error ? std::vector<Level>{} : trial.splits, result.rules.rules,
                 &result.analyses.at(opIndex));
}

std::vector<std::string> nearestText(const GraphResult &result, std::size_t opIndex, const Trial &trial)
{
    std::vector<std::string> items;
    const std::vector<HostDimInfo> dims = hostDims(*result.graph, opIndex);
    for (std::size_t i = 0; i < trial.entries.size() && i < trial.splits.size(); ++i) {
        const auto info = std::find_if(dims.begin(), dims.end(),
                                       [&](const HostDimInfo &entry) { return entry.dim == trial.splits[i].hostDim; });
        if (trial.entries[i].status != SplitStatus::NotADivisor || info == dims.end() || !info->range.isInteger()) {
            continue;
        }
        std::vector<std::string> nearest;
        for (const Int divisor : nearestDivisors(info->range.value, trial.splits[i].splitCount)) {
            nearest.push_back(std::to_string(divisor));
        }
        if (!nearest.empty()) {
            items.push_back("the nearest divisors of " + info->range.toString() + " are " + listed(nearest));
        }
    }
    return items;
}

/// Whether the compiler's own search splits that dim.
bool isSearched(const GraphResult &result, std::size_t opIndex, HostDim dim)
{
    const std::vector<HostDim> &dims = result.analyses.at(opIndex).searchDims;
    return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

std::vector<std::string> overItems(const GraphResult &result, const OpAudit &audit)
{
    std::vector<std::string> items;
    for (const AuditRow &row : audit.rows) {
        if (row.over) {
            items.push_back(residualSentence(row, result.rules.rules, result.graph->sencores()));
        }
    }
    return items;
}

} // namespace

DocTable spansTable(const OpAudit &audit, const Rules &rules)
{
    DocTable table;
    table.columns = {{"tensor", false}, {"dev", true},    {"coordinate", false},
                     {"stored", false}, {"state", false}, {"span", false}};
    for (const AuditRow &row : audit.rows) {
        table.rows.push_back({row.tensor.isOutput() ? "output" : row.tensor.buffer, std::to_string(row.deviceDim.index),
                              row.coordinate, row.storage == Storage::Full ? "whole" : "per tile", rowWord(row),
                              rowArithmetic(row, rules.maxSpanBytes)});
        table.tones.push_back(toneOf(row));
    }
    return table;
}

Fits exportFits(const GraphResult &result, std::size_t opIndex)
{
    return whatWouldFit(*result.graph, opIndex, result.analyses.at(opIndex), result.rules.rules);
}

bool isToldByComplete(const Fits &fits, const Fit &fit)
{
    return fit.kind == FitKind::Covered && std::any_of(fits.fits.begin(), fits.fits.end(), [&fit](const Fit &other) {
               return other.kind == FitKind::Complete && other.levels == fit.levels;
           });
}

DocTable fitsTable(const Fits &fits, const Rules &rules, const DimAliases &aliases)
{
    DocTable table;
    table.columns = {{"splits", false},
                     {"tiles", true},
                     {"worst span", false},
                     {"clears", false},
                     {"outside of the compiler's rules", false}};
    for (const Fit &fit : fits.fits) {
        if (isToldByComplete(fits, fit)) {
            continue;
        }
        std::vector<std::string> notes;
        for (const Outside step : fit.outside) {
            notes.push_back(outsideSentence(step, rules));
        }
        if (fit.cheaperThanPlan) {
            notes.emplace_back("cheaper than the plan");
        }
        std::string clears = fit.kind == FitKind::Covered ? "what the compiler checks"
                             : fits.inputsUnknown         ? "every known span"
                                                          : "every span";
        if (!fit.butFor.empty()) {
            clears += " but " + listed(fit.butFor);
        }
        table.rows.push_back({levelsText(fit.levels, aliases), std::to_string(fit.tiles),
                              worstAgainstLimit(fit.worstSpan, rules.maxSpanBytes), clears,
                              notes.empty() ? "-" : listed(notes)});
    }
    return table;
}

Document trialDocument(const GraphResult &result, std::size_t opIndex, const TrialQuestion &question,
                       const TrialStyle &style)
{
    const Rules &rules = result.rules.rules;
    const Operation &op = result.graph->operations.at(opIndex);
    const Trial trial = trySplits(*result.graph, opIndex, question.splits, rules, question.manual);
    Document doc;
    doc.heading(style.level, op.name + " with " + levelsText(trial.splits, style.aliases) +
                                 (question.manual ? ", as a manual hint" : ""));
    const OpAudit truth = auditOf(result, opIndex, trial);
    doc.paragraph(trialSentence(trial, truth, question.manual, rules), toneOf(trialAnswer(trial, truth)));
    if (trial.error) {
        return doc;
    }
    std::vector<std::string> items;
    for (std::size_t i = 0; i < trial.entries.size() && i < trial.splits.size(); ++i) {
        items.push_back(levelsText({trial.splits[i]}, style.aliases) + ": " +
                        splitSentence(trial.entries[i], trial.splits[i].hostDim, rules));
    }
    for (std::string &item : nearestText(result, opIndex, trial)) {
        items.push_back(std::move(item));
    }
    if (!question.manual) {
        for (const Level &level : trial.splits) {
            if (!isSearched(result, opIndex, level.hostDim)) {
                items.push_back(levelsText({level}, style.aliases) +
                                ": the compiler would not try it, for it searches only dims that a checked span over "
                                "the limit runs along");
            }
        }
    }
    if (!items.empty()) {
        doc.list(std::move(items));
    }
    doc.table(spansTable(truth, rules));
    std::vector<std::string> over = overItems(result, truth);
    if (over.empty() && !truth.hasUnknown && !truth.rows.empty()) {
        doc.paragraph(truth.worstSpan == 0 ? "No coordinate spans more than one value."
                                           : "Every span is within the limit; the worst is " +
                                                 bytesAgainstLimit(truth.worstSpan, rules.maxSpanBytes) + ".",
                      Tone::Good);
    } else if (!over.empty()) {
        doc.paragraph("Over the limit with these splits:", Tone::Warning);
        doc.list(std::move(over));
        doc.paragraph("Together: " + coresSentence(truth.coresNeeded, truth.coreFactors, result.graph->sencores()) +
                      ".");
    }
    if (truth.hasUnknown) {
        doc.paragraph("Not computed: " + unknownSentence(result.analyses[opIndex], truth) + ".", Tone::Warning);
    }
    return doc;
}

std::string trialJson(const GraphResult &result, std::size_t opIndex, const TrialQuestion &question)
{
    using json::Value;
    const Rules &rules = result.rules.rules;
    const Trial trial = trySplits(*result.graph, opIndex, question.splits, rules, question.manual);
    const OpAudit truth = auditOf(result, opIndex, trial);
    Value splits = Value::array();
    for (std::size_t i = 0; i < trial.entries.size() && i < trial.splits.size(); ++i) {
        Value entry = {{"host_dim", trial.splits[i].hostDim.index}};
        entry["searched"] = isSearched(result, opIndex, trial.splits[i].hostDim);
        entry.update(json::splitEntryValue(trial.entries[i], trial.splits[i].hostDim, rules));
        splits.push_back(std::move(entry));
    }
    Value rows = Value::array();
    Value residual = Value::array();
    for (const AuditRow &row : truth.rows) {
        rows.push_back(json::rowValue(row));
        if (row.over) {
            residual.push_back(json::rowValue(row));
        }
    }
    // Splits that cannot be applied or do not divide never come to the combination's check.
    const bool judged = !trial.error && std::none_of(trial.entries.begin(), trial.entries.end(), [](const auto &entry) {
        return entry.status == SplitStatus::NotADivisor;
    });
    Value combo = judged ? json::comboValue(trial.step, rules) : Value(nullptr);
    return json::dumped(Value{{"op", result.graph->operations.at(opIndex).name},
                              {"manual", question.manual},
                              {"answer", trialAnswerName(trialAnswer(trial, truth))},
                              {"code", trial.error ? Value(codeName(*trial.error)) : Value(nullptr)},
                              {"message", trialSentence(trial, truth, question.manual, rules)},
                              {"splits", std::move(splits)},
                              {"combo", std::move(combo)},
                              {"worst_span", truth.worstSpan},
                              {"cores_needed", json::optionalInt(truth.coresNeeded)},
                              {"rows", std::move(rows)},
                              {"residual", std::move(residual)},
                              {"fits", json::fitsValue(exportFits(result, opIndex))}});
}

} // namespace spanscope
