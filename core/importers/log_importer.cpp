#include "core/base/input_error.h"
#include "core/importers/import.h"
#include "core/importers/log_collector.h"
#include "core/importers/log_conform.h"
#include "core/importers/log_graph.h"
#include "core/importers/reported_parts.h"
#include "core/importers/size_checks.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace spanscope {

namespace {

std::string counted(std::size_t count, const std::string &one, const std::string &many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> summary(const CollectedLog &log)
{
    std::set<std::string> kinds;
    for (const ReportedFact &fact : log.facts) {
        kinds.insert(fact.kind);
    }
    std::vector<std::string> notes;
    notes.push_back(counted(log.linesRead, "line", "lines") + " read: " +
                    counted(log.facts.size(), "record", "records") + " of " + counted(kinds.size(), "kind", "kinds") +
                    ", " + counted(log.dumps.size(), "compile with pass dumps", "compiles with pass dumps"));
    if (log.repeatedFacts > 0) {
        notes.push_back(counted(log.repeatedFacts, "record", "records") + " came again and were counted, not repeated");
    }
    if (log.droppedFacts > 0) {
        notes.push_back(counted(log.droppedFacts, "record", "records") + " beyond the first " +
                        std::to_string(log.facts.size()) + " were not kept");
    }
    if (log.droppedDumps > 0) {
        notes.push_back(counted(log.droppedDumps, "pass dump was", "pass dumps were") +
                        " not kept: there are too many or too large ones (at most " + std::to_string(kMaxDumpGroups) +
                        " compiles and " + std::to_string(kMaxAllDumpBytes) + " bytes)");
    }
    if (log.longLines > 0) {
        notes.push_back(counted(log.longLines, "line was", "lines were") + " longer than " +
                        std::to_string(LogReader::kMaxLineBytes) + " bytes and read in pieces");
    }
    if (log.notUnderstood > 0) {
        notes.push_back(counted(log.notUnderstood, "line", "lines") + " looked relevant but could not be understood");
    }
    if (log.cancelled) {
        notes.push_back("cancelled: what was read until then is shown");
    }
    return notes;
}

/// Tiles that only a reported span shows: where the log is silent about its plans.
void inferTiles(Graph &graph)
{
    constexpr std::size_t kMaxFigures = 2'000;
    std::size_t figures = 0;
    for (std::size_t i = 0; i < graph.reported.size() && figures < kMaxFigures; ++i) {
        if (graph.reported[i].kind != "work_division_span") {
            continue;
        }
        ++figures;
        try {
            const ReportedFigure figure = workDivisionFigure(graph, i);
            if (!figure.tiles || figure.tiles->told) {
                continue;
            }
            const ReportedTiles &tiles = *figure.tiles;
            graph.inferred.push_back(
                {figure.op, figure.tensor, "tiles",
                 "the reported " + figure.reported + " are the untiled " + std::to_string(tiles.untiled) +
                     " bytes cut by " + std::to_string(tiles.level.splitCount) + " tiles along " + tiles.symbol +
                     (tiles.level.hostDim.index >= 0 ? " (dim " + std::to_string(tiles.level.hostDim.index) + ")"
                                                     : std::string()),
                 graph.reported[i].line});
        } catch (const OverflowError &) {
            continue; // a figure beyond 63 bits shows no tiles
        } catch (const ExprTooLarge &) {
            continue; // nor do coordinates with too many terms
        }
    }
}

[[noreturn]] void nothingRelevant(const CollectedLog &log, const std::string &file)
{
    std::string place;
    std::string reason = "no line of it comes from Work Division, the span-overflow planner or a pass dump";
    if (!log.lines.empty()) {
        place = "line " + std::to_string(log.lines.front().line);
        reason += "; " + counted(log.notUnderstood, "line looks", "lines look") +
                  " related but cannot be understood, the first: " + log.lines.front().text;
    }
    throw InputError(file, place, reason);
}

} // namespace

ImportResult importLog(std::istream &in, const std::string &file, const WorkContext &context)
{
    CollectedLog log = collectLog(in, context);
    if (log.facts.empty() && log.dumps.empty() && !log.cancelled) {
        nothingRelevant(log, file);
    }
    ImportResult out;
    std::vector<std::string> origins;
    std::vector<GraphDraft> drafts = buildDrafts(log, origins, context);
    out.notes = summary(log);
    out.notes.insert(out.notes.end(), origins.begin(), origins.end());
    const std::string stem = std::filesystem::path(file).stem().string();
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        Graph &graph = drafts[i].graph;
        graph.name = stem.empty() || stem == "-" ? "log" : stem;
        if (drafts.size() > 1) {
            graph.name += "." + std::to_string(i + 1);
        }
        for (std::string &left : conform(graph)) {
            graph.warnings.push_back(std::move(left));
        }
        graph.finish();
        checkSizes(graph);
        graph.finish();
        inferTiles(graph);
        graph.finish();
        out.graphs.push_back(std::make_shared<const Graph>(std::move(graph)));
    }
    std::stable_sort(log.lines.begin(), log.lines.end(),
                     [](const LogLine &a, const LogLine &b) { return a.line < b.line; });
    out.lines = std::move(log.lines);
    out.linesRead = log.linesRead;
    out.notUnderstood = log.notUnderstood;
    return out;
}

} // namespace spanscope
