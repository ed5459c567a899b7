#pragma once
// Replays what a program did with the reference versions, as harness/replay.hpp says.

#include "diagnose/replay.hpp"
#include "grade/grader.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// The program of reference versions, in which the known mistakes have the numbers from 1 on; not
/// open where there is none. That an author's versions do not fit the solution or do not compile is
/// for `verify` to say: no verdict rests on them.
Descriptor open_versions(const Grader& grader, const Exercise& exercise);

/// Whether a replay runs the known mistakes, too, and these in pairs where none alone explains all.
enum class Replays { of_solution, of_all, of_pairs };

/// Replays runs of one exercise. The program of reference versions is opened once.
class Replayer {
 public:
  Replayer(const Grader& grader, Runner& runner, const Exercise& exercise);

  /// A replay of each of `runs` that recorded or returned something. None where the exercise is
  /// measured, or this copy of the course has no reference versions of it that work. What was
  /// recorded under the names in `misrecorded` is only compared.
  std::vector<ReplayedRun> replay(const std::vector<Run>& runs, Replays replays,
                                  const std::set<std::string>& misrecorded = {}) const;

  /// What it took to open the program.
  double prepare_seconds() const { return prepare_seconds_; }

 private:
  std::vector<Outcome> replayed(const std::vector<std::vector<Tensor>>& inputs, Given given) const;

  Runner& runner_;
  const Exercise& exercise_;
  std::vector<std::uint32_t> costs_;  ///< of the known mistakes
  double prepare_seconds_ = 0;
  Descriptor program_;
};

/// Makes the program that replays an exercise's steps, where it is not there yet: what takes
/// longest in the first grading of a wrong answer.
void prepare_replays(const Grader& grader, const Exercise& exercise);

}  // namespace grader
