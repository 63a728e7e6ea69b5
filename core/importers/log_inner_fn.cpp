#include "core/importers/log_inner_fn.h"

#include "core/importers/log_text.h"
#include "core/importers/python_value.h"
#include "core/layout/dtypes.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMaxLoads = 10'000;

std::vector<std::string> namesBefore(std::string_view list)
{
    std::vector<std::string> names;
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t comma = std::min(list.find(',', begin), list.size());
        std::string_view name = trimmed(list.substr(begin, comma - begin));
        while (!name.empty() && (name.front() == '(' || name.front() == '[')) {
            name.remove_prefix(1);
        }
        while (!name.empty() && (name.back() == ')' || name.back() == ']')) {
            name.remove_suffix(1);
        }
        if (!name.empty()) {
            names.emplace_back(name);
        }
        begin = comma + 1;
    }
    return names;
}

/// `ops.load(arg0_1, i1 + 64*i0)` at every place of the line.
bool readLoads(std::string_view line, InnerFn &inner)
{
    constexpr std::string_view kLoad = "ops.load(";
    for (std::size_t at = line.find(kLoad); at != std::string_view::npos; at = line.find(kLoad, at + 1)) {
        const std::size_t open = at + kLoad.size() - 1;
        const std::size_t close = closingBracket(line, open);
        if (close == std::string_view::npos || inner.loads.size() >= kMaxLoads) {
            return false;
        }
        const std::string_view inside = line.substr(open + 1, close - open - 2);
        const std::size_t comma = inside.find(',');
        std::string_view buffer = trimmed(inside.substr(0, comma));
        if (buffer.size() > 1 && (buffer.front() == '\'' || buffer.front() == '"')) {
            buffer = buffer.substr(1, buffer.size() - 2);
        }
        const std::size_t equals = line.substr(0, at).find('=');
        InnerFn::Load load;
        load.buffer = shortText(buffer, 200);
        load.index = comma == std::string_view::npos ? std::string() : shortText(inside.substr(comma + 1), 20'000);
        load.variable = equals == std::string_view::npos ? std::string() : std::string(trimmed(line.substr(0, equals)));
        inner.loads.push_back(std::move(load));
    }
    return true;
}

/// `ops.to_dtype(tmp0, torch.float16, src_dtype=torch.float32)`: what tmp0 was.
void readCast(std::string_view line, InnerFn &inner)
{
    constexpr std::string_view kCast = "ops.to_dtype(";
    const std::size_t at = line.find(kCast);
    const std::size_t source = line.find("src_dtype=", at == std::string_view::npos ? line.size() : at);
    if (source == std::string_view::npos) {
        return;
    }
    TextCursor variable(line, at + kCast.size());
    TextCursor dtype(line, source + 10);
    const std::string name(variable.word());
    inner.sourceDtype.emplace(name, std::string(canonicalDtype(dtype.word())));
}

/// Names of index variables -> symbols of the deps, and the ranges of those.
struct SymbolMap
{
    std::map<std::string, Expr, std::less<>> of;
    std::vector<SymbolRange> output;
    std::vector<SymbolRange> all;
};

void addSymbols(SymbolMap &map, const std::vector<Extent> &ranges, const std::vector<std::string> &names,
                std::string_view prefix, bool reduction)
{
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const std::string name =
            i < names.size() && names[i] != "_" ? names[i] : std::string(prefix) + std::to_string(i);
        if (ranges[i] == Extent(1)) {
            map.of.emplace(name, Expr(0));
            continue;
        }
        const std::string symbol = "d" + std::to_string(map.all.size());
        map.of.emplace(name, Expr::symbol(symbol));
        map.all.push_back({symbol, ranges[i]});
        if (!reduction) {
            map.output.push_back(map.all.back());
        }
    }
}

/// The compiler drops the trailing symbols that an index does not use.
std::vector<SymbolRange> usedRanges(std::vector<SymbolRange> ranges, const Expr &index)
{
    const std::vector<std::string> used = index.symbols();
    while (!ranges.empty() && std::find(used.begin(), used.end(), ranges.back().symbol) == used.end()) {
        ranges.pop_back();
    }
    return ranges;
}

bool isValueName(const std::string &name)
{
    return name.starts_with("tmp") || name.starts_with("indirect");
}

Dep depWithoutIndex(const std::string &buffer, const std::string &indexText)
{
    Dep dep;
    dep.buffer = buffer;
    dep.hasIndex = false;
    dep.indexText = indexText;
    return dep;
}

Dep readDep(const InnerFn::Load &load, const SymbolMap &map, std::vector<std::string> &problems)
{
    const ParsedExpr parsed = parseExpr(load.index);
    if (parsed.error) {
        problems.push_back("the index of the read of " + load.buffer + " cannot be read: " + parsed.error->reason);
        return depWithoutIndex(load.buffer, load.index);
    }
    Dep dep;
    dep.buffer = load.buffer;
    for (const std::string &name : parsed.expr.symbols()) {
        dep.indirect = dep.indirect || isValueName(name);
    }
    dep.index = parsed.expr.substitute([&map](const std::string &name) -> std::optional<Expr> {
        const auto it = map.of.find(name);
        return it == map.of.end() ? std::nullopt : std::optional(it->second);
    });
    dep.indexText = dep.index.toString();
    dep.ranges = usedRanges(map.all, dep.index);
    return dep;
}

Dep writeDep(const Operation &op, const SymbolMap &map, std::vector<std::string> &problems)
{
    Dep dep;
    dep.buffer = op.name;
    const std::vector<Extent> &ranges = op.data->ranges;
    const std::vector<Extent> &stride = op.layout->stride;
    if (stride.size() != ranges.size()) {
        dep.hasIndex = false;
        if (stride.empty()) {
            return dep; // a layout that only points to another buffer
        }
        problems.push_back("ranges and layout have different ranks: no address of the output");
        return dep;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i] == Extent(1)) {
            continue;
        }
        const Expr step = stride[i].isInteger() ? Expr(stride[i].value) : parseExpr(stride[i].symbolic).expr;
        dep.index = dep.index + step * Expr::symbol(map.output[next++].symbol);
    }
    dep.indexText = dep.index.toString();
    dep.ranges = usedRanges(map.output, dep.index);
    return dep;
}

/// What `make` reads; a dep without index and a problem when its numbers or terms become too large.
template <typename Make>
Dep boundedDep(const std::string &buffer, const std::string &indexText, const std::string &what,
               std::vector<std::string> &problems, Make make)
{
    std::string reason;
    try {
        return make();
    } catch (const OverflowError &error) {
        reason = error.what();
    } catch (const ExprTooLarge &error) {
        reason = error.what();
    }
    problems.push_back(what + " cannot be used: " + reason);
    return depWithoutIndex(buffer, indexText);
}

} // namespace

bool readInnerLine(std::string_view line, InnerFn &inner)
{
    const std::string_view content = trimmed(line);
    const std::size_t equals = content.rfind('=');
    if (equals != std::string_view::npos) {
        const std::string_view right = trimmed(content.substr(equals + 1));
        if (right == "index") {
            inner.indexNames = namesBefore(content.substr(0, equals));
            return true;
        }
        if (right == "rindex") {
            inner.rindexNames = namesBefore(content.substr(0, equals));
            return true;
        }
    }
    readCast(content, inner);
    return readLoads(content, inner);
}

std::vector<std::string> setDeps(Operation &op, const InnerFn &inner)
{
    std::vector<std::string> problems;
    SymbolMap map;
    addSymbols(map, op.data->ranges, inner.indexNames, "i", false);
    addSymbols(map, op.data->reductionRanges, inner.rindexNames, "r0_", true);
    for (const InnerFn::Load &load : inner.loads) {
        Dep dep = boundedDep(load.buffer, load.index, "the index of the read of " + load.buffer, problems,
                             [&] { return readDep(load, map, problems); });
        const bool same = std::any_of(op.reads.begin(), op.reads.end(), [&dep](const Dep &other) {
            return other.buffer == dep.buffer && other.hasIndex == dep.hasIndex && other.indexText == dep.indexText;
        });
        if (!same) {
            op.reads.push_back(std::move(dep));
        }
    }
    if (op.layout) {
        op.writes.push_back(boundedDep(op.name, "", "the address of the output", problems,
                                       [&] { return writeDep(op, map, problems); }));
    }
    return problems;
}

} // namespace spanscope
