#pragma once
// Texts that several writers share: of a verdict, and of what stands below it.

#include "core/report.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

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

/// The lines of all details; where a limit of a cost is broken, a table of it, too.
std::vector<std::string> detail_lines(const ExerciseResult& result);

}  // namespace grader
