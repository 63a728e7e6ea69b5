#include "core/graph/json_splitter.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace spanscope {

namespace {

using Json = nlohmann::json;

/// An input iterator over the text that leaves its position where others can see it.
class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    CountingIterator(const char *at, const char **shared)
        : m_at(at)
        , m_shared(shared)
    {
    }
    reference operator*() const { return *m_at; }
    CountingIterator &operator++()
    {
        *m_shared = ++m_at;
        return *this;
    }
    bool operator==(const CountingIterator &other) const { return m_at == other.m_at; }

private:
    const char *m_at;
    const char **m_shared;
};

/// `line 3, column 7` of a byte offset of the text.
std::string lineAndColumn(std::string_view text, std::size_t offset, std::size_t firstLine)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return "line " + std::to_string(firstLine + lines) + ", column " + std::to_string(before.size() - start + 1);
}

/// Text that may quote any bytes of the input, made printable and short.
std::string printable(std::string_view text)
{
    constexpr std::size_t kMaxBytes = 300;
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
        }
        if (out.size() >= kMaxBytes) {
            return out + "...";
        }
    }
    return out;
}

/// The library's sentence without its identifier and its own place.
std::string reasonOf(std::string what)
{
    if (const std::size_t id = what.find("] "); what.starts_with("[json") && id != std::string::npos) {
        what.erase(0, id + 2);
    }
    if (const std::size_t column = what.find(", column "); column != std::string::npos) {
        if (const std::size_t colon = what.find(": ", column); colon != std::string::npos) {
            what.erase(0, colon + 2);
        }
    }
    return printable(what);
}

class Splitter final : public nlohmann::json_sax<Json>
{
public:
    Splitter(const DocumentPlace &place, const ReaderLimits &limits, JsonPieces &pieces,
             std::function<void()> beforeElement)
        : m_place(place)
        , m_limits(limits)
        , m_pieces(pieces)
        , m_beforeElement(std::move(beforeElement))
    {
    }

    bool null() override { return scalar(Json(nullptr)); }
    bool boolean(bool v) override { return scalar(Json(v)); }
    bool number_integer(number_integer_t v) override { return scalar(Json(v)); }
    bool number_unsigned(number_unsigned_t v) override { return scalar(Json(v)); }
    bool number_float(number_float_t v, const string_t & /*text*/) override { return scalar(Json(v)); }
    bool string(string_t &text) override
    {
        checkLength(text);
        return scalar(Json(std::move(text)));
    }
    bool binary(binary_t & /*bytes*/) override { return false; }
    bool start_object(std::size_t /*count*/) override { return open(false); }
    bool start_array(std::size_t /*count*/) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &text) override;
    bool parse_error(std::size_t position, const std::string & /*token*/,
                     const nlohmann::detail::exception &error) override
    {
        m_errorAt = position;
        m_error = reasonOf(error.what());
        return false;
    }

    [[nodiscard]] std::size_t errorAt() const { return m_errorAt; }
    [[nodiscard]] const std::string &error() const { return m_error; }

private:
    struct Frame
    {
        bool isArray = false;
        std::size_t index = 0; ///< of the element that is read or comes next
        std::string key;
    };

    bool scalar(Json &&value);
    bool open(bool isArray);
    bool close();
    bool finished(const Json &value);
    Json &put(Json &&value);
    void checkLength(const std::string &text) const;
    [[noreturn]] void fail(const std::string &reason) const { m_place.fail(pointer(), reason); }
    [[nodiscard]] std::string pointer() const;
    /// True when the value that starts now is a member taken whole or an element of a list.
    [[nodiscard]] bool startsPiece() const
    {
        return (m_frames.size() == 1 && m_use != MemberUse::Skip) ||
               (m_frames.size() == 2 && m_use == MemberUse::PerElement && m_frames.back().isArray);
    }
    void advance()
    {
        if (!m_frames.empty() && m_frames.back().isArray) {
            ++m_frames.back().index;
        }
    }

    const DocumentPlace &m_place;
    const ReaderLimits &m_limits;
    JsonPieces &m_pieces;
    std::function<void()> m_beforeElement;
    std::vector<Frame> m_frames;
    std::unordered_set<std::string> m_memberNames;
    MemberUse m_use = MemberUse::Skip;
    Json m_piece;                ///< the piece being built
    std::vector<Json *> m_nodes; ///< its open containers, outermost first
    std::size_t m_errorAt = 0;
    std::string m_error;
};

std::string Splitter::pointer() const
{
    std::vector<JsonStep> steps(m_frames.size() + 1);
    for (std::size_t i = 0; i < m_frames.size(); ++i) {
        steps[i + 1].parent = &steps[i];
        if (m_frames[i].isArray) {
            steps[i + 1].index = m_frames[i].index;
        } else {
            steps[i + 1].key = m_frames[i].key;
        }
    }
    return steps.back().pointer();
}

void Splitter::checkLength(const std::string &text) const
{
    if (text.size() > m_limits.maxStringBytes) {
        fail("a string of " + std::to_string(text.size()) + " bytes, at most " +
             std::to_string(m_limits.maxStringBytes) + " are read");
    }
}

bool Splitter::key(string_t &text)
{
    checkLength(text);
    m_frames.back().key = text;
    if (m_frames.size() == 1) {
        m_use = m_pieces.use(text);
        if (!m_memberNames.insert(text).second) {
            fail("the key occurs twice");
        }
    } else if (!m_nodes.empty() && m_nodes.back()->contains(text)) {
        fail("the key occurs twice");
    }
    return true;
}

/// Puts a value where it belongs in the piece being built.
Json &Splitter::put(Json &&value)
{
    if (m_nodes.empty()) {
        m_piece = std::move(value);
        return m_piece;
    }
    Json &parent = *m_nodes.back();
    if (parent.is_array()) {
        parent.push_back(std::move(value));
        return parent.back();
    }
    return parent[m_frames.back().key] = std::move(value);
}

bool Splitter::finished(const Json &value)
{
    if (m_frames.size() == 1) {
        m_pieces.member(m_frames.front().key, value);
        return true;
    }
    m_beforeElement();
    const bool goOn = m_pieces.element(m_frames.front().key, m_frames.back().index, value);
    advance();
    return goOn;
}

bool Splitter::scalar(Json &&value)
{
    if (m_frames.empty()) {
        fail("must be an object that describes a graph");
    }
    if (!m_nodes.empty()) {
        put(std::move(value));
        advance();
        return true;
    }
    if (startsPiece()) {
        return finished(value);
    }
    advance();
    return true;
}

bool Splitter::open(bool isArray)
{
    if (m_frames.empty() && isArray) {
        fail("must be an object that describes a graph, is an array");
    }
    if (m_frames.size() >= m_limits.maxDepth) {
        fail("nested deeper than " + std::to_string(m_limits.maxDepth) + " levels");
    }
    const bool isList = m_frames.size() == 1 && m_use == MemberUse::PerElement && isArray;
    if (!m_nodes.empty() || (startsPiece() && !isList)) {
        m_nodes.push_back(&put(isArray ? Json::array() : Json::object()));
    }
    if (isList) {
        m_pieces.listBegins(m_frames.back().key);
    }
    m_frames.push_back({isArray, 0, {}});
    return true;
}

bool Splitter::close()
{
    m_frames.pop_back();
    if (m_nodes.empty()) {
        advance();
        return true;
    }
    m_nodes.pop_back();
    if (!m_nodes.empty()) {
        advance();
        return true;
    }
    const Json piece = std::move(m_piece);
    return finished(piece);
}

} // namespace

SplitEnd splitJson(std::string_view text, std::size_t firstLine, const DocumentPlace &place, const ReaderLimits &limits,
                   std::size_t &done, JsonPieces &pieces)
{
    // The library takes a NUL byte for the end of the input.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        throw InputError(place.file, lineAndColumn(text, nul, firstLine), "the text contains a NUL byte");
    }
    const char *at = text.data();
    Splitter splitter(place, limits, pieces, [&] { done = static_cast<std::size_t>(at - text.data()); });
    const CountingIterator first(text.data(), &at);
    const CountingIterator last(text.data() + text.size(), &at);
    if (Json::sax_parse(first, last, &splitter)) {
        return SplitEnd::Complete;
    }
    if (splitter.error().empty()) {
        return SplitEnd::Stopped;
    }
    const std::size_t errorAt = splitter.errorAt();
    throw InputError(place.file, lineAndColumn(text, errorAt == 0 ? 0 : errorAt - 1, firstLine), splitter.error());
}

} // namespace spanscope
