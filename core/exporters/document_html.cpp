#include "core/exporters/document.h"
#include "core/text/safe_text.h"

namespace spanscope {

namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1f2733; --faint: #5b6676; --paper: #ffffff; --panel: #f2f5f9;
  --line: #d5dce6; --bad: #b23c00; --bad-back: #fff0e6; --warn: #7a5200; --warn-back: #fff7e0; --good: #00674b;
  --good-back: #e5f5ef; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --faint: #9aa7b8; --paper: #14181f; --panel: #1d232d;
  --line: #343d4b; --bad: #ff9d66; --bad-back: #38200f; --warn: #ffcc66; --warn-back: #332807; --good: #5fd3ae;
  --good-back: #0d2c23; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 74rem;
  margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; padding-top: 1rem;
  border-top: 1px solid var(--line); } h3 { font-size: 1.02rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0; } .good, .warning, .bad { padding: .6rem .9rem; border-radius: .4rem; border-left: .3rem solid; }
.good { color: var(--good); background: var(--good-back); } .warning { color: var(--warn); background: var(--warn-back); }
.bad { color: var(--bad); background: var(--bad-back); }
.scroll { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th { text-align: left; color: var(--faint); font-weight: 600; }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.right { text-align: right; } tr.is-bad td { color: var(--bad); } tr.is-warning td { color: var(--warn); }
pre { background: var(--panel); padding: .7rem .9rem; border-radius: .4rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .85rem/1.45 ui-monospace, monospace; }
figure { margin: .8rem 0; overflow-x: auto; } figcaption { color: var(--faint); font-size: .85rem; }
figure svg, figure img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .4rem; }
@media print { body { max-width: none; } h2, figure, tr { break-inside: avoid; } }
)css";

std::string toneClass(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return "good";
    case Tone::Warning:
        return "warning";
    case Tone::Bad:
        return "bad";
    case Tone::Plain:
        break;
    }
    return "";
}

std::string tableHtml(const DocTable &table)
{
    std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
    for (const DocTable::Column &column : table.columns) {
        out += std::string("<th scope=\"col\"") + (column.rightAligned ? " class=\"right\"" : "") + ">" +
               markupText(column.title) + "</th>";
    }
    out += "</tr></thead>\n<tbody>\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const std::string tone = r < table.tones.size() ? toneClass(table.tones[r]) : "";
        out += tone.empty() ? "<tr>" : "<tr class=\"is-" + tone + "\">";
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            out += std::string("<td") + (table.columns[c].rightAligned ? " class=\"right\"" : "") + ">" +
                   markupText(table.rows[r][c]) + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string pictureHtml(const DocBlock &block)
{
    // A picture handed in is either an SVG element or the data URI of an image; nothing else is let in.
    std::string inner;
    if (block.svg.starts_with("<svg")) {
        inner = block.svg;
    } else if (block.svg.starts_with("data:image/")) {
        inner = "<img src=\"" + markupText(block.svg) + "\" alt=\"" + markupText(block.text) + "\">";
    }
    return inner.empty() ? ""
                         : "<figure>" + inner + "<figcaption>" + markupText(block.text) + "</figcaption></figure>\n";
}

std::string blockHtml(const DocBlock &block)
{
    switch (block.kind) {
    case DocBlock::Kind::Heading: {
        const std::string tag = "h" + std::to_string(block.level);
        return "<" + tag + ">" + markupText(block.text) + "</" + tag + ">\n";
    }
    case DocBlock::Kind::Paragraph: {
        const std::string tone = toneClass(block.tone);
        return (tone.empty() ? "<p>" : "<p class=\"" + tone + "\">") + markupText(block.text) + "</p>\n";
    }
    case DocBlock::Kind::List: {
        std::string out = "<ul>\n";
        for (const std::string &item : block.items) {
            out += "<li>" + markupText(item) + "</li>\n";
        }
        return out + "</ul>\n";
    }
    case DocBlock::Kind::Table:
        return tableHtml(block.table);
    case DocBlock::Kind::Code:
        return "<pre>" + markupText(block.text) + "</pre>\n";
    case DocBlock::Kind::Picture:
        return pictureHtml(block);
    }
    return "";
}

} // namespace

std::string toHtml(const Document &document, const std::string &title)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"generator\" content=\"SpanScope\">\n<title>" +
                      markupText(title) + "</title>\n<style>" + std::string(kStyle) +
                      "</style>\n</head>\n<body>\n<main>\n";
    for (const DocBlock &block : document.blocks()) {
        out += blockHtml(block);
    }
    return out + "</main>\n</body>\n</html>\n";
}

} // namespace spanscope
