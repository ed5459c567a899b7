#pragma once
// What grading rests on: a course, a kit, and the options of a command.

#include "compile/kit.hpp"
#include "course/course.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace grader {

struct GradeOptions {
  unsigned fresh = 0;      ///< fresh cases for each exercise; needs the solutions
  std::uint64_t seed = 0;  ///< of the fresh cases
  std::string secret;      ///< gives each submission a seed of its own, where not empty
  std::optional<unsigned> cpu_seconds;  ///< instead of the exercise's own limit
  std::optional<unsigned> memory_mib;
  std::optional<unsigned> run_seconds;  ///< of all calls of an exercise together
  std::optional<double> seconds_left;   ///< of the submission's time, for build and calls
};

struct Grader {
  const Course& course;
  const Kit& kit;
  GradeOptions options;
};

}  // namespace grader
