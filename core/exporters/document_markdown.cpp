#include "core/exporters/document.h"
#include "core/text/safe_text.h"

#include <algorithm>

namespace spanscope {

namespace {

std::string tableMarkdown(const DocTable &table)
{
    std::string out = "|";
    std::string rule = "|";
    for (const DocTable::Column &column : table.columns) {
        out += " " + markdownText(column.title) + " |";
        rule += column.rightAligned ? " ---: |" : " --- |";
    }
    out += "\n" + rule + "\n";
    for (const auto &row : table.rows) {
        out += "|";
        for (const std::string &cell : row) {
            out += " " + markdownText(cell) + " |";
        }
        out += "\n";
    }
    return out;
}

/// A fence longer than any run of backticks inside.
std::string fenced(const std::string &text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + "\n" + text + (text.empty() || text.back() != '\n' ? "\n" : "") + fence + "\n";
}

std::string blockMarkdown(const DocBlock &block)
{
    switch (block.kind) {
    case DocBlock::Kind::Heading:
        return std::string(static_cast<std::size_t>(block.level), '#') + " " + markdownText(block.text) + "\n";
    case DocBlock::Kind::Paragraph: {
        const bool loud = block.tone == Tone::Bad || block.tone == Tone::Warning;
        return (loud ? "**" : "") + markdownText(block.text) + (loud ? "**" : "") + "\n";
    }
    case DocBlock::Kind::List: {
        std::string out;
        for (const std::string &item : block.items) {
            out += "- " + markdownText(item) + "\n";
        }
        return out;
    }
    case DocBlock::Kind::Table:
        return tableMarkdown(block.table);
    case DocBlock::Kind::Code:
        return fenced(printable(block.text, true));
    case DocBlock::Kind::Picture:
        break;
    }
    return "";
}

} // namespace

std::string toMarkdown(const Document &document)
{
    std::string out;
    for (const DocBlock &block : document.blocks()) {
        if (block.kind != DocBlock::Kind::Picture) {
            out += (out.empty() ? "" : "\n") + blockMarkdown(block);
        }
    }
    return out;
}

} // namespace spanscope
