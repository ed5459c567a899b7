#pragma once
// What all pages share: frame, style, and the look of verdicts. Pure.

#include "core/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A page without scripts, pictures or links to load. It follows the reader's choice of light or
/// dark, and can be printed. `title` is any text, `body` HTML, `style` CSS that it needs.
std::string html_page(std::string_view title, const std::string& body, std::string_view style = "");

/// Any text as a paragraph; nothing for an empty one.
std::string html_paragraph(std::string_view text);

/// Paragraphs; lines that start with a space are code and keep their columns.
std::string html_lines(const std::vector<std::string>& lines);

/// `words`, any text, with the sign and colour of a verdict.
std::string html_verdict(Verdict verdict, std::string_view words);

/// A table with these heads; `rows` is HTML. A head that begins with '#' is one of numbers, in
/// cells of class "n"; long texts go into cells of class "t". A table that is too wide scrolls by
/// itself.
std::string html_table(const std::vector<std::string>& heads, const std::string& rows);

}  // namespace grader
