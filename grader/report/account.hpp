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

/// All that is told of an exercise that did not pass, or the notes of one that did, as printable
/// lines; code begins with a space. What the program printed is not in it.
std::vector<std::string> account_of(const ExerciseResult& exercise);

/// The words before warnings: "the compiler warns".
std::string who_warns(const ExerciseResult& exercise);

/// The first lines of what the program printed, made printable, none over 400 bytes; the last says
/// how many were left out.
std::vector<std::string> first_output(const ExerciseResult& exercise, std::size_t most_lines);

/// "2 of 3 exercises passed, score 2 of 3", with `between` after "passed".
std::string summary_line(const Report& report, std::string_view between = ", ");

/// "2 of 3", of the cases.
std::string cases_passed(const ExerciseResult& exercise);

/// A score for people: "2", "1.50", "0.83".
std::string score_text(double score);

/// "scores (turn 2)"
std::string place_text(const std::string& name, const std::optional<std::size_t>& turn);

/// The line that a remark of this result is.
std::string text_of(const Remark& remark, const ExerciseResult& result);

/// How near a program comes to each limit of its costs.
std::vector<std::string> share_lines(const CostReport& report);

/// The lines of all details; where a limit of a cost is broken, a table of it, too.
std::vector<std::string> detail_lines(const ExerciseResult& result);

}  // namespace grader
