#pragma once
// Why the grader does not name a mistake that a program has.

#include "core/case.hpp"
#include "grade/grade.hpp"

#include <set>
#include <string>
#include <vector>

namespace grader {

/// The reason, in a few words, why the result of a program with two mistakes does not name
/// `mistake`, one of them. `changed` are the steps that this mistake changes itself; `mistakes` are
/// all that were replayed.
std::string why_untold(const Exercise& exercise, const Graded& graded,
                       const std::vector<Mistake>& mistakes, const Mistake& mistake,
                       const std::set<std::string>& changed);

}  // namespace grader
