#include "core/importers/sniff.h"

#include "core/importers/import.h"
#include "core/importers/log_needles.h"
#include "core/importers/new_syntax.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>

namespace spanscope {

namespace {

/// Text that only generated code has.
constexpr std::string_view kKernelMark = "async_compile.sdsc(";
constexpr std::array<std::string_view, 4> kCodeMarks{kKernelMark, "OpSpec(", "LoopSpec(", "TensorArg("};

/// Text that only a compile log has: messages of the planner, Work Division and the backend.
constexpr std::array<std::string_view, 21> kLogMarks{
    "per-core tensor span",
    "Cannot satisfy span limit",
    "Cannot satisfy minimum split requirement",
    "Cannot satisfy hardware memory span limit",
    "No valid split for variable",
    "Cannot auto-tile",
    "Spyre backend does not support",
    "[span_overflow_hint_analysis]",
    "[span-overflow ",
    "work_division ",
    "spyre.inductor",
    "spyre_hint on",
    "coarse_tile_groups:",
    "FixedTiledLayout('spyre",
    "EAR overflow",
    "L3_ADDEARIMM",
    "Immediate value out of boundary",
    "isEligibleForSplitting",
    "Program verification failed for core",
    "Incorrect chunk size in bytes",
    "Cannot adapt span-overflow plan",
};

/// How the lines of a log begin, certain enough only where nothing better is found.
constexpr std::array<std::string_view, 5> kLevelMarks{"[DEBUG]", "[INFO]", "[WARNING]", "[ERROR]", "[CRITICAL]"};

template <std::size_t N> bool hasAny(std::string_view text, const std::array<std::string_view, N> &marks)
{
    return std::any_of(marks.begin(), marks.end(),
                       [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

/// The text without a byte order mark and leading blanks.
std::string_view trimmed(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

/// `{` and then a key or the end of the object.
bool looksLikeObject(std::string_view text)
{
    if (!text.starts_with('{')) {
        return false;
    }
    const std::string_view inside = trimmed(text.substr(1));
    return inside.empty() || inside.starts_with('"') || inside.starts_with('}');
}

/// `op(..` or `name = op(..` or `f16[..` with a tensor or a name inside.
bool looksLikeExpression(std::string_view text)
{
    if (text.size() > kMaxNewBytes) {
        return false;
    }
    try {
        const std::vector<NewStatement> statements = parseNew(text);
        return std::any_of(statements.begin(), statements.end(), [](const NewStatement &statement) {
            return statement.value.kind == NewNode::Kind::Call || statement.value.kind == NewNode::Kind::Tensor;
        });
    } catch (const NewError &error) {
        // A slip further on: still an expression when it begins like one.
        const std::string_view begin = text.substr(0, error.offset());
        const bool hasCall = begin.find('(') != std::string_view::npos && begin.find('[') != std::string_view::npos;
        return hasCall && text.substr(0, 200).find('\n') == std::string_view::npos;
    }
}

} // namespace

bool hasLogMark(std::string_view text)
{
    static const NeedleSet kSet = [] {
        std::vector<NeedleSet::Needle> needles;
        for (const std::string_view mark : kLogMarks) {
            needles.push_back({mark, 0});
        }
        return NeedleSet(needles);
    }();
    NeedleSet::State state = 0;
    for (const char c : text) {
        state = kSet.step(state, c);
        if (state >= kSet.firstHit()) {
            return true;
        }
    }
    return false;
}

bool hasKernel(std::string_view text)
{
    // The longer the text the further each step skips: much faster than one look at every byte.
    static const std::boyer_moore_horspool_searcher kSearcher(kKernelMark.begin(), kKernelMark.end());
    return std::search(text.begin(), text.end(), kSearcher) != text.end();
}

std::vector<InputKind> sniff(std::string_view head)
{
    const std::string_view text = trimmed(head);
    if (looksLikeObject(text)) {
        const bool isPlan = text.find("\"spyre-span-plan\"") != std::string_view::npos &&
                            text.find("\"spyre-span-graph\"") == std::string_view::npos;
        return {isPlan ? InputKind::Plan : InputKind::Graph};
    }
    std::vector<InputKind> kinds;
    if (hasAny(text, kCodeMarks)) {
        kinds.push_back(InputKind::OutputCode);
    }
    if (hasLogMark(text)) {
        kinds.push_back(InputKind::Log);
    }
    if (kinds.empty() && looksLikeExpression(text)) {
        kinds.push_back(InputKind::Expression);
    }
    if (kinds.empty() && hasAny(text, kLevelMarks)) {
        kinds.push_back(InputKind::Log);
    }
    return kinds;
}

} // namespace spanscope
