#pragma once
/// Keeps what a pipe gives, so that it can be read more than once. Inside the importers only.

#include "core/base/progress.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>

namespace spanscope {

/// Bounds of what is taken from input that cannot be read twice.
struct SpoolLimits
{
    std::size_t memory = std::size_t{32} << 20U;       ///< beyond it the text goes to a temporary file
    std::uintmax_t total = std::uintmax_t{8} << 30U;   ///< beyond it the input is refused
    std::uintmax_t spare = std::uintmax_t{256} << 20U; ///< bytes that stay free where the temporary file lies
    std::function<std::FILE *()> openTemporary = std::tmpfile;
};

/// Short input in memory, long input in a temporary file that nobody else sees. Input that goes on is refused once
/// it is seen not to be text, when it is longer than a bound, or when the disk has no room for it.
class Spool
{
public:
    /// Reads all of the input, or less when cancelled. Throws InputError.
    Spool(std::istream &in, const std::string &file, const WorkContext &context, SpoolLimits limits = {});

    /// The text, to be read from its start.
    [[nodiscard]] std::streambuf *buffer() { return m_buffer.get(); }

private:
    void store();
    [[noreturn]] void refuse(const std::string &reason) const;

    struct Close
    {
        void operator()(std::FILE *file) const { std::fclose(file); } // NOLINT(cert-err33-c): only read by then
    };
    std::string m_name;
    SpoolLimits m_limits;
    std::string m_text; ///< what is not in the file yet
    std::uintmax_t m_stored = 0;
    std::unique_ptr<std::FILE, Close> m_file;
    std::unique_ptr<std::streambuf> m_buffer;
};

} // namespace spanscope
