/// Any text as a `new` expression: an InputError, or a graph that the reader accepts. Whatever
/// the text, it can also be sniffed.

#include "core/base/input_error.h"
#include "core/graph/reader.h"
#include "core/graph/writer.h"
#include "core/importers/import.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace spanscope;
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    (void)sniff(text);
    GraphPtr graph;
    try {
        graph = graphFromExpression(text);
    } catch (const InputError &error) {
        if (error.reason().empty()) {
            std::abort();
        }
        return 0;
    }
    const std::string written = writeGraph(*graph);
    const GraphPtr back = readGraphs(written, "written").at(0);
    if (writeGraph(*back) != written || !back->warnings.empty() || back->outputs.empty()) {
        std::abort();
    }
    return 0;
}
