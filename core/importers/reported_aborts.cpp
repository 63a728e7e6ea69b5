#include "core/importers/log_records.h"
#include "core/importers/log_text.h"
#include "core/importers/reported_parts.h"

#include <algorithm>
#include <array>

namespace spanscope {

namespace {

struct Meaning
{
    std::string_view what;
    std::string_view words;
};

constexpr std::array<Meaning, 6> kMeanings{{
    {abort_what::kEarOverflow,
     "An address register of a core ran over: the core had to step further through one tensor than its address "
     "arithmetic reaches, which is what the span limit guards against."},
    {abort_what::kImmediate,
     "The backend wrote an instruction whose address step does not fit into the field for it: a core's span of one "
     "tensor was too large."},
    {abort_what::kInstruction,
     "This is the instruction that adds a step to an address; its immediate is out of range because a core's span of "
     "one tensor was too large."},
    {abort_what::kSplitting,
     "The backend tried to cut the memory views of an op that is too large and could not: a core's span of one tensor "
     "was too large."},
    {abort_what::kVerification,
     "The program generated for one core was refused by the backend's own check; with over-long spans it is the "
     "address steps that fail it."},
    {abort_what::kChunkSize,
     "A transfer was cut into pieces whose size in bytes the hardware cannot take, as happens when a core's span of "
     "one tensor is too large."},
}};

bool isWordChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// `buf0` in `sdsc_buf0_mul` but not in `buf01`.
bool names(std::string_view node, std::string_view op)
{
    for (std::size_t at = node.find(op); at != std::string_view::npos; at = node.find(op, at + 1)) {
        const std::size_t end = at + op.size();
        const bool left = at == 0 || !isWordChar(node[at - 1]);
        const bool right = end == node.size() || !isWordChar(node[end]);
        if (left && right) {
            return true;
        }
    }
    return false;
}

double megabytesOf(const ReportedFact &fact)
{
    const auto text = fact.details.find("span_mb");
    return text == fact.details.end() ? 0.0 : std::strtod(text->second.c_str(), nullptr);
}

/// The node of this line, or of an abort line close by.
void opOfNode(const Graph &graph, const ReportedFact &fact, AbortNote &note)
{
    constexpr std::size_t kNearLines = 20;
    for (const ReportedFact &other : graph.reported) {
        const auto node = other.details.find("node");
        const std::size_t distance = other.line > fact.line ? other.line - fact.line : fact.line - other.line;
        if (other.kind != "abort" || node == other.details.end() || distance > kNearLines) {
            continue;
        }
        for (const Operation &op : graph.operations) {
            if (names(node->second, op.name)) {
                note.op = op.name;
                note.why = "the node " + node->second + " names it (line " + std::to_string(other.line) + ")";
                return;
            }
        }
    }
}

void opOfLargestSpan(const Graph &graph, const ReportedFact &fact, AbortNote &note)
{
    const ReportedFact *largest = nullptr;
    for (const ReportedFact &other : graph.reported) {
        const bool before = other.line <= fact.line || fact.line == 0;
        if (other.kind == "work_division_span" && before &&
            (largest == nullptr || megabytesOf(other) > megabytesOf(*largest))) {
            largest = &other;
        }
    }
    if (largest != nullptr) {
        note.op = largest->op;
        note.why = "of the spans reported before the abort its is the largest: " + largest->details.at("span_mb") +
                   " MB (line " + std::to_string(largest->line) + ")";
    }
}

} // namespace

AbortNote abortNote(const Graph &graph, std::size_t index)
{
    const ReportedFact &fact = graph.reported[index];
    AbortNote note;
    note.fact = index;
    const auto what = fact.details.find("what");
    note.what = what == fact.details.end() ? std::string() : what->second;
    for (const Meaning &meaning : kMeanings) {
        if (note.what == meaning.what) {
            note.explanation = meaning.words;
        }
    }
    const auto immediate = fact.figures.find("imm");
    Int bytes = 0;
    if (immediate != fact.figures.end() && immediate->second > -(Int{1} << 50) && immediate->second < (Int{1} << 50)) {
        bytes = (immediate->second < 0 ? -immediate->second : immediate->second) * 128;
        note.explanation += " The immediate is " + std::to_string(immediate->second) +
                            "; counted in sticks of 128 bytes that is a step of " + std::to_string(bytes) + " bytes.";
    }
    opOfNode(graph, fact, note);
    if (note.op.empty()) {
        opOfLargestSpan(graph, fact, note);
    }
    if (note.op.empty()) {
        note.why = "the log names no op near it";
    }
    return note;
}

} // namespace spanscope
