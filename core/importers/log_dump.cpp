#include "core/importers/log_dump.h"

#include "core/importers/log_inner_fn.h"
#include "core/importers/log_layout.h"
#include "core/importers/log_text.h"

#include <algorithm>
#include <set>

namespace spanscope {

namespace {

/// Thrown away when too long: no list of a real op is.
constexpr std::size_t kMaxValueLines = 64;

bool isHead(std::string_view line)
{
    return !line.empty() && line.front() != ' ' && line.front() != '\t' &&
           std::string_view(")],}").find(line.front()) == std::string_view::npos &&
           line.find(": ") != std::string_view::npos;
}

/// Walks over the lines of one dump.
class DumpLines
{
public:
    explicit DumpLines(const DumpText &dump)
        : m_dump(dump)
    {
    }
    [[nodiscard]] std::size_t size() const { return m_dump.lines.size(); }
    [[nodiscard]] std::string_view text(std::size_t i) const
    {
        const std::size_t begin = m_dump.lines[i].begin;
        const std::size_t end = i + 1 < size() ? m_dump.lines[i + 1].begin : m_dump.text.size();
        return std::string_view(m_dump.text).substr(begin, end - begin - 1);
    }
    [[nodiscard]] std::size_t number(std::size_t i) const { return m_dump.lines[i].number; }

    /// The text from `offset` in line i to where its brackets close, over line breaks.
    [[nodiscard]] std::string value(std::size_t i, std::size_t offset) const
    {
        std::string out(text(i).substr(offset));
        BracketCounter counter;
        counter.feed(out);
        for (std::size_t n = 1; counter.open() && n < kMaxValueLines && i + n < size() && !isHead(text(i + n)); ++n) {
            out += '\n';
            out += text(i + n);
            counter.feed("\n");
            counter.feed(text(i + n));
        }
        while (!out.empty() && (out.back() == ',' || out.back() == ' ')) {
            out.pop_back();
        }
        return out;
    }

private:
    const DumpText &m_dump;
};

/// op12 writes buf12 unless the dump says otherwise.
std::string bufferName(std::string_view opName)
{
    const bool numbered = opName.size() > 2 && opName.starts_with("op") &&
                          opName.find_first_not_of("0123456789", 2) == std::string_view::npos;
    return numbered ? "buf" + std::string(opName.substr(2)) : std::string(opName);
}

/// Reads the lines of one op.
class OpReader
{
public:
    OpReader(const DumpLines &lines, ParsedDump &out)
        : m_lines(lines)
        , m_out(out)
    {
    }

    /// \return the index of the next op's head line
    std::size_t read(std::size_t i, std::map<std::string, std::string> &dtypeOfLoad)
    {
        const std::string_view head = m_lines.text(i);
        const std::size_t colon = head.find(": ");
        const std::string opName = shortText(head.substr(0, colon), 200);
        const std::string_view kind = trimmed(head.substr(colon + 2));
        m_op.kind = shortText(kind.substr(0, kind.find_first_of(" (")), 100);
        m_op.name = bufferName(opName);
        const std::size_t headLine = m_lines.number(i);
        for (++i; i < m_lines.size() && !isHead(m_lines.text(i)); ++i) {
            readLine(i);
        }
        m_out.bufferOfOp.emplace(opName, m_op.name);
        if (m_op.data) {
            for (std::string &problem : setDeps(m_op, m_inner)) {
                m_out.problems.push_back({headLine, m_op.name, std::move(problem)});
            }
            for (const InnerFn::Load &load : m_inner.loads) {
                const auto cast = m_inner.sourceDtype.find(load.variable);
                if (cast != m_inner.sourceDtype.end()) {
                    dtypeOfLoad.emplace(load.buffer, cast->second);
                }
            }
        }
        m_out.operations.push_back(std::move(m_op));
        m_out.lines.push_back(headLine);
        return i;
    }

private:
    void readLine(std::size_t i)
    {
        const std::string_view line = m_lines.text(i);
        const std::string_view content = trimmed(line);
        const auto offset = static_cast<std::size_t>(content.data() - line.data());
        if (readFile(content, i)) {
            return;
        }
        if (content.starts_with("def inner_fn(")) {
            m_inBody = true;
            return;
        }
        const std::size_t equals = content.find('=');
        const std::string_view key = trimmed(content.substr(0, std::min(equals, content.size())));
        if (m_inBody && (key == "ranges" || content == ",")) {
            m_inBody = false;
        }
        if (m_inBody) {
            readInnerLine(content, m_inner);
            return;
        }
        if (equals != std::string_view::npos) {
            readField(key, i, offset + equals + 1);
            return;
        }
        if (content.ends_with("(") && content.size() > 1) {
            OpData data;
            const std::string_view type = content.substr(0, content.size() - 1);
            // The device's own reduction class is a reduction to the planner.
            data.type = type == "SpyreReduction" ? "Reduction" : shortText(type, 100);
            if (!m_op.data && type.find(' ') == std::string_view::npos) {
                m_op.data = std::move(data);
            }
        }
    }

    void readField(std::string_view key, std::size_t i, std::size_t offset)
    {
        const auto known = [key](std::initializer_list<std::string_view> keys) {
            return std::find(keys.begin(), keys.end(), key) != keys.end();
        };
        if (!known({"layout", "op_it_space_splits", "dim_hints", "ranges", "reduction_ranges", "reduction_type",
                    "origin_node", "origins", "buffer", "loop_info"})) {
            return;
        }
        const std::string text = m_lines.value(i, offset);
        if (key == "buffer") {
            const std::string name = shortText(trimmed(text), 200);
            m_op.name = name.empty() ? m_op.name : name;
        } else if (key == "op_it_space_splits") {
            m_op.coreSplits = coreSplitsOf(text);
        } else if (key == "reduction_type" && m_op.data) {
            const PyParsed parsed = parsePyValue(text);
            m_op.data->reductionType =
                parsed.value && parsed.value->text != "None" ? shortText(parsed.value->text, 100) : "";
        } else if (key == "origin_node" || key == "origins") {
            readOrigins(text);
        } else {
            readStructured(key, text, i);
        }
    }

    void readStructured(std::string_view key, const std::string &text, std::size_t i)
    {
        const PyParsed parsed = parsePyValue(text);
        if (!parsed.value) {
            problem(i, std::string(key) + " cannot be read: " + parsed.problem);
            return;
        }
        const PyValue &value = *parsed.value;
        if (key == "layout") {
            m_op.layout = layoutFromPython(value);
            if (!m_op.layout) {
                problem(i, "layout is of no known form");
            }
        } else if (key == "dim_hints") {
            readHints(value, i);
        } else if (m_op.data && (key == "ranges" || key == "reduction_ranges")) {
            const auto extents = extentsOf(&value);
            if (!extents) {
                problem(i, std::string(key) + " is no list");
                return;
            }
            (key == "ranges" ? m_op.data->ranges : m_op.data->reductionRanges) = *extents;
        }
    }

    void readHints(const PyValue &value, std::size_t i)
    {
        for (const PyValue &item : value.items) {
            const PyValue *names = item.argument("dim_names");
            const PyValue *count = item.argument("split_count");
            const PyValue *variable = item.argument("loop_var");
            const PyValue *reduction = item.argument("is_reduction");
            const PyValue *id = item.argument("hint_id");
            if (count == nullptr || count->kind != PyValue::Kind::Integer) {
                problem(i, "a dim hint without an integer split_count");
                continue;
            }
            DimHint hint;
            for (const PyValue &name : names != nullptr ? names->items : std::vector<PyValue>{}) {
                hint.dimNames.push_back(shortText(name.text, 200));
            }
            hint.splitCount = count->integer;
            hint.loopVar = variable != nullptr ? shortText(variable->text, 200) : "";
            hint.isReduction = reduction != nullptr && reduction->text == "True";
            hint.hintId = id != nullptr ? id->integer : 0;
            m_op.dimHints.push_back(std::move(hint));
        }
    }

    /// `OrderedSet([add, mul])`, `{add}`, `add`.
    void readOrigins(const std::string &text)
    {
        const PyParsed parsed = parsePyValue(text);
        if (!parsed.value) {
            return;
        }
        const PyValue *list = &*parsed.value;
        while (list->kind == PyValue::Kind::Call && list->items.size() == 1) {
            list = &list->items.front();
        }
        const std::vector<PyValue> single{*list};
        for (const PyValue &item : list->isSequence() ? list->items : single) {
            const std::string name = shortText(item.text, 200);
            std::vector<std::string> &nodes = m_op.origin.fxNodes;
            if (!name.empty() && name != "None" && std::find(nodes.begin(), nodes.end(), name) == nodes.end()) {
                nodes.push_back(name);
            }
        }
    }

    /// `File "model.py", line 42, in forward` and the code below it; the innermost one counts.
    bool readFile(std::string_view content, std::size_t i)
    {
        if (!content.starts_with("File \"")) {
            return false;
        }
        const std::size_t close = content.find('"', 6);
        TextCursor cursor(content, close == std::string_view::npos ? content.size() : close + 1);
        if (!cursor.accept(", line")) {
            return true;
        }
        const auto line = cursor.integer();
        if (line) {
            m_op.origin.source = shortText(content.substr(6, close - 6), 300) + ":" + std::to_string(*line);
            std::string_view code = i + 1 < m_lines.size() ? trimmed(m_lines.text(i + 1)) : std::string_view();
            if (code.ends_with(',')) {
                code.remove_suffix(1);
            }
            m_op.origin.code = code == "}" || code == ")" || code.starts_with("File \"") ? "" : shortText(code);
        }
        return true;
    }

    void problem(std::size_t i, std::string text)
    {
        if (m_out.problems.size() >= kMaxNearMissLines) {
            return;
        }
        m_out.problems.push_back({m_lines.number(i), m_op.name, std::move(text)});
    }

    const DumpLines &m_lines;
    ParsedDump &m_out;
    Operation m_op;
    InnerFn m_inner;
    bool m_inBody = false;
};

} // namespace

CoreSplits coreSplitsOf(std::string_view text)
{
    CoreSplits out;
    const PyParsed parsed = parsePyValue(text);
    if (!parsed.value || parsed.value->kind != PyValue::Kind::Dict) {
        return out;
    }
    for (const PyEntry &entry : parsed.value->entries) {
        const PyValue &key =
            entry.key.kind == PyValue::Kind::Call && !entry.key.items.empty() ? entry.key.items.front() : entry.key;
        if (entry.value.kind == PyValue::Kind::Integer && !key.text.empty()) {
            out.emplace_back(shortText(key.text, 100), entry.value.integer);
        }
    }
    return out;
}

ParsedDump parseDump(const DumpText &dump)
{
    ParsedDump out;
    const DumpLines lines(dump);
    std::map<std::string, std::string> dtypeOfLoad;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < lines.size();) {
        if (!isHead(lines.text(i))) {
            ++i;
            continue;
        }
        i = OpReader(lines, out).read(i, dtypeOfLoad);
        if (!seen.insert(out.operations.back().name).second) {
            out.problems.push_back(
                {out.lines.back(), out.operations.back().name, "the op is listed twice: first kept"});
            out.operations.pop_back();
            out.lines.pop_back();
        }
    }
    inferInputs(out, dtypeOfLoad);
    return out;
}

std::map<std::string, CoreSplits> splitsOfDump(const DumpText &dump)
{
    std::map<std::string, CoreSplits> out;
    const DumpLines lines(dump);
    std::string op;
    constexpr std::string_view kKey = "op_it_space_splits=";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view content = trimmed(lines.text(i));
        if (isHead(lines.text(i))) {
            op = bufferName(content.substr(0, content.find(':')));
        } else if (content.starts_with("buffer=")) {
            op = std::string(trimmed(content.substr(7)));
        } else if (content.starts_with(kKey)) {
            out[op] = coreSplitsOf(content.substr(kKey.size()));
        }
    }
    return out;
}

} // namespace spanscope
