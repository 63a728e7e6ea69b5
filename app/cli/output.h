#pragma once
/// Where results go: standard output, or a file that is written whole or not at all.

#include <stdexcept>
#include <string>
#include <string_view>

namespace spanscope::cli {

/// Results could not be written: where, and the system's reason.
class OutputError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Collects text and writes it. A file is written beside its final place and renamed in finish();
/// until then, and when anything fails or the program is interrupted, the old file stays as it was.
/// All functions throw OutputError.
class Output
{
public:
    /// \param path empty or `-`: standard output
    explicit Output(const std::string &path);
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    void write(std::string_view text);
    /// Writes what is left and puts the file in its place.
    void finish();

private:
    void openFile(const std::string &path);
    void flush();
    [[noreturn]] void fail(int error) const;

    std::string m_name;
    std::string m_target;    ///< the file to replace; empty when written in place
    std::string m_temporary; ///< empty when there is none
    std::string m_buffer;
    int m_fd = 1;
    bool m_owned = false;
};

/// Makes Ctrl+C and termination remove a half-written temporary file.
void installSignalHandlers();

} // namespace spanscope::cli
