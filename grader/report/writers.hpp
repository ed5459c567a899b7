#pragma once
// Writers: a report as text. Pure; they cannot change a verdict.

#include "core/report.hpp"
#include "report/picture.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

enum class Colour { no, yes };

/// For people, at 80 columns or fewer: at most 12 lines for each exercise, or all where the report
/// says so.
std::string text_report(const Report& report, Colour colour, std::size_t width = 80);

struct TextLook {
  Colour colour = Colour::no;
  std::size_t width = 80;                 ///< columns; at least 40
  std::size_t most_lines = 12;            ///< of an exercise; 0: all
  std::string_view shows_all = "run -v";  ///< what the last line names where some are left out
};

/// One exercise of the text report: its verdict, the cause, what shows it, then the rest.
std::string text_exercise(const ExerciseResult& result, const TextLook& look);

/// The documented JSON format, version 1.
std::string json_report(const Report& report);

/// What a page shows about an exercise besides its result.
struct PageExtras {
  std::vector<std::string> hints;  ///< those that were taken
  std::size_t hints_in_all = 0;
  std::optional<Picture> picture;    ///< of the failing case
  std::string case_name;             ///< whose picture it is
  std::vector<std::string> excerpt;  ///< lines of the graded file around `ExerciseResult::place`
  unsigned excerpt_start = 1;        ///< the number of the first
};
using AllPageExtras = std::map<unsigned, PageExtras>;  ///< by the exercise's number

/// Lines `first` to `last` of a text, counted from 1, made printable, none over 400 bytes; fewer
/// where it ends before.
std::vector<std::string> lines_between(std::string_view text, unsigned first, unsigned last);

/// A page of HTML that needs no other file, fit to be sent to the student.
std::string html_report(const Report& report, const AllPageExtras& beside = {});

/// A picture as such a page.
std::string html_picture(const Picture& picture);

/// One exercise of the JSON format.
std::string json_exercise(const ExerciseResult& result);

/// Reads back the result that `json_exercise` wrote; times are rounded to microseconds. Nothing
/// where `json` is no such text.
std::optional<ExerciseResult> exercise_in(const std::string& json);

/// Markdown, with a table and a section for each exercise that has something to say.
std::string markdown_report(const Report& report);

/// Any text as one line of words for a paragraph or heading of Markdown: nothing in it is markup, a
/// link or a mention.
std::string markdown_text(std::string_view text);

/// For editors: lines "FILE:LINE:COLUMN: error: MESSAGE", with "warning" for exercises not begun
/// and "note" for what else is known; then a line with the score.
std::string gcc_report(const Report& report);

}  // namespace grader
