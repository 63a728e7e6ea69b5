#pragma once
/// Names and texts from artefacts, made safe for where they are shown. This is the one place that knows which
/// characters a terminal, a browser, a spreadsheet or a reader of code would obey instead of showing them.

#include <string>
#include <string_view>

namespace spanscope {

/// Characters that are obeyed rather than shown, as `\xNN` and `\uNNNN`: controls (C0, DEL, C1), marks that turn the
/// writing direction, hide or break lines, and bytes that are no UTF-8. \param keepLines keep newlines and tabs
[[nodiscard]] std::string printable(std::string_view text, bool keepLines = false);
/// printable() for JSON text that is complete: `\u009b` instead of the raw character, which means the same.
[[nodiscard]] std::string printableJson(std::string json);
/// For Markdown: printable, on one line, and markup escaped.
[[nodiscard]] std::string markdownText(std::string_view text);
/// For HTML and SVG: printable, and `<`, `>`, `&` and quotes as entities. Newlines and tabs stay.
[[nodiscard]] std::string markupText(std::string_view text);
/// A text cell of a CSV table (RFC 4180), printable. What a spreadsheet would take for a formula (`=`, `+`, `-`, `@`
/// at the start) gets an apostrophe before it, as spreadsheets themselves mark text.
[[nodiscard]] std::string csvText(std::string_view text);

} // namespace spanscope
