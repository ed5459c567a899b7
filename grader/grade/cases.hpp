#pragma once
// Cases that are drawn for a submission.

#include "core/case.hpp"
#include "grade/grader.hpp"

#include <string>
#include <vector>

namespace grader {

/// Cases drawn for the submission `text`, with what the solution makes of them; none where the
/// exercise has none. Throws InputError without the solution, GraderFault where it fails.
std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text, const Limits& limits);

}  // namespace grader
