#pragma once
// The cases that a submission is graded on.

#include "core/case.hpp"
#include "grade/grader.hpp"

#include <map>
#include <string>
#include <vector>

namespace grader {

/// `inputs` in the order in which the exercise's function takes them.
std::vector<Tensor> arguments_of(const Exercise& exercise,
                                 const std::map<std::string, Tensor>& inputs);

/// The cases of the reference data. Throws InputError where their inputs do not follow from their
/// seeds.
std::vector<Case> public_cases(const Course& course, const Exercise& exercise);

/// Cases drawn for the submission `text`, with what the solution makes of them; none where the
/// exercise has none. Throws InputError without the solution, GraderFault where it fails.
std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text, const Limits& limits);

}  // namespace grader
