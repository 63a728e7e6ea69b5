/// What could not be computed of an op, in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>
#include <map>

namespace spanscope {

namespace {

constexpr std::size_t kMostProblems = 3;

/// Unknown rows in their order, those with one problem together.
std::vector<std::pair<std::string, std::vector<std::string>>> problemsOf(const OpAudit &audit)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> out;
    std::map<std::string, std::size_t> placeOfProblem;
    for (const AuditRow &row : audit.rows) {
        if (row.exactness != Exactness::Unknown) {
            continue;
        }
        const auto [at, isNew] = placeOfProblem.emplace(row.problem, out.size());
        if (isNew) {
            out.push_back({row.problem, {}});
        }
        std::vector<std::string> &places = out[at->second].second;
        std::string place = rowPlace(row);
        if (places.empty() || places.back() != place) {
            places.push_back(std::move(place));
        }
    }
    return out;
}

std::string shortList(std::vector<std::string> places)
{
    if (places.size() > kMostProblems) {
        const std::size_t more = places.size() - kMostProblems;
        places.resize(kMostProblems);
        places.push_back(std::to_string(more) + " more");
    }
    return listed(places);
}

} // namespace

std::string unknownSentence(const OpAnalysis &analysis, const OpAudit &audit)
{
    std::vector<std::string> parts;
    std::size_t left = 0;
    for (const auto &[problem, places] : problemsOf(audit)) {
        if (parts.size() == kMostProblems) {
            ++left;
            continue;
        }
        parts.push_back(shortList(places) + ": " + problem);
    }
    if (parts.empty()) {
        return "the compiler's decision: " + (analysis.code ? codeSentence(*analysis.code) : "not known");
    }
    std::string out;
    for (const std::string &part : parts) {
        out += (out.empty() ? "" : "; ") + part;
    }
    return left == 0 ? out : out + "; and " + counted(static_cast<Int>(left), "more problem", "more problems");
}

bool isNothingKnown(const OpAudit &audit)
{
    return std::none_of(audit.rows.begin(), audit.rows.end(),
                        [](const AuditRow &row) { return row.exactness != Exactness::Unknown; });
}

} // namespace spanscope
