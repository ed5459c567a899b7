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

/// What the program did, with the turns of each loop in the order that leaves the fewest steps and
/// results wrong. It tries the order in which a step has the solution's numbers. Where no step has
/// them, it tries the reverse order, and those of two exchanged loops. Nothing where no order is
/// better than the program's.
std::optional<Outcome> in_better_order(const Exercise& exercise, const Run& run,
                                       const ReplayOnce& replay);

}  // namespace grader
