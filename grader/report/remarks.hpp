#pragma once
// Text of what stands below a verdict.

#include "core/report.hpp"

#include <string>
#include <vector>

namespace grader {

/// "scores (turn 2)"
std::string place_text(const std::string& name, const std::optional<std::size_t>& turn);

/// The line that a remark of this result is.
std::string text_of(const Remark& remark, const ExerciseResult& result);

/// The lines of all details.
std::vector<std::string> detail_lines(const ExerciseResult& result);

}  // namespace grader
