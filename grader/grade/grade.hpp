#pragma once
// Grades: one exercise from its text to its result, and a set of them to a report.

#include "compile/kit.hpp"
#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "course/course.hpp"
#include "grade/intake.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace grader {

struct GradeOptions {
  unsigned fresh = 0;      ///< fresh cases for each exercise; needs the solutions
  std::uint64_t seed = 0;  ///< of the fresh cases
  std::string secret;      ///< gives each submission a seed of its own, where not empty
  std::optional<unsigned> cpu_seconds;  ///< instead of the exercise's own limit
  std::optional<unsigned> memory_mib;
  std::optional<unsigned> run_seconds;  ///< of all calls of an exercise together
  std::optional<double> seconds_left;   ///< of the submission's time, for build and calls
  std::filesystem::path logs;  ///< folder for whole compiler logs
  std::string only_case;       ///< the one case to run; empty: all of them
  bool first_failed = false;   ///< report one case alone: the first that fails, or the first
  std::function<void(const Case&, const Outcome&)> watch;  ///< sees each case that was run
};

struct Grader {
  const Course& course;
  const Kit& kit;
  GradeOptions options;
};

/// Whether a file that is still the original stub is compiled all the same.
enum class Untouched { is_not_started, is_compiled };

/// The result for one exercise's file. Throws InputError where the course's own files are wrong;
/// other faults of ours come back as internal_error.
ExerciseResult grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                              Untouched untouched);

/// The properties that the function of `text` lacks, by name; it must build. For checks of the
/// course itself.
std::vector<std::string> lacking_properties(const Grader& grader, const Exercise& exercise,
                                            const std::string& text);

/// Calls `work(i)` for i from 0 to count - 1, `jobs` at a time. The first exception stops the rest
/// and is thrown on.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

}  // namespace grader
