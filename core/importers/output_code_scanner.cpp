#include "core/importers/output_code_scanner.h"

#include "core/importers/log_layout.h"
#include "core/importers/log_reader.h"
#include "core/importers/log_text.h"
#include "core/layout/dtypes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace spanscope {

namespace {

constexpr std::string_view kKernel = "async_compile.sdsc(";
constexpr std::size_t kMaxReportedLines = 20'000;
constexpr std::size_t kMaxShapeBytes = 4'000;

/// FX comments print dtypes short: `f16`, `i64`, `f8e4m3fn`.
std::string fxDtype(std::string_view text)
{
    if (text.starts_with("f8e4m3")) {
        return "float8_e4m3fn";
    }
    const std::string_view name = canonicalDtype(text);
    return itemSize(name) ? std::string(name) : std::string();
}

class Scanner
{
public:
    Scanner(std::istream &in, const WorkContext &context)
        : m_reader(in, context)
    {
        m_reader.everyLine(true);
    }

    ScannedCode run()
    {
        RawLine line;
        while (m_reader.next(line)) {
            const StrippedLine stripped = stripPrefix(line.text);
            // Inside a kernel only a logger's stamp is stripped: code may begin with brackets.
            std::string_view text = m_open && !stripped.startsRecord ? line.text : stripped.text;
            m_wholeLine = !line.piece;
            if (m_open) {
                text = addToKernel(text);
                if (m_open) {
                    continue;
                }
            }
            while (startsKernel(text, line.number)) {
            }
            if (!m_open) {
                scanLine(text, line.number);
            }
        }
        if (m_open) {
            lose("the code ends inside kernel " + m_kernel.text.substr(4, 60));
        }
        m_out.linesRead = m_reader.linesRead();
        m_out.cancelled = m_reader.cancelled();
        return std::move(m_out);
    }

private:
    CodeModule &module(std::size_t line)
    {
        if (m_out.modules.empty() || m_newModule) {
            m_out.modules.emplace_back();
            m_out.modules.back().line = line;
            m_newModule = false;
        }
        return m_out.modules.back();
    }

    /// Takes a kernel's beginning out of the text, and its end if it stands there, too.
    /// \return whether another may follow in `text`
    bool startsKernel(std::string_view &text, std::size_t number)
    {
        const std::size_t kernel = text.find(kKernel);
        if (kernel == std::string_view::npos) {
            return false;
        }
        m_open = true;
        m_kernel = KernelText();
        m_kernel.line = number;
        m_kernel.text = "sdsc";
        m_counter = BracketCounter();
        text = addToKernel(text.substr(kernel + kKernel.size() - 1));
        return !m_open;
    }

    void scanLine(std::string_view text, std::size_t number)
    {
        if (text.find("AOT ID:") != std::string_view::npos || text.find("Output code:") != std::string_view::npos) {
            m_newModule = !m_out.modules.empty() && !m_out.modules.back().kernels.empty();
            return;
        }
        if (text.find(": Tensor \"") != std::string_view::npos) {
            scanFxComment(text, number);
        } else if (text.find("spyre_empty_with_layout(") != std::string_view::npos) {
            scanAllocation(text, number);
        } else if (text.find(".run(") != std::string_view::npos) {
            scanCall(text, number);
        }
    }

    /// `%arg0_1 : Tensor "f16[512, 256][256, 1]spyre:0" = PlaceHolder[target=arg0_1]`; several may
    /// stand on one line.
    void scanFxComment(std::string_view text, std::size_t number)
    {
        constexpr std::string_view kMark = " : Tensor \"";
        for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
            const std::string name(lastWord(text.substr(0, at)));
            const std::size_t begin = at + kMark.size();
            const std::size_t open = text.find('[', begin);
            if (open == std::string_view::npos || name.empty()) {
                return;
            }
            const std::string dtype = fxDtype(text.substr(begin, open - begin));
            m_seen64 = m_seen64 || dtype == "int64";
            m_seen32 = m_seen32 || dtype == "int32";
            BufferFacts facts;
            facts.dtype = dtype;
            facts.line = number;
            // A hostile bracket must not be looked for to the end of the line again and again.
            const std::string_view shape = text.substr(0, open + kMaxShapeBytes);
            const PyParsed size = parsePyValue(shape, open);
            facts.size = extentsOf(size.value ? &*size.value : nullptr).value_or(std::vector<Extent>{});
            const bool strides = size.value && size.value->end < shape.size() && shape[size.value->end] == '[';
            const PyParsed stride = strides ? parsePyValue(shape, size.value->end) : PyParsed{};
            facts.stride = extentsOf(stride.value ? &*stride.value : nullptr).value_or(std::vector<Extent>{});
            if (auto &buffers = module(number).buffers; buffers.size() < kMaxCodeBuffers) {
                buffers.emplace(name, std::move(facts));
            }
        }
    }

    /// `buf0 = spyre_empty_with_layout((512, 256), (256, 1), torch.float16, SpyreTensorLayout(..))`.
    void scanAllocation(std::string_view text, std::size_t number)
    {
        constexpr std::string_view kCall = "spyre_empty_with_layout(";
        const std::size_t at = text.find(kCall);
        const std::string_view left = trimmed(text.substr(0, at));
        const PyParsed call = parsePyValue(text, at);
        if (!left.ends_with('=')) {
            return; // an import of the function
        }
        const std::string name(lastWord(left.substr(0, left.size() - 1)));
        if (name.empty() || !call.value || call.value->items.size() < 3) {
            problem(number, text);
            return;
        }
        BufferFacts facts;
        facts.line = number;
        facts.size = extentsOf(&call.value->items[0]).value_or(std::vector<Extent>{});
        facts.stride = extentsOf(&call.value->items[1]).value_or(std::vector<Extent>{});
        const std::string_view dtype = canonicalDtype(call.value->items[2].text);
        facts.dtype = itemSize(dtype) ? dtype : std::string_view();
        auto &buffers = module(number).buffers;
        if (buffers.size() < kMaxCodeBuffers || buffers.contains(name)) {
            buffers[name] = std::move(facts); // an allocation knows better than a comment
        }
    }

    /// `kernel.run(arg0_1, buf0)`.
    void scanCall(std::string_view text, std::size_t number)
    {
        const std::size_t run = text.find(".run(");
        const std::string kernel(lastWord(text.substr(0, run)));
        const PyParsed call = parsePyValue(text, run + 4);
        if (kernel.empty() || !call.value || call.value->kind != PyValue::Kind::Tuple) {
            return;
        }
        if (module(number).calls.size() >= kMaxCodeBuffers) {
            return;
        }
        std::vector<std::string> arguments;
        std::transform(call.value->items.begin(), call.value->items.end(), std::back_inserter(arguments),
                       [](const PyValue &item) { return shortText(item.text, 200); });
        module(number).calls.emplace(kernel, std::move(arguments));
    }

    /// \return what follows the kernel, empty while it is open
    std::string_view addToKernel(std::string_view piece)
    {
        const std::size_t end = m_counter.feed(piece);
        const bool closed = end != std::string_view::npos;
        m_kernel.text += piece.substr(0, closed ? end : piece.size());
        if (closed) {
            finishKernel();
            return piece.substr(end);
        }
        if (m_wholeLine) {
            m_kernel.text += '\n';
            m_counter.feed("\n");
        }
        if (m_kernel.text.size() > kMaxKernelBytes) {
            lose("a kernel of more than " + std::to_string(kMaxKernelBytes) + " bytes was left out");
            m_open = false;
        }
        return {};
    }

    void finishKernel()
    {
        m_open = false;
        m_bytes += m_kernel.text.size();
        if (m_bytes > kMaxCodeBytes) {
            m_bytes -= m_kernel.text.size();
            lose("a kernel was left out: all together have more than " + std::to_string(kMaxCodeBytes) + " bytes");
            return;
        }
        m_kernel.integers64 = m_seen64 && !m_seen32;
        m_seen64 = false;
        m_seen32 = false;
        module(m_kernel.line).kernels.push_back(std::move(m_kernel));
        m_kernel = KernelText();
    }

    /// The open kernel is missing from its module.
    void lose(const std::string &why)
    {
        problem(m_kernel.line, why);
        std::string &missing = module(m_kernel.line).missing;
        missing = missing.empty() ? shortText(why) : missing;
    }

    void problem(std::size_t line, std::string_view text)
    {
        ++m_out.notUnderstood;
        if (m_out.lines.size() < kMaxReportedLines) {
            m_out.lines.push_back({line, false, "", shortText(text)});
        }
    }

    LogReader m_reader;
    ScannedCode m_out;
    KernelText m_kernel;
    BracketCounter m_counter;
    std::size_t m_bytes = 0; ///< of the kernels kept
    bool m_open = false;
    bool m_wholeLine = true;
    bool m_newModule = false;
    bool m_seen64 = false;
    bool m_seen32 = false;
};

} // namespace

std::string dtypeOfFormat(std::string_view format)
{
    struct Row
    {
        std::string_view format;
        std::string_view dtype;
    };
    constexpr std::array<Row, 4> kRows{{{"SEN169_FP16", "float16"},
                                        {"IEEE_FP32", "float32"},
                                        {"IEEE_INT32", "int32"},
                                        {"SEN143_FP8", "float8_e4m3fn"}}};
    const auto *const row =
        std::find_if(kRows.begin(), kRows.end(), [format](const Row &r) { return r.format == format; });
    return row == kRows.end() ? std::string() : std::string(row->dtype);
}

ScannedCode scanOutputCode(std::istream &in, const WorkContext &context)
{
    return Scanner(in, context).run();
}

} // namespace spanscope
