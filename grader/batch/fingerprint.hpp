#pragma once
// What a result depends on besides the graded file.

#include "core/exercise.hpp"
#include "grade/grader.hpp"

#include <string>
#include <vector>

namespace grader {

/// 16 digits that change with the grader, the compiler, the course's files and the options. Not
/// with the machine, the place of the course, or what students write there.
std::string fingerprint(const Grader& grader, const std::vector<Exercise>& exercises);

}  // namespace grader
