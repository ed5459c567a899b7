#pragma once
// Why a mistake that a program has is not told of it.

#include "core/case.hpp"
#include "grade/grade.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// The reason, in a few words, why `result` of a program in which `mistake` was made, beside
/// another one, does not name it. `changed` are the steps that it changes itself. `mistake` is one
/// of `mistakes`, all that were replayed.
std::string why_untold(const Exercise& exercise, const Graded& graded,
                       const std::vector<Mistake>& mistakes, const Mistake& mistake,
                       const std::set<std::string>& changed);

}  // namespace grader
