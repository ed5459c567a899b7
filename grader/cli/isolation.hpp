#pragma once
// Which isolation a command works with, and what to tell its user.

#include "compile/workbench.hpp"
#include "course/course.hpp"
#include "probe/tiers.hpp"

#include <string>

namespace grader {

struct Setup;

/// How much isolation a command insists on.
enum class Walls {
  best,      ///< the best tier that this machine has
  required,  ///< at least landlock; else nothing is graded
  off,
};

/// The kit that `setup` names, with the isolation for this run; what takes long is told on standard
/// error. Warns there where the isolation is less than the tier landlock; throws GraderFault where
/// it is less than what is required.
Workbench bench_for(const Setup& setup, const Course& course, Walls walls);

/// What gives this machine a tier that does not hold, as a command where it is one.
std::string mend(const TierFinding& finding);

}  // namespace grader
