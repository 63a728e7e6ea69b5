/// The report on a whole graph, and the report functions of exporters.h.

#include "core/exporters/document.h"
#include "core/exporters/pins.h"
#include "core/graph/knowledge.h"
#include "core/text/joint.h"
#include "core/text/words.h"

#include <array>

namespace spanscope {

namespace {

constexpr std::size_t kMostDetailedOps = 200;
constexpr std::size_t kMostWarnings = 50;
constexpr std::size_t kMostJointSearches = 50;

const DimAliases &aliasesOf(const ExportChoice &choice, const std::string &op)
{
    static const DimAliases kNone;
    const auto it = choice.aliases.find(op);
    return it == choice.aliases.end() ? kNone : it->second;
}

Tone verdictTone(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unsupported:
    case Verdict::Conflict:
        return Tone::Bad;
    case Verdict::ResidualRisk:
    case Verdict::Unknown:
        return Tone::Warning;
    default:
        return Tone::Plain;
    }
}

std::vector<std::string> opsOf(const Graph &graph, const Group &group)
{
    std::vector<std::string> out;
    for (const GroupMember &member : group.members) {
        out.push_back(graph.operations[member.opIndex].name);
    }
    return out;
}

DocTable groupsTable(const GraphResult &result, const ExportChoice &choice)
{
    DocTable table;
    table.columns = {{"group", true}, {"splits", false},   {"hint ids", false},
                     {"tiles", true}, {"ended by", false}, {"ops", false}};
    for (std::size_t i = 0; i < result.groups.groups.size(); ++i) {
        const Group &group = result.groups.groups[i];
        std::vector<std::string> ids;
        for (const GroupLevel &level : group.levels) {
            ids.push_back(std::to_string(level.hintId));
        }
        const std::string &first = result.graph->operations[group.members.front().opIndex].name;
        table.rows.push_back({std::to_string(i), levelsText(group.memberLevels.front(), aliasesOf(choice, first)),
                              listed(ids), tileCountText(group.memberLevels.front()), runEndSentence(result, group),
                              listed(opsOf(*result.graph, group))});
    }
    return table;
}

std::vector<std::string> conflictItems(const GraphResult &result)
{
    std::vector<std::string> items;
    std::size_t joint = 0;
    std::size_t last = result.analyses.size();
    for (const Conflict &conflict : result.groups.conflicts) {
        std::string text = conflictSentence(*result.graph, conflict) + ".";
        // An op may have several; what could be done about it is said once.
        if (conflict.opIndex != last && joint < kMostJointSearches) {
            const std::string suggestion = jointSentence(result, jointFit(result, conflict.opIndex));
            text += suggestion.empty() ? "" : " " + suggestion;
            ++joint;
        }
        last = conflict.opIndex;
        items.push_back(std::move(text));
    }
    return items;
}

std::string rulesSentence(const GraphResult &result)
{
    std::string out = "Rules " + result.rules.rules.preset + ", " + limitSentence(result.rules);
    for (const std::string &difference : differencesFromPreset(result.rules.rules)) {
        // The limit and where it comes from was just said.
        if (!difference.starts_with("max_span_bytes")) {
            out += ", " + difference;
        }
    }
    return out + ".";
}

/// What the user chose for one op.
void applyChoice(OpDocumentOptions &options, const ExportChoice &choice, const std::string &op)
{
    options.aliases = aliasesOf(choice, op);
    if (const Pin *pin = pinOf(choice, op)) {
        options.user = pin->levels;
        options.manual = true;
    }
}

void pinned(Document &doc, const GraphResult &result, const ExportChoice &choice)
{
    if (choice.pins.empty()) {
        return;
    }
    std::vector<std::string> items;
    for (const Pin &pin : choice.pins) {
        const auto opIndex = result.graph->operationIndex(pin.op);
        const std::string warning = opIndex ? pinWarning(result, *opIndex, pin) : "the graph has no such op";
        items.push_back(pin.op + ": " + levelsText(pin.levels, aliasesOf(choice, pin.op)) + " (as a manual hint)" +
                        (warning.empty() ? "" : ". " + warning));
    }
    doc.heading(2, "Pinned by hand");
    doc.list(items);
}

} // namespace

std::string verdictCounts(const GraphResult &result)
{
    constexpr std::array kOrder = {Verdict::Unsupported, Verdict::Conflict, Verdict::ResidualRisk, Verdict::Unknown,
                                   Verdict::Planned,     Verdict::Fits,     Verdict::Skipped};
    std::array<Int, kOrder.size()> counts{};
    for (std::size_t i = 0; i < result.audits.size(); ++i) {
        ++counts.at(static_cast<std::size_t>(verdictOf(result, i)));
    }
    std::string out = counted(static_cast<Int>(result.graph->operations.size()), "op", "ops");
    std::string_view separator = ": ";
    for (const Verdict verdict : kOrder) {
        const Int count = counts.at(static_cast<std::size_t>(verdict));
        if (count > 0) {
            out += std::string(separator) + std::to_string(count) + " " + std::string(verdictWord(verdict));
            separator = ", ";
        }
    }
    return out;
}

DocTable operationsTable(const GraphResult &result, const ExportChoice &choice)
{
    DocTable table;
    table.columns = {{"op", false},           {"operation", false}, {"shape", false},
                     {"worst untiled", true}, {"ratio", true},      {"verdict", false},
                     {"splits", false},       {"group", true},      {"why", false}};
    const Int limit = result.rules.rules.maxSpanBytes;
    for (std::size_t i = 0; i < result.audits.size() && i < result.analyses.size(); ++i) {
        const Operation &op = result.graph->operations[i];
        const Int worst = i < result.untiledWorst.size() ? result.untiledWorst[i] : 0;
        const int group = i < result.groups.groupOf.size() ? result.groups.groupOf[i] : -1;
        const Verdict verdict = verdictOf(result, i);
        const std::string shape = outputShapeText(op);
        table.rows.push_back({op.name, assumedOperation(*result.graph, i), shape == "shape unknown" ? "?" : shape,
                              worst > 0 ? humanBytes(worst) : "-", worst > 0 ? ratioText(worst, limit) : "-",
                              std::string(verdictWord(verdict)),
                              splitsInForceText(result, i, aliasesOf(choice, op.name)),
                              group >= 0 ? std::to_string(group) : "-", shortReason(result, i)});
        table.tones.push_back(verdictTone(verdict));
    }
    return table;
}

namespace {

/// An op with a plan that nothing carries out: in conflict, or switched off.
bool hasUnapplied(const GraphResult &result)
{
    for (std::size_t i = 0; i < result.analyses.size() && i < result.audits.size(); ++i) {
        if (!result.analyses[i].levels.empty() && result.audits[i].splits.empty()) {
            return true;
        }
    }
    return false;
}

void inferences(Document &doc, const Graph &graph)
{
    bool assumed = false;
    for (std::size_t i = 0; i < graph.operations.size(); ++i) {
        assumed = assumed || (graph.operations[i].data && inputsUnknown(graph, i));
    }
    if (assumed) {
        doc.paragraph("* Assumed: single log lines do not say what the op is nor what it reads.");
    }
    if (const std::string inferred = inferredSentence(graph); !inferred.empty()) {
        doc.paragraph(inferred);
    }
}

void addFits(Document &doc, const GraphResult &result)
{
    std::vector<std::string> items;
    const Rules &rules = result.rules.rules;
    for (std::size_t i = 0; i < result.audits.size(); ++i) {
        if (!needsAttention(verdictOf(result, i))) {
            continue;
        }
        const Fits fits = exportFits(result, i);
        const std::string &name = result.graph->operations[i].name;
        if (fits.fits.empty() && result.audits[i].anyOver()) {
            items.push_back(name + ": " + nothingFitsSentence(fits));
        }
        for (const Fit &fit : fits.fits) {
            if (isToldByComplete(fits, fit)) {
                continue;
            }
            std::vector<std::string> outside;
            for (const Outside step : fit.outside) {
                outside.push_back(outsideSentence(step, rules));
            }
            items.push_back(name + ": " + tilesText(fit.levels) + " " +
                            (fit.kind == FitKind::Covered ? "for what the compiler checks"
                             : fits.inputsUnknown         ? "for every known span"
                                                          : "for every span") +
                            (fit.butFor.empty() ? "" : " but " + listed(fit.butFor)) +
                            (fit.worstSpan == 0 ? ", nothing of it spans more than one value"
                                                : ", worst " + bytesAgainstLimit(fit.worstSpan, rules.maxSpanBytes)) +
                            (outside.empty() ? "" : "; " + listed(outside)));
        }
    }
    if (!items.empty()) {
        doc.heading(2, "What would fit");
        doc.list(std::move(items));
    }
}

} // namespace

namespace {

/// What comes before the full answers.
Document planHead(const GraphResult &result, const PlanDocumentOptions &options, const ExportChoice &choice)
{
    Document doc;
    if (options.heading) {
        doc.heading(2, result.graph->name.empty() ? "Graph" : result.graph->name);
    }
    doc.table(operationsTable(result, choice));
    if (!result.groups.groups.empty()) {
        doc.heading(2, "Hint groups");
        doc.table(groupsTable(result, choice));
    }
    if (!result.groups.conflicts.empty()) {
        doc.heading(2, "Conflicts");
        doc.list(conflictItems(result));
    }
    if (options.fits) {
        addFits(doc, result);
    }
    return doc;
}

/// The full answers of a trace, one after another.
template <typename Visit> void forEachTraced(const GraphResult &result, Visit visit)
{
    for (std::size_t i = 0; i < result.analyses.size(); ++i) {
        if (!result.analyses[i].searchDims.empty()) {
            OpDocumentOptions op;
            op.level = 2;
            visit(opDocument(result, i, op));
        }
    }
}

/// What comes after them.
Document planTail(const GraphResult &result)
{
    Document doc;
    doc.append(logDocument(result));
    doc.heading(2, "Summary");
    doc.paragraph(verdictCounts(result) + ". " + compilesSentence(result),
                  compilesOf(result) == Compiles::No ? Tone::Bad : Tone::Plain);
    doc.paragraph(rulesSentence(result));
    if (hasUnapplied(result)) {
        doc.paragraph("Splits in parentheses are an op's own plan, which is not applied.");
    }
    if (result.groups.disabledBy != DisabledBy::Nothing) {
        doc.paragraph(disabledSentence(result.groups.disabledBy));
    }
    inferences(doc, *result.graph);
    for (const std::string &warning : inputWarnings(result, kMostWarnings)) {
        doc.paragraph("Warning: " + warning, Tone::Warning);
    }
    return doc;
}

} // namespace

Document planDocument(const GraphResult &result, const PlanDocumentOptions &options, const ExportChoice &choice)
{
    Document doc = planHead(result, options, choice);
    if (options.trace) {
        forEachTraced(result, [&doc](const Document &op) { doc.append(op); });
    }
    doc.append(planTail(result));
    return doc;
}

void writePlanText(const GraphResult &result, const PlanDocumentOptions &options, const TextStyle &style,
                   const TextSink &write)
{
    // Every part but the first begins with a heading, before which toText() leaves a blank line.
    write(toText(planHead(result, options, {}), style));
    const auto part = [&](const Document &doc) {
        write("\n");
        write(toText(doc, style));
    };
    if (options.trace) {
        forEachTraced(result, part);
    }
    part(planTail(result));
}

Document graphDocument(const GraphResult &result, const ExportChoice &choice, bool pictures,
                       const std::vector<std::pair<std::string, std::string>> &givenPictures)
{
    Document doc;
    doc.heading(1, "Memory spans of " + (result.graph->name.empty() ? "the graph" : result.graph->name));
    for (const auto &[title, svg] : givenPictures) {
        doc.picture(title, svg);
    }
    doc.heading(2, "Operations");
    PlanDocumentOptions plain;
    plain.heading = false;
    doc.append(planDocument(result, plain, choice));
    pinned(doc, result, choice);
    std::size_t detailed = 0;
    std::size_t left = 0;
    for (std::size_t i = 0; i < result.audits.size(); ++i) {
        if (!needsAttention(verdictOf(result, i))) {
            continue;
        }
        if (detailed == kMostDetailedOps) {
            ++left;
            continue;
        }
        ++detailed;
        OpDocumentOptions options;
        options.level = 2;
        options.pictures = pictures;
        applyChoice(options, choice, result.graph->operations[i].name);
        doc.append(opDocument(result, i, options));
    }
    if (left > 0) {
        doc.paragraph(counted(static_cast<Int>(left), "more op needs", "more ops need") +
                      " a look; the table above names them.");
    }
    return doc;
}

namespace {

Document reportDocument(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex,
                        bool pictures, const std::vector<std::pair<std::string, std::string>> &given)
{
    if (!opIndex) {
        return graphDocument(result, choice, pictures, given);
    }
    const std::string &name = result.graph->operations.at(*opIndex).name;
    OpDocumentOptions options;
    options.pictures = pictures;
    options.givenPictures = given;
    applyChoice(options, choice, name);
    return opDocument(result, *opIndex, options);
}

} // namespace

std::string markdownReport(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex)
{
    return toMarkdown(reportDocument(result, choice, opIndex, false, {}));
}

std::string htmlReport(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex,
                       const std::vector<std::pair<std::string, std::string>> &pictures)
{
    const std::string name = opIndex ? result.graph->operations.at(*opIndex).name : result.graph->name;
    return toHtml(reportDocument(result, choice, opIndex, true, pictures), "SpanScope: " + name);
}

} // namespace spanscope
