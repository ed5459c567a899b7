#pragma once
// Asks a program for the properties that every right answer has.

#include "grade/run_cases.hpp"

#include <vector>

namespace grader {

/// The properties that a program lacks, of those that its answers can be asked for: they have the
/// right shape and are finite, or, where that is the property, those to ordinary numbers are.
std::vector<const Property*> lacking(const Calls& calls, const Exercise& exercise,
                                     const std::vector<Case>& cases);

}  // namespace grader
