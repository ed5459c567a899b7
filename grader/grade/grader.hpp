#pragma once
// What grading rests on: a course, a workbench, and the options of a command.

#include "compile/kit.hpp"
#include "core/report.hpp"
#include "course/cases.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// What points are given for.
enum class Marks {
  verdict,  ///< all or nothing
  cases,    ///< the share of cases that pass
  steps,    ///< the share of steps that are right or follow
};

/// Of which failed runs the place in the code is told; to find it costs a build.
enum class CrashLines {
  all,
  except_timeouts,  ///< not of one that ran out of time, which is elsewhere each time
  none,
};

/// Which failures get a second look; it costs builds and runs.
enum class SecondLook {
  none,
  on_crash_or_nan,  ///< those that do not explain themselves: a crash, a NaN, an answer that
                    ///< changes
  all,
};

struct GradeOptions {
  Marks marks = Marks::verdict;
  unsigned fresh = 0;               ///< fresh cases for each exercise; needs the solutions
  std::uint64_t seed = 0;           ///< of the fresh cases
  bool reveal_fresh_cases = false;  ///< what went wrong in fresh cases is told as of public ones
  std::string secret;               ///< gives each submission a seed of its own, where not empty
  std::optional<unsigned> cpu_seconds;  ///< instead of the exercise's own limit
  std::optional<unsigned> memory_mib;
  std::optional<unsigned> run_seconds;  ///< of all calls of an exercise together
  bool explains = true;                 ///< why the numbers are wrong; it costs replays
  CrashLines crash_lines = CrashLines::all;
  SecondLook second_look = SecondLook::none;
  /// Gets the result as it is before a second look, which may take a while; may be empty.
  std::function<void(const ExerciseResult&)> before_second_look = {};

  /// The seed of the fresh cases, where there are some and no secret gives each its own.
  std::optional<std::uint64_t> shared_seed() const {
    return fresh > 0 && secret.empty() ? std::optional(seed) : std::nullopt;
  }
};

class Runner;

struct Grader {
  const Course& course;
  Toolchain bench;
  GradeOptions options = {};
  std::shared_ptr<Library> library = std::make_shared<Library>();
};

/// Cases drawn for the submission `text`, with what the solution makes of them; none where the
/// exercise has none. Throws InputError without the solution, GraderFault where it fails.
std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text);

/// Cases of all small shapes and of large ones, drawn from the seed, the smallest first; none in a
/// copy without solutions. With --secret these are fresh ones.
std::vector<Case> expected_shapes(const Grader& grader, const Exercise& exercise,
                                  const std::string& text, Runner& runner);

}  // namespace grader
