#include "core/graph/reader.h"

#include "core/base/input_error.h"
#include "core/graph/document_source.h"
#include "core/graph/graph_parts.h"
#include "core/graph/json_splitter.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <streambuf>
#include <unordered_map>
#include <unordered_set>

namespace spanscope {

namespace {

constexpr std::string_view kFormat = "spyre-span-graph";
constexpr Int kVersion = 1;
constexpr std::size_t kMaxWarnings = 1000;
/// Strings up to here are held, so that the complaint about a long one can name its JSON pointer.
constexpr std::size_t kHeldStringBytes = std::size_t{64} << 20;

/// Builds one graph from the pieces of its document.
class GraphBuilder final : public JsonPieces
{
public:
    GraphBuilder(const DocumentPlace &place, const ReaderLimits &limits, GraphParts &parts, const WorkContext &context,
                 std::function<void()> report)
        : m_place(place)
        , m_limits(limits)
        , m_parts(parts)
        , m_context(context)
        , m_report(std::move(report))
    {
    }

    [[nodiscard]] MemberUse use(std::string_view key) const override
    {
        constexpr std::array<std::string_view, 4> kLists{"buffers", "operations", "reported", "inferred"};
        constexpr std::array<std::string_view, 6> kWhole{"format", "version", "name", "producer", "config", "outputs"};
        if (std::find(kLists.begin(), kLists.end(), key) != kLists.end()) {
            return MemberUse::PerElement;
        }
        return std::find(kWhole.begin(), kWhole.end(), key) != kWhole.end() ? MemberUse::Whole : MemberUse::Skip;
    }
    void member(const std::string &key, const nlohmann::json &value) override;
    bool element(const std::string &key, std::size_t index, const nlohmann::json &value) override;
    void listBegins(const std::string &key) override { m_hasOperations = m_hasOperations || key == "operations"; }

    /// The finished graph: look-ups built, names checked.
    [[nodiscard]] GraphPtr finish();

private:
    void checkNames() const;
    void warnAboutReads();

    const DocumentPlace &m_place;
    const ReaderLimits &m_limits;
    GraphParts &m_parts;
    const WorkContext &m_context;
    std::function<void()> m_report;
    std::shared_ptr<Graph> m_graph = std::make_shared<Graph>();
    bool m_hasFormat = false;
    bool m_hasVersion = false;
    bool m_hasName = false;
    bool m_hasOperations = false;
};

void GraphBuilder::member(const std::string &key, const nlohmann::json &value)
{
    const JsonStep root;
    const JsonNode node(value, JsonStep{&root, key, 0}, m_place);
    if (key == "format") {
        if (const std::string format = node.text(); format != kFormat) {
            node.fail("must be \"" + std::string(kFormat) + "\", is \"" + format.substr(0, 80) + "\"");
        }
        m_hasFormat = true;
    } else if (key == "version") {
        if (const Int version = node.integer(); version != kVersion) {
            node.fail("version " + std::to_string(version) + " is not known, only " + std::to_string(kVersion));
        }
        m_hasVersion = true;
    } else if (key == "name") {
        m_graph->name = node.text();
        m_hasName = true;
    } else if (value.is_null()) {
        return; // an optional member that is not there
    } else if (key == "producer") {
        m_graph->producer = node.text();
    } else if (key == "config") {
        m_graph->config = m_parts.config(node);
    } else if (key == "outputs") {
        m_graph->outputs = m_parts.strings(node, m_limits.maxOperations);
    } else {
        node.wrongType("an array");
    }
}

bool GraphBuilder::element(const std::string &key, std::size_t index, const nlohmann::json &value)
{
    const JsonStep root;
    const JsonStep list{&root, key, 0};
    const JsonNode node(value, JsonStep{&list, {}, index}, m_place);
    if (index >= m_limits.maxOperations) {
        node.fail("more than " + std::to_string(m_limits.maxOperations) + " entries");
    }
    if (key == "operations") {
        m_graph->operations.push_back(m_parts.operation(node));
    } else if (key == "buffers") {
        m_graph->buffers.push_back(m_parts.buffer(node));
    } else if (key == "reported") {
        m_graph->reported.push_back(m_parts.reported(node));
    } else {
        m_graph->inferred.push_back(m_parts.inferred(node));
    }
    if (index % 256 == 0) {
        m_report();
    }
    return !m_context.cancelled();
}

void GraphBuilder::checkNames() const
{
    std::unordered_map<std::string_view, std::string> placeOf;
    const auto add = [&](std::string_view name, const std::string &pointer) {
        if (const auto [it, isNew] = placeOf.emplace(name, pointer); !isNew) {
            m_place.fail(pointer, "the name \"" + std::string(name) + "\" is taken already by " + it->second);
        }
    };
    for (std::size_t i = 0; i < m_graph->buffers.size(); ++i) {
        add(m_graph->buffers[i].name, "/buffers/" + std::to_string(i) + "/name");
    }
    for (std::size_t i = 0; i < m_graph->operations.size(); ++i) {
        add(m_graph->operations[i].name, "/operations/" + std::to_string(i) + "/name");
    }
}

void GraphBuilder::warnAboutReads()
{
    constexpr std::size_t kInput = static_cast<std::size_t>(-1);
    std::unordered_map<std::string_view, std::size_t> definedBy; // the first op that does
    for (const Buffer &buffer : m_graph->buffers) {
        definedBy.emplace(buffer.name, kInput);
    }
    const std::vector<Operation> &ops = m_graph->operations;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        definedBy.emplace(ops[i].name, i);
        for (const Dep &write : ops[i].writes) {
            definedBy.emplace(write.buffer, i);
        }
    }
    std::unordered_set<std::string_view> unknown;
    const auto warn = [this](const Operation &op, const Dep &read, const std::string &what) {
        if (m_graph->warnings.size() < kMaxWarnings) {
            m_graph->warnings.push_back(op.name + " reads " + read.buffer + ", which " + what);
        }
    };
    for (std::size_t i = 0; i < ops.size() && m_graph->warnings.size() < kMaxWarnings; ++i) {
        for (const Dep &read : ops[i].reads) {
            const auto at = definedBy.find(read.buffer);
            if (at == definedBy.end()) {
                if (unknown.insert(read.buffer).second) {
                    warn(ops[i], read, "nobody defines");
                }
            } else if (at->second == i) {
                warn(ops[i], read, "it defines itself");
            } else if (at->second != kInput && at->second > i) {
                warn(ops[i], read, "only a later op defines");
            }
        }
    }
}

GraphPtr GraphBuilder::finish()
{
    const std::array<std::pair<bool, std::string_view>, 4> required{
        {{m_hasFormat, "format"}, {m_hasVersion, "version"}, {m_hasName, "name"}, {m_hasOperations, "operations"}}};
    for (const auto &[there, key] : required) {
        if (!there) {
            m_place.fail("", "\"" + std::string(key) + "\" is missing");
        }
    }
    checkNames();
    warnAboutReads();
    m_graph->finish();
    return m_graph;
}

/// Bytes from here to the end of a stream that can tell; 0 otherwise.
std::size_t sizeOf(std::istream &in)
{
    std::streambuf &buffer = *in.rdbuf();
    const std::streampos here = buffer.pubseekoff(0, std::ios::cur, std::ios::in);
    if (here == std::streampos(-1)) {
        return 0;
    }
    const std::streampos end = buffer.pubseekoff(0, std::ios::end, std::ios::in);
    buffer.pubseekpos(here, std::ios::in);
    return end <= here ? 0 : static_cast<std::size_t>(end - here);
}

/// A stream over text that somebody else owns.
class TextBuffer final : public std::streambuf
{
public:
    explicit TextBuffer(std::string_view text)
    {
        // The base class wants mutable pointers; nothing here writes through them.
        char *begin = const_cast<char *>(text.data()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        setg(begin, begin, begin + text.size());
    }

protected:
    pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode /*which*/) override
    {
        const off_type base = from == std::ios::beg ? 0 : from == std::ios::cur ? gptr() - eback() : egptr() - eback();
        return seekpos(base + offset, std::ios::in);
    }
    pos_type seekpos(pos_type position, std::ios::openmode /*which*/) override
    {
        if (position < 0 || position > egptr() - eback()) {
            return {off_type(-1)};
        }
        setg(eback(), eback() + static_cast<std::ptrdiff_t>(position), egptr());
        return position;
    }
};

} // namespace

std::vector<GraphPtr> readGraphs(std::istream &in, const std::string &file, const ReaderLimits &limits,
                                 const WorkContext &context)
{
    const std::size_t total = sizeOf(in);
    // A byte of a string takes six as an escape at most: what is longer need not be held to know that it is too long.
    const std::size_t longestWritten = std::max(6 * limits.maxStringBytes, kHeldStringBytes);
    DocumentSource source(in, limits.maxBytes, longestWritten);
    GraphParts parts(limits);
    std::vector<GraphPtr> graphs;
    DocumentText document;
    bool isOnly = false;
    for (bool first = true; !context.cancelled(); first = false) {
        const DocumentSource::Result result = source.next(document);
        if (result == DocumentSource::Result::TooLong) {
            throw InputError(file, "line " + std::to_string(document.line),
                             "the document is longer than " + std::to_string(limits.maxBytes) + " bytes");
        }
        if (result == DocumentSource::Result::StringTooLong) {
            throw InputError(file, "line " + std::to_string(source.line()),
                             "a string of more than " + std::to_string(longestWritten) + " bytes, at most " +
                                 std::to_string(limits.maxStringBytes) + " are read");
        }
        if (result == DocumentSource::Result::End) {
            break;
        }
        if (first) {
            isOnly = source.atEnd();
        }
        const DocumentPlace place{file, isOnly ? 0 : document.line};
        const std::size_t before = source.bytesRead() - document.text.size();
        std::size_t done = 0;
        GraphBuilder builder(place, limits, parts, context, [&] { context.report(before + done, total); });
        if (splitJson(document.text, document.line, place, limits, done, builder) == SplitEnd::Stopped) {
            break;
        }
        graphs.push_back(builder.finish());
        context.report(source.bytesRead(), total);
    }
    if (graphs.empty() && !context.cancelled()) {
        throw InputError(file, "", "the file is empty");
    }
    return graphs;
}

std::vector<GraphPtr> readGraphs(std::string_view text, const std::string &file, const ReaderLimits &limits,
                                 const WorkContext &context)
{
    TextBuffer buffer(text);
    std::istream in(&buffer);
    return readGraphs(in, file, limits, context);
}

} // namespace spanscope
