#include "core/importers/reported.h"

#include "core/importers/reported_parts.h"

#include <algorithm>
#include <set>

namespace spanscope {

const ReportedFigure *ReportedComparison::figureOf(std::size_t fact) const
{
    const auto it =
        std::lower_bound(figures.begin(), figures.end(), fact,
                         [](const ReportedFigure &figure, std::size_t wanted) { return figure.fact < wanted; });
    return it == figures.end() || it->fact != fact ? nullptr : &*it;
}

namespace {

void add(std::vector<ReportedFigure> &figures, const Graph &graph, std::size_t index, Decisions &decisions)
{
    const ReportedFact &fact = graph.reported[index];
    if (fact.kind == "work_division_span") {
        figures.push_back(workDivisionFigure(graph, index));
        figures.back().cores = coresOfFact(graph, fact, decisions.rules().maxSpanBytes);
    } else if (fact.kind == "work_division_splits") {
        figures.push_back(coreSplitsFigure(graph, index, decisions.rules().maxSpanBytes));
    } else if (fact.kind == "cannot_satisfy") {
        figures.push_back(cannotSatisfyFigure(graph, index));
    } else if (isDecision(fact)) {
        figures.push_back(decisionFigure(graph, index, decisions));
    } else if (isStep(fact)) {
        figures.push_back(stepFigure(graph, index, decisions));
    }
}

/// One piece of evidence about the rules that the compile ran under.
struct Evidence
{
    std::string op;
    std::vector<Level> levels; ///< tiled like this; empty: refused
    std::string what;          ///< in words
    bool refused = false;
    std::string code;
    bool inferred = false; ///< from a reported span, not from a decision
};

std::vector<Evidence> evidenceOf(const Graph &graph, const ReportedComparison &comparison)
{
    std::vector<Evidence> out;
    std::set<std::string> seen;
    const auto known = [&seen](const std::string &op) { return !seen.insert(op).second; };
    for (const ReportedFact &fact : graph.reported) {
        const std::string code = fact.details.contains("code") ? fact.details.at("code") : std::string();
        if (fact.kind == "plan" && !known(fact.op)) {
            const std::vector<Level> levels = toldLevels(graph, fact.op);
            out.push_back(
                {fact.op, levels, "the log plans " + levelsWords(levels) + " for " + fact.op, false, "", false});
        } else if (fact.kind == "unsupported" && !code.empty() && code != "reads_auto_tiled" && !known(fact.op)) {
            out.push_back({fact.op, {}, "the log refuses " + fact.op + " (" + code + ")", true, code, false});
        }
    }
    for (const ReportedFigure &figure : comparison.figures) {
        if (figure.tiles && !figure.tiles->told && !figure.tiles->level.isReduction && !known(figure.op)) {
            out.push_back({figure.op,
                           {figure.tiles->level},
                           "the reported span of " + figure.op + " shows " + levelsWords({figure.tiles->level}),
                           false,
                           "",
                           true});
        }
    }
    return out;
}

/// No plan, refusal or limit was told: all there is are spans that tiles would explain.
bool onlyInferred(const std::vector<Evidence> &evidence, const Graph &graph)
{
    return !graph.config.maxSpanBytes &&
           std::all_of(evidence.begin(), evidence.end(), [](const Evidence &piece) { return piece.inferred; });
}

bool explains(const OpAnalysis &analysis, const Evidence &evidence)
{
    if (evidence.refused) {
        return analysis.outcome == Outcome::Unsupported && analysis.code && codeName(*analysis.code) == evidence.code;
    }
    return analysis.outcome == Outcome::Planned && analysis.levels == evidence.levels;
}

std::string decided(const OpAnalysis &analysis)
{
    if (analysis.outcome == Outcome::Planned) {
        return levelsWords(analysis.levels);
    }
    return std::string(outcomeName(analysis.outcome)) +
           (analysis.code ? " (" + std::string(codeName(*analysis.code)) + ")" : std::string());
}

PresetMatch matchPreset(const Graph &graph, const std::string &preset, const std::vector<Evidence> &evidence)
{
    const Rules rules = presetRules(preset).value_or(Rules{});
    PresetMatch match;
    match.preset = preset;
    match.limit = rules.maxSpanBytes;
    Decisions decisions(graph, rules);
    for (const Evidence &piece : evidence) {
        const OpAnalysis *analysis = decisions.of(piece.op);
        if (analysis == nullptr || analysis->asReported || !undecided(graph, *analysis).empty() ||
            !graph.findOperation(piece.op)->layout) {
            continue; // nothing to hold against it
        }
        const bool equal = explains(*analysis, piece);
        ++(equal ? match.agrees : match.differs);
        if (!equal) {
            match.differences.push_back(piece.what + ", " + preset + " decides " + decided(*analysis));
        }
    }
    if (graph.config.maxSpanBytes) {
        const bool equal = *graph.config.maxSpanBytes == rules.maxSpanBytes;
        ++(equal ? match.agrees : match.differs);
        if (!equal) {
            match.differences.push_back("the limit in force was " + std::to_string(*graph.config.maxSpanBytes) + ", " +
                                        preset + " has " + std::to_string(rules.maxSpanBytes));
        }
    }
    return match;
}

ReportedFigure uncomputedFigure(const Graph &graph, std::size_t fact, const char *why)
{
    ReportedFigure figure;
    figure.fact = fact;
    figure.op = graph.reported[fact].op;
    figure.what = graph.reported[fact].kind;
    figure.note = why;
    return figure;
}

} // namespace

void matchPresets(const Graph &graph, ReportedComparison &comparison)
{
    const std::vector<Evidence> evidence = evidenceOf(graph, comparison);
    for (const std::string &preset : presetNames()) {
        comparison.presets.push_back(matchPreset(graph, preset, evidence));
    }
    std::vector<const PresetMatch *> whole;
    for (const PresetMatch &match : comparison.presets) {
        if (match.agrees > 0 && match.differs == 0) {
            whole.push_back(&match);
        }
    }
    if (whole.size() == 1) {
        comparison.shownPreset = whole.front()->preset;
        const std::string limit = std::to_string(whole.front()->limit) + " bytes";
        comparison.presetSentence = "Of the known rule sets only " + whole.front()->preset + " (limit " + limit +
                                    ") explains what the log shows" +
                                    (onlyInferred(evidence, graph) ? ", judging by tiles that are inferred." : ".");
    } else if (whole.size() > 1) {
        comparison.presetSentence =
            "Every known rule set would have decided as the log shows; it does not tell which was in force.";
    } else if (std::any_of(comparison.presets.begin(), comparison.presets.end(),
                           [](const PresetMatch &match) { return match.differs > 0; })) {
        comparison.presetSentence = "No known rule set decides everything as the log shows.";
    } else {
        comparison.presetSentence = "The log shows no decision that would tell the rules in force.";
    }
}

namespace {

/// Looks through the whole graph, but only once an abort asks for it.
class LazyAborts
{
public:
    explicit LazyAborts(const Graph &graph)
        : m_graph(graph)
    {
    }
    [[nodiscard]] AbortNote of(std::size_t fact)
    {
        if (!m_notes) {
            m_notes.emplace(m_graph);
        }
        return m_notes->of(fact);
    }

private:
    const Graph &m_graph;
    std::optional<AbortNotes> m_notes;
};

void compareFact(const Graph &graph, std::size_t index, Decisions &decisions, LazyAborts &aborts,
                 ReportedComparison &out)
{
    if (graph.reported[index].kind == "abort") {
        out.aborts.push_back(aborts.of(index));
        return;
    }
    try {
        add(out.figures, graph, index, decisions);
    } catch (const OverflowError &error) {
        out.figures.push_back(uncomputedFigure(graph, index, error.what()));
    } catch (const ExprTooLarge &error) {
        out.figures.push_back(uncomputedFigure(graph, index, error.what()));
    }
}

} // namespace

ReportedComparison compareReported(const Graph &graph, const Rules &rules, const WorkContext &context)
{
    ReportedComparison out;
    Decisions decisions(graph, rules);
    LazyAborts aborts(graph);
    for (std::size_t i = 0; i < graph.reported.size() && !context.cancelled(); ++i) {
        compareFact(graph, i, decisions, aborts, out);
    }
    if (!context.cancelled()) {
        matchPresets(graph, out);
    }
    return out;
}

ReportedComparison compareReportedOf(const Graph &graph, std::size_t opIndex, const Rules &rules,
                                     const GroupResult *groups)
{
    ReportedComparison out;
    const std::string &op = graph.operations.at(opIndex).name;
    Decisions decisions(graph, rules, groups);
    LazyAborts aborts(graph);
    for (const std::size_t i : graph.reportedOf(op)) {
        compareFact(graph, i, decisions, aborts, out);
    }
    for (const std::size_t i : graph.reportedOfKind("abort")) {
        AbortNote note = graph.reported[i].op.empty() ? aborts.of(i) : AbortNote{};
        if (!note.op.empty() && note.op == op) {
            out.aborts.push_back(std::move(note));
        }
    }
    return out;
}

} // namespace spanscope
