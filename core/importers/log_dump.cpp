#include "core/importers/log_dump.h"

#include "core/graph/knowledge.h"
#include "core/importers/log_dump_op.h"
#include "core/importers/log_inner_fn.h"
#include "core/importers/log_layout.h"
#include "core/importers/log_text.h"

#include <algorithm>
#include <set>

namespace spanscope {

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

namespace {

/// Why the op's text is not all of it, empty when it is.
std::string whyIncomplete(const DumpOp &op, bool isLast, bool opsClose, const DumpText &dump)
{
    if (isLast && dump.endsOpen && !op.closed) {
        return "the text ends inside it";
    }
    if (isLast && dump.cut) {
        return "the dump is too long, its end was left out";
    }
    if (!op.missing.empty()) {
        return op.missing;
    }
    const bool breaksOff = !op.closed && op.op.data && (opsClose || isLast);
    return breaksOff ? "its text breaks off" : "";
}

/// Null when nothing says that operations of the dump are missing.
const char *whyOpsAreMissing(const DumpText &dump, bool withoutHead)
{
    if (dump.cut) {
        return "the pass dump is too long: operations at its end were left out";
    }
    if (withoutHead) {
        return "lines of an operation stand in the pass dump without its first line";
    }
    return dump.endsOpen ? "the text ends with the pass dump: whether more operations follow is not told" : nullptr;
}

void tellIncomplete(const DumpOp &op, const std::string &why, ParsedDump &out)
{
    const std::string &name = op.op.name;
    out.problems.push_back({op.line, name, name + " is not shown whole: " + why});
    out.inferred.push_back({name, "", std::string(inferred_what::kIncomplete), why, op.line});
    out.inferred.push_back(
        {name, "", std::string(inferred_what::kInputs), "not all of its text is there: " + why, op.line});
}

/// Dumps of other passes may be of before the manual hints are assigned.
void tellHints(ParsedDump &parsed, const DumpText &dump)
{
    const bool any = std::any_of(parsed.operations.begin(), parsed.operations.end(),
                                 [](const Operation &op) { return !op.dimHints.empty(); });
    if (dump.pass != kHintsPass && !any) {
        parsed.inferred.push_back(
            {"", "", "hints",
             "taken as none: the dump is not of after " + std::string(kHintsPass) + ", so manual hints may come later",
             dump.line});
    }
}

} // namespace

ParsedDump parseDump(const DumpText &dump)
{
    ParsedDump out;
    const DumpLines lines(dump);
    std::vector<DumpOp> ops;
    for (std::size_t i = 0; i < lines.size();) {
        if (!isOpHeadLine(lines.text(i))) {
            ++i;
            continue;
        }
        ops.push_back(readDumpOp(lines, i));
        i = ops.back().next;
    }
    const bool opsClose = std::any_of(ops.begin(), ops.end(), [](const DumpOp &op) { return op.closed; });
    std::map<std::string, std::string> dtypeOfLoad;
    std::set<std::string> seen;
    for (DumpOp &op : ops) {
        std::move(op.problems.begin(), op.problems.end(), std::back_inserter(out.problems));
        out.bufferOfOp.emplace(op.name, op.op.name);
        if (!seen.insert(op.op.name).second) {
            out.problems.push_back({op.line, op.op.name, "the op is listed twice: first kept"});
            continue;
        }
        const std::string why = whyIncomplete(op, &op == &ops.back(), opsClose, dump);
        if (!why.empty()) {
            tellIncomplete(op, why, out);
        }
        dtypeOfLoad.merge(op.dtypeOfLoad);
        out.operations.push_back(std::move(op.op));
        out.lines.push_back(op.line);
    }
    const bool another =
        dump.headless || std::any_of(ops.begin(), ops.end(), [](const DumpOp &op) { return op.holdsAnother; });
    if (const char *why = whyOpsAreMissing(dump, another)) {
        out.inferred.push_back({"", "", std::string(inferred_what::kOperations), why,
                                dump.lines.empty() ? dump.line : dump.lines.back().number});
    }
    tellHints(out, dump);
    inferInputs(out, dtypeOfLoad);
    return out;
}

void reportOps(const ParsedDump &parsed, const std::string &pass, Graph &graph)
{
    for (std::size_t i = 0; i < parsed.operations.size(); ++i) {
        const Operation &op = parsed.operations[i];
        ReportedFact fact;
        fact.kind = "dump_op";
        fact.op = op.name;
        fact.line = parsed.lines[i];
        fact.details["pass"] = shortText(pass, 200);
        fact.text = "pass dump AFTER " + pass + ": " + (op.layout ? "layout, " : "no layout, ") +
                    (op.data ? "ranges, " : "no ranges, ") + std::to_string(op.reads.size()) +
                    (op.reads.size() == 1 ? " load" : " loads") + (op.dimHints.empty() ? "" : ", hints") +
                    (op.coreSplits.empty() ? "" : ", core splits");
        graph.reported.push_back(std::move(fact));
    }
}

std::map<std::string, CoreSplits> splitsOfDump(const DumpText &dump)
{
    std::map<std::string, CoreSplits> out;
    const DumpLines lines(dump);
    std::string op;
    constexpr std::string_view kKey = "op_it_space_splits=";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view content = trimmed(lines.text(i));
        if (isOpHeadLine(lines.text(i))) {
            op = bufferOfOpName(content.substr(0, content.find(':')));
        } else if (content.starts_with("buffer=")) {
            op = std::string(trimmed(content.substr(7)));
        } else if (content.starts_with(kKey)) {
            out[op] = coreSplitsOf(content.substr(kKey.size()));
        }
    }
    return out;
}

} // namespace spanscope
