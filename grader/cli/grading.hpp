#pragma once
// The meaning of the options that all grading commands take.

#include "cli/commands.hpp"
#include "grade/grader.hpp"

#include <string>

namespace grader {

/// Throws InputError where options of fresh cases exclude each other, or one lacks another.
void check(const GradingOptions& options);

/// Sets the limit of builds, where the options give one.
void limit_builds(Workbench& bench, const GradingOptions& options);

/// The limits and fresh cases that the options ask for. Reads the file with the secret; without a
/// seed and a secret, fresh cases get a seed from the system.
GradeOptions grade_options(const GradingOptions& options);

/// Which failures get a second look: what the option says, else the puzzling ones of one's own
/// files, for which `submission` is empty, outside of CI.
SecondLook second_look_mode(std::optional<SecondLook> sanitizers, const std::string& submission);

/// The options of fresh cases as words of a command that repeats them; empty where there are none.
std::string fresh_again(const GradingOptions& options, const GradeOptions& used);

}  // namespace grader
