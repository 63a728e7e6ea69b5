#include "core/graph/json_node.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace spanscope {

namespace {

/// `~` and `/` inside a key, as RFC 6901 wants them.
std::string escaped(std::string_view key)
{
    std::string text;
    for (const char c : key) {
        if (c == '~') {
            text += "~0";
        } else if (c == '/') {
            text += "~1";
        } else {
            text += c;
        }
    }
    return text;
}

std::string_view typeName(const nlohmann::json &value)
{
    switch (value.type()) {
    case nlohmann::json::value_t::null:
        return "null";
    case nlohmann::json::value_t::object:
        return "an object";
    case nlohmann::json::value_t::array:
        return "an array";
    case nlohmann::json::value_t::string:
        return "a string";
    case nlohmann::json::value_t::boolean:
        return "true or false";
    case nlohmann::json::value_t::number_float:
        return "a number that is no 63-bit integer";
    default:
        return "an integer";
    }
}

} // namespace

std::string JsonStep::pointer() const
{
    std::vector<const JsonStep *> steps;
    for (const JsonStep *step = this; step->parent != nullptr; step = step->parent) {
        steps.push_back(step);
    }
    std::string text;
    std::reverse(steps.begin(), steps.end());
    for (const JsonStep *step : steps) {
        text += "/" + (step->key.data() == nullptr ? std::to_string(step->index) : escaped(step->key));
    }
    return text;
}

void DocumentPlace::fail(const std::string &pointer, const std::string &reason) const
{
    std::string place = line == 0 ? std::string() : "line " + std::to_string(line);
    if (!pointer.empty()) {
        place += (place.empty() ? "" : ", ") + pointer;
    }
    throw InputError(file, place, reason);
}

std::optional<JsonNode> JsonNode::find(std::string_view key) const
{
    requireObject();
    const auto it = m_value.find(key);
    if (it == m_value.end() || it->is_null()) {
        return std::nullopt;
    }
    return JsonNode(*it, JsonStep{&m_step, key, 0}, m_place);
}

JsonNode JsonNode::at(std::string_view key) const
{
    requireObject();
    const auto it = m_value.find(key);
    if (it == m_value.end()) {
        fail("\"" + std::string(key) + "\" is missing");
    }
    JsonNode node(*it, JsonStep{&m_step, key, 0}, m_place);
    if (it->is_null()) {
        node.fail("must not be null");
    }
    return node;
}

Int JsonNode::integer() const
{
    if (!m_value.is_number_integer()) {
        wrongType("an integer");
    }
    if (m_value.is_number_unsigned() &&
        m_value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<Int>::max())) {
        fail("the integer exceeds 63 bits");
    }
    if (m_value.get<Int>() == std::numeric_limits<Int>::min()) {
        fail("the integer exceeds 63 bits"); // it has no negative
    }
    return m_value.get<Int>();
}

Int JsonNode::integerAtLeast(Int least) const
{
    const Int value = integer();
    if (value < least) {
        fail("must be at least " + std::to_string(least) + ", is " + std::to_string(value));
    }
    return value;
}

bool JsonNode::boolean() const
{
    if (!m_value.is_boolean()) {
        wrongType("true or false");
    }
    return m_value.get<bool>();
}

std::string JsonNode::text() const
{
    if (!m_value.is_string()) {
        wrongType("a string");
    }
    const auto &text = m_value.get_ref<const std::string &>();
    if (text.find('\0') != std::string::npos) {
        fail("the string contains a NUL character");
    }
    return text;
}

std::string JsonNode::textOr(std::string_view key, std::string fallback) const
{
    const auto node = find(key);
    return node ? node->text() : std::move(fallback);
}

void JsonNode::requireObject() const
{
    if (!m_value.is_object()) {
        wrongType("an object");
    }
}

void JsonNode::requireArray(std::size_t maxCount) const
{
    if (!m_value.is_array()) {
        wrongType("an array");
    }
    if (m_value.size() > maxCount) {
        fail("has " + std::to_string(m_value.size()) + " entries, at most " + std::to_string(maxCount) + " are read");
    }
}

void JsonNode::wrongType(std::string_view wanted) const
{
    fail("must be " + std::string(wanted) + ", is " + std::string(typeName(m_value)));
}

} // namespace spanscope
