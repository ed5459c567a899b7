#pragma once
// Where code uses a variable that was never set, as clang's analyser sees it in the text.

#include "core/report.hpp"
#include "grade/grader.hpp"

#include <optional>
#include <string>

namespace grader {

/// The first place in `text`, the exercise's file, where the analyser sees the use of a value that
/// was never set; nothing where it sees none, or there is no clang. It reads code and runs nothing,
/// and can be wrong: ask it only where a run has shown that there is such a use.
std::optional<Cause> never_set(const Grader& grader, const Exercise& exercise,
                               const std::string& text);

}  // namespace grader
