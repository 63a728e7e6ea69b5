#include "core/importers/log_dump_op.h"

#include "core/importers/log_layout.h"

#include <set>

namespace spanscope {

namespace {

/// False for a statement of a body that visibly breaks off: `tmp0 = ops.lo`, `tmp0 = o`, `tmp1 = tmp0 +`, `tm`.
bool isWholeStatement(std::string_view text)
{
    text = trimmed(text);
    if (text.empty() || text.starts_with("return") || text.front() == '#') {
        return true;
    }
    if (std::string_view("=.,+-*/%").find(text.back()) != std::string_view::npos) {
        return false;
    }
    // A value is a call, a number or another value, and not a word alone such as the `o` of `ops.load(..`.
    const std::string_view value = trimmed(text.substr(text.rfind('=') + 1));
    const bool isWord = std::all_of(value.begin(), value.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (isWord && value != "index" && value != "rindex") {
        return false;
    }
    const std::size_t call = text.rfind("ops.");
    const bool callsNothing = call != std::string_view::npos && text.find('(', call) == std::string_view::npos;
    return !callsNothing && text.find_first_of("=(") != std::string_view::npos;
}

/// Reads the lines of one op.
class OpReader
{
public:
    OpReader(const DumpLines &lines, std::size_t i)
        : m_lines(lines)
        , m_head(i)
    {
    }

    DumpOp read()
    {
        const std::string_view head = m_lines.text(m_head);
        const std::size_t colon = head.find(": ");
        m_out.name = shortText(head.substr(0, colon), 200);
        const std::string_view kind = trimmed(head.substr(colon + 2));
        m_op.kind = shortText(kind.substr(0, kind.find_first_of(" (")), 100);
        m_op.name = bufferOfOpName(m_out.name);
        m_out.line = m_lines.number(m_head);
        std::size_t i = m_head + 1;
        for (; i < m_lines.size() && !isOpHeadLine(m_lines.text(i)); ++i) {
            readLine(i);
        }
        m_out.next = i;
        if (m_op.data) {
            for (std::string &text : setDeps(m_op, m_inner)) {
                problem(m_head, std::move(text));
            }
            for (const InnerFn::Load &load : m_inner.loads) {
                const auto cast = m_inner.sourceDtype.find(load.variable);
                if (cast != m_inner.sourceDtype.end()) {
                    m_out.dtypeOfLoad.emplace(load.buffer, cast->second);
                }
            }
        }
        checkWhole();
        for (DumpProblem &found : m_out.problems) {
            found.op = m_op.name; // a later line may have given the buffer's name
        }
        return std::move(m_out);
    }

private:
    void readLine(std::size_t i)
    {
        const std::string_view line = m_lines.text(i);
        const std::string_view content = trimmed(line);
        if (content.starts_with("layout=") && (m_op.layout || m_out.closed) && !m_out.holdsAnother) {
            m_out.holdsAnother = true;
            problem(i, "a second layout: the first line of an operation is missing before it");
        }
        if (m_out.holdsAnother) {
            return; // none of it is about this op
        }
        const auto offset = static_cast<std::size_t>(content.data() - line.data());
        if (readFile(content, i)) {
            return;
        }
        if (content.starts_with("def inner_fn(")) {
            m_inBody = true;
            m_hasBody = true;
            return;
        }
        const std::size_t equals = content.find('=');
        const std::string_view key = trimmed(content.substr(0, std::min(equals, content.size())));
        if (m_inBody && (key == "ranges" || content == ",")) {
            m_inBody = false;
        }
        if (m_inBody) {
            readBody(i, offset);
            return;
        }
        if (m_op.data && offset <= m_dataIndent && content.starts_with(')')) {
            m_out.closed = true;
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
                m_dataIndent = offset;
            }
        }
    }

    /// A line of the body; a load may go on over the next lines.
    void readBody(std::size_t i, std::size_t offset)
    {
        if (i <= m_readUntil) {
            return;
        }
        std::string text(m_lines.text(i).substr(offset));
        BracketCounter counter;
        counter.feed(text);
        for (std::size_t n = 1; counter.open() && n < kMaxValueLines && i + n < m_lines.size(); ++n) {
            const std::string_view next = trimmed(m_lines.text(i + n));
            const bool ownStatement = next.find(" = ") != std::string_view::npos || next.starts_with("return") ||
                                      next.starts_with("ranges=") || next == "," || isOpHeadLine(m_lines.text(i + n));
            if (ownStatement) {
                break;
            }
            counter.feed("\n");
            counter.feed(next);
            text += "\n" + std::string(next);
            m_readUntil = i + n;
        }
        checkValues(text);
        const bool isRead = readInnerLine(text, m_inner);
        if (!isRead || counter.open() || !isWholeStatement(text)) {
            problem(i, "a statement cannot be read: " + text);
            miss("one of its statements cannot be read");
        }
    }

    /// A value that no statement gave (`tmp0` in `return tmp0`) shows that a line is missing.
    void checkValues(std::string_view text)
    {
        const std::size_t equals = text.find(" = ");
        const std::string_view given =
            equals == std::string_view::npos ? std::string_view() : trimmed(text.substr(0, equals));
        const std::string_view used = equals == std::string_view::npos ? text : text.substr(equals);
        for (std::size_t at = used.find("tmp"); at != std::string_view::npos; at = used.find("tmp", at + 3)) {
            const std::size_t end = std::min(used.find_first_not_of("0123456789", at + 3), used.size());
            const std::string name(used.substr(at, end - at));
            const bool isWord = at == 0 || std::string_view(" ([{,+-*/~").find(used[at - 1]) != std::string_view::npos;
            if (isWord && end > at + 3 && !m_given.contains(name)) {
                miss("no line gives " + name + ", which its body uses");
            }
        }
        if (given.starts_with("tmp")) {
            m_given.emplace(given);
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
            if (key != "loop_info") {
                miss("its " + std::string(key) + " cannot be read");
            }
            return;
        }
        const PyValue &value = *parsed.value;
        if (key == "layout") {
            m_op.layout = layoutFromPython(value);
            if (!m_op.layout) {
                problem(i, "layout is of no known form");
                miss("its layout is of no known form");
            }
        } else if (key == "dim_hints") {
            readHints(value, i);
        } else if (m_op.data && (key == "ranges" || key == "reduction_ranges")) {
            const auto extents = extentsOf(&value);
            if (!extents) {
                problem(i, std::string(key) + " is no list");
                miss("its " + std::string(key) + " are no list");
                return;
            }
            (key == "ranges" ? m_hasRanges : m_hasReductionRanges) = true;
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
                miss("one of its dim hints has no integer split_count");
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
        if (m_out.problems.size() < kMaxNearMissLines) {
            m_out.problems.push_back({m_lines.number(i), m_op.name, std::move(text)});
        }
    }

    /// A computed buffer without one of these is not shown whole, whatever the lines around it say.
    void checkWhole()
    {
        const bool isKind = m_op.kind.ends_with("Buffer") || m_op.kind.ends_with("Kernel");
        if (m_op.data && !isKind) {
            miss("its kind is told as " + m_op.kind);
        }
        if (m_op.kind != "ComputedBuffer" || !m_out.missing.empty()) {
            return;
        }
        const std::string type = m_op.data ? m_op.data->type : std::string();
        const bool reduces = type == "Reduction";
        const bool hasBody = reduces || type == "Pointwise" || type == "Scatter";
        if (!m_op.layout) {
            miss("its layout is not told");
        } else if (!m_op.data) {
            miss("what it computes is not told");
        } else if (!m_hasRanges) {
            miss("its ranges are not told");
        } else if (hasBody && !m_hasBody) {
            miss("what it loads is not told");
        } else if (reduces && !m_hasReductionRanges) {
            miss("its reduction ranges are not told");
        }
    }

    void miss(std::string what)
    {
        if (m_out.missing.empty()) {
            m_out.missing = std::move(what);
        }
    }

    const DumpLines &m_lines;
    std::size_t m_head;
    DumpOp m_out;
    Operation &m_op = m_out.op;
    std::size_t m_dataIndent = 0;
    std::size_t m_readUntil = 0;   ///< the latest line that went with a statement begun before it
    std::set<std::string> m_given; ///< values that statements gave so far
    bool m_hasBody = false;
    bool m_hasRanges = false;
    bool m_hasReductionRanges = false;
    InnerFn m_inner;
    bool m_inBody = false;
};

} // namespace

bool isOpHeadLine(std::string_view line)
{
    return !line.empty() && line.front() != ' ' && line.front() != '\t' &&
           std::string_view(")],}").find(line.front()) == std::string_view::npos &&
           line.find(": ") != std::string_view::npos;
}

std::string bufferOfOpName(std::string_view opName)
{
    const bool numbered = opName.size() > 2 && opName.starts_with("op") &&
                          opName.find_first_not_of("0123456789", 2) == std::string_view::npos;
    return numbered ? "buf" + std::string(opName.substr(2)) : std::string(opName);
}

DumpOp readDumpOp(const DumpLines &lines, std::size_t i)
{
    return OpReader(lines, i).read();
}

} // namespace spanscope
