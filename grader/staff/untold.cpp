#include "staff/untold.hpp"

#include "diagnose/naming.hpp"
#include "diagnose/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace grader {
namespace {

using Words = std::set<std::string>;

/// What the replays say of the steps that one mistake changes.
struct Seen {
  Words wrong;               ///< of these, those that differ from what follows
  Words unjudged;            ///< of those, such that nothing to compare with is known
  Words other_numbers;       ///< and those where the mistake gives others than the program has
  bool some_number = false;  ///< a wrong one, not NaN
  std::vector<bool> fits;    ///< by mistake: it gives the program's numbers at all of `wrong`
};

bool has_wrong_number(const JudgedPlace& place) {
  if (place.given == nullptr || place.given->values.size() != place.student->values.size())
    return true;
  for (std::size_t i = 0; i < place.student->values.size(); ++i) {
    const double value = place.student->values[i];
    if (!std::isnan(value) && value != place.given->values[i]) return true;
  }
  return false;
}

Seen look(const Exercise& exercise, const Graded& graded, std::size_t mistakes, std::size_t which,
          const Words& changed) {
  Seen seen{{}, {}, {}, false, std::vector<bool>(mistakes, true)};
  std::vector<Run> runs;
  for (const ReplayedRun& replayed : graded.replays) runs.push_back(replayed.run);
  const Words other_shape = steps_of_other_shape(runs);
  for (const ReplayedRun& replayed : graded.replays) {
    for (const JudgedPlace& place : judge_places(exercise, replayed, other_shape)) {
      if (!changed.contains(place.name) || !place.differs()) continue;
      seen.wrong.insert(place.name);
      if (place.verdict == StepVerdict::not_judged) seen.unjudged.insert(place.name);
      seen.some_number = seen.some_number || has_wrong_number(place);
      for (std::size_t i = 0; i < mistakes; ++i) {
        if ((marks_of(replayed.replay, i + 1, place) & gave_the_students) == 0)
          seen.fits[i] = false;
      }
      if ((marks_of(replayed.replay, which + 1, place) & gave_the_students) == 0)
        seen.other_numbers.insert(place.name);
    }
  }
  return seen;
}

std::string list(const Words& words) { return fmt::format("{}", fmt::join(words, ", ")); }

}  // namespace

std::string why_untold(const Exercise& exercise, const Graded& graded,
                       const std::vector<Mistake>& mistakes, const Mistake& mistake,
                       const std::set<std::string>& changed) {
  if (graded.replays.empty()) return "nothing could be replayed";
  const auto which = static_cast<std::size_t>(&mistake - mistakes.data());
  const Seen seen = look(exercise, graded, mistakes.size(), which, changed);
  if (seen.wrong.empty()) return "beside the other it changes nothing";
  if (!seen.unjudged.empty()) return list(seen.unjudged) + " cannot be judged beside the other";
  if (!seen.other_numbers.empty())
    return list(seen.other_numbers) + " has other numbers beside the other";
  Words alike;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (seen.fits[i] && mistakes[i].message != mistake.message) alike.insert(mistakes[i].name);
  }
  if (!alike.empty()) return fmt::format("{} gives the same there", list(alike));
  if (!seen.some_number) return "all that differs is NaN";
  return "a step before is wrong for no known reason";
}

}  // namespace grader
