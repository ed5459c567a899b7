#pragma once
// Loops that a student goes through in another order than the solution: heads from the last to the
// first, or each head for all sequences. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "diagnose/diagnose.hpp"

#include <functional>
#include <optional>

namespace grader {

/// A replay of the solution alone on a case, with what a program did there.
using ReplayOnce = std::function<Outcome(const Run&)>;

/// What the program did, with the turns of each loop in the order in which the fewest steps and
/// results are wrong. Tried is the order in which a step has the solution's numbers, or where no
/// step has them, the reverse and those of two loops that are exchanged. None where no order is
/// better than the program's.
std::optional<Outcome> in_better_order(const Exercise& exercise, const Run& run,
                                       const ReplayOnce& replay);

}  // namespace grader
