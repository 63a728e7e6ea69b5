#include "core/exporters/document.h"

namespace spanscope {

namespace {

/// What Markdown would take for markup, and what would end a table cell, is escaped.
std::string escaped(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            out += ' ';
            continue;
        }
        if (std::string_view("\\`*_[]<>|#~").find(c) != std::string_view::npos) {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string tableMarkdown(const DocTable &table)
{
    std::string out = "|";
    std::string rule = "|";
    for (const DocTable::Column &column : table.columns) {
        out += " " + escaped(column.title) + " |";
        rule += column.rightAligned ? " ---: |" : " --- |";
    }
    out += "\n" + rule + "\n";
    for (const auto &row : table.rows) {
        out += "|";
        for (const std::string &cell : row) {
            out += " " + escaped(cell) + " |";
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
        return std::string(static_cast<std::size_t>(block.level), '#') + " " + escaped(block.text) + "\n";
    case DocBlock::Kind::Paragraph: {
        const bool loud = block.tone == Tone::Bad || block.tone == Tone::Warning;
        return (loud ? "**" : "") + escaped(block.text) + (loud ? "**" : "") + "\n";
    }
    case DocBlock::Kind::List: {
        std::string out;
        for (const std::string &item : block.items) {
            out += "- " + escaped(item) + "\n";
        }
        return out;
    }
    case DocBlock::Kind::Table:
        return tableMarkdown(block.table);
    case DocBlock::Kind::Code:
        return fenced(block.text);
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
