#pragma once
// Runs the reference versions of an exercise: the solution, and the solution with each known
// mistake, alone or as replays of what a program did (harness/replay.hpp).

#include "compile/kit.hpp"
#include "course/cases.hpp"
#include "explain/places.hpp"
#include "run/runner.hpp"
#include "system/process.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace grader {

/// The program of reference versions, in which the known mistakes have the numbers from 1 on; made
/// when it is not there yet. Not open where the exercise is measured, or has no versions that work:
/// that is for `verify` to say, since no verdict rests on them.
Descriptor open_versions(const Toolchain& bench, const Course& course, const Exercise& exercise,
                         const Material& material);

/// What such a program is called with: a version's number, then `inputs`.
std::vector<Tensor> numbered(std::size_t version, std::vector<Tensor> inputs);

/// The limits of what the course's own code computes, as fast as this machine is: no time of the
/// submission is spent on it.
Limits own_limits(const Exercise& exercise);

/// What a replay runs beside the solution: nothing; the known mistakes, and two of them where none
/// alone has a step; or what merged() has.
enum class Replays { of_solution, of_all, of_merged };

/// The versions of one exercise. Their program is opened when it is first needed. All that it is
/// made of must outlive it.
class Replayer {
 public:
  Replayer(const Toolchain& bench, const Course& course, const Exercise& exercise,
           const Material& material, Runner& runner)
      : bench_(bench), course_(course), exercise_(exercise), material_(material), runner_(runner) {}

  /// Whether there is a program of the versions.
  bool open();

  /// The pairs of mistakes that change one step.
  const std::vector<MergedMistakes>& merged();

  /// A replay of each of `runs` that recorded or returned something; none without a program.
  std::vector<ReplayedRun> replay(const std::vector<Run>& runs, Replays replays);

  /// The equivalent variants whose steps a program recorded, in all runs and not all right: of
  /// several with one message, one.
  std::vector<const Mistake*> equivalents(const std::vector<Run>& runs);

 private:
  std::vector<Outcome> outcomes(int program, const std::vector<std::vector<Tensor>>& inputs,
                                Given given);

  const Toolchain& bench_;
  const Course& course_;
  const Exercise& exercise_;
  const Material& material_;
  Runner& runner_;
  bool asked_ = false;
  Descriptor program_;
  std::optional<std::vector<MergedMistakes>> merged_;
  Descriptor merged_program_;
};

}  // namespace grader
