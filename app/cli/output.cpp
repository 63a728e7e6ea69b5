#include "app/cli/output.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace spanscope::cli {

namespace {

/// The temporary file that a signal must remove. Only the handler and Output touch it.
std::array<char, PATH_MAX> pendingPath{};
volatile std::sig_atomic_t hasPending = 0;

extern "C" void removePendingAndDie(int signal)
{
    if (hasPending != 0) {
        unlink(pendingPath.data());
    }
    // SA_RESETHAND put the default action back: die of the signal, as the shell expects.
    raise(signal);
}

void setPending(const std::string &path)
{
    hasPending = 0;
    if (!path.empty() && path.size() < pendingPath.size()) {
        std::memcpy(pendingPath.data(), path.c_str(), path.size() + 1);
        hasPending = 1;
    }
}

/// The file behind symbolic links, so that a link stays a link.
std::string resolved(const std::string &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
    return real ? std::string(real.get()) : path;
}

std::string folderOf(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

mode_t newFileMode()
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

} // namespace

void installSignalHandlers()
{
    struct sigaction action = {};
    action.sa_handler = removePendingAndDie;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaction(signal, &action, nullptr);
    }
    // A reader that went away is an error to report, not a death without a word.
    std::signal(SIGPIPE, SIG_IGN);
}

Output::Output(const std::string &path)
    : m_name(path.empty() || path == "-" ? "standard output" : path)
{
    if (!path.empty() && path != "-") {
        openFile(path);
    }
}

void Output::openFile(const std::string &path)
{
    struct stat info = {};
    const bool exists = stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) {
        fail(EISDIR);
    }
    if (exists && !S_ISREG(info.st_mode)) {
        // A device or a pipe cannot be replaced, only written to.
        m_fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (m_fd < 0) {
            fail(errno);
        }
        m_owned = true;
        return;
    }
    if (exists && access(path.c_str(), W_OK) != 0) {
        fail(errno);
    }
    m_target = exists ? resolved(path) : path;
    const std::string folder = folderOf(m_target);
    std::string pattern = (folder == "." ? "./" : folder) + ".spanscope-XXXXXX";
    m_fd = mkstemp(pattern.data());
    if (m_fd < 0) {
        fail(errno);
    }
    m_owned = true;
    m_temporary = pattern;
    setPending(m_temporary);
    if (fchmod(m_fd, exists ? info.st_mode & 07777 : newFileMode()) != 0) {
        fail(errno);
    }
}

Output::~Output()
{
    if (m_owned && m_fd >= 0) {
        close(m_fd);
    }
    if (!m_temporary.empty()) {
        unlink(m_temporary.c_str());
        setPending("");
    }
}

void Output::write(std::string_view text)
{
    m_buffer += text;
    if (m_buffer.size() >= kBufferBytes) {
        flush();
    }
}

void Output::flush()
{
    std::string_view rest = m_buffer;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_fd, rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            fail(errno);
        }
        rest.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    m_buffer.clear();
}

void Output::finish()
{
    flush();
    if (!m_owned) {
        return;
    }
    if (!m_temporary.empty() && fsync(m_fd) != 0) {
        fail(errno);
    }
    const int fd = m_fd;
    m_fd = -1;
    if (close(fd) != 0) {
        fail(errno);
    }
    if (!m_temporary.empty()) {
        if (rename(m_temporary.c_str(), m_target.c_str()) != 0) {
            fail(errno);
        }
        m_temporary.clear();
        setPending("");
    }
}

void Output::fail(int error) const
{
    throw OutputError("cannot write " + m_name + ": " + std::strerror(error));
}

} // namespace spanscope::cli
