#pragma once
// Asks a program for the properties that every right answer has.

#include "grade/run_cases.hpp"

#include <vector>

namespace grader {

/// The properties that a program lacks. Answers that are not finite or of another shape are asked
/// for none; where being finite is the property, that is said of its answers to ordinary numbers.
std::vector<const Property*> lacking(const Calls& calls, const Exercise& exercise,
                                     const std::vector<Case>& cases);

}  // namespace grader
