#pragma once
// The arrays that a program had when it recorded a step. Pure.

#include "core/case.hpp"
#include "diagnose/replay.hpp"

#include <vector>

namespace grader {

/// What the program recorded before place number `index`, and the inputs of the case. Where the
/// step of that place is recorded once a turn, others that have the same turns are told turn by
/// turn, that of its own turn first, and others that have a part for each turn in such parts, too.
/// Columns that are recorded once a turn are put side by side, too. At the end is what the step had
/// in the turn before.
std::vector<NamedTensor> arrays_before(const std::vector<JudgedPlace>& places, std::size_t index,
                                       const Case& one);

}  // namespace grader
