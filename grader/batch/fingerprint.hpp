#pragma once
// What a result depends on besides the graded file.

#include "core/exercise.hpp"
#include "grade/grader.hpp"

#include <map>
#include <string>
#include <vector>

namespace grader {

/// A digest of each, by name: the grader's build, the compiler, the options, and the course. None
/// changes with the machine, the place of the course, or what students write there.
std::map<std::string, std::string> basis_of(const Grader& grader,
                                            const std::vector<Exercise>& exercises);

/// 16 digits that change with any of them.
std::string fingerprint(const std::map<std::string, std::string>& basis);

}  // namespace grader
