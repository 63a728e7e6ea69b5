/// Audit rows, cores and residual risks in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

std::string rowPlace(const AuditRow &row)
{
    const std::string tensor = row.tensor.isOutput() ? "output" : "input " + row.tensor.buffer;
    return row.wholeTensor ? tensor
                           : tensor + " dev " + std::to_string(row.deviceDim.index) + " (" + row.coordinate + ")";
}

std::string rowWord(const AuditRow &row)
{
    if (row.exactness == Exactness::Unknown) {
        return "unknown";
    }
    if (!row.varies) {
        return "no span";
    }
    if (!row.over) {
        return "fits";
    }
    if (row.unchecked == Unchecked::Checked) {
        return "over";
    }
    // The compiler looks at such a row, and a fault of its check lets it pass.
    return isCovered(row.unchecked) ? "over, misjudged" : "over, unchecked";
}

std::string rowArithmetic(const AuditRow &row, Int limit)
{
    if (row.exactness == Exactness::Unknown) {
        return "unknown" + (row.problem.empty() ? "" : ": " + row.problem);
    }
    if (!row.varies) {
        return "one value, no span";
    }
    return (row.exactness == Exactness::UpperBound ? "at most " : "") + std::to_string(row.extent) + " x " +
           std::to_string(row.innerElems) + " x " + std::to_string(row.itemBytes) +
           " B = " + bytesAgainstLimit(row.span, limit);
}

std::string coresSentence(const std::optional<Int> &cores, const std::vector<std::pair<std::string, Int>> &factors,
                          Int sencores)
{
    if (!cores) {
        return "no number of cores helps";
    }
    if (*cores <= 1) {
        return "one core is enough";
    }
    const std::string where = factorsText(factors);
    std::size_t used = 0;
    std::string only;
    for (const auto &[symbol, count] : factors) {
        if (count > 1) {
            ++used;
            only = symbol;
        }
    }
    const std::string detail = used == 0 ? "" : used == 1 ? " on " + only : " (" + where + ")";
    const std::string available = std::to_string(sencores);
    if (*cores > sencores) {
        return "hopeless: it takes " + counted(*cores, "core", "cores") + detail + " and there " +
               (sencores == 1 ? "is " : "are ") + available +
               (sencores == kDefaultSencores ? "" : " (sencores of the graph)");
    }
    return std::to_string(*cores) + " of " + available + (sencores == 1 ? " core" : " cores") + detail;
}

std::string coreSplitsSentence(const Operation &op, const OpAudit &audit)
{
    if (op.coreSplits.empty()) {
        return "";
    }
    const std::string given = factorsText(op.coreSplits);
    const bool enough =
        audit.coresNeeded && std::all_of(audit.coreFactors.begin(), audit.coreFactors.end(), [&op](const auto &need) {
            return std::any_of(op.coreSplits.begin(), op.coreSplits.end(), [&need](const auto &have) {
                return have.first == need.first && have.second >= need.second;
            });
        });
    return "Work Division gave it " + (given.empty() ? "one core" : given) +
           (enough ? ", which is enough." : ", which is not what these spans need.");
}

std::string residualSentence(const AuditRow &row, const Rules &rules, Int sencores)
{
    std::string out = rowPlace(row) + " spans " + (row.exactness == Exactness::UpperBound ? "at most " : "") +
                      bytesAgainstLimit(row.span, rules.maxSpanBytes);
    if (row.unchecked != Unchecked::Checked) {
        out += "; " + uncheckedSentence(row.unchecked);
    }
    if (!row.coresNeeded) {
        return out + ". No number of cores helps.";
    }
    const std::string cores = coresSentence(row.coresNeeded, row.coreFactors, sencores);
    if (*row.coresNeeded > sencores) {
        return out + ". " + capitalised(cores) + ".";
    }
    return out + ". Work Division must spend " + cores + " to clear it.";
}

} // namespace spanscope
