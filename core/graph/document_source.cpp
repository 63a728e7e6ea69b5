#include "core/graph/document_source.h"

#include <cstdint>
#include <string_view>

namespace spanscope {

namespace {

constexpr std::size_t kPartBytes = 65'536;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Follows brackets and strings through a document.
class Balance
{
public:
    /// \param part a line with its end, or the first part of a long one
    void add(std::string_view part)
    {
        for (const char c : part) {
            if (m_inString) {
                ++m_stringBytes;
                if (m_escaped) {
                    m_escaped = false;
                } else if (c == '\\') {
                    m_escaped = true;
                } else if (c == '"') {
                    m_inString = false;
                }
            } else if (c == '"') {
                m_inString = true;
                m_stringBytes = 0;
            } else if (c == '{' || c == '[') {
                ++m_depth;
            } else if (c == '}' || c == ']') {
                --m_depth;
            }
        }
        if (part.ends_with('\n')) {
            // No JSON string goes over a line end: do not let a broken one swallow the rest.
            m_inString = false;
            m_escaped = false;
        }
    }
    /// Bytes so far of the string that the text is in.
    [[nodiscard]] std::size_t stringBytes() const { return m_inString ? m_stringBytes : 0; }
    [[nodiscard]] bool balanced() const { return m_depth <= 0; }

private:
    std::int64_t m_depth = 0;
    std::size_t m_stringBytes = 0;
    bool m_inString = false;
    bool m_escaped = false;
};

} // namespace

/// Appends a line with its end, or as much of it as is looked at in one go; false when there is nothing left.
bool DocumentSource::appendPart(std::string &text)
{
    std::streambuf &buffer = *m_in.rdbuf();
    const std::size_t start = text.size();
    for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
        text += static_cast<char>(c);
        if (c == '\n') {
            ++m_line;
            break;
        }
        if (text.size() > m_maxBytes || text.size() - start >= kPartBytes) {
            break;
        }
    }
    m_bytesRead += text.size() - start;
    return text.size() > start;
}

void DocumentSource::skipBlankLines()
{
    std::streambuf &buffer = *m_in.rdbuf();
    for (int c = buffer.sgetc(); c != std::char_traits<char>::eof() && isBlank(static_cast<char>(c));
         c = buffer.snextc()) {
        ++m_bytesRead;
        if (c == '\n') {
            ++m_line;
        }
    }
}

bool DocumentSource::atEnd()
{
    skipBlankLines();
    return m_in.rdbuf()->sgetc() == std::char_traits<char>::eof();
}

DocumentSource::Result DocumentSource::next(DocumentText &document)
{
    skipBlankLines();
    document.text.clear();
    document.line = m_line;
    Balance balance;
    std::size_t start = 0;
    while (appendPart(document.text)) {
        if (document.text.size() > m_maxBytes) {
            return Result::TooLong;
        }
        balance.add(std::string_view(document.text).substr(start));
        start = document.text.size();
        if (balance.stringBytes() > m_maxStringBytes) {
            return Result::StringTooLong;
        }
        if (balance.balanced() && document.text.back() == '\n') {
            return Result::Document;
        }
    }
    return document.text.empty() ? Result::End : Result::Document;
}

} // namespace spanscope
