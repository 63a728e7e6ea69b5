/// The spyre_hint code a user pastes.

#include "core/exporters/exporters.h"
#include "core/exporters/pins.h"
#include "core/exporters/python_names.h"
#include "core/exporters/python_pieces.h"
#include "core/graph/knowledge.h"
#include "core/text/joint.h"
#include "core/text/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace spanscope {

namespace {

std::vector<Extent> tileShape(const Operation &op, const std::vector<Level> &levels)
{
    std::vector<Extent> shape = op.data ? op.data->ranges : std::vector<Extent>{};
    for (const Level &level : levels) {
        const auto dim = static_cast<std::size_t>(level.hostDim.index);
        if (dim < shape.size() && shape[dim].isInteger() && level.splitCount > 0) {
            shape[dim] = shape[dim].value / level.splitCount;
        }
    }
    return shape;
}

std::string header(const GraphResult &result, const std::vector<std::string> &warnings)
{
    std::string out = comment("spyre_hint code for the graph " + result.graph->name) +
                      comment("rules " + result.rules.rules.preset + ", " + limitSentence(result.rules)) + "#\n";
    for (const std::string &warning : warnings) {
        out += comment("- " + warning);
    }
    return out;
}

class Writer
{
public:
    Writer(const GraphResult &result, const ExportChoice &choice)
        : m_result(result)
        , m_choice(choice)
        , m_graph(*result.graph)
        , m_namer(*result.graph, choice)
    {
        for (std::size_t i = 0; i < m_graph.operations.size(); ++i) {
            m_lines[lineOf(m_graph.operations[i])].push_back(i);
        }
    }

    void group(const ExportGroup &group, std::optional<std::size_t> only)
    {
        std::vector<std::size_t> shown;
        for (std::size_t i = 0; i < group.members.size(); ++i) {
            if (!only || group.members[i].opIndex == *only) {
                shown.push_back(i);
            }
        }
        if (shown.empty()) {
            return;
        }
        m_out += "\n";
        std::vector<OpNames> names;
        for (const std::size_t i : shown) {
            describe(group, i);
            names.push_back(m_namer.name(group.members[i].opIndex));
        }
        if (only && group.members.size() > 1) {
            m_out += comment(listed(otherMembers(group, *only)) + " " + (group.members.size() == 2 ? "runs" : "run") +
                             " in the same loop: put " + (group.members.size() == 2 ? "its line" : "their lines") +
                             " into the same scope.");
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            declare(names[i]);
            for (; m_renamedTold < m_namer.renamed().size(); ++m_renamedTold) {
                m_out += comment("  NOTE: " + m_namer.renamed()[m_renamedTold]);
            }
            tellUnnamed(group.members[shown[i]].opIndex, names[i]);
        }
        scopes(group, shown, names.front());
    }

    [[nodiscard]] const std::string &text() const { return m_out; }
    [[nodiscard]] bool hasUnitCount() const { return m_hasUnitCount; }
    [[nodiscard]] const std::vector<std::string> &renamed() const { return m_namer.renamed(); }

private:
    [[nodiscard]] std::vector<std::string> otherMembers(const ExportGroup &group, std::size_t opIndex) const
    {
        std::vector<std::string> out;
        for (const GroupMember &member : group.members) {
            if (member.opIndex != opIndex) {
                out.push_back(m_graph.operations[member.opIndex].name);
            }
        }
        return out;
    }

    void describe(const ExportGroup &group, std::size_t index)
    {
        const Operation &op = m_graph.operations[group.members[index].opIndex];
        const std::vector<Level> &levels = group.memberLevels[index];
        const std::vector<Extent> ranges = op.data ? op.data->ranges : std::vector<Extent>{};
        m_out += comment(op.name + ": " + operationWords(op) + ", " + shapeText(ranges) +
                         (op.layout ? " " + op.layout->dtype : ""));
        if (!op.origin.source.empty() || !op.origin.code.empty()) {
            m_out += comment("  from " + op.origin.source +
                             (op.origin.source.empty() || op.origin.code.empty() ? "" : "  ") + op.origin.code);
        }
        m_out += comment(std::string("  ") +
                         (group.pinned      ? "pinned: "
                          : group.suggested ? "suggested: "
                                            : "") +
                         tilesText(levels) + ", each " + shapeText(tileShape(op, levels)));
        for (const Level &level : levels) {
            checkLevel(level, ranges);
        }
        if (!group.suggested) {
            tellWhatIsLeft(group, group.members[index].opIndex);
        }
        tellSameLine(group, group.members[index].opIndex);
    }

    /// A pin that does not fit, or a plan that leaves spans over the limit.
    void tellWhatIsLeft(const ExportGroup &group, std::size_t opIndex)
    {
        const Pin *pin = group.pinned ? pinOf(m_choice, m_graph.operations[opIndex].name) : nullptr;
        if (pin != nullptr) {
            const std::string warning = pinWarning(m_result, opIndex, *pin);
            m_out += warning.empty() ? "" : comment("  WARNING: " + warning);
        } else if (isMeaningless(m_result, opIndex)) {
            m_out += comment("  WARNING: " + shortReason(m_result, opIndex) + ": these hints mean nothing");
        } else if (verdictOf(m_result, opIndex) == Verdict::ResidualRisk) {
            m_out += comment("  WARNING: residual risk: " + shortReason(m_result, opIndex));
        }
    }

    /// A scope around a source line reaches every op that the line makes, also those of no or another group.
    void tellSameLine(const ExportGroup &group, std::size_t opIndex)
    {
        const std::string line = lineOf(m_graph.operations[opIndex]);
        std::vector<std::string> others;
        for (const std::size_t other : line.empty() ? std::vector<std::size_t>{} : m_lines.at(line)) {
            const bool member = std::any_of(group.members.begin(), group.members.end(),
                                            [other](const GroupMember &entry) { return entry.opIndex == other; });
            if (!member) {
                others.push_back(m_graph.operations[other].name);
            }
        }
        if (!others.empty()) {
            m_out += comment("  The same line makes " + listed(others) + ": a scope around it reaches " +
                             (others.size() == 1 ? "that op" : "those ops") + " too.");
        }
    }

    /// The source line of an op, empty where none is known.
    static std::string lineOf(const Operation &op)
    {
        const bool known = !op.origin.source.empty() || !op.origin.code.empty();
        return known ? op.origin.source + '\n' + op.origin.code : std::string();
    }

    void checkLevel(const Level &level, const std::vector<Extent> &ranges)
    {
        m_hasUnitCount = m_hasUnitCount || level.splitCount == 1;
        const auto dim = static_cast<std::size_t>(level.hostDim.index);
        if (dim < ranges.size() && ranges[dim].isInteger() && level.splitCount > 0 &&
            ranges[dim].value % level.splitCount != 0) {
            m_out += comment("  WARNING: " + std::to_string(level.splitCount) + " does not divide the range " +
                             std::to_string(ranges[dim].value) + " of " + dimText(level.hostDim) +
                             "; the hint will be refused");
        }
    }

    void declare(const OpNames &op)
    {
        for (const std::string &name : op.declared) {
            const Extent &size = op.sizes.at(name);
            m_out += "declare_tensor_dim(" + quoted(name) + ", " +
                     (size.isInteger() ? size.toString() : quoted(size.toString())) + ")\n";
        }
        for (const TensorNames &tensor : op.inputs) {
            std::string names;
            for (const std::string &name : tensor.names) {
                names += (names.empty() ? "" : ", ") + quoted(name);
            }
            m_out += "name_tensor_dims(" + identifier(tensor.buffer) + ", [" + names + "])  " +
                     comment(shapeText(tensor.size) +
                             (isInferred(tensor.buffer) ? ", inferred from how it is read" : std::string()));
        }
    }

    /// A dump lists no graph inputs: their shapes follow from the reads, and may be another view of the tensor.
    [[nodiscard]] bool isInferred(const std::string &buffer) const
    {
        const std::vector<std::size_t> &facts = m_graph.inferredOfTensor(buffer);
        return std::any_of(facts.begin(), facts.end(),
                           [this](std::size_t i) { return m_graph.inferred[i].what == "layout"; });
    }

    /// Why an op has no name_tensor_dims lines of its own.
    void tellUnnamed(std::size_t opIndex, const OpNames &names)
    {
        if (!names.inputs.empty()) {
            return;
        }
        const Operation &op = m_graph.operations[opIndex];
        if (inputsUnknown(m_graph, opIndex)) {
            m_out += askForInputs(op, names);
            return;
        }
        std::set<std::string> made;
        for (const Dep &read : op.reads) {
            if (m_graph.producerOf(read.buffer) != nullptr) {
                made.insert(read.buffer);
            }
        }
        if (!made.empty()) {
            const bool one = made.size() == 1;
            std::vector<std::string> dims;
            for (const auto &[dim, name] : names.dims) {
                dims.push_back(name);
            }
            m_out += comment(listed({made.begin(), made.end()}) +
                             (one ? " is made by another op." : " are made by other ops.") + " For each graph input " +
                             (one ? "it comes" : "they come") + " from, with those of its dims that become " +
                             listed(dims) + ":");
            m_out += comment("name_tensor_dims(INPUT, [...])");
        }
    }

    void scopes(const ExportGroup &group, const std::vector<std::size_t> &shown, const OpNames &names)
    {
        const std::vector<Level> &levels = group.memberLevels[shown.front()];
        std::string indent;
        for (const Level &level : levels) {
            const auto name = names.dims.find(level.hostDim.index);
            const std::string dim = name == names.dims.end() ? "D" + std::to_string(level.hostDim.index) : name->second;
            m_out += indent + "with spyre_hint(num_tiles_per_dim={" + quoted(dim) + ": " +
                     std::to_string(level.splitCount) + "}):\n";
            indent += "    ";
        }
        for (const std::size_t i : shown) {
            const Operation &op = m_graph.operations[group.members[i].opIndex];
            const std::string &code = op.origin.code;
            m_out += indent + "...  " +
                     comment(op.name + ": " + (code.empty() ? "the line that computes " + computedWords(op) : code));
        }
    }

    const GraphResult &m_result;
    const ExportChoice &m_choice;
    const Graph &m_graph;
    DimNamer m_namer;
    std::string m_out;
    std::map<std::string, std::vector<std::size_t>> m_lines; ///< source line -> the ops that it makes
    bool m_hasUnitCount = false;
    std::size_t m_renamedTold = 0;
};

/// The ops that no scope helps although they need it, each with its reason.
std::string leftOut(const GraphResult &result, const std::vector<ExportGroup> &groups, std::optional<std::size_t> only)
{
    std::vector<bool> tiled(result.analyses.size(), false);
    for (const ExportGroup &group : groups) {
        for (const GroupMember &member : group.members) {
            tiled.at(member.opIndex) = true;
        }
    }
    std::string out;
    for (std::size_t i = 0; i < tiled.size(); ++i) {
        const Verdict verdict = verdictOf(result, i);
        const bool needs = verdict != Verdict::Fits && verdict != Verdict::Skipped;
        if (!tiled[i] && (only ? i == *only : needs)) {
            out += comment("- " + result.graph->operations[i].name + ": " + std::string(verdictWord(verdict)) + ", " +
                           shortReason(result, i));
        }
    }
    return out.empty() ? "" : "\n" + comment("Not tiled here:") + out;
}

/// Our own suggestions for ops in conflict: one loop over the op and what it reads.
std::string suggestions(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> only)
{
    constexpr std::size_t kMost = 50;
    std::string out;
    std::size_t searched = 0;
    std::size_t last = result.analyses.size();
    for (const Conflict &conflict : result.groups.conflicts) {
        const bool again = std::exchange(last, conflict.opIndex) == conflict.opIndex;
        const bool pinned = pinOf(choice, result.graph->operations.at(conflict.opIndex).name) != nullptr;
        if (again || pinned || (only && *only != conflict.opIndex) || ++searched > kMost) {
            continue;
        }
        const JointAnswer joint = jointFit(result, conflict.opIndex);
        if (!joint.fit) {
            continue;
        }
        ExportGroup group;
        for (const JointMember &member : joint.fit->members) {
            group.members.push_back({member.opIndex, Membership::Started, {}});
            group.memberLevels.push_back(member.levels);
        }
        group.suggested = true;
        Writer writer(result, choice);
        writer.group(group, std::nullopt);
        out +=
            "\n" + comment(jointSentence(result, joint)) +
            comment(
                "To use it, take it instead of the scopes of these ops above, without the first sign of each line:") +
            commentedOut(writer.text());
    }
    return out;
}

} // namespace

std::string pythonHints(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex)
{
    Writer writer(result, choice);
    const std::vector<ExportGroup> groups = exportGroups(result, choice);
    for (const ExportGroup &group : groups) {
        writer.group(group, opIndex);
    }
    const std::string off = disabledSentence(result.groups.disabledBy);
    std::string out = header(result, warningsFor(result, writer.hasUnitCount(), stopsCompile(result, choice)));
    if (writer.text().empty()) {
        out += "\n" + comment("Nothing is tiled here." + (off.empty() ? "" : " " + off));
    }
    return out + writer.text() + leftOut(result, groups, opIndex) + suggestions(result, choice, opIndex);
}

std::vector<std::string> aliasWarnings(const GraphResult &result, const ExportChoice &choice,
                                       std::optional<std::size_t> opIndex)
{
    Writer writer(result, choice);
    for (const ExportGroup &group : exportGroups(result, choice)) {
        writer.group(group, opIndex);
    }
    return writer.renamed();
}

} // namespace spanscope
