#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/importers/import.h"
#include "core/importers/sniff.h"
#include "core/importers/spool.h"
#include "core/importers/utf16.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace spanscope {

namespace {

constexpr std::string_view kExpressionPrefix = "new:";
constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;
constexpr std::size_t kOverlapBytes = 256; ///< longer than any mark of sniff()

bool canRewind(std::istream &in)
{
    const std::streampos here = in.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return here != std::streampos(-1) && in.rdbuf()->pubseekpos(here, std::ios::in) == here;
}

/// What a whole stream looks like. JSON and expressions show themselves at the start; the
/// marks of logs and generated code may come anywhere. Leaves the stream where it was.
struct Look
{
    std::vector<InputKind> kinds;
    std::string head; ///< the first chunk

    [[nodiscard]] bool has(InputKind kind) const { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }
    void add(InputKind kind, bool (*isIn)(std::string_view), std::string_view text)
    {
        if (!has(kind) && isIn(text)) {
            kinds.push_back(kind);
        }
    }
};

Look lookAt(std::istream &in, const WorkContext &context)
{
    const std::streampos start = in.tellg();
    Look look;
    std::string chunk(kChunkBytes, '\0');
    std::size_t kept = 0;
    while (!context.cancelled()) {
        const std::streamsize got =
            in.rdbuf()->sgetn(chunk.data() + kept, static_cast<std::streamsize>(chunk.size() - kept));
        if (got <= 0) {
            break;
        }
        const std::string_view text(chunk.data(), kept + static_cast<std::size_t>(got));
        if (look.head.empty()) {
            look.head = std::string(text);
            look.kinds = sniff(text);
            const std::vector<InputKind> &kinds = look.kinds;
            const bool isWhole = std::any_of(kinds.begin(), kinds.end(), [](InputKind kind) {
                return kind == InputKind::Graph || kind == InputKind::Plan || kind == InputKind::Expression;
            });
            if (isWhole) {
                break;
            }
        } else {
            look.add(InputKind::OutputCode, hasKernel, text);
            look.add(InputKind::Log, hasLogMark, text);
        }
        if (look.has(InputKind::Log) && look.has(InputKind::OutputCode)) {
            break;
        }
        kept = std::min(kOverlapBytes, text.size());
        std::copy(text.end() - static_cast<std::ptrdiff_t>(kept), text.end(), chunk.begin());
    }
    in.clear();
    in.seekg(start);
    return look;
}

/// The beginning of a text for a message, printable.
std::string quoted(std::string_view head)
{
    constexpr std::size_t kShown = 60;
    std::string text;
    for (const char c : head.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(c);
        text += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
    return "`" + text + (head.size() > kShown ? "...`" : "`");
}

/// What a text that nothing reads seems to be.
std::string refusal(std::string_view head)
{
    const std::string readable = "readable are graphs (spyre-span-graph JSON), compile logs, output_code.py, and op "
                                 "expressions such as add(f16[2,64], f16[64])";
    if (head.starts_with("\x1f\x8b")) {
        return "is gzip-compressed; unpack it first";
    }
    if (head.starts_with("PK\x03\x04")) {
        return "is a zip archive; unpack it first";
    }
    if (head.substr(0, 1024).find('\0') != std::string_view::npos) {
        return "is binary data; " + readable;
    }
    return "is nothing that can be read: it begins with " + quoted(head) + "; " + readable;
}

std::string wholeText(std::istream &in)
{
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

ImportResult importGraphs(std::istream &in, const std::string &file, const WorkContext &context)
{
    ImportResult result;
    result.graphs = readGraphs(in, file, {}, context);
    std::size_t ops = 0;
    for (const GraphPtr &graph : result.graphs) {
        ops += graph->operations.size();
    }
    result.notes.push_back(std::to_string(result.graphs.size()) +
                           (result.graphs.size() == 1 ? " graph, " : " graphs, ") + std::to_string(ops) +
                           (ops == 1 ? " operation" : " operations"));
    return result;
}

ImportResult importExpression(const std::string &text, const std::string &file)
{
    ImportResult result;
    try {
        result.graphs.push_back(graphFromExpression(text));
    } catch (const InputError &error) {
        throw InputError(file, error.place(), error.reason());
    }
    result.notes.push_back("layouts are the compiler's defaults for the shapes given");
    return result;
}

ImportResult importKind(InputKind kind, std::istream &in, const std::string &file, const WorkContext &context)
{
    switch (kind) {
    case InputKind::Graph:
        return importGraphs(in, file, context);
    case InputKind::Expression:
        return importExpression(wholeText(in), file);
    case InputKind::Log:
        return importLog(in, file, context);
    case InputKind::OutputCode:
        return importOutputCode(in, file, context);
    case InputKind::Plan:
        throw InputError(file, "", "is a plan, the result of planning a graph; open the graph it was made from");
    default:
        throw InputError(file, "", "a " + std::string(inputKindName(kind)) + " cannot be read here");
    }
}

void append(ImportResult &into, ImportResult &&more)
{
    into.graphs.insert(into.graphs.end(), more.graphs.begin(), more.graphs.end());
    into.lines.insert(into.lines.end(), std::make_move_iterator(more.lines.begin()),
                      std::make_move_iterator(more.lines.end()));
    into.notes.insert(into.notes.end(), std::make_move_iterator(more.notes.begin()),
                      std::make_move_iterator(more.notes.end()));
    into.linesRead = std::max(into.linesRead, more.linesRead);
    into.notUnderstood += more.notUnderstood;
}

/// Imports a stream that can be read more than once.
ImportResult importSeekable(std::istream &in, const std::string &file, InputKind forced, const WorkContext &context)
{
    const std::streampos start = in.tellg();
    const Look look = lookAt(in, context);
    if (context.cancelled()) {
        return {};
    }
    if (look.head.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw InputError(file, "", "the file is empty");
    }
    std::vector<InputKind> kinds = look.kinds;
    if (forced != InputKind::Unknown) {
        kinds = {forced};
    }
    if (kinds.empty()) {
        throw InputError(file, "", refusal(look.head));
    }
    ImportResult result;
    std::optional<InputError> firstError;
    for (const InputKind kind : kinds) {
        in.clear();
        in.seekg(start);
        try {
            append(result, importKind(kind, in, file, context));
        } catch (const InputError &error) {
            firstError = firstError ? firstError : error; // another kind may still have something
        }
    }
    if (firstError && result.graphs.empty()) {
        throw InputError(*firstError);
    }
    return result;
}

/// The same of bytes that may be UTF-16.
ImportResult importBytes(std::istream &in, const std::string &file, InputKind forced, const WorkContext &context)
{
    const std::streampos start = in.tellg();
    std::string head(2, '\0');
    const std::streamsize got = in.rdbuf()->sgetn(head.data(), 2);
    in.clear();
    in.seekg(start);
    const auto order = got == 2 ? utf16Mark(head) : std::nullopt;
    if (!order) {
        return importSeekable(in, file, forced, context);
    }
    Utf16Stream decoder(in, *order);
    std::istream text(&decoder);
    ImportResult result = importSeekable(text, file, forced, context);
    result.notes.emplace_back("the text is UTF-16 and was read as such");
    return result;
}

} // namespace

ImportResult importAny(std::istream &in, const std::string &file, InputKind forced, const WorkContext &context)
{
    try {
        if (canRewind(in)) {
            return importBytes(in, file, forced, context);
        }
        Spool spool(in, file, context);
        std::istream text(spool.buffer());
        return importBytes(text, file, forced, context);
    } catch (const std::ios_base::failure &error) {
        throw InputError(file, "", std::string("cannot be read: ") + error.what());
    }
}

namespace {

std::string errorText(int code)
{
    return code == 0 ? "unknown reason" : std::generic_category().message(code);
}

/// `add(f16[2,64], f16[64])` where no file of that name exists.
bool looksLikeExpression(const std::string &input)
{
    const std::vector<InputKind> kinds = sniff(input);
    return kinds.size() == 1 && kinds.front() == InputKind::Expression;
}

ImportResult importTyped(const std::string &input, int fileError)
{
    try {
        return importExpression(input, "new");
    } catch (const InputError &error) {
        throw InputError(input, error.place(),
                         error.reason() + " (taken as an op expression; as a file it cannot be opened: " +
                             errorText(fileError) + ")");
    }
}

/// A device never ends (`/dev/zero`) or is a disk; a terminal is a person who types.
void refuseDevice(const std::filesystem::path &path, bool isTerminal, std::istream &in, const std::string &name)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    const bool isDevice = std::filesystem::is_block_file(status) || std::filesystem::is_character_file(status);
    // An empty one (`/dev/null`) is told to be empty.
    if (isDevice && !isTerminal && in.peek() != std::istream::traits_type::eof()) {
        throw InputError(name, "", "is a device; readable are files, pipes and what is typed");
    }
    in.clear();
}

} // namespace

ImportResult openInput(const std::string &input, InputKind forced, const WorkContext &context)
{
    if (input.starts_with(kExpressionPrefix)) {
        return importExpression(input.substr(kExpressionPrefix.size()), "new");
    }
    if (input.empty()) {
        throw InputError("", "", "an INPUT is empty: give a file, - for standard input, or new:EXPRESSION");
    }
    if (input == "-") {
        refuseDevice("/dev/stdin", isatty(STDIN_FILENO) != 0, std::cin, "standard input");
        return importAny(std::cin, "standard input", forced, context);
    }
    std::error_code error;
    if (std::filesystem::is_directory(input, error)) {
        throw InputError(input, "", "is a directory");
    }
    errno = 0;
    std::ifstream in(input, std::ios::binary);
    if (!in) {
        const int code = errno;
        if (looksLikeExpression(input)) {
            return importTyped(input, code);
        }
        throw InputError(input, "", "cannot be opened: " + errorText(code));
    }
    const bool isTerminal = input == "/dev/tty" || (input == "/dev/stdin" && isatty(STDIN_FILENO) != 0);
    refuseDevice(input, isTerminal, in, input);
    return importAny(in, input, forced, context);
}

} // namespace spanscope
