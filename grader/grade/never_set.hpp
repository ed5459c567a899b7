#pragma once
// Where code uses a variable that was never set, as clang's analyser sees it in the text.

#include "core/report.hpp"
#include "grade/grader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Whether a number is declared somewhere in `text` without a value: what never_set looks for then
/// is worth its time.
bool declares_without_value(std::string_view text);

/// A kit whose programs find zeros in variables that were never set, where those of `kit` find
/// absurd values; nothing where there is no clang. Not for the launcher of another compiler.
std::optional<Kit> zeroing_kit(const Kit& kit);

/// The first place in `text`, the exercise's file, where the analyser sees the use of a value that
/// was never set; nothing where it sees none, or there is no clang. It reads code and runs nothing,
/// and can be wrong: ask it only where a run has shown that there is such a use.
std::optional<Cause> never_set(const Grader& grader, const Exercise& exercise,
                               const std::string& text);

}  // namespace grader
