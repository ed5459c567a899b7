#pragma once
// verify --pairs: whether both of two mistakes in one program are named, and nothing else.

#include "core/error.hpp"
#include "grade/grader.hpp"

#include <vector>

namespace grader {

/// Makes all pairs of mistakes that change different steps and grades each. Prints how many are
/// told as both, and for each other pair what is told. The check holds where at least 95 % are told
/// as both, and no mistake is named that was not made.
ExitCode verify_pairs(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs);

}  // namespace grader
