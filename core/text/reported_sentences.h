#pragma once
/// Sentences about what an artefact reported beside what is recomputed (core/importers/reported.h).

#include "core/importers/reported.h"

#include <string>
#include <string_view>

namespace spanscope {

[[nodiscard]] std::string_view agreementWords(Agreement agreement); ///< equal, different, not comparable
/// `Work Division's check: the first coordinate that ..`, `the planner's check of each coordinate, no cores` ...
[[nodiscard]] std::string_view formulaWords(Formula formula);
/// The same in a few words for a table: `Work Division's check`.
[[nodiscard]] std::string_view formulaLabel(Formula formula);
/// The recomputed side of a figure, with its arithmetic; `not recomputed` where there is none.
[[nodiscard]] std::string oursWords(const ReportedFigure &figure);
/// `Work Division uses 32 of 32 cores: d1 in 32 (8 values of 256 a core); a core's largest span is then ..`.
[[nodiscard]] std::string coresWords(const ReportedCores &cores);
/// What to know about a figure: the tensor, tiles, cores, the planner's own check, why it cannot be compared.
[[nodiscard]] std::string remarkWords(const ReportedFigure &figure);
/// What an abort means and the op to look at: `line 9: The program .. The op to look at is buf0: ..`.
[[nodiscard]] std::string abortSentence(const Graph &graph, const AbortNote &note);
/// How many figures agree, and which rules the log shows.
[[nodiscard]] std::string comparisonSentence(const ReportedComparison &comparison);
/// Figures that agree so.
[[nodiscard]] Int countOf(const ReportedComparison &comparison, Agreement agreement);

} // namespace spanscope
