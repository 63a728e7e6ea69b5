#include "core/importers/spool.h"

#include "core/base/input_error.h"
#include "core/importers/utf16.h"

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <system_error>

#include <ext/stdio_filebuf.h>
#include <sys/statvfs.h>

namespace spanscope {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;

/// One byte in twenty is none that a text has: zeros of a device, random numbers, a program.
bool isBinary(const std::string &text)
{
    if (utf16Mark(text)) {
        return false;
    }
    const auto strange = std::count_if(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isUsual = byte >= 0x20 || (byte >= '\t' && byte <= '\r') || byte == 0x1b;
        return !isUsual || byte == 0x7f;
    });
    return static_cast<std::size_t>(strange) > text.size() / 20;
}

/// Bytes free where the file lies; the largest number when nobody tells.
std::uintmax_t freeBytes(std::FILE *file)
{
    struct statvfs disk = {};
    if (fstatvfs(fileno(file), &disk) != 0 || disk.f_blocks == 0) {
        return UINTMAX_MAX;
    }
    return std::uintmax_t{disk.f_bavail} * disk.f_frsize;
}

std::string mebibytes(std::uintmax_t bytes)
{
    return std::to_string(bytes >> 20U) + " MiB";
}

} // namespace

Spool::Spool(std::istream &in, const std::string &file, const WorkContext &context, SpoolLimits limits)
    : m_name(file)
    , m_limits(std::move(limits))
{
    std::string chunk(kChunkBytes, '\0');
    while (!context.cancelled()) {
        const std::streamsize got = in.rdbuf()->sgetn(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        if (got <= 0) {
            break;
        }
        m_text.append(chunk, 0, static_cast<std::size_t>(got));
        if (m_stored + m_text.size() > m_limits.total) {
            refuse("is longer than the " + mebibytes(m_limits.total) +
                   " that are read from a pipe or a device; save it to a file and open that");
        }
        if (m_text.size() > m_limits.memory) {
            store();
        }
        context.report(m_stored + m_text.size(), 0);
    }
    if (m_file) {
        store();
        std::rewind(m_file.get());
        m_buffer = std::make_unique<__gnu_cxx::stdio_filebuf<char>>(m_file.get(), std::ios::in | std::ios::binary);
    } else {
        m_buffer = std::make_unique<std::stringbuf>(std::move(m_text), std::ios::in);
    }
}

void Spool::store()
{
    if (!m_file) {
        if (isBinary(m_text)) {
            refuse("is binary data, and no end of it is in sight; readable are texts");
        }
        errno = 0;
        m_file.reset(m_limits.openTemporary());
    }
    if (!m_file) {
        refuse("is too long for memory, and no temporary file can be made: " + std::generic_category().message(errno));
    }
    const std::uintmax_t room = freeBytes(m_file.get());
    if (room < m_limits.spare || room - m_limits.spare < m_text.size()) {
        refuse("is too long for memory, and the disk has no room for it: " + mebibytes(room) +
               " are free for temporary files, of which " + mebibytes(m_limits.spare) + " are left alone");
    }
    errno = 0;
    const bool isWritten = std::fwrite(m_text.data(), 1, m_text.size(), m_file.get()) == m_text.size();
    // What stays in the library's own buffer is not written yet.
    if (!isWritten || std::fflush(m_file.get()) != 0) {
        refuse("is too long for memory, and the temporary file cannot be written: " +
               std::generic_category().message(errno));
    }
    m_stored += m_text.size();
    m_text.clear();
}

void Spool::refuse(const std::string &reason) const
{
    throw InputError(m_name, "", reason);
}

} // namespace spanscope
