#pragma once
// Writers: a report, or the numbers of a case, as text, and the texts that several of them share.
// Pure; they cannot change a verdict.

#include "core/report.hpp"
#include "explain/places.hpp"
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

/// An array in brackets, much as NumPy prints it: to eight digits, at 75 columns. Where `marked` is
/// not empty, it says for each element whether "*" stands behind it.
std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked = {});

/// A case of an exercise and what became of it.
struct CaseNumbers {
  const Case* one = nullptr;
  const Outcome* outcome = nullptr;             ///< null where nothing was run
  std::vector<JudgedPlace> places;              ///< none where nothing was run
  std::string verdict;                          ///< in words
  std::optional<std::string> first_wrong_step;  ///< as the verdict names it
  std::vector<std::string> remarks;  ///< what is said of it; lines of code start with a space
};

/// For people, at 80 columns. Arrays look much as NumPy prints them, with "*" behind each wrong
/// element.
std::string case_text(const Exercise& exercise, const CaseNumbers& numbers);

/// The exact inputs of the case as NumPy arrays and Python numbers; whole numbers where the recipe
/// draws those.
std::string python_inputs(const Exercise& exercise, const Case& one);

// What the writers share: texts of a verdict, and of what stands below it.

/// The verdict in words.
std::string state_of(const ExerciseResult& exercise);

/// "exercises/02_name/name.cpp:16": the graded file, with the line where one is known.
std::string file_and_line(const ExerciseResult& exercise);

/// "02 name".
std::string short_name(const ExerciseResult& exercise);

/// What a line says, from what says most to what is left out first.
enum class Priority {
  cause,         ///< what is wrong
  further,       ///< another mistake
  first_detail,  ///< the place, or what became of each step
  output,        ///< the first lines of what the program printed
  detail,
  finding,  ///< the numbers of the result, where the cause is known
  note,
  warning,
  more_output,
};

struct AccountLine {
  Priority worth = Priority::cause;
  std::string text;     ///< printable; code begins with a space
  bool joined = false;  ///< stays with the line above

  bool is_code() const { return text.starts_with(' '); }
};

/// All that is told of an exercise that did not pass, or the notes of one that did. What the
/// program printed is not in it.
std::vector<AccountLine> account_of(const ExerciseResult& exercise);

/// "2 of 3 exercises passed, score 2 of 3", with `between` after "passed".
std::string summary_line(const Report& report, std::string_view between = ", ");

/// "2 of 3", of the cases.
std::string cases_passed(const ExerciseResult& exercise);

/// A score for people: "2", "1.50", "0.83".
std::string score_text(double score);

/// The line that a remark of this result is.
std::string text_of(const Remark& remark, const ExerciseResult& result);

/// The lines of all details.
std::vector<std::string> detail_lines(const ExerciseResult& result);

}  // namespace grader
