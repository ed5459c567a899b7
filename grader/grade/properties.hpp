#pragma once
// Asks a program for the properties that every right answer has.

#include "grade/run_cases.hpp"

#include <span>
#include <vector>

namespace grader {

/// The properties that a program lacks. They are not tried on answers that are not finite or have
/// another shape. The property of being finite is lacked only where the answer to the first case,
/// which has ordinary numbers, is finite.
std::vector<const Property*> lacking(const Calls& calls, const Exercise& exercise,
                                     std::span<const Case> cases);

}  // namespace grader
