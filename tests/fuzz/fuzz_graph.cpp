/// Any bytes as a graph file: either an InputError, or graphs that survive writing and reading.

#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace spanscope;
    std::vector<GraphPtr> graphs;
    try {
        graphs = readGraphs(std::string_view(reinterpret_cast<const char *>(data), size), "fuzz");
    } catch (const InputError &error) {
        if (error.reason().empty()) {
            std::abort();
        }
        return 0;
    }
    for (const GraphPtr &graph : graphs) {
        const std::string text = writeGraph(*graph);
        if (writeGraph(*readGraphs(text, "written").at(0)) != text ||
            writeGraph(*readGraphs(writeGraphPretty(*graph), "pretty").at(0)) != text) {
            std::abort();
        }
    }
    return 0;
}
