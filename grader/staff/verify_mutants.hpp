#pragma once
// verify --mutants: whether the cases of a course reject small changes of its solutions.

#include "core/error.hpp"
#include "grade/grader.hpp"

#include <vector>

namespace grader {

/// Makes all small changes of the solutions, one at a time, grades each as a submission is graded,
/// and prints how many fail and which pass. This check holds where each that passes has a reason in
/// solutions/NN_name/equivalent.md, each reason there has such a change, and no mutant is told a
/// mistake whose numbers it has neither in its results nor in a wrong step.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

}  // namespace grader
