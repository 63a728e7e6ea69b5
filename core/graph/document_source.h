#pragma once
/// Cuts a stream into JSON documents without parsing them. Only the reader uses this.

#include <cstddef>
#include <istream>
#include <string>

namespace spanscope {

/// One document and the line it starts on (1-based).
struct DocumentText
{
    std::string text;
    std::size_t line = 1;
};

/// Reads documents one after another: one a line (`.jsonl`), or each over several
/// lines. A document ends with the line on which its brackets are balanced again,
/// so it never holds more than one document of a `.jsonl` file in memory.
class DocumentSource
{
public:
    /// \param maxStringBytes of a string as written, escapes included
    DocumentSource(std::istream &in, std::size_t maxBytes, std::size_t maxStringBytes)
        : m_in(in)
        , m_maxBytes(maxBytes)
        , m_maxStringBytes(maxStringBytes)
    {
    }

    enum class Result { Document, End, TooLong, StringTooLong };
    /// Reads the next document; blank lines between documents are passed over.
    [[nodiscard]] Result next(DocumentText &document);
    /// True when nothing but blank lines follows.
    [[nodiscard]] bool atEnd();
    [[nodiscard]] std::size_t bytesRead() const { return m_bytesRead; }
    /// Line of the next byte (1-based).
    [[nodiscard]] std::size_t line() const { return m_line; }

private:
    bool appendPart(std::string &text);
    void skipBlankLines();

    std::istream &m_in;
    std::size_t m_maxBytes;
    std::size_t m_maxStringBytes;
    std::size_t m_line = 1;
    std::size_t m_bytesRead = 0;
};

} // namespace spanscope
