#pragma once
/// The streaming half of the generated-code importer: the text of kernels, and what the code around them says
/// about buffers.

#include "core/base/progress.h"
#include "core/importers/import.h"
#include "core/importers/python_value.h"

#include <istream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

inline constexpr std::size_t kMaxKernelBytes = std::size_t{32} << 20;
inline constexpr std::size_t kMaxCodeBytes = std::size_t{256} << 20; ///< of all kernels that are kept
inline constexpr std::size_t kMaxCodeBuffers = 200'000;              ///< facts about tensors, per module

/// What the code says about a tensor: from its allocation or an FX comment.
struct BufferFacts
{
    std::string dtype; ///< empty: not told
    std::vector<Extent> size;
    std::vector<Extent> stride;
    std::size_t line = 0;
};

/// `name = async_compile.sdsc('name', [..])`: parsed only when its ops are built, the values take far more room.
struct KernelText
{
    std::string name; ///< known once it is parsed
    std::size_t line = 0;
    std::string text;        ///< of the call
    bool integers64 = false; ///< the FX comments before it speak of int64 and not of int32 tensors
};

/// One generated module.
struct CodeModule
{
    std::size_t line = 0;
    std::vector<KernelText> kernels;
    std::map<std::string, BufferFacts> buffers; ///< by name; placeholders, allocations
    /// The arguments of the first call of each kernel.
    std::map<std::string, std::vector<std::string>> calls;
    std::string missing; ///< why kernels are missing; empty when none is known to be
};

struct ScannedCode
{
    std::vector<CodeModule> modules;
    std::vector<LogLine> lines;
    std::size_t linesRead = 0;
    std::size_t notUnderstood = 0;
    bool cancelled = false;
};

/// The dtype that a device format stands for; empty for an unknown one.
[[nodiscard]] std::string dtypeOfFormat(std::string_view format);

[[nodiscard]] ScannedCode scanOutputCode(std::istream &in, const WorkContext &context);

} // namespace spanscope
