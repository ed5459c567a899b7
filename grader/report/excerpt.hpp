#pragma once
// The lines of the graded file around the place where it fails, on a page.

#include "report/writers.hpp"

#include <string>
#include <vector>

namespace grader {

/// Lines `first` to `last` of a text, counted from 1, made printable; fewer where it ends before.
std::vector<std::string> lines_between(std::string_view text, unsigned first, unsigned last);

/// The excerpt with numbers of lines, the line of the place marked, and a caret below its column.
std::string html_excerpt(const ExerciseResult& result, const Beside& beside);

/// The details without the line that the excerpt marks, and the caret below it.
std::vector<std::string> without_excerpt(const ExerciseResult& result, const Beside& beside);

}  // namespace grader
