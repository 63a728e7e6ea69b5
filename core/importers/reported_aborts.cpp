#include "core/importers/log_records.h"
#include "core/importers/log_text.h"
#include "core/importers/reported_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

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

/// The span a work division line told, in MB; nothing when the fact holds no such number.
std::optional<double> megabytesOf(const ReportedFact &fact)
{
    const auto text = fact.details.find("span_mb");
    double value = 0.0;
    if (fact.kind != "work_division_span" || text == fact.details.end()) {
        return std::nullopt;
    }
    const char *end = text->second.data() + text->second.size();
    return std::from_chars(text->second.data(), end, value).ec == std::errc() ? std::optional(value) : std::nullopt;
}

} // namespace

AbortNotes::AbortNotes(const Graph &graph)
    : m_graph(graph)
{
    for (const std::size_t i : graph.reportedOfKind("abort")) {
        const ReportedFact &fact = graph.reported[i];
        const auto node = fact.details.find("node");
        if (node != fact.details.end()) {
            m_nodes.push_back({fact.line, i, opIn(node->second)});
        }
    }
    for (const std::size_t i : graph.reportedOfKind("work_division_span")) {
        if (megabytesOf(graph.reported[i])) {
            m_largest.push_back({graph.reported[i].line, i});
        }
    }
    std::stable_sort(m_nodes.begin(), m_nodes.end(), [](const Node &a, const Node &b) { return a.line < b.line; });
    std::stable_sort(m_largest.begin(), m_largest.end(),
                     [](const Largest &a, const Largest &b) { return a.line < b.line; });
    for (std::size_t i = 1; i < m_largest.size(); ++i) {
        const double before = *megabytesOf(graph.reported[m_largest[i - 1].fact]);
        if (*megabytesOf(graph.reported[m_largest[i].fact]) <= before) {
            m_largest[i].fact = m_largest[i - 1].fact;
        }
    }
}

/// `buf0` in `sdsc_buf0_mul` but not in `buf01`: runs of whole words are looked up.
std::string AbortNotes::opIn(std::string_view node) const
{
    constexpr std::size_t kMaxWords = 8; // in an op's name
    std::vector<std::pair<std::size_t, std::size_t>> words;
    for (std::size_t at = 0; at < node.size();) {
        std::size_t end = at;
        while (end < node.size() && isWordChar(node[end])) {
            ++end;
        }
        if (end > at) {
            words.emplace_back(at, end);
        }
        at = std::max(end, at + 1);
    }
    for (std::size_t first = 0; first < words.size(); ++first) {
        for (std::size_t last = std::min(words.size(), first + kMaxWords); last > first; --last) {
            const std::string_view name = node.substr(words[first].first, words[last - 1].second - words[first].first);
            if (m_graph.findOperation(name) != nullptr) {
                return std::string(name);
            }
        }
    }
    return {};
}

/// The node of this line, or of an abort line close by.
void AbortNotes::opOfNode(const ReportedFact &fact, AbortNote &note) const
{
    constexpr std::size_t kNearLines = 20;
    const std::size_t from = fact.line > kNearLines ? fact.line - kNearLines : 0;
    auto it = std::lower_bound(m_nodes.begin(), m_nodes.end(), from,
                               [](const Node &node, std::size_t line) { return node.line < line; });
    for (; it != m_nodes.end() && it->line <= fact.line + kNearLines; ++it) {
        if (!it->op.empty()) {
            note.op = it->op;
            note.why = "the node " + m_graph.reported[it->fact].details.at("node") + " names it (line " +
                       std::to_string(it->line) + ")";
            return;
        }
    }
}

void AbortNotes::opOfLargestSpan(const ReportedFact &fact, AbortNote &note) const
{
    auto it = std::upper_bound(m_largest.begin(), m_largest.end(), fact.line,
                               [](std::size_t line, const Largest &entry) { return line < entry.line; });
    it = fact.line == 0 ? m_largest.end() : it;
    if (it != m_largest.begin()) {
        const ReportedFact &largest = m_graph.reported[std::prev(it)->fact];
        note.op = largest.op;
        note.why = "of the spans reported before the abort its is the largest: " + largest.details.at("span_mb") +
                   " MB (line " + std::to_string(largest.line) + ")";
    }
}

AbortNote AbortNotes::of(std::size_t index) const
{
    const ReportedFact &fact = m_graph.reported[index];
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
    opOfNode(fact, note);
    if (note.op.empty()) {
        opOfLargestSpan(fact, note);
    }
    if (note.op.empty()) {
        note.why = "the log names no op near it";
    }
    return note;
}

} // namespace spanscope
