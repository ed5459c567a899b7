#pragma once
// Which exercises the words of a command line mean.

#include "course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The exercise that `word` names: a number (2, 02), a name or its start, a folder, or a path to or
/// into it. Throws InputError, with the nearest name, or all where several start so.
const Exercise& find_exercise(const Course& course, std::string_view word);

/// The folders of the exercises that `words` mean, in no order: besides single ones "all", ranges
/// of numbers (1-3), and lists (1,2,attention). Throws likewise.
std::vector<std::string> folders_meant(const Course& course, const std::vector<std::string>& words);

/// The exercises that `words` mean, in the course's order without repeats; all of them for no
/// words.
std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words);

}  // namespace grader
