#pragma once
// Two mistakes at once: are both named, and nothing else?

#include "core/error.hpp"
#include "grade/grader.hpp"

#include <vector>

namespace grader {

/// Makes all pairs of mistakes that change different steps, grades each, and prints how many are
/// told as both, and the others with what is told of them. Passes where at least 95 % are and no
/// mistake is named that was not made.
ExitCode verify_pairs(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs);

}  // namespace grader
