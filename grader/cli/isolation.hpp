#pragma once
// The isolation that a command works with, and the advice on a better one.

#include "compile/kit.hpp"
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

/// The kit that `setup` names, with the isolation for this run. What takes long is told on standard
/// error, and a warning where the isolation is below the tier landlock. Throws GraderFault where it
/// is less than required.
Workbench bench_for(const Setup& setup, const Course& course, Walls walls);

/// Advice that makes a tier work on this machine; a command where one is enough.
std::string mend(const TierFinding& finding);

}  // namespace grader
