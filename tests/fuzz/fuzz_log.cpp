/// Any bytes as a compile log: an InputError, or graphs that the writer and reader agree on, and whose
/// reported figures can be compared.

#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"
#include "core/importers/reported.h"

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
        result = importLog(in, "fuzz.log");
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
        (void)compareReported(*graph, Rules{});
    }
    return 0;
}
