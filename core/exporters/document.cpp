#include "core/exporters/document.h"

#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

void Document::heading(int level, std::string text)
{
    DocBlock block;
    block.kind = DocBlock::Kind::Heading;
    block.level = level;
    block.text = std::move(text);
    m_blocks.push_back(std::move(block));
}

void Document::paragraph(std::string text, Tone tone)
{
    DocBlock block;
    block.text = std::move(text);
    block.tone = tone;
    m_blocks.push_back(std::move(block));
}

void Document::list(std::vector<std::string> items)
{
    DocBlock block;
    block.kind = DocBlock::Kind::List;
    block.items = std::move(items);
    m_blocks.push_back(std::move(block));
}

void Document::table(DocTable table)
{
    DocBlock block;
    block.kind = DocBlock::Kind::Table;
    block.table = std::move(table);
    m_blocks.push_back(std::move(block));
}

void Document::code(std::string text)
{
    DocBlock block;
    block.kind = DocBlock::Kind::Code;
    block.text = std::move(text);
    m_blocks.push_back(std::move(block));
}

void Document::picture(std::string title, std::string svg)
{
    DocBlock block;
    block.kind = DocBlock::Kind::Picture;
    block.text = std::move(title);
    block.svg = std::move(svg);
    m_blocks.push_back(std::move(block));
}

void Document::append(const Document &other)
{
    m_blocks.insert(m_blocks.end(), other.m_blocks.begin(), other.m_blocks.end());
}

namespace {

/// Characters of a UTF-8 text: what a terminal shows of it.
std::size_t shownWidth(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string &text, std::size_t width, bool right)
{
    const std::size_t own = shownWidth(text);
    const std::string space(own < width ? width - own : 0, ' ');
    return right ? space + text : text + space;
}

std::string_view toneColour(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return "\x1b[32m";
    case Tone::Warning:
        return "\x1b[33m";
    case Tone::Bad:
        return "\x1b[31m";
    case Tone::Plain:
        break;
    }
    return "";
}

std::string coloured(const std::string &text, std::string_view colour)
{
    return colour.empty() ? text : std::string(colour) + text + "\x1b[0m";
}

/// Breaks at blanks; `first` starts the first line, `rest` every other.
std::string wrapped(const std::string &text, std::size_t width, const std::string &first, const std::string &rest)
{
    std::string out = first;
    std::size_t column = shownWidth(first);
    bool lineEmpty = true;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        const std::string word = text.substr(start, end - start);
        if (!lineEmpty && column + 1 + shownWidth(word) > width) {
            out += "\n" + rest;
            column = shownWidth(rest);
            lineEmpty = true;
        }
        if (!lineEmpty) {
            out += ' ';
            ++column;
        }
        out += word;
        column += shownWidth(word);
        lineEmpty = false;
        start = end + 1;
    }
    return out + "\n";
}

std::string indented(const std::string &text, const std::string &indent)
{
    std::string out;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        out += end > start ? indent + text.substr(start, end - start) + "\n" : "\n";
        start = end + 1;
    }
    return out;
}

std::string blockText(const DocBlock &block, const TextStyle &style)
{
    constexpr std::string_view kBold = "\x1b[1m";
    switch (block.kind) {
    case DocBlock::Kind::Heading:
        return coloured(printable(block.text), style.colour ? kBold : std::string_view{}) + "\n";
    case DocBlock::Kind::Paragraph: {
        std::string text = wrapped(printable(block.text), style.width, "  ", "  ");
        text.pop_back();
        return coloured(text, style.colour ? toneColour(block.tone) : std::string_view{}) + "\n";
    }
    case DocBlock::Kind::List: {
        std::string out;
        for (const std::string &item : block.items) {
            out += wrapped(printable(item), style.width, "  - ", "    ");
        }
        return out;
    }
    case DocBlock::Kind::Table:
        return indented(tableText(block.table, style.colour), "  ");
    case DocBlock::Kind::Code:
        return indented(printable(block.text, true), "    ");
    case DocBlock::Kind::Picture:
        break;
    }
    return "";
}

} // namespace

std::string tableText(const DocTable &table, bool colour)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t width = shownWidth(printable(table.columns[c].title));
        for (const auto &row : table.rows) {
            width = std::max(width, shownWidth(printable(row[c])));
        }
        widths.push_back(width);
    }
    const auto line = [&](const auto &cellOf) {
        std::string out;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const bool last = c + 1 == table.columns.size();
            out += c == 0 ? "" : "  ";
            out += padded(printable(cellOf(c)), last && !table.columns[c].rightAligned ? 0 : widths[c],
                          table.columns[c].rightAligned);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        return out;
    };
    std::string out = line([&](std::size_t c) { return table.columns[c].title; }) + "\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const std::string text = line([&](std::size_t c) { return table.rows[r][c]; });
        const Tone tone = r < table.tones.size() ? table.tones[r] : Tone::Plain;
        out += coloured(text, colour ? toneColour(tone) : std::string_view{}) + "\n";
    }
    return out;
}

std::string toText(const Document &document, const TextStyle &style)
{
    std::string out;
    bool afterHeading = true;
    for (const DocBlock &block : document.blocks()) {
        if (block.kind == DocBlock::Kind::Picture) {
            continue;
        }
        // A blank line between blocks, none between a heading and what it heads.
        if (!out.empty() && (!afterHeading || block.kind == DocBlock::Kind::Heading)) {
            out += "\n";
        }
        out += blockText(block, style);
        afterHeading = block.kind == DocBlock::Kind::Heading;
    }
    return out;
}

} // namespace spanscope
