/// Contradictory numbers in words.

#include "core/text/sentences.h"
#include "core/text/words.h"

namespace spanscope {

namespace {

std::string sizesText(const std::vector<Int> &sizes)
{
    return shapeText(std::vector<Extent>(sizes.begin(), sizes.end()));
}

/// `its write of buf0`, `its read of arg0_1`.
std::string accessText(const TensorRef &tensor)
{
    return (tensor.isOutput() ? "its write of " : "its read of ") + tensor.buffer;
}

std::string whatText(const Contradiction &c)
{
    switch (c.kind) {
    case ContradictionKind::RangesAgainstSize:
        return "its data ranges are " + sizesText(c.sizes) + ", its output is " + sizesText(c.against);
    case ContradictionKind::WriteAgainstRanges:
        return accessText(c.tensor) + " runs over " + sizesText(c.sizes) + ", its data ranges are " +
               sizesText(c.against);
    case ContradictionKind::ReadOfNothing:
        return accessText(c.tensor) + " runs over " + sizesText(c.sizes) +
               ", which is nothing, and its data ranges are " + sizesText(c.against);
    case ContradictionKind::DeviceTooSmall:
        return "the device layout " + sizesText(c.sizes) + " of " + c.tensor.buffer + " has no room for its size " +
               sizesText(c.against);
    case ContradictionKind::OutsideBuffer:
        return accessText(c.tensor) + " reaches element " + std::to_string(c.reached) + ", and the buffer has " +
               (c.elements == 0 ? "none" : "elements 0 to " + std::to_string(c.elements - 1)) +
               (c.decisive ? "" : "; only a masked read, as of padding, may do that");
    case ContradictionKind::SymbolTwice:
        return c.symbol + " runs over " + sizesText(c.sizes) + " in " + accessText(c.tensor) + " and over " +
               sizesText(c.against) + " in its write";
    }
    return "";
}

} // namespace

std::string contradictionSentence(const Contradiction &contradiction)
{
    return whatText(contradiction) + " (" + contradiction.place + ")";
}

std::vector<std::string> inputWarningsOf(const GraphResult &result, std::size_t opIndex)
{
    std::vector<std::string> out;
    for (const Contradiction &contradiction : contradictionsOf(result, opIndex)) {
        out.push_back(result.graph->operations.at(opIndex).name + ": " + contradictionSentence(contradiction));
    }
    return out;
}

std::vector<std::string> inputWarnings(const GraphResult &result, std::size_t most)
{
    std::vector<std::string> out;
    std::size_t left = 0;
    const auto add = [&](std::string text) {
        if (out.size() < most) {
            out.push_back(std::move(text));
        } else {
            ++left;
        }
    };
    for (std::size_t i = 0; i < result.contradictions.size(); ++i) {
        for (std::string &text : inputWarningsOf(result, i)) {
            add(std::move(text));
        }
    }
    for (const std::string &warning : result.graph->warnings) {
        add(warning);
    }
    if (left > 0) {
        out.push_back(counted(static_cast<Int>(left), "more such warning", "more such warnings") + " left out");
    }
    return out;
}

} // namespace spanscope
