#pragma once
/// A JSON value together with the way to it, so that every complaint about it
/// can name its JSON pointer. Only the reader uses this.

#include "core/base/integers.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace spanscope {

/// One step of a JSON pointer; the steps live on the stack of whoever walks.
struct JsonStep
{
    const JsonStep *parent = nullptr;
    std::string_view key; ///< empty data pointer: an array index
    std::size_t index = 0;

    /// `/operations/3/reads/0`; the root is the empty string.
    [[nodiscard]] std::string pointer() const;
};

/// Where a document is, for messages.
struct DocumentPlace
{
    std::string file;
    std::size_t line = 0; ///< 1-based line of a `.jsonl` document, 0 when there is only one document

    /// Throws the InputError about a place of this document.
    [[noreturn]] void fail(const std::string &pointer, const std::string &reason) const;
};

/// A value and its place. Cheap to make; refers to its parent.
class JsonNode
{
public:
    using Json = nlohmann::json;

    JsonNode(const Json &value, JsonStep step, const DocumentPlace &place)
        : m_value(value)
        , m_step(step)
        , m_place(place)
    {
    }

    [[nodiscard]] const Json &value() const { return m_value; }
    [[noreturn]] void fail(const std::string &reason) const { m_place.fail(m_step.pointer(), reason); }

    /// The member of an object, absent also when it is null. This node must be an object.
    [[nodiscard]] std::optional<JsonNode> find(std::string_view key) const;
    /// The same, an error when it is absent or null.
    [[nodiscard]] JsonNode at(std::string_view key) const;

    /// Calls visit(node) for each element of an array of at most `maxCount`.
    template <typename Visit> void forEach(std::size_t maxCount, Visit visit) const
    {
        requireArray(maxCount);
        for (std::size_t i = 0; i < m_value.size(); ++i) {
            visit(element(i));
        }
    }
    /// Calls visit(key, node) for each member of an object.
    template <typename Visit> void forEachMember(Visit visit) const
    {
        requireObject();
        for (auto it = m_value.begin(); it != m_value.end(); ++it) {
            visit(it.key(), JsonNode(it.value(), JsonStep{&m_step, it.key(), 0}, m_place));
        }
    }
    [[nodiscard]] JsonNode element(std::size_t i) const { return {m_value[i], JsonStep{&m_step, {}, i}, m_place}; }

    [[nodiscard]] Int integer() const;
    [[nodiscard]] Int integerAtLeast(Int least) const;
    [[nodiscard]] bool boolean() const;
    /// A string without NUL characters.
    [[nodiscard]] std::string text() const;

    [[nodiscard]] std::string textOr(std::string_view key, std::string fallback = {}) const;

    void requireObject() const;
    void requireArray(std::size_t maxCount) const;
    [[noreturn]] void wrongType(std::string_view wanted) const;

private:
    const Json &m_value;
    JsonStep m_step;
    const DocumentPlace &m_place;
};

} // namespace spanscope
