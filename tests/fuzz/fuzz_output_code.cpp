/// Any bytes as generated code: an InputError, or graphs that the writer and reader agree on.

#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace spanscope;
    std::istringstream in(std::string(reinterpret_cast<const char *>(data), size));
    ImportResult result;
    try {
        result = importOutputCode(in, "fuzz.py");
    } catch (const InputError &error) {
        if (error.reason().empty()) {
            std::abort();
        }
        return 0;
    }
    for (const GraphPtr &graph : result.graphs) {
        const std::string written = writeGraph(*graph);
        if (writeGraph(*readGraphs(written, "written").at(0)) != written) {
            std::abort();
        }
    }
    return 0;
}
