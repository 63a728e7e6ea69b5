#include "core/importers/log_dump_collector.h"

#include "core/importers/log_text.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMaxForeignLines = 200;

bool isName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    });
}

/// `op0`, `buf3`, `true_graph_0_op1`.
bool isNumberedName(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    const std::string_view word = name.substr(0, digits);
    return digits < name.size() && (word == "op" || word == "buf" || word.ends_with("_op") || word.ends_with("_buf"));
}

/// `op0: ComputedBuffer`. Other lines look alike, such as `ValueError: Unexpected`: the name must be one that the
/// compiler gives, or the kind one of its buffers or kernels.
bool isOpHead(std::string_view text)
{
    const std::size_t colon = text.find(": ");
    if (colon == std::string_view::npos || colon == 0 || text.front() == ' ' || !isName(text.substr(0, colon))) {
        return false;
    }
    const std::string_view name = text.substr(0, colon);
    std::string_view kind = trimmed(text.substr(colon + 2));
    kind = kind.substr(0, kind.find_first_of(" ("));
    const bool isClass = isName(kind) && kind.front() >= 'A' && kind.front() <= 'Z';
    const bool isLower = name.front() >= 'a' && name.front() <= 'z' && name.find('.') == std::string_view::npos;
    return isClass && (isNumberedName(name) || (isLower && (kind.ends_with("Buffer") || kind.ends_with("Kernel"))));
}

/// How good a dump is as the source of the graph: later tiled ones have a tile's ranges.
int rank(const DumpText &dump)
{
    if (dump.pass == kHintsPass) {
        return 3;
    }
    return dump.tiled ? 1 : 2;
}

std::size_t bytesOf(const DumpText &dump)
{
    return dump.text.size() + dump.lines.size() * sizeof(DumpText::Line) + sizeof(DumpText);
}

std::size_t bytesOf(const DumpGroup &group)
{
    const bool both = group.latestSplits && group.latestSplits != group.best;
    return (group.best ? bytesOf(*group.best) : 0) + (both ? bytesOf(*group.latestSplits) : 0);
}

} // namespace

std::optional<std::string> DumpCollector::headOf(std::string_view stripped)
{
    std::string_view text = trimmed(stripped);
    while (!text.empty() && std::string_view("=-*#\"'`").find(text.front()) != std::string_view::npos) {
        text = trimmed(text.substr(1));
    }
    if (!text.starts_with("AFTER ") && !text.starts_with("AFTER\t")) {
        return std::nullopt;
    }
    text = trimmed(text.substr(6));
    std::string_view pass = text.substr(0, text.find_first_of(" \t:="));
    std::string_view rest = text.substr(pass.size());
    const bool decorated = rest.find_first_not_of(" \t:=-*#") == std::string_view::npos;
    if (pass.empty() || !isName(pass) || !decorated) {
        return std::nullopt;
    }
    return std::string(pass);
}

void DumpCollector::begin(std::string pass, std::size_t line)
{
    finish();
    m_dump = DumpText();
    m_dump.pass = std::move(pass);
    m_dump.line = line;
    m_foreign = 0;
    m_lastForeign = false;
    m_inOp = false;
    m_open = true;
}

void DumpCollector::add(std::string_view stripped, bool startsRecord, std::size_t line, bool isWhole)
{
    const bool head = isOpHead(stripped);
    if (head) {
        m_inOp = true;
        ++m_dump.ops;
    }
    // What a dump contains is indented, except closing brackets; everything else is other output.
    const bool indented = stripped.starts_with("  ") || stripped.starts_with('\t') || trimmed(stripped).empty();
    const bool closing = !stripped.empty() && std::string_view(")],}").find(stripped.front()) != std::string_view::npos;
    m_dump.headless = m_dump.headless || (!m_inOp && indented && trimmed(stripped).starts_with("layout="));
    if (!head && (startsRecord || !m_inOp || !(indented || closing))) {
        m_lastForeign = m_lastForeign || startsRecord || (isWhole && !trimmed(stripped).empty());
        if (++m_foreign > kMaxForeignLines) {
            finish();
        }
        return;
    }
    m_foreign = 0;
    m_lastForeign = m_lastForeign && !head; // what is indented may belong to the other record
    if (m_dump.text.size() + stripped.size() > kMaxDumpBytes) {
        m_dump.cut = true;
        return;
    }
    const std::string_view content = trimmed(stripped);
    m_dump.tiled = m_dump.tiled || (content.starts_with("loop_info=") && content != "loop_info=None" &&
                                    content != "loop_info=[]" && content != "loop_info=()");
    m_dump.splits = m_dump.splits || content.starts_with("op_it_space_splits=");
    m_dump.lines.push_back({m_dump.text.size(), line});
    m_dump.text += stripped;
    m_dump.text += '\n';
}

void DumpCollector::finish(bool textEnds)
{
    if (m_open && m_dump.ops > 0) {
        m_dump.endsOpen = textEnds && !m_lastForeign;
        m_dump.hash = std::hash<std::string>{}(m_dump.text) * 31 + std::hash<std::string>{}(m_dump.pass);
        place(std::move(m_dump));
    }
    m_open = false;
    m_dump = DumpText();
}

/// A pass that was dumped already in the compile at hand means the next compile, unless the dump is the same.
void DumpCollector::place(DumpText dump)
{
    const auto known = m_groupOfHash.find(dump.hash);
    if (known != m_groupOfHash.end()) {
        m_current = known->second;
        m_passes = m_groups[known->second].passes;
        ++m_groups[known->second].repeats;
        return;
    }
    if (m_passes.contains(dump.pass)) {
        m_passes.clear();
        m_current.reset();
    }
    m_passes.insert(dump.pass);
    const bool full = m_bytes + bytesOf(dump) > m_limits.bytes || (!m_current && m_groups.size() >= m_limits.groups);
    if (full) {
        ++m_dropped;
        return;
    }
    if (!m_current) {
        m_current = m_groups.size();
        m_groups.emplace_back();
        m_groups.back().line = dump.line;
    }
    m_groupOfHash.emplace(dump.hash, *m_current);
    keep(std::move(dump), m_groups[*m_current]);
}

void DumpCollector::keep(DumpText dump, DumpGroup &group)
{
    group.passes.insert(dump.pass);
    const bool better = !group.best || rank(dump) >= rank(*group.best);
    if (!better && !dump.splits) {
        return;
    }
    const auto kept = std::make_shared<const DumpText>(std::move(dump));
    m_bytes -= bytesOf(group);
    if (kept->splits) {
        group.latestSplits = kept;
    }
    if (better) {
        group.best = kept;
    }
    m_bytes += bytesOf(group);
}

} // namespace spanscope
