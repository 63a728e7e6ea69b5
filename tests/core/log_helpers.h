#pragma once
/// What the tests of the log importer share.

#include "core/importers/import.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace spanscope::logtest {

/// A pass dump of one op that is complete in itself.
inline constexpr const char *kPassDump =
    "[DEBUG] [spyre.inductor.passes] AFTER assign_dim_hints\n"
    "op0: ComputedBuffer\n"
    "  layout=FixedTiledLayout('spyre:0', torch.float16, size=[128, 64], stride=[64, 1], "
    "device_layout=SpyreTensorLayout(device_size=[1, 128, 64], stride_map =[64, 64, 1], "
    "device_dtype=DataFormats.SEN169_FP16))\n"
    "  Pointwise(\n    'spyre',\n    torch.float16,\n    def inner_fn(index):\n"
    "        i0, i1 = index\n        tmp0 = ops.load(arg0_1, i1 + 64 * i0)\n"
    "        return tmp0\n    ,\n    ranges=[128, 64],\n  )\n";

inline ImportResult importSample(const std::string &name)
{
    const std::string path = std::string(SPANSCOPE_SOURCE_DIR) + "/samples/logs/" + name;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        throw std::runtime_error("no sample " + path);
    }
    return importLog(in, path);
}

inline ImportResult importText(const std::string &text)
{
    std::istringstream in(text);
    return importLog(in, "compile.log");
}

inline std::vector<Int> values(const std::vector<Extent> &extents)
{
    std::vector<Int> out;
    for (const Extent &extent : extents) {
        out.push_back(extent.isInteger() ? extent.value : -999);
    }
    return out;
}

inline std::vector<std::string> kindsOf(const Graph &graph)
{
    std::vector<std::string> kinds;
    for (const ReportedFact &fact : graph.reported) {
        kinds.push_back(fact.kind);
    }
    return kinds;
}

inline const InferredFact *inferred(const Graph &graph, const std::string &what, const std::string &subject)
{
    for (const InferredFact &fact : graph.inferred) {
        if (fact.what == what && (fact.op == subject || fact.tensor == subject)) {
            return &fact;
        }
    }
    return nullptr;
}

inline std::string rangesText(const Dep &dep)
{
    std::string out;
    for (const SymbolRange &range : dep.ranges) {
        out += range.symbol + ":" + range.size.toString() + " ";
    }
    return out;
}

using Ints = std::vector<Int>;

} // namespace spanscope::logtest
