#pragma once
/// Parses one big JSON object and hands it out piece by piece: the elements of
/// its long lists one at a time, so that a file of any size never sits in
/// memory as a tree. Only the reader uses this.

#include "core/graph/json_node.h"
#include "core/graph/reader.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace spanscope {

/// What is done with the members of the document's object.
enum class MemberUse { Skip, Whole, PerElement };

class JsonPieces
{
public:
    virtual ~JsonPieces() = default;
    [[nodiscard]] virtual MemberUse use(std::string_view key) const = 0;
    /// A member taken whole (or one that should have been a list but is not).
    virtual void member(const std::string &key, const nlohmann::json &value) = 0;
    /// A member to be taken per element is a list indeed (perhaps an empty one).
    virtual void listBegins(const std::string &key) = 0;
    /// One element of a list. False stops the parse (cancelled).
    virtual bool element(const std::string &key, std::size_t index, const nlohmann::json &value) = 0;
};

/// How a parse ended; failures are thrown as InputError.
enum class SplitEnd { Complete, Stopped };

/// Parses `text` (one document that starts on line `firstLine` of the file).
/// \param done set to the number of bytes parsed whenever a piece is handed out
SplitEnd splitJson(std::string_view text, std::size_t firstLine, const DocumentPlace &place, const ReaderLimits &limits,
                   std::size_t &done, JsonPieces &pieces);

} // namespace spanscope
