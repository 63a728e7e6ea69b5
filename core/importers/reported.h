#pragma once
/// What a log reported beside what follows from the graph: figures, decisions, aborts.

#include "core/base/progress.h"
#include "core/graph/graph.h"
#include "core/groups/groups.h"
#include "core/planner/analysis.h"
#include "core/planner/rules.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spanscope {

enum class Agreement { Equal, Different, NotComparable };
[[nodiscard]] std::string_view agreementName(Agreement agreement); ///< equal, different, not_comparable

/// How the figure beside a reported one was computed.
enum class Formula {
    WorkDivision,  ///< first coordinate, outer to inner, that still varies within one core
    PerCoordinate, ///< the planner's check of every coordinate, no cores
    Decision,      ///< what the planner decides under the rules in force
    Grouping,      ///< what the groups of the graph allow
    None,
};
[[nodiscard]] std::string_view formulaName(Formula formula); ///< work_division, per_coordinate ...

/// Tiles that a reported span shows: it is the untiled one divided by a whole number.
struct ReportedTiles
{
    Level level;        ///< set this on the bench to see the reported figures
    std::string symbol; ///< the loop variable that is cut
    Int untiled = 0;    ///< bytes
    Int tiled = 0;      ///< bytes
    bool told = false;  ///< the log itself names the plan; otherwise inferred
};

/// The tiles that the log's spans of an op show without naming them, ascending by host dim; empty where there are
/// none. Set on a bench they give the reported figures.
[[nodiscard]] std::vector<Level> inferredTiles(const Graph &graph, std::size_t opIndex);

/// How a line says that Work Division gave the op's cores, and the largest span that leaves a core.
struct ReportedCores
{
    struct Share
    {
        std::string symbol;
        Int cores = 1;
        Int range = 0;   ///< values in one tile, 0 unknown
        Int perCore = 0; ///< values that one core has, 0 unknown
    };
    std::vector<Share> shares; ///< of more than one core; empty: one core has all
    Int used = 1;              ///< cores, the product of the shares
    std::optional<Int> available;
    Int worstSpan = 0;       ///< bytes, over all coordinates of the tensors that are known; 0: none varies
    std::string worstTensor; ///< `output`, `input:arg0_1`
    int worstDim = -1;       ///< device dim
    Int limit = 0;           ///< in force
};

/// One reported figure and ours.
struct ReportedFigure
{
    std::size_t fact = 0; ///< index into Graph::reported
    std::string op;
    std::string tensor;               ///< `output`, `input:arg0_1`; empty when the figure is about no tensor
    std::string what;                 ///< `span per core`, `plan` ...
    std::string reported;             ///< as printed
    std::string ours;                 ///< in the same form; empty when there is none
    std::optional<Int> reportedBytes; ///< exact when told exactly, or when ours prints the same
    std::optional<Int> oursBytes;
    Agreement agreement = Agreement::NotComparable;
    Formula formula = Formula::None;
    std::string arithmetic;         ///< `32 x 6272000 x 2 B`
    std::optional<Int> plannerSpan; ///< Work Division figures: the per-coordinate check of the same coordinate, untiled
    std::optional<ReportedTiles> tiles;
    std::optional<ReportedCores> cores; ///< lines that tell core splits
    std::string note;                   ///< why not comparable, or what to know
};

/// A backend abort in plain words.
struct AbortNote
{
    std::size_t fact = 0;
    std::string what;        ///< ReportedFact::details["what"]
    std::string explanation; ///< what it means
    std::string op;          ///< where to look; empty when nothing points to one
    std::string why;         ///< how the op was found
};

/// How well a preset explains what the log shows.
struct PresetMatch
{
    std::string preset;
    Int limit = 0;
    std::size_t agrees = 0;
    std::size_t differs = 0;
    std::vector<std::string> differences; ///< in words, per reported decision
};

struct ReportedComparison
{
    std::vector<ReportedFigure> figures; ///< in the order of Graph::reported
    std::vector<AbortNote> aborts;
    std::vector<PresetMatch> presets;
    std::optional<std::string> shownPreset; ///< the only preset that explains everything
    std::string presetSentence;             ///< which preset and limit the log shows, in words
    [[nodiscard]] const ReportedFigure *figureOf(std::size_t fact) const;
};

/// Compares everything in Graph::reported. Never throws. `rules`: those in force, for the decisions.
[[nodiscard]] ReportedComparison compareReported(const Graph &graph, const Rules &rules,
                                                 const WorkContext &context = {});
/// Only what is tied to one op, presets left out.
/// \param groups of the graph under these rules, switches ignored; null: formed anew when a fact asks for them
[[nodiscard]] ReportedComparison compareReportedOf(const Graph &graph, std::size_t opIndex, const Rules &rules,
                                                   const GroupResult *groups = nullptr);

/// `382.812` MB with as many decimals as the text has, as the logs print bytes / 2^20.
[[nodiscard]] bool printsAs(Int bytes, std::string_view megabytes);

} // namespace spanscope
