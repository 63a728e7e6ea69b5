#pragma once
/// The records of a compile log: recognised by their wording, read into facts.

#include "core/graph/graph.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace spanscope {

enum class RecordState {
    Complete,
    Partial,    ///< usable, but more of it may stand on the next line
    Incomplete, ///< the text ends inside it
    NotOne,     ///< only looks like it
};

/// A record found in a text.
struct FoundRecord
{
    ReportedFact fact;
    RecordState state = RecordState::NotOne;
    std::size_t begin = 0; ///< of the wording that gave it away
    std::size_t end = 0;   ///< one past what was read
};

/// Every place in the text that has the wording of a record, in order. Line breaks count as
/// white space, and white space inside a wording does not matter.
[[nodiscard]] std::vector<FoundRecord> findRecords(std::string_view text);

/// What a backend abort is called in ReportedFact::details["what"].
namespace abort_what {
inline constexpr std::string_view kEarOverflow = "ear_overflow";
inline constexpr std::string_view kImmediate = "immediate_out_of_range";
inline constexpr std::string_view kInstruction = "address_instruction";
inline constexpr std::string_view kSplitting = "not_eligible_for_splitting";
inline constexpr std::string_view kVerification = "program_verification";
inline constexpr std::string_view kChunkSize = "chunk_size";
} // namespace abort_what

} // namespace spanscope
