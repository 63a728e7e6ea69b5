#pragma once
/// Small graph documents as text, and what the reader makes of them.

#include "core/base/input_error.h"
#include "core/graph/reader.h"

#include <string>

namespace spanscope::test {

inline const std::string kLayout =
    R"({"type":"FixedTiledLayout","dtype":"float16","size":[4,128],"stride":[128,1],)"
    R"("device_layout":{"device_size":[2,4,64],"stride_map":[64,128,1],"elems_per_stick":64}})";

inline std::string graphText(const std::string &operations, const std::string &more = {})
{
    return R"({"format":"spyre-span-graph","version":1,"name":"g",)" + more + R"("operations":[)" + operations + "]}";
}

inline std::string opText(const std::string &more, const std::string &name = "buf0")
{
    return R"({"name":")" + name + R"(","kind":"ComputedBuffer",)" + more + "}";
}

inline GraphPtr readOne(const std::string &text)
{
    return readGraphs(text, "f.json").at(0);
}

/// `place: reason` of the error that a text gives, or a text that says there was none.
inline std::string errorOf(const std::string &text, const ReaderLimits &limits = {})
{
    try {
        (void)readGraphs(text, "f.json", limits);
    } catch (const InputError &error) {
        return error.place() + ": " + error.reason();
    }
    return "no error";
}

} // namespace spanscope::test
