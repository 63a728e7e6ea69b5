/// The spyre_hint code a user pastes.

#include "core/exporters/exporters.h"
#include "core/exporters/pins.h"
#include "core/exporters/python_names.h"
#include "core/text/words.h"

#include <algorithm>
#include <cctype>

namespace spanscope {

namespace {

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text) {
        const bool control = static_cast<unsigned char>(c) < 0x20;
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += control ? ' ' : c;
    }
    return out + "\"";
}

/// One line for a comment, whatever the artefact held.
std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text;
}

std::string identifier(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0) {
        out.insert(0, 1, '_');
    }
    return out;
}

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
    std::string out = "# spyre_hint code for the graph " + oneLine(result.graph->name) + "\n# rules " +
                      result.rules.rules.preset + ", " + limitSentence(result.rules) + "\n#\n";
    for (const std::string &warning : warnings) {
        out += "# - " + warning + "\n";
    }
    return out;
}

class Writer
{
public:
    Writer(const GraphResult &result, const ExportChoice &choice)
        : m_graph(*result.graph)
        , m_namer(*result.graph, choice)
    {
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
            m_out += "# " + listed(otherMembers(group, *only)) +
                     " run in the same loop: put their lines into the same scope.\n";
        }
        for (const OpNames &op : names) {
            declare(op);
        }
        scopes(group, shown, names.front());
    }

    [[nodiscard]] const std::string &text() const { return m_out; }
    [[nodiscard]] bool hasUnitCount() const { return m_hasUnitCount; }

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
        m_out += "# " + oneLine(op.name) + ": " + oneLine(operationText(op)) + ", " + shapeText(ranges) +
                 (op.layout ? " " + op.layout->dtype : "") + "\n";
        if (!op.origin.source.empty() || !op.origin.code.empty()) {
            m_out += "#   from " + oneLine(op.origin.source) +
                     (op.origin.source.empty() || op.origin.code.empty() ? "" : "  ") + oneLine(op.origin.code) + "\n";
        }
        m_out += std::string("#   ") + (group.pinned ? "pinned: " : "") + tilesText(levels) + ", each " +
                 shapeText(tileShape(op, levels)) + "\n";
        for (const Level &level : levels) {
            checkLevel(level, ranges);
        }
    }

    void checkLevel(const Level &level, const std::vector<Extent> &ranges)
    {
        m_hasUnitCount = m_hasUnitCount || level.splitCount == 1;
        const auto dim = static_cast<std::size_t>(level.hostDim.index);
        if (dim < ranges.size() && ranges[dim].isInteger() && level.splitCount > 0 &&
            ranges[dim].value % level.splitCount != 0) {
            m_out += "#   WARNING: " + std::to_string(level.splitCount) + " does not divide the range " +
                     std::to_string(ranges[dim].value) + " of " + dimText(level.hostDim) +
                     "; the hint will be refused\n";
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
            m_out += "name_tensor_dims(" + identifier(tensor.buffer) + ", [" + names + "])  # " +
                     shapeText(tensor.size) + "\n";
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
            m_out += indent + "...  # " + oneLine(op.name) + ": " +
                     (code.empty() ? "the line that computes " + oneLine(operationText(op)) : oneLine(code)) + "\n";
        }
    }

    const Graph &m_graph;
    DimNamer m_namer;
    std::string m_out;
    bool m_hasUnitCount = false;
};

std::vector<std::string> wideReductions(const Graph &graph)
{
    std::vector<std::string> out;
    for (const Operation &op : graph.operations) {
        if (op.data && op.data->type == "Reduction") {
            const auto wide = std::count_if(op.data->reductionRanges.begin(), op.data->reductionRanges.end(),
                                            [](const Extent &e) { return !e.isInteger() || e.value != 1; });
            if (wide > 1) {
                out.push_back(op.name);
            }
        }
    }
    return out;
}

std::vector<std::string> warningsFor(const GraphResult &result, bool hasUnitCount)
{
    std::vector<std::string> out = {
        "Names are cleared after each compile: run the declare and name lines before every one.",
        "Every range that is tiled must be a multiple of its count.",
        "Buffer names are the compiler's: put your own tensors in their place."};
    if (hasUnitCount) {
        out.emplace_back("A count of 1 is dropped by the compiler.");
    }
    const std::vector<std::string> wide = wideReductions(*result.graph);
    if (!wide.empty()) {
        out.push_back("Once dims are named, no reduction may have more than one reduction variable; here " +
                      listed(wide) + (wide.size() == 1 ? " has." : " have."));
    }
    return out;
}

} // namespace

std::string pythonHints(const GraphResult &result, const ExportChoice &choice, std::optional<std::size_t> opIndex)
{
    Writer writer(result, choice);
    for (const ExportGroup &group : exportGroups(result, choice)) {
        writer.group(group, opIndex);
    }
    const std::string start = header(result, warningsFor(result, writer.hasUnitCount()));
    if (writer.text().empty()) {
        const std::string off = disabledSentence(result.groups.disabledBy);
        return start + "\n# Nothing to tile." + (off.empty() ? "" : " " + off) + "\n";
    }
    return start + writer.text();
}

} // namespace spanscope
