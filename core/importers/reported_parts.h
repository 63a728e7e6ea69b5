#pragma once
/// Pieces of compareReported(). Inside the importers only.

#include "core/importers/reported.h"

#include "core/groups/groups.h"
#include "core/layout/coordinates.h"
#include "core/layout/layouts.h"

#include <functional>
#include <map>

namespace spanscope {

/// A tensor of an op with its device coordinates.
struct ReportedTensor
{
    std::string name; ///< `output`, `input:x`
    std::string buffer;
    std::vector<std::string> symbols;
    std::vector<Int> ranges;
    std::vector<Coordinate> coordinates;
    std::vector<Int> deviceSize;
    std::vector<Int> size; ///< host size, may be empty
    Int itemBytes = 0;
    std::vector<int> hostDimOf; ///< per symbol: output host dim or -1
};

/// The output and the reads of an op whose coordinates are known.
[[nodiscard]] std::vector<ReportedTensor> tensorsOf(const Graph &graph, const Operation &op);
/// A tensor that only a line describes: shape, dtype, maybe device_size.
[[nodiscard]] std::optional<ReportedTensor> tensorOfLine(const ReportedFact &fact);

/// The span of one coordinate.
struct SpanFigure
{
    std::size_t deviceDim = 0;
    Int extent = 0;
    Int inner = 1;
    Int bytes = 0;
};
/// Work Division's check: the first non-stick coordinate that varies. nullopt: none does.
[[nodiscard]] std::optional<SpanFigure> workDivisionSpan(const ReportedTensor &tensor, const std::vector<Int> &ranges);
[[nodiscard]] std::optional<SpanFigure> coordinateSpan(const ReportedTensor &tensor, std::size_t deviceDim,
                                                       const std::vector<Int> &ranges);
[[nodiscard]] std::string spanArithmetic(const SpanFigure &span, Int itemBytes);

/// Splits of cores by symbol.
using CoresOf = std::map<std::string, Int, std::less<>>;
[[nodiscard]] CoresOf coresOf(std::string_view splits);

/// The plan that the log tells for an op: levels; empty when none.
[[nodiscard]] std::vector<Level> toldLevels(const Graph &graph, const std::string &op);
/// Why nothing was decided of an op that told figures could be compared with; empty when something was.
[[nodiscard]] std::string undecided(const Graph &graph, const OpAnalysis &analysis);
/// `[(1, 5)]` or `{1: 5}`.
[[nodiscard]] std::vector<Level> levelsOfText(const std::string &text);
[[nodiscard]] std::string levelsWords(const std::vector<Level> &levels);

[[nodiscard]] ReportedFigure workDivisionFigure(const Graph &graph, std::size_t fact);
[[nodiscard]] ReportedFigure cannotSatisfyFigure(const Graph &graph, std::size_t fact);

/// The cores that a line tells; nullopt when it tells none. Throws OverflowError.
[[nodiscard]] std::optional<ReportedCores> coresOfFact(const Graph &graph, const ReportedFact &fact, Int limit);
/// Figure of a line about core splits.
[[nodiscard]] ReportedFigure coreSplitsFigure(const Graph &graph, std::size_t fact, Int limit);

/// Analyses of ops under one set of rules, made when asked for.
class Decisions
{
public:
    /// \param groups of the graph under these rules, switches ignored; null: formed here when asked for
    Decisions(const Graph &graph, const Rules &rules, const GroupResult *groups = nullptr)
        : m_graph(graph)
        , m_rules(rules)
        , m_given(groups)
    {
    }
    [[nodiscard]] const Rules &rules() const { return m_rules; }
    /// Null when the graph has no such op.
    [[nodiscard]] const OpAnalysis *of(const std::string &op);
    /// The same with every combination.
    [[nodiscard]] const OpAnalysis *tracedOf(const std::string &op);
    /// The judgement on one dim's divisors.
    [[nodiscard]] const SplitTable &table(std::size_t opIndex, int dim);
    /// The graph's groups, switches ignored.
    [[nodiscard]] const GroupResult &groups();
    /// The conflict that an op is in; null when there is none.
    [[nodiscard]] const Conflict *conflictOf(const std::string &op);

private:
    const Graph &m_graph;
    Rules m_rules;
    std::map<std::string, OpAnalysis, std::less<>> m_made;
    std::map<std::string, OpAnalysis, std::less<>> m_traced;
    std::map<std::pair<std::size_t, int>, SplitTable> m_tables;
    const GroupResult *m_given;
    std::optional<GroupResult> m_groups;
};

/// Figures of the planner's own lines: candidates, divisors, plan, refusal.
[[nodiscard]] ReportedFigure decisionFigure(const Graph &graph, std::size_t fact, Decisions &decisions);
[[nodiscard]] bool isDecision(const ReportedFact &fact);
/// Figures of what the search and the grouping told step by step.
[[nodiscard]] ReportedFigure stepFigure(const Graph &graph, std::size_t fact, Decisions &decisions);
[[nodiscard]] bool isStep(const ReportedFact &fact);
[[nodiscard]] std::string reportedDetail(const ReportedFact &fact, const std::string &key);
[[nodiscard]] std::string listWords(const std::vector<Int> &values);
void judge(ReportedFigure &figure, bool equal);

/// Explains aborts; what it needs of the graph is gathered once.
class AbortNotes
{
public:
    explicit AbortNotes(const Graph &graph);
    [[nodiscard]] AbortNote of(std::size_t fact) const;

private:
    struct Node
    {
        std::size_t line = 0;
        std::size_t fact = 0;
        std::string op; ///< empty when its node names none
    };
    struct Largest
    {
        std::size_t line = 0;
        std::size_t fact = 0;
    };
    void opOfNode(const ReportedFact &fact, AbortNote &note) const;
    void opOfLargestSpan(const ReportedFact &fact, AbortNote &note) const;
    [[nodiscard]] std::string opIn(std::string_view node) const;

    const Graph &m_graph;
    std::vector<Node> m_nodes;      ///< by line
    std::vector<Largest> m_largest; ///< by line: the largest span told up to there
};

/// Compares the reported decisions, limits and tiles with every preset.
void matchPresets(const Graph &graph, ReportedComparison &comparison);

} // namespace spanscope
