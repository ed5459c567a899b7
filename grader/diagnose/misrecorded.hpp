#pragma once
// Steps that were recorded with other numbers than the program went on with: before a line that
// changes them, after one, or under another name. What is wrong with such a record says nothing of
// the step, and nothing follows from it. Pure.

#include "diagnose/replay.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// Places of a run that are right though they would not be, given what was recorded before them.
struct Contradiction {
  std::size_t run = 0;
  std::vector<JudgedPlace> right;
  /// The steps before the first of them that are wrong, in order, once each.
  std::vector<std::string> suspects;
};

/// The first contradiction that none of the known mistakes explains; nothing where there is none.
/// A mistake explains it that was made at a suspect and makes all the right places, too.
std::optional<Contradiction> contradiction(const Exercise& exercise,
                                           const std::vector<ReplayedRun>& replays,
                                           const std::vector<Mistake>& mistakes);

/// Whether one of these steps is wrong in a run in which something wrong rests on it, and nothing
/// is right in spite of it: the program may go on with it there.
bool goes_on_with(const Exercise& exercise, const std::vector<std::string>& steps,
                  const std::vector<ReplayedRun>& replays);

/// Whether a replay without the records of some steps leaves the contradiction behind, and nothing
/// that followed from them.
bool solved_by(const Exercise& exercise, const Contradiction& found,
               const std::vector<ReplayedRun>& with, const std::vector<ReplayedRun>& without);

/// The first scores that are right in all runs but for elements of minus infinity, where the
/// solution has none yet: they were recorded after the mask. Empty where there are none.
std::string recorded_after_mask(const Exercise& exercise, const std::vector<ReplayedRun>& replays);

/// The wrong steps that were recorded after what changes nothing of what follows, by name, and the
/// words on each: after a shift that the softmax behind them does not see, or after the step's own
/// ReLU or exponential, in its place. So it has to be in all places where they are not right.
std::map<std::string, std::string> recorded_later(const Exercise& exercise,
                                                  const std::vector<ReplayedRun>& replays);

/// The wrong steps that have, in all runs, the numbers of a step that was recorded before them, by
/// name, and the name of that step: the wrong variable may have been recorded.
std::map<std::string, std::string> recorded_twice(const Exercise& exercise,
                                                  const std::vector<ReplayedRun>& replays);

/// What to say of misrecorded steps that show together.
std::string words_on_misrecorded(const Contradiction& found, const std::vector<std::string>& steps,
                                 const ReplayedRun& shown, const Tolerance& tolerance);

}  // namespace grader
