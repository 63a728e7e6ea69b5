#include "core/text/joint.h"

#include "core/text/sentences.h"
#include "core/text/words.h"

namespace spanscope {

namespace {

std::vector<std::string> namesOf(const Graph &graph, const std::vector<std::size_t> &ops)
{
    std::vector<std::string> names;
    names.reserve(ops.size());
    for (const std::size_t op : ops) {
        names.push_back(graph.operations.at(op).name);
    }
    return shortened(std::move(names), 8);
}

std::string dimsText(const std::vector<HostDim> &dims)
{
    std::vector<std::string> out;
    out.reserve(dims.size());
    for (const HostDim dim : dims) {
        out.push_back(dimText(dim));
    }
    return listed(out);
}

} // namespace

std::string jointLevelsText(const Graph &graph, const JointFit &fit)
{
    std::vector<std::string> parts;
    for (const JointMember &member : fit.members) {
        parts.push_back(graph.operations.at(member.opIndex).name + " " + levelsText(member.levels));
    }
    return listed(shortened(std::move(parts), 8));
}

std::string jointSentence(const GraphResult &result, const JointAnswer &answer)
{
    const Graph &graph = *result.graph;
    const std::string together = listed(namesOf(graph, answer.ops));
    switch (answer.problem) {
    case JointProblem::None:
        break;
    case JointProblem::NotApplicable:
        return "";
    case JointProblem::NoSharedDim:
        return "SpanScope looked for a loop that " + together +
               " could share: they have no dim in common that each "
               "could tile alone.";
    case JointProblem::BetweenThem:
        return together + " cannot share a loop: " + graph.operations.at(answer.between).name +
               " stands between them and needs all of what it reads first.";
    case JointProblem::TooManyOps:
        return "Whether a common loop would do was not looked for: it would have to hold " +
               counted(static_cast<Int>(answer.ops.size()), "op", "ops") + ".";
    case JointProblem::NothingFits:
        return "SpanScope looked for a loop that " + together + " could share: no common splits of " +
               dimsText(answer.sharedDims) +
               " keep the sticks whole and bring the spans that the compiler checks within the limit (" +
               counted(static_cast<Int>(answer.looked), "combination", "combinations") + " looked at" +
               (answer.cutShort ? ", the cheapest first; there are more)." : ", which are all).");
    }
    if (!answer.fit) {
        return "";
    }
    const JointFit &fit = *answer.fit;
    std::string out = "SpanScope's suggestion, which the compiler does not look for: one loop by hand over " +
                      jointLevelsText(graph, fit) + " (" + counted(fit.tiles, "tile", "tiles");
    out +=
        fit.worstSpan == 0 ? "" : ", worst span " + bytesAgainstLimit(fit.worstSpan, result.rules.rules.maxSpanBytes);
    out += ")";
    if (!fit.left.empty()) {
        out += fit.isComplete() ? ". No split of an output dim helps "
                                : ". It clears what the compiler checks; what it does not check stays over the limit: ";
        std::vector<std::string> left;
        for (const JointLeft &entry : fit.left) {
            left.push_back(graph.operations.at(entry.opIndex).name + " " + rowPlace(entry.row) + " with " +
                           ratioText(entry.row.span, result.rules.rules.maxSpanBytes) + " (" +
                           coresSentence(entry.row.coresNeeded, entry.row.coreFactors, graph.sencores()) + ")");
        }
        out += listed(shortened(std::move(left), 4));
    }
    return out + ".";
}

std::string runEndSentence(const GraphResult &result, const Group &group)
{
    const std::string op = group.endedBy ? result.graph->operations.at(*group.endedBy).name : "";
    switch (group.end) {
    case RunEnd::GraphEnd:
        return "the end of the graph";
    case RunEnd::ManualHint:
        return op + ", which has manual hints";
    case RunEnd::NotPlanned:
        return op + ", which is not tiled";
    case RunEnd::Unsupported:
        return op + ", which is unsupported";
    case RunEnd::Conflict:
        return op + ", which conflicts";
    case RunEnd::OtherSplits:
        return op + ", whose splits differ (" + levelsText(result.analyses.at(*group.endedBy).levels) + ")";
    case RunEnd::Reduction:
        return "itself: a reduction is a group of its own";
    case RunEnd::ReductionJoined:
        return op + ", a reduction, which joins last";
    }
    return "";
}

} // namespace spanscope
