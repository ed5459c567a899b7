#pragma once
// Writers: a report as text. Pure; they cannot change a verdict.

#include "core/report.hpp"
#include "report/picture.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <ostream>
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

/// JSON in ASCII, but for some control characters and marks of direction, indented by so many
/// spaces; on one line for -1. Nothing in it is a command to a CI's runner.
std::string plain_json(const nlohmann::ordered_json& value, int indent = 1);

/// Writes what plain_json of the whole object would give, with a line end. `head` has the members
/// before the list, at least one; `json_of` makes an element of each of `elements`.
template <class Elements, class JsonOf>
void write_json_list(std::ostream& stream, const nlohmann::ordered_json& head,
                     const std::string& list, const Elements& elements, const JsonOf& json_of) {
  std::string text = plain_json(head);
  text.resize(text.size() - 2);  // a line end and a bracket
  stream << text << ",\n \"" << list << "\": [";
  const char* before = "\n  ";
  for (const auto& element : elements) {
    stream << before;
    before = ",\n  ";
    for (const char c : plain_json(json_of(element))) {
      stream << c;
      if (c == '\n') stream << "  ";
    }
  }
  stream << (elements.empty() ? "]\n}\n" : "\n ]\n}\n");
}

/// What a page shows about an exercise besides its result.
struct PageExtras {
  std::vector<std::string> hints;  ///< those that were taken
  std::size_t hints_in_all = 0;
  std::optional<Picture> picture;  ///< of the failing case
  std::string case_name;           ///< whose picture it is
  std::string text;                ///< of the graded file; its lines around the place are shown
};
using AllPageExtras = std::map<unsigned, PageExtras>;  ///< by the exercise's number

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
