#pragma once
// Every step judged on its own: what a replay says of the steps that a program recorded. Pure.
//
// A step is right where it is the reference's. It follows where it is what the reference version
// makes of the student's own earlier steps. Else it is wrong.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grader {

/// A case and what the program did with it.
struct Run {
  const Case* one;
  const Outcome* outcome;
};

/// A run, and what a replay gave (harness/replay.hpp). Where the replay did not end well, steps
/// that are not right stay unjudged.
struct ReplayedRun {
  Run run;
  Outcome replay;
};

/// The runs without their replays.
std::vector<Run> runs_of(const std::vector<ReplayedRun>& replays);

/// A place of the solution in one run, a step or after these a result, and what the program has
/// there. Points into the run.
struct JudgedPlace {
  std::string name;
  std::optional<std::size_t> turn;    ///< where the step is recorded more than once
  const Tensor* student = nullptr;    ///< null where it was not recorded, or nothing returned
  const Tensor* reference = nullptr;  ///< what the solution has there
  const Tensor* given = nullptr;      ///< what the solution computes there, given earlier steps
  const Tensor* marks = nullptr;      ///< of the replay, a row for each version; null for none
  std::size_t column = 0;             ///< of the marks
  StepVerdict verdict = StepVerdict::not_judged;

  /// Whether it is there, and neither right nor what follows.
  bool differs() const {
    return student != nullptr &&
           (verdict == StepVerdict::wrong || verdict == StepVerdict::not_judged);
  }
  /// The ReplayMarks of a version there; 0 where there are none.
  unsigned marks_of(std::size_t version) const;
  /// Whether a version gives there what the student has.
  bool matches(std::size_t version) const { return (marks_of(version) & matches_student) != 0; }
  /// Whether it gives something else there than the solution does.
  bool differs_in(std::size_t version) const {
    return (marks_of(version) & differs_from_solution) != 0;
  }
  /// Whether it rests on a step that the student has in another shape than the solution: a replay
  /// goes on without that, so that what comes here is not known.
  bool rests_on_shape() const { return (marks_of(0) & rests_on_other_shape) != 0; }
};

using Places = std::vector<JudgedPlace>;  ///< of one run, in the solution's order

/// Whether `test` holds of some place of some run.
template <class Test>
bool any_place(const std::vector<Places>& runs, const Test& test) {
  return std::ranges::any_of(
      runs, [&](const Places& places) { return std::ranges::any_of(places, test); });
}

using Turns = std::vector<const NamedTensor*>;  ///< what has one name, in order

/// The arrays of each name.
std::map<std::string_view, Turns> by_name(const std::vector<NamedTensor>& steps);

/// Whether what was recorded of these steps is right.
bool records_right_steps(const Outcome& outcome, const std::vector<NamedTensor>& steps,
                         const Tolerance& tolerance);

/// The steps of several turns that a program that came to its end recorded more or less often than
/// the solution: which turn is which is not known.
std::set<std::string> steps_of_other_turns(const Run& run);

/// The steps that have another shape than the solution's in some run, or another number of turns:
/// something else is recorded under their names, also where the shapes happen to agree.
std::set<std::string> steps_of_other_shape(const std::vector<Run>& runs);

/// The steps of the run's case, then the results. Steps of `other_shape` are right or not
/// judged.
Places judge_places(const Exercise& exercise, const ReplayedRun& replayed,
                    const std::set<std::string>& other_shape);

/// The places of each run.
std::vector<Places> judge_places(const Exercise& exercise, const std::vector<ReplayedRun>& replays);

/// The run's case with what is right given the program's own steps, for each step and result that
/// is not right and that the replay reached.
Case given_its_steps(const Exercise& exercise, const ReplayedRun& replayed);

/// The pairs of versions that a replay tells of, by their numbers. The marks of the first have the
/// number that follows those of all versions.
std::vector<std::pair<std::size_t, std::size_t>> pairs_in(const Outcome& replay);

/// Whether a version did not run in some case, mostly since it had differed before from the student
/// wherever something is wrong.
bool did_not_run(const std::vector<ReplayedRun>& replays, std::size_t version);

}  // namespace grader
