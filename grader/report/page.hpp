#pragma once
// What all pages share: their frame, their look, and how verdicts stand in them. Pure.

#include "core/verdict.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A page that needs nothing else: no script, no picture, no network. It is light or dark as its
/// reader likes, and can be printed. `title` is any text, `body` HTML, `style` CSS that it needs.
std::string html_page(std::string_view title, const std::string& body,
                      std::string_view style = "");

/// Any text as a paragraph; nothing for an empty one.
std::string html_paragraph(std::string_view text);

/// Paragraphs; lines that start with a space are code and keep their columns.
std::string html_lines(const std::vector<std::string>& lines);

/// `words`, any text, with a sign and a colour for what became of an exercise or a case.
std::string html_verdict(Verdict verdict, std::string_view words);

/// A table below its heads; `rows` is HTML. A '#' at the start of a head says that numbers stand
/// below it, in cells of class "n"; long texts belong into cells of class "t". It scrolls by itself
/// where it is too wide.
std::string html_table(const std::vector<std::string>& heads, const std::string& rows);

}  // namespace grader
