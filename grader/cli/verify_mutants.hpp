#pragma once
// verify --mutants: whether a course's data tell small changes of its solutions from them.

#include "core/error.hpp"
#include "grade/grader.hpp"

#include <vector>

namespace grader {

/// Makes all small changes of the solutions, one at a time, grades each as a submission is graded,
/// and prints how many fail and which do not. Passes where each of these has a reason in
/// solutions/NN_name/equivalent.md, and each reason there a change.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

}  // namespace grader
