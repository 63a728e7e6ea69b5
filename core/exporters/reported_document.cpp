/// What an artefact reported beside what is recomputed here.

#include "core/base/shortened.h"
#include "core/exporters/document.h"
#include "core/graph/knowledge.h"
#include "core/text/reported_sentences.h"
#include "core/text/words.h"

namespace spanscope {

namespace {

constexpr std::size_t kMostCharacters = 120; ///< of a figure in a table
constexpr std::size_t kMostRows = 30;
constexpr std::size_t kMostAborts = 10;

Tone toneOf(Agreement agreement)
{
    return agreement == Agreement::Different ? Tone::Warning : Tone::Plain;
}

std::string lineText(std::size_t line)
{
    return line > 0 ? std::to_string(line) : "-";
}

std::vector<std::string> abortItems(const Graph &graph, const std::vector<AbortNote> &aborts)
{
    std::vector<std::string> items;
    for (const AbortNote &note : aborts) {
        if (items.size() == kMostAborts) {
            items.push_back(std::to_string(aborts.size() - kMostAborts) + " more");
            break;
        }
        items.push_back(abortSentence(graph, note));
    }
    return items;
}

} // namespace

DocTable reportedTable(const Graph &graph, const ReportedComparison &comparison)
{
    DocTable table;
    table.columns = {{"line", true},   {"what", false},    {"reported", false}, {"recomputed", false},
                     {"equal", false}, {"formula", false}, {"remark", false}};
    for (const ReportedFigure &figure : comparison.figures) {
        const std::string remark = remarkWords(figure);
        const bool compared = figure.agreement != Agreement::NotComparable;
        table.rows.push_back(
            {lineText(graph.reported.at(figure.fact).line), figure.what,
             figure.reported.empty() ? "-" : shortened(figure.reported, kMostCharacters),
             shortened(oursWords(figure), kMostCharacters), std::string(agreementWords(figure.agreement)),
             compared ? std::string(formulaLabel(figure.formula)) : "-", remark.empty() ? "-" : remark});
        table.tones.push_back(toneOf(figure.agreement));
    }
    return table;
}

Document reportedDocument(const GraphResult &result, std::size_t opIndex, int level)
{
    Document doc;
    const Graph &graph = *result.graph;
    if (!isImported(graph)) {
        return doc;
    }
    const bool shown = result.groups.disabledBy == DisabledBy::Nothing;
    ReportedComparison comparison =
        compareReportedOf(graph, opIndex, result.rules.rules, shown ? &result.groups : nullptr);
    std::erase_if(comparison.figures, [](const ReportedFigure &figure) {
        return figure.agreement == Agreement::NotComparable && figure.reported.empty();
    });
    if (!comparison.figures.empty()) {
        const std::size_t more = comparison.figures.size() > kMostRows ? comparison.figures.size() - kMostRows : 0;
        comparison.figures.resize(comparison.figures.size() - more);
        doc.heading(level, "Reported against recomputed");
        doc.table(reportedTable(graph, comparison));
        if (more > 0) {
            doc.paragraph(counted(static_cast<Int>(more), "more figure", "more figures") + " not shown.");
        }
    }
    if (!comparison.aborts.empty()) {
        doc.heading(level, "Backend aborts");
        doc.list(abortItems(graph, comparison.aborts));
    }
    return doc;
}

Document logDocument(const GraphResult &result)
{
    Document doc;
    const Graph &graph = *result.graph;
    if (graph.reported.empty()) {
        return doc;
    }
    const ReportedComparison comparison = compareReported(graph, result.rules.rules);
    if (!comparison.aborts.empty()) {
        doc.heading(2, "Backend aborts");
        doc.list(abortItems(graph, comparison.aborts));
    }
    if (comparison.figures.empty()) {
        return doc;
    }
    doc.heading(2, "Reported against recomputed");
    doc.paragraph(comparisonSentence(comparison),
                  countOf(comparison, Agreement::Different) > 0 ? Tone::Warning : Tone::Plain);
    std::vector<std::string> items;
    for (const PresetMatch &match : comparison.presets) {
        for (const std::string &difference : match.differences) {
            if (items.size() < kMostRows) {
                items.push_back(difference);
            }
        }
    }
    if (!items.empty()) {
        doc.list(std::move(items));
    }
    return doc;
}

} // namespace spanscope
