/// What the log tells step by step, recomputed: combinations of the search, skipped ops, groups.

#include "core/graph/knowledge.h"
#include "core/importers/log_graph.h"
#include "core/importers/python_value.h"
#include "core/importers/reported_parts.h"
#include "core/planner/engine.h"

#include <algorithm>
#include <array>

namespace spanscope {

namespace {

constexpr std::array<std::string_view, 10> kSteps{
    "combo_span", "combo_cuts_stick", "combo_leaves_spans", "skipped",       "split_candidates",
    "planner_op", "group_joined",     "group_conformed",    "group_started", "group_created",
};

std::string comboWords(const ComboStep &step)
{
    if (step.status == ComboStatus::LeavesSpans) {
        return "leaves " + std::to_string(step.remaining.size()) + (step.remaining.size() == 1 ? " span" : " spans");
    }
    return step.status == ComboStatus::CutsStick ? "cuts a stick" : std::string(comboStatusName(step.status));
}

/// `combo={0: 2} leaves 1 spans` or `combo={0: 2} rejected_stick=..`.
void combo(const Graph &graph, const ReportedFact &fact, std::size_t opIndex, Decisions &decisions,
           ReportedFigure &figure)
{
    const std::vector<Level> levels = levelsOfText(reportedDetail(fact, "combo"));
    figure.what = "combination " + levelsWords(levels);
    const bool stick = fact.kind == "combo_cuts_stick";
    const auto remaining = fact.figures.find("remaining");
    if (levels.empty() || (!stick && remaining == fact.figures.end())) {
        figure.note = "the line gives no combination or no number of spans";
        return;
    }
    const Trial trial = trySplits(graph, opIndex, levels, decisions.rules());
    const bool cuts = std::any_of(trial.entries.begin(), trial.entries.end(), [](const SplitEntry &entry) {
        return entry.status == SplitStatus::CutsOutputStick || entry.status == SplitStatus::CutsInputStick;
    });
    figure.reported = stick ? std::string("cuts a stick") : "leaves " + std::to_string(remaining->second) + " spans";
    figure.ours = trial.error ? std::string(codeName(*trial.error)) : cuts ? "cuts a stick" : comboWords(trial.step);
    if (stick) {
        judge(figure, cuts || trial.step.status == ComboStatus::CutsStick);
        return;
    }
    judge(figure, !cuts && trial.step.status == ComboStatus::LeavesSpans &&
                      static_cast<Int>(trial.step.remaining.size()) == remaining->second);
    figure.reported = remaining->second == 1 ? "leaves 1 span" : figure.reported;
}

/// `op=buf0:post_tile per_tile_span=..`: a span that some combination leaves; the line does not say which.
void comboSpan(const ReportedFact &fact, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "span left after tiling";
    figure.formula = Formula::PerCoordinate;
    figure.reported = reportedDetail(fact, "per_tile_span");
    const std::string megabytes = figure.reported.substr(0, figure.reported.find(' '));
    const auto is = [&fact](const char *key, Int value) {
        const auto it = fact.figures.find(key);
        return it == fact.figures.end() || it->second == value;
    };
    const OpAnalysis *traced = decisions.tracedOf(fact.op);
    for (const ComboStep &step : traced->combos) {
        for (const Candidate &left : step.remaining) {
            const bool same =
                is("selected_host_dim", left.hostDim.index) && is("selected_device_dim_size", left.deviceDimSize) &&
                is("selected_device_span_stride_elems", left.spanStrideElems) && printsAs(left.perCoreSpan, megabytes);
            if (same) {
                std::vector<Level> levels = step.splits;
                std::erase_if(levels, [](const Level &level) { return level.splitCount == 1; });
                figure.tensor = left.source.toString();
                figure.oursBytes = left.perCoreSpan;
                figure.reportedBytes = left.perCoreSpan;
                figure.ours = std::to_string(left.perCoreSpan) + " B";
                figure.note = "left by " + levelsWords(levels);
                judge(figure, true);
                return;
            }
        }
    }
    figure.ours = "no combination leaves it";
    judge(figure, false);
}

void skipped(const ReportedFact &fact, const OpAnalysis &analysis, ReportedFigure &figure)
{
    figure.what = "skipped";
    figure.reported = "skipped: " + reportedDetail(fact, "reason");
    // Which of several reasons comes first differs between versions; that it is left alone does not.
    const bool same = analysis.outcome == Outcome::None;
    figure.ours = std::string(outcomeName(analysis.outcome)) +
                  (analysis.code ? " (" + std::string(codeName(*analysis.code)) + ")" : std::string());
    judge(figure, same);
}

/// `required_by_dim={1: 2} split_candidates={1: [1, 5, 11, 55]}`.
void splitCandidates(const ReportedFact &fact, std::size_t opIndex, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "splits searched";
    const PyParsed lists = parsePyValue(reportedDetail(fact, "split_candidates"));
    const PyParsed required = parsePyValue(reportedDetail(fact, "required_by_dim"));
    bool equal = true;
    bool any = false;
    const auto dimOf = [](const PyEntry &entry) {
        const bool usable =
            entry.key.kind == PyValue::Kind::Integer && entry.key.integer >= 0 && entry.key.integer <= 1000;
        return usable ? static_cast<int>(entry.key.integer) : -1;
    };
    const auto told = [&figure](const std::string &theirs, const std::string &mine) {
        figure.reported += (figure.reported.empty() ? "" : "; ") + theirs;
        figure.ours += (figure.ours.empty() ? "" : "; ") + mine;
    };
    for (const PyEntry &entry : lists.value ? lists.value->entries : std::vector<PyEntry>{}) {
        const auto theirs = entry.value.integers();
        if (const int dim = dimOf(entry); dim >= 0 && theirs) {
            const SplitTable &table = decisions.table(opIndex, dim);
            told("dim " + std::to_string(dim) + ": " + listWords(*theirs),
                 "dim " + std::to_string(dim) + ": " + listWords(table.legal));
            equal = equal && *theirs == table.legal;
            any = true;
        }
    }
    for (const PyEntry &entry : required.value ? required.value->entries : std::vector<PyEntry>{}) {
        if (const int dim = dimOf(entry); dim >= 0 && entry.value.kind == PyValue::Kind::Integer) {
            const SplitTable &table = decisions.table(opIndex, dim);
            told("dim " + std::to_string(dim) + " needs " + std::to_string(entry.value.integer),
                 "dim " + std::to_string(dim) + " needs " + std::to_string(table.required));
            equal = equal && entry.value.integer == table.required;
            any = true;
        }
    }
    if (any) {
        judge(figure, equal);
    } else {
        figure.note = "the line gives no dims";
    }
}

std::string sizesWords(const std::optional<std::vector<Int>> &sizes)
{
    return sizes ? listWords(*sizes) : std::string("?");
}

bool sameSizes(const std::vector<Extent> &ours, const std::optional<std::vector<Int>> &theirs)
{
    return !theirs || ours == std::vector<Extent>(theirs->begin(), theirs->end());
}

std::string extentWords(const std::vector<Extent> &sizes)
{
    std::string out;
    for (const Extent &size : sizes) {
        out += (out.empty() ? "" : ", ") + size.toString();
    }
    return "[" + out + "]";
}

/// The op as the planner saw it, against what a pass dump tells of it.
void plannerOp(const ReportedFact &fact, const Operation &op, ReportedFigure &figure)
{
    figure.what = "ranges and sizes";
    figure.formula = Formula::None;
    const auto ranges = integersOf(fact, "ranges");
    const auto size = integersOf(fact, "layout_size");
    const auto device = integersOf(fact, "device_size");
    figure.reported = sizesWords(ranges) + ", size " + sizesWords(size) + ", device " + sizesWords(device);
    figure.ours = extentWords(op.data ? op.data->ranges : std::vector<Extent>{}) + ", size " +
                  extentWords(op.layout->size) + ", device " +
                  extentWords(op.layout->device ? op.layout->device->deviceSize : std::vector<Extent>{});
    judge(figure, op.data && sameSizes(op.data->ranges, ranges) && sameSizes(op.layout->size, size) &&
                      (!op.layout->device || sameSizes(op.layout->device->deviceSize, device)));
}

std::string namesWords(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) {
        out += (out.empty() ? "" : ", ") + name;
    }
    return out.empty() ? "no group" : out;
}

void createdGroup(const Graph &graph, const ReportedFact &fact, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "group";
    std::vector<std::string> theirs;
    const PyParsed parsed = parsePyValue(reportedDetail(fact, "ops"));
    for (const PyValue &item : parsed.value ? parsed.value->items : std::vector<PyValue>{}) {
        theirs.push_back(item.text);
    }
    figure.reported = namesWords(theirs);
    const auto first = theirs.empty() ? std::nullopt : graph.operationIndex(theirs.front());
    if (!first) {
        figure.note = "its ops are unknown";
        return;
    }
    const int group = decisions.groups().groupOf[*first];
    std::vector<std::string> mine;
    if (group >= 0) {
        for (const GroupMember &member : decisions.groups().groups[static_cast<std::size_t>(group)].members) {
            mine.push_back(graph.operations[member.opIndex].name);
        }
    }
    figure.ours = namesWords(mine);
    judge(figure, mine == theirs);
}

std::string_view membershipWord(Membership membership)
{
    switch (membership) {
    case Membership::Started:
        return "starts a group";
    case Membership::SameSignature:
        return "joins: same splits";
    case Membership::Conformed:
        return "takes over the group's splits";
    case Membership::Joined:
        return "joins as a reduction";
    }
    return "";
}

void membership(const ReportedFact &fact, std::size_t opIndex, Decisions &decisions, ReportedFigure &figure)
{
    figure.what = "place in a group";
    const Membership theirs = fact.kind == "group_started"     ? Membership::Started
                              : fact.kind == "group_conformed" ? Membership::Conformed
                                                               : Membership::SameSignature;
    figure.reported = membershipWord(theirs);
    const GroupMember *member = decisions.groups().memberOf(opIndex);
    figure.ours = member == nullptr ? std::string("in no group") : std::string(membershipWord(member->membership));
    judge(figure, member != nullptr && member->membership == theirs);
}

void step(const Graph &graph, const ReportedFact &fact, Decisions &decisions, ReportedFigure &figure)
{
    if (fact.kind == "group_created") {
        figure.formula = Formula::Grouping;
        createdGroup(graph, fact, decisions, figure);
        return;
    }
    const OpAnalysis *analysis = decisions.of(fact.op);
    const Operation *op = graph.findOperation(fact.op);
    if (analysis == nullptr || op == nullptr || !op->layout) {
        figure.note = "nothing is known of the op's layout";
        return;
    }
    if (std::string why = undecided(graph, *analysis); !why.empty()) {
        figure.note = std::move(why);
        return;
    }
    if (fact.kind == "combo_span") {
        comboSpan(fact, decisions, figure);
    } else if (fact.kind == "combo_cuts_stick" || fact.kind == "combo_leaves_spans") {
        combo(graph, fact, analysis->opIndex, decisions, figure);
    } else if (fact.kind == "skipped") {
        skipped(fact, *analysis, figure);
    } else if (fact.kind == "split_candidates") {
        splitCandidates(fact, analysis->opIndex, decisions, figure);
    } else if (fact.kind == "planner_op") {
        plannerOp(fact, *op, figure);
        if (inputsUnknown(graph, analysis->opIndex)) {
            figure.agreement = Agreement::NotComparable;
            figure.note = "what is known of the op is this line";
        }
    } else {
        figure.formula = Formula::Grouping;
        membership(fact, analysis->opIndex, decisions, figure);
    }
    if (inputsUnknown(graph, analysis->opIndex) && figure.agreement == Agreement::Different) {
        figure.note = "the op's inputs are unknown, they may be the reason";
    }
}

} // namespace

bool isStep(const ReportedFact &fact)
{
    return std::find(kSteps.begin(), kSteps.end(), fact.kind) != kSteps.end();
}

ReportedFigure stepFigure(const Graph &graph, std::size_t index, Decisions &decisions)
{
    ReportedFigure figure;
    figure.fact = index;
    figure.op = graph.reported[index].op;
    figure.what = graph.reported[index].kind;
    figure.formula = Formula::Decision;
    step(graph, graph.reported[index], decisions, figure);
    return figure;
}

} // namespace spanscope
