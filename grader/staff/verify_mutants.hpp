#pragma once
// verify --mutants: whether a course's data tell small changes of its solutions from them.

#include "core/error.hpp"
#include "grade/grader.hpp"

#include <vector>

namespace grader {

/// Makes all small changes of the solutions, one at a time, grades each as a submission is graded,
/// and prints how many fail and which do not. Passes where each of these has a reason in
/// solutions/NN_name/equivalent.md, each reason there a change, and no mutant the name of a mistake
/// whose numbers it does not have, of the results or of a wrong step.
ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs);

}  // namespace grader
