#pragma once
/// Plan JSON, hint groups, Python, CSV, Markdown and HTML. The same result gives the same bytes.

#include "core/groups/groups.h"
#include "core/text/sentences.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

/// A split the user pinned for an op: becomes a manual hint in groups and Python.
struct Pin
{
    std::string op;
    std::vector<Level> levels;
    bool operator==(const Pin &) const = default;
};

/// What the user chose for an export; defaults export everything.
struct ExportChoice
{
    std::map<std::string, DimAliases> aliases; ///< op name -> names of its output dims
    std::vector<Pin> pins;
    std::vector<int> excludedGroups; ///< indices into GroupResult::groups
};

struct PlanJsonOptions
{
    bool trace = false; ///< split_table, combos, not_tried
    bool fits = false;
    bool reported = false; ///< of imported graphs: the artefact's figures beside the recomputed ones
};

/// Takes a text piece by piece, so that a long one never stands in memory as a whole.
using TextSink = std::function<void(std::string_view)>;

/// `spyre-span-plan` version 1 on one line, no newline. With trace, an op whose combinations were not kept is searched
/// once more.
void writePlanJson(const GraphResult &result, const PlanJsonOptions &options, const TextSink &write);
/// The same as one text.
[[nodiscard]] std::string planJson(const GraphResult &result, const PlanJsonOptions &options = {});
/// One op's entry of the plan document, for explain and try --format json (with fits).
[[nodiscard]] std::string opJson(const GraphResult &result, std::size_t opIndex, const PlanJsonOptions &options = {});

/// `spyre-hint-groups` version 1, pretty-printed, newline at the end.
[[nodiscard]] std::string hintGroupsJson(const GraphResult &result, const ExportChoice &choice = {});
/// The spyre_hint code a user pastes. opIndex: one op only.
[[nodiscard]] std::string pythonHints(const GraphResult &result, const ExportChoice &choice = {},
                                      std::optional<std::size_t> opIndex = std::nullopt);
/// Aliases that the Python code cannot use as they are, because the name stands for another size already.
[[nodiscard]] std::vector<std::string> aliasWarnings(const GraphResult &result, const ExportChoice &choice,
                                                     std::optional<std::size_t> opIndex = std::nullopt);
/// One row per (op, tensor, coordinate). Spans after: under the pin where the op has one. opIndex: one op only.
void writeCsvTable(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex,
                   const TextSink &write);
/// The same as one text.
[[nodiscard]] std::string csvTable(const GraphResult &result, const ExportChoice &choice = {},
                                   std::optional<std::size_t> opIndex = std::nullopt);
/// Whether an op that no pin takes care of stops the compile.
[[nodiscard]] bool stopsCompile(const GraphResult &result, const ExportChoice &choice);
/// What a user must know about the pins before they go out: one sentence for each that does not fit.
/// Pins of ops that the graph does not have are passed over.
[[nodiscard]] std::vector<std::string> pinWarnings(const GraphResult &result, const ExportChoice &choice);
[[nodiscard]] std::string markdownReport(const GraphResult &result, const ExportChoice &choice = {},
                                         std::optional<std::size_t> opIndex = std::nullopt);
/// Self-contained HTML; `pictures` (title, SVG or PNG data URI) replace the drawn ones where given.
[[nodiscard]] std::string htmlReport(const GraphResult &result, const ExportChoice &choice = {},
                                     std::optional<std::size_t> opIndex = std::nullopt,
                                     const std::vector<std::pair<std::string, std::string>> &pictures = {});
/// The pressure picture of one op as an SVG element (untiled outline, current fill, limit line).
[[nodiscard]] std::string pressureSvg(const GraphResult &result, std::size_t opIndex, const OpAudit &current,
                                      const OpAudit &untiled);

} // namespace spanscope
