#include "diagnose/naming.hpp"

#include "core/given.hpp"
#include "diagnose/property.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>

namespace grader {
namespace {

using Names = std::set<std::string>;

/// A mistake that contradicts nothing that the program did, and the wrong steps that it explains.
struct Candidate {
  const Mistake* mistake;
  Names steps;
  bool guarded;  ///< but where it makes NaN
};

/// Whether some element is a number, or an infinity, where the solution has another number.
bool differs_in_a_number(const Tensor& student, const Tensor& given, const Tolerance& tolerance) {
  const auto is_number = [](double value) { return !std::isnan(value); };
  if (student.shape != given.shape || !given.complete())
    return std::ranges::any_of(student.values, is_number);
  for (std::size_t i = 0; i < student.values.size(); ++i) {
    if (is_number(student.values[i]) && std::isfinite(given.values[i]) &&
        !element_matches(student.values[i], given.values[i], tolerance))
      return true;
  }
  return false;
}

/// Whether the place has the solution's numbers of another turn, and no result shows what that
/// means: the loop may only run in another order.
bool may_be_order_alone(const Run& run, const JudgedPlace& place, const Tolerance& tolerance) {
  if (!place.turn || !run.outcome->results.empty()) return false;
  return std::ranges::any_of(run.one->steps, [&](const NamedTensor& step) {
    return step.name == place.name && compare(*place.student, step.tensor, tolerance).matches();
  });
}

/// The names of wrong steps whose numbers are evidence, and of those with NaN that is.
struct Evidence {
  Names by_numbers, all;
};

Evidence evidence_in(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const Tolerance& tolerance) {
  Names found;
  const auto counts = [&](std::size_t run, const JudgedPlace& place) {
    return place.differs() && !may_be_order_alone(runs[run].run, place, tolerance);
  };
  for (std::size_t run = 0; run < places.size(); ++run) {
    for (const JudgedPlace& place : places[run]) {
      if (!counts(run, place) || place.given == nullptr) continue;
      if (differs_in_a_number(*place.student, *place.given, tolerance)) found.insert(place.name);
    }
  }
  const Names by_numbers = found;
  // NaN comes of unusual inputs where the usual ones are right.
  Names wrong_at_first;
  for (const JudgedPlace& place : places.front()) {
    if (place.differs()) wrong_at_first.insert(place.name);
  }
  for (std::size_t run = 0; run < places.size(); ++run) {
    for (const JudgedPlace& place : places[run]) {
      if (counts(run, place) && !wrong_at_first.contains(place.name)) found.insert(place.name);
    }
  }
  return {by_numbers, std::move(found)};
}

bool has_another_size(const JudgedPlace& place) {
  return place.given != nullptr && place.student->values.size() != place.given->values.size();
}

/// Whether the place is right where these marks are of a version that makes NaN or an infinity:
/// someone who made that mistake may have seen it, and made an exception of such inputs.
bool is_guarded(const JudgedPlace& place, unsigned marks) {
  return place.verdict == StepVerdict::right && (marks & made_not_finite) != 0 &&
         is_finite(*place.reference);
}

/// What a version explains; nothing where it would have done something else than the program. Where
/// it makes a step of another shape just as the student has it, later places that are wrong in some
/// run, too, say nothing against it: the solution, to which they are compared, cannot go on with
/// that step. Where `guarded`, places at which it makes NaN say nothing.
Names explained_by(std::size_t version, bool guarded, const std::vector<ReplayedRun>& runs,
                   const std::vector<std::vector<JudgedPlace>>& places, const Names& other_shape) {
  Names explained, unexplained, against;
  for (std::size_t run = 0; run < places.size(); ++run) {
    const Outcome& replay = runs[run].replay;
    bool made_other_shape = false, makes_all_sizes = true;
    for (const JudgedPlace& place : places[run]) {
      if (place.student == nullptr || !place.column) continue;
      const unsigned marks = marks_of(replay, version, place);
      const bool changed = (marks & came_there) == 0 || (marks & differs_from_solution) != 0;
      const bool same = (marks & gave_the_students) != 0;
      const bool rests = rests_on_another(replay, place);
      if (guarded && is_guarded(place, marks)) continue;
      if (changed && !same && !(made_other_shape && rests)) return {};
      if (changed && !same && !place.differs()) against.insert(place.name);
      made_other_shape = made_other_shape || (changed && same && other_shape.contains(place.name));
      const bool unknown = !makes_all_sizes && rests;
      // A wrong step that is returned in place of what the solution returns tells, too.
      const bool returned = place.verdict == StepVerdict::follows &&
                            (marks_of(replay, 0, place) & gave_the_students) == 0;
      if ((place.differs() && !unknown) || (returned && changed && same))
        (changed && same ? explained : unexplained).insert(place.name);
      makes_all_sizes = makes_all_sizes && (same || !has_another_size(place));
    }
  }
  for (const std::string& name : against) {
    if (!unexplained.contains(name)) return {};
  }
  for (const std::string& name : unexplained) explained.erase(name);
  return explained;
}

bool share_a_step(const Names& a, const Names& b) {
  return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
}

/// Leaves out those that are no mistake in some case, where one that is so in all cases explains
/// the same step.
void keep_unguarded(std::vector<Candidate>& candidates) {
  std::vector<Candidate> kept = candidates;
  std::erase_if(kept, [&](const Candidate& each) {
    return each.guarded && std::ranges::any_of(candidates, [&](const Candidate& other) {
             return !other.guarded && share_a_step(each.steps, other.steps);
           });
  });
  candidates = std::move(kept);
}

/// Of candidates for the same steps, the owner of their message, or else the first.
const Mistake* speaker(const std::vector<Candidate>& candidates, const Candidate& chosen) {
  const Mistake* found = chosen.mistake;
  for (const Candidate& other : candidates) {
    if (other.steps != chosen.steps || other.mistake->owner() != found->owner()) continue;
    if (!found->shares.empty() && other.mistake->shares.empty()) found = other.mistake;
  }
  return found;
}

/// The candidates that explain the most, each step by one message alone.
std::vector<Candidate> choose(const std::vector<Candidate>& candidates) {
  std::vector<Candidate> chosen;
  Names taken;
  std::size_t most = 0;
  for (const Candidate& each : candidates) most = std::max(most, each.steps.size());
  for (std::size_t size = most; size > 0; --size) {
    std::vector<Candidate> level;
    for (const Candidate& each : candidates) {
      if (each.steps.size() == size && !share_a_step(each.steps, taken)) level.push_back(each);
    }
    for (const Candidate& each : level) {
      const bool disputed = std::ranges::any_of(level, [&](const Candidate& other) {
        return other.mistake->owner() != each.mistake->owner() &&
               share_a_step(other.steps, each.steps);
      });
      const bool again = share_a_step(each.steps, taken);
      taken.insert(each.steps.begin(), each.steps.end());
      if (!disputed && !again) chosen.push_back({speaker(level, each), each.steps, each.guarded});
    }
  }
  return chosen;
}

/// A mistake whose numbers some wrong steps have, and the steps in which it was not made.
struct Partial {
  const Mistake* mistake;
  Names steps;
  std::vector<std::string> not_in;
};

/// Where a mistake was made at a step, and where it would show but was not made.
struct Made {
  std::set<std::size_t> runs, turns, other_turns;
  bool tells = false, unexplained = false;

  /// Whether the places at which it was made have something in common: they are all, or the same
  /// turns of several cases. Else its numbers are there by chance.
  bool consistent() const {
    const bool shared =
        std::ranges::any_of(turns, [&](std::size_t turn) { return other_turns.contains(turn); });
    return other_turns.empty() || (runs.size() > 1 && !shared);
  }
};

/// Whether each element is the same number times the other array's.
bool is_multiple(const Tensor& array, const Tensor& other, const Tolerance& tolerance) {
  if (array.shape != other.shape || !array.complete() || array.values.empty()) return false;
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto place = std::ranges::max_element(other.values, by_size) - other.values.begin();
  const auto at = static_cast<std::size_t>(place);
  const double factor = array.values[at] / other.values[at];
  if (factor == 0 || !std::isfinite(factor)) return false;
  return std::ranges::equal(array.values, other.values, [&](double one, double multiplied) {
    return element_matches(one, factor * multiplied, tolerance);
  });
}

/// Whether the array has numbers that few versions would make: not one number alone, and no zeros.
bool tells_much(const Tensor& array) {
  if (array.values.size() == 1) return array.values[0] != 0;
  return !is_one_number(array);
}

/// Whether the words speak of an array of that name.
bool speak_of(const std::string& words, const std::string& name) {
  const auto in_word = [&](std::size_t at) {
    return at < words.size() && std::isalnum(static_cast<unsigned char>(words[at])) != 0;
  };
  for (std::size_t at = words.find(name); at != std::string::npos; at = words.find(name, at + 1)) {
    if (!in_word(at - 1) && !in_word(at + name.size())) return true;
  }
  return false;
}

/// What a version explains of single steps, whatever it would have done at others. Nothing where
/// its words are of one of those others.
Partial partly_explained(const Mistake& mistake, std::size_t version,
                         const std::vector<ReplayedRun>& runs,
                         const std::vector<std::vector<JudgedPlace>>& places) {
  std::map<std::string, Made> made;
  Partial found{&mistake, {}, {}};
  for (std::size_t run = 0; run < places.size(); ++run) {
    for (const JudgedPlace& place : places[run]) {
      if (place.student == nullptr || !place.column) continue;
      const unsigned marks = marks_of(runs[run].replay, version, place);
      const bool changed = (marks & differs_from_solution) != 0;
      const bool same = (marks & gave_the_students) != 0;
      Made& here = made[place.name];
      if (changed && !same) {
        here.other_turns.insert(place.turn.value_or(0));
        if (std::ranges::find(found.not_in, place.name) == found.not_in.end())
          found.not_in.push_back(place.name);
      }
      if (!place.differs()) continue;
      if (!changed || !same) {
        here.unexplained = true;
        continue;
      }
      here.runs.insert(run);
      here.turns.insert(place.turn.value_or(0));
      here.tells = here.tells || tells_much(*place.student);
    }
  }
  for (const auto& [name, here] : made) {
    if (!here.runs.empty() && here.tells && !here.unexplained && here.consistent())
      found.steps.insert(name);
  }
  const auto spoken_of = [&](const std::string& name) {
    return !found.steps.contains(name) && speak_of(mistake.message, name);
  };
  if (std::ranges::any_of(found.not_in, spoken_of)) found.steps.clear();
  return found;
}

/// For each of these steps the mistake that has its numbers, and was made at most of its places;
/// none where several with other messages are as near.
std::map<std::string, MadeHere> nearest_mistakes(const std::vector<Partial>& partials,
                                                 const Names& steps) {
  std::map<std::string, MadeHere> found;
  for (const std::string& step : steps) {
    const Partial* best = nullptr;
    bool disputed = false;
    for (const Partial& each : partials) {
      if (!each.steps.contains(step)) continue;
      if (best == nullptr || each.not_in.size() < best->not_in.size()) {
        best = &each;
        disputed = false;
      } else if (each.not_in.size() == best->not_in.size()) {
        disputed = disputed || each.mistake->owner() != best->mistake->owner();
      }
    }
    if (best != nullptr && !disputed && !best->mistake->equivalent)
      found[step] = {best->mistake, best->not_in};
  }
  return found;
}

/// A wrong step that is none of `named` and comes before all of these steps in some run; null where
/// there is none.
const JudgedPlace* unknown_before(const Names& steps, const Names& named,
                                  const std::vector<std::vector<JudgedPlace>>& places) {
  for (const auto& run : places) {
    const JudgedPlace* unknown = nullptr;
    for (const JudgedPlace& place : run) {
      if (!place.differs()) continue;
      if (steps.contains(place.name)) {
        if (unknown != nullptr) return unknown;
        break;
      }
      if (place.verdict == StepVerdict::wrong && !named.contains(place.name)) unknown = &place;
    }
  }
  return nullptr;
}

/// Whether each number of a step is 0: of what many versions make the same.
bool is_zero(const JudgedPlace& place) {
  return std::ranges::all_of(place.student->values, [](double value) { return value == 0; });
}

/// Whether the first of these steps has the numbers of `before` wherever both are there: then what
/// seems to be left out between them may have been done before that was recorded.
bool repeats(const Names& steps, const std::string& before,
             const std::vector<std::vector<JudgedPlace>>& places, const Tolerance& tolerance) {
  bool some = false;
  for (const auto& run : places) {
    const JudgedPlace* earlier = nullptr;
    for (const JudgedPlace& place : run) {
      if (place.student == nullptr) continue;
      if (place.name == before) earlier = &place;
      if (!steps.contains(place.name) || earlier == nullptr) continue;
      some = true;
      if (!compare(*place.student, *earlier->student, tolerance).matches()) return false;
      break;
    }
  }
  return some;
}

/// Wrong steps that are a multiple of what is expected given a wrong step before them, which is
/// none of `named`.
Names multiples_behind_unknown(const Names& named,
                               const std::vector<std::vector<JudgedPlace>>& places,
                               const Tolerance& tolerance) {
  Names multiples, others;
  for (const auto& run : places) {
    bool behind_unknown = false;
    for (const JudgedPlace& place : run) {
      if (place.verdict != StepVerdict::wrong) continue;
      const bool is = behind_unknown && rests_on_wrong(place, tolerance) &&
                      is_multiple(*place.student, *place.given, tolerance);
      // One number is a multiple of any other.
      if (place.student->values.size() > 1) (is ? multiples : others).insert(place.name);
      behind_unknown = behind_unknown || !named.contains(place.name);
    }
  }
  for (const std::string& name : others) multiples.erase(name);
  return multiples;
}

}  // namespace

Naming name_mistakes(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const std::vector<Mistake>& mistakes, const Tolerance& tolerance) {
  if (places.empty()) return {};
  Naming naming;
  const Evidence evident = evidence_in(runs, places, tolerance);
  std::vector<Run> plain;
  for (const ReplayedRun& each : runs) plain.push_back(each.run);
  const Names other_shape = steps_of_other_shape(plain);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    for (const bool guarded : {false, true}) {
      Names steps = explained_by(i + 1, guarded, runs, places, other_shape);
      if (steps.empty()) continue;
      if (share_a_step(steps, guarded ? evident.by_numbers : evident.all))
        candidates.push_back({&mistakes[i], std::move(steps), guarded});
      break;
    }
  }
  keep_unguarded(candidates);
  const std::vector<Candidate> chosen = choose(candidates);
  Names named;
  for (const Candidate& each : chosen) named.insert(each.steps.begin(), each.steps.end());
  naming.undecided = multiples_behind_unknown(named, places, tolerance);
  for (const Candidate& each : chosen) {
    const JudgedPlace* const unknown = unknown_before(each.steps, named, places);
    if (unknown != nullptr && is_zero(*unknown)) continue;
    if (unknown != nullptr && repeats(each.steps, unknown->name, places, tolerance))
      naming.undecided.insert(each.steps.begin(), each.steps.end());
    if (share_a_step(each.steps, naming.undecided)) continue;
    NamedSteps& one = naming.named.emplace_back();
    one.mistake = each.mistake;
    one.behind_unknown = unknown != nullptr;
    for (const JudgedPlace& place : places.front()) {
      const bool first = std::ranges::find(one.steps, place.name) == one.steps.end();
      if (first && each.steps.contains(place.name)) one.steps.push_back(place.name);
    }
  }
  const auto first_place = [&](const NamedSteps& one) {
    return std::ranges::find(places.front(), one.steps.front(), &JudgedPlace::name);
  };
  std::ranges::sort(naming.named, {}, first_place);
  if (!other_shape.empty()) return naming;
  std::vector<Partial> partials;
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    partials.push_back(partly_explained(mistakes[i], i + 1, runs, places));
  Names unnamed;
  named.insert(naming.undecided.begin(), naming.undecided.end());
  std::ranges::set_difference(evident.all, named, std::inserter(unnamed, unnamed.end()));
  naming.here_alone = nearest_mistakes(partials, unnamed);
  return naming;
}

std::set<std::string> unexplained_steps(const Exercise& exercise,
                                        const std::vector<ReplayedRun>& runs,
                                        const std::vector<Mistake>& mistakes) {
  const std::vector<std::vector<JudgedPlace>> places = judge_places(exercise, runs);
  const Naming naming = name_mistakes(runs, places, mistakes, exercise.tolerance);
  Names unexplained;
  for (std::size_t run = 0; run < places.size(); ++run) {
    const auto makes = [&](const NamedSteps& each, const JudgedPlace& place) {
      const auto version = static_cast<std::size_t>(each.mistake - mistakes.data()) + 1;
      return (marks_of(runs[run].replay, version, place) & gave_the_students) != 0;
    };
    for (const JudgedPlace& place : places[run]) {
      const bool made = std::ranges::any_of(
          naming.named, [&](const NamedSteps& each) { return makes(each, place); });
      const bool in_spite = is_right_in_spite(place, exercise.tolerance) && !made &&
                            !differs_somewhere(places, place.name);
      if (place.differs() || in_spite) unexplained.insert(place.name);
    }
  }
  for (const NamedSteps& each : naming.named) {
    for (const std::string& name : each.steps) unexplained.erase(name);
  }
  return unexplained;
}

}  // namespace grader
