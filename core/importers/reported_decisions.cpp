#include "core/graph/knowledge.h"
#include "core/importers/log_graph.h"
#include "core/importers/log_text.h"
#include "core/importers/python_value.h"
#include "core/importers/reported_parts.h"
#include "core/planner/engine.h"

#include <algorithm>

namespace spanscope {

const OpAnalysis *Decisions::of(const std::string &op)
{
    const auto index = m_graph.operationIndex(op);
    if (!index) {
        return nullptr;
    }
    const auto made = m_made.find(op);
    if (made != m_made.end()) {
        return &made->second;
    }
    return &m_made.emplace(op, analyse(m_graph, *index, m_rules)).first->second;
}

const OpAnalysis *Decisions::tracedOf(const std::string &op)
{
    const auto index = m_graph.operationIndex(op);
    if (!index) {
        return nullptr;
    }
    const auto made = m_traced.find(op);
    if (made != m_traced.end()) {
        return &made->second;
    }
    constexpr std::size_t kMostKept = 32; // a trace holds up to 512 combinations
    if (m_traced.size() >= kMostKept) {
        m_traced.clear();
    }
    return &m_traced.emplace(op, analyse(m_graph, *index, m_rules, {true})).first->second;
}

const SplitTable &Decisions::table(std::size_t opIndex, int dim)
{
    const auto [it, fresh] = m_tables.try_emplace({opIndex, dim});
    if (fresh) {
        it->second = splitTable(m_graph, opIndex, HostDim{dim}, m_rules);
    }
    return it->second;
}

const GroupResult &Decisions::groups()
{
    if (m_given != nullptr) {
        return *m_given;
    }
    if (!m_groups) {
        m_groups = group(m_graph, analyseAll(m_graph, m_rules), m_rules, true);
    }
    return *m_groups;
}

const Conflict *Decisions::conflictOf(const std::string &op)
{
    const auto index = m_graph.operationIndex(op);
    if (!index) {
        return nullptr;
    }
    const std::span<const Conflict> all = groups().conflictsOf(*index);
    return all.empty() ? nullptr : all.data();
}

std::string reportedDetail(const ReportedFact &fact, const std::string &key)
{
    const auto it = fact.details.find(key);
    return it == fact.details.end() ? std::string() : it->second;
}

std::string listWords(const std::vector<Int> &values)
{
    std::string out;
    for (const Int value : values) {
        out += (out.empty() ? "[" : ", ") + std::to_string(value);
    }
    return out.empty() ? "[]" : out + "]";
}

void judge(ReportedFigure &figure, bool equal)
{
    figure.agreement = equal ? Agreement::Equal : Agreement::Different;
}

namespace {

std::string outcomeWords(const OpAnalysis &analysis)
{
    if (analysis.outcome == Outcome::Planned) {
        return levelsWords(analysis.levels);
    }
    return std::string(outcomeName(analysis.outcome)) +
           (analysis.code ? " (" + std::string(codeName(*analysis.code)) + ")" : std::string());
}

/// `trigger=.. per_tile_span=256.09 MB`: the candidate of that host dim.
void candidateSpan(const ReportedFact &fact, const OpAnalysis &analysis, ReportedFigure &figure)
{
    figure.what = "candidate span";
    figure.formula = Formula::PerCoordinate;
    figure.reported = reportedDetail(fact, "per_tile_span");
    const std::string megabytes = figure.reported.substr(0, figure.reported.find(' '));
    const auto dim = fact.figures.find("selected_host_dim");
    const auto extent = fact.figures.find("selected_device_dim_size");
    const auto inner = fact.figures.find("selected_device_span_stride_elems");
    const Candidate *best = nullptr;
    for (const Candidate &candidate : analysis.candidates) {
        const bool same = dim == fact.figures.end() || candidate.hostDim.index == dim->second;
        const bool exact = extent == fact.figures.end() || candidate.deviceDimSize == extent->second;
        if (same && (best == nullptr || (exact && !printsAs(best->perCoreSpan, megabytes)))) {
            best = &candidate;
        }
    }
    if (best == nullptr) {
        figure.ours = "no candidate of that dim";
        judge(figure, false);
        return;
    }
    figure.tensor = best->source.toString();
    figure.oursBytes = best->perCoreSpan;
    figure.ours = std::to_string(best->perCoreSpan) + " B";
    figure.arithmetic = std::to_string(best->deviceDimSize) + " x " + std::to_string(best->spanStrideElems) + " x item";
    const bool numbers = (extent == fact.figures.end() || extent->second == best->deviceDimSize) &&
                         (inner == fact.figures.end() || inner->second == best->spanStrideElems);
    judge(figure, printsAs(best->perCoreSpan, megabytes) && numbers);
    if (figure.agreement == Agreement::Equal) {
        figure.reportedBytes = best->perCoreSpan;
    }
}

/// The list of candidates by (host dim, extent, inner product).
void candidateList(const ReportedFact &fact, const OpAnalysis &analysis, ReportedFigure &figure)
{
    figure.what = "candidates";
    using Row = std::vector<Int>;
    std::vector<Row> theirs;
    const PyParsed parsed = parsePyValue(reportedDetail(fact, "candidates"));
    for (const PyValue &item : parsed.value ? parsed.value->items : std::vector<PyValue>{}) {
        Row row;
        for (const char *key : {"host_dim", "device_dim_size", "stride_elems"}) {
            const PyValue *value = item.entry(key);
            row.push_back(value != nullptr ? value->integer : -1);
        }
        theirs.push_back(std::move(row));
    }
    std::vector<Row> mine;
    for (const Candidate &candidate : analysis.candidates) {
        mine.push_back({candidate.hostDim.index, candidate.deviceDimSize, candidate.spanStrideElems});
    }
    const auto words = [](const std::vector<Row> &rows) {
        std::string out = std::to_string(rows.size()) + (rows.size() == 1 ? " candidate" : " candidates");
        for (const Row &row : rows) {
            out += "; dim " + std::to_string(row[0]) + ": " + std::to_string(row[1]) + " x " + std::to_string(row[2]);
        }
        return out;
    };
    std::sort(theirs.begin(), theirs.end());
    std::sort(mine.begin(), mine.end());
    figure.reported = words(theirs);
    figure.ours = words(mine);
    judge(figure, theirs == mine);
}

void divisors(const Graph &graph, const ReportedFact &fact, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "legal splits";
    const auto dim = fact.figures.find("host_dim");
    const auto index = graph.operationIndex(fact.op);
    const std::string key = fact.details.contains("capped") ? "capped" : "legal";
    const auto theirs = integersOf(fact, key);
    if (dim == fact.figures.end() || !index || !theirs) {
        figure.note = "the line gives no dim or no list";
        return;
    }
    if (dim->second < 0 || dim->second > 1000) {
        figure.note = "there is no such dim";
        return;
    }
    const SplitTable &table = decisions.table(*index, static_cast<int>(dim->second));
    std::vector<Int> mine = table.legal;
    if (key == "legal") {
        mine.clear();
        for (const SplitEntry &entry : table.entries) {
            const bool kept = entry.status == SplitStatus::Legal || entry.status == SplitStatus::One ||
                              entry.status == SplitStatus::DroppedBySplitLimit;
            if (kept) {
                mine.push_back(entry.count);
            }
        }
    }
    figure.reported = "dim " + std::to_string(dim->second) + ": " + listWords(*theirs);
    figure.ours = "dim " + std::to_string(dim->second) + ": " + listWords(mine);
    judge(figure, *theirs == mine);
}

void refusal(const ReportedFact &fact, const OpAnalysis &analysis, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "refusal";
    const std::string code = reportedDetail(fact, "code");
    figure.reported = code.empty() ? reportedDetail(fact, "message") : code;
    if (code == "reads_auto_tiled") {
        figure.formula = Formula::Grouping;
        const Conflict *conflict = decisions.conflictOf(fact.op);
        figure.ours = conflict != nullptr ? std::string(conflictName(conflict->code)) : "no conflict";
        judge(figure, conflict != nullptr);
        return;
    }
    if (analysis.asReported) {
        figure.note = "the op's output alone gives no reason, and its inputs are unknown";
        return;
    }
    figure.ours = outcomeWords(analysis);
    if (code.empty()) {
        figure.note = "the message is of no known kind";
        return;
    }
    judge(figure, analysis.outcome == Outcome::Unsupported && analysis.code && codeName(*analysis.code) == code);
}

} // namespace

std::string undecided(const Graph &graph, const OpAnalysis &analysis)
{
    if (const InferredFact *why = incompleteness(graph, analysis.opIndex)) {
        return "the op cannot be judged: " + why->how;
    }
    return analysis.code == Code::Overflow63 ? "a size or product of the op exceeds 63 bits" : "";
}

std::vector<Level> levelsOfText(const std::string &text)
{
    std::vector<Level> out;
    const PyParsed parsed = parsePyValue(text);
    if (!parsed.value) {
        return out;
    }
    const auto add = [&out](const PyValue &dim, const PyValue &count) {
        const bool integers = dim.kind == PyValue::Kind::Integer && count.kind == PyValue::Kind::Integer;
        if (integers && dim.integer >= 0 && dim.integer < 1000 && count.integer > 1) {
            out.push_back({HostDim{static_cast<int>(dim.integer)}, count.integer, false});
        }
    };
    for (const PyEntry &entry : parsed.value->entries) {
        add(entry.key, entry.value);
    }
    for (const PyValue &item : parsed.value->items) {
        if (item.items.size() >= 2) {
            add(item.items[0], item.items[1]);
        }
    }
    std::sort(out.begin(), out.end(), [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    return out;
}

std::string levelsWords(const std::vector<Level> &levels)
{
    std::string out;
    for (const Level &level : levels) {
        out += (out.empty() ? "" : ", ") + std::to_string(level.splitCount) + " tiles of dim " +
               std::to_string(level.hostDim.index);
    }
    return out.empty() ? "no tiles" : out;
}

std::vector<Level> toldLevels(const Graph &graph, const std::string &op)
{
    for (const std::size_t i : graph.reportedOf(op)) {
        const ReportedFact &fact = graph.reported[i];
        if (fact.kind != "plan") {
            continue;
        }
        std::vector<Level> levels = levelsOfText(reportedDetail(fact, "levels"));
        return levels.empty() ? levelsOfText(reportedDetail(fact, "selected_split")) : levels;
    }
    return {};
}

bool isDecision(const ReportedFact &fact)
{
    return fact.kind == "candidate_span" || fact.kind == "candidates" || fact.kind == "divisors" ||
           fact.kind == "plan" || fact.kind == "unsupported" || fact.kind == "group_conflict";
}

ReportedFigure decisionFigure(const Graph &graph, std::size_t index, Decisions &decisions)
{
    const ReportedFact &fact = graph.reported[index];
    ReportedFigure figure;
    figure.fact = index;
    figure.op = fact.op;
    figure.what = fact.kind;
    figure.formula = Formula::Decision;
    const OpAnalysis *analysis = decisions.of(fact.op);
    const Operation *op = graph.findOperation(fact.op);
    if (analysis == nullptr || op == nullptr || !op->layout) {
        figure.reported = fact.kind == "unsupported" ? reportedDetail(fact, "message") : std::string();
        figure.note = "nothing is known of the op's layout";
        return figure;
    }
    if (std::string why = undecided(graph, *analysis); !why.empty()) {
        figure.reported = fact.kind == "plan" ? levelsWords(toldLevels(graph, fact.op)) : std::string();
        figure.note = std::move(why);
        return figure;
    }
    if (fact.kind == "candidate_span") {
        candidateSpan(fact, *analysis, figure);
    } else if (fact.kind == "candidates") {
        candidateList(fact, *analysis, figure);
    } else if (fact.kind == "divisors") {
        divisors(graph, fact, decisions, figure);
    } else if (fact.kind == "plan") {
        const std::vector<Level> levels = toldLevels(graph, fact.op);
        figure.reported = levelsWords(levels);
        figure.ours = outcomeWords(*analysis);
        judge(figure, analysis->outcome == Outcome::Planned && analysis->levels == levels);
    } else if (fact.kind == "unsupported") {
        refusal(fact, *analysis, decisions, figure);
    } else {
        const Conflict *conflict = decisions.conflictOf(fact.op);
        figure.what = "group conflict";
        figure.formula = Formula::Grouping;
        figure.reported = "reads " + reportedDetail(fact, "rejected_conflicting_auto_producers");
        figure.ours = conflict == nullptr ? "no conflict" : std::string(conflictName(conflict->code));
        judge(figure, conflict != nullptr);
    }
    if (inputsUnknown(graph, analysis->opIndex) && figure.agreement == Agreement::Different) {
        figure.note = "the op's inputs are unknown, they may be the reason";
    }
    return figure;
}

} // namespace spanscope
