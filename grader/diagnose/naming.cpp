#include "diagnose/naming.hpp"

#include "core/given.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace grader {
namespace {

using Names = std::set<std::string>;

/// A mistake, or two, that contradict nothing that the program did, and the wrong steps that they
/// explain.
struct Candidate {
  const Mistake* mistake;
  const Mistake* second;  ///< may be null
  std::size_t version;
  Names steps;

  /// Where it is less simple than another that explains as much.
  std::pair<bool, int> cost() const {
    return {second != nullptr, mistake->cost + (second != nullptr ? second->cost : 0)};
  }
  /// Whose messages are told.
  std::set<std::string> owners() const {
    std::set<std::string> names{mistake->owner()};
    if (second != nullptr) names.insert(second->owner());
    return names;
  }
};

/// Whether each number is 0: of what many versions make the same.
bool is_zero(const Tensor& array) {
  return std::ranges::all_of(array.values, [](double value) { return value == 0; });
}

bool share_a_step(const Names& a, const Names& b) {
  return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
}

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

/// The wrong steps that tell something. NaN alone may come from anything; it tells something where
/// the step is right in the first run, which has ordinary numbers.
Names telling_steps(const std::vector<std::vector<JudgedPlace>>& places,
                    const Tolerance& tolerance) {
  Names names;
  for (const auto& run : places) {
    for (const JudgedPlace& place : run) {
      if (place.differs() && ((place.given != nullptr &&
                               differs_in_a_number(*place.student, *place.given, tolerance)) ||
                              !differs_somewhere(places.front(), place.name)))
        names.insert(place.name);
    }
  }
  return names;
}

/// The steps of which a version changes, in all runs, each place that is wrong into just what the
/// student has. None where it changes another place, too, unless that rests on a step of another
/// shape that it makes. What rests on one of another size that it does not make is not known.
Names explained_by(std::size_t version, const std::vector<ReplayedRun>& runs,
                   const std::vector<std::vector<JudgedPlace>>& places, const Names& other_shape) {
  Names explained, unexplained;
  for (std::size_t run = 0; run < places.size(); ++run) {
    const Outcome& replay = runs[run].replay;
    bool made_other_shape = false, lacks_a_size = false;
    for (const JudgedPlace& place : places[run]) {
      if (place.student == nullptr || !place.column) continue;
      const unsigned marks = marks_of(replay, version, place);
      const bool changed = changes_place(marks);
      const bool same = (marks & gave_the_students) != 0;
      const bool rests = rests_on_another(replay, place);
      if (changed && !same && !(rests && made_other_shape)) return {};
      // So does a wrong step that is returned in place of what the solution returns, and what is
      // right in spite of wrong steps before it.
      const bool of_another =
          (place.verdict == StepVerdict::follows || place.verdict == StepVerdict::right) &&
          (marks_of(replay, 0, place) & gave_the_students) == 0;
      if ((place.differs() && !(rests && lacks_a_size)) || (of_another && changed && same))
        (changed && same ? explained : unexplained).insert(place.name);
      made_other_shape = made_other_shape || (changed && same && other_shape.contains(place.name));
      lacks_a_size =
          lacks_a_size || (!same && place.student->values.size() != place.reference->values.size());
    }
  }
  for (const std::string& name : unexplained) explained.erase(name);
  return explained;
}

/// The candidates that explain most, and of these the simplest, each step by one message alone.
std::vector<Candidate> choose(std::vector<Candidate> candidates) {
  const auto count = [](const Candidate& each) { return each.steps.size(); };
  const auto rank = [&](const Candidate& each) {
    return std::pair(-static_cast<long>(count(each)), each.cost());
  };
  std::ranges::stable_sort(candidates, {}, rank);
  std::vector<Candidate> chosen;
  Names taken;
  for (const Candidate& each : candidates) {
    if (share_a_step(each.steps, taken)) continue;
    const bool disputed = std::ranges::any_of(candidates, [&](const Candidate& other) {
      return rank(other) == rank(each) && other.owners() != each.owners() &&
             share_a_step(other.steps, each.steps) && !share_a_step(other.steps, taken);
    });
    taken.insert(each.steps.begin(), each.steps.end());
    if (!disputed) chosen.push_back(each);
  }
  return chosen;
}

/// The steps of which a version changes each wrong place into just what the student has, whatever
/// it changes elsewhere, and the names of what it changes into something else.
struct Partial {
  const Mistake* mistake;
  Names steps, not_in;
};

Partial partly_explained(const Mistake& mistake, std::size_t version,
                         const std::vector<ReplayedRun>& runs,
                         const std::vector<std::vector<JudgedPlace>>& places) {
  Partial found{&mistake, {}, {}};
  Names unexplained, telling;
  for (std::size_t run = 0; run < places.size(); ++run) {
    for (const JudgedPlace& place : places[run]) {
      if (place.student == nullptr || !place.column) continue;
      const unsigned marks = marks_of(runs[run].replay, version, place);
      const bool changed = (marks & differs_from_solution) != 0;
      const bool same = (marks & gave_the_students) != 0;
      if (changed && !same) found.not_in.insert(place.name);
      if (!place.differs()) continue;
      (changed && same ? found.steps : unexplained).insert(place.name);
      if (!is_zero(*place.student)) telling.insert(place.name);
    }
  }
  std::erase_if(found.steps, [&](const std::string& name) {
    return unexplained.contains(name) || !telling.contains(name);
  });
  return found;
}

/// For each of these steps the mistake that has its numbers, and was made at most of its places;
/// none where several with other messages are as near.
std::map<std::string, const Mistake*> nearest_mistakes(const std::vector<Partial>& partials,
                                                       const Names& steps) {
  std::map<std::string, const Mistake*> found;
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
    if (best != nullptr && !disputed && !best->mistake->equivalent) found[step] = best->mistake;
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

}  // namespace

Naming name_mistakes(const std::vector<ReplayedRun>& runs,
                     const std::vector<std::vector<JudgedPlace>>& places,
                     const std::vector<Mistake>& mistakes, const Tolerance& tolerance) {
  if (places.empty()) return {};
  Naming naming;
  const Names telling = telling_steps(places, tolerance);
  const Names other_shape = steps_of_other_shape(runs_of(runs));
  std::vector<Candidate> candidates;
  const auto consider = [&](const Mistake* mistake, const Mistake* second, std::size_t version) {
    if (came_nowhere(runs, version)) return;
    Names steps = explained_by(version, runs, places, other_shape);
    if (share_a_step(steps, telling))
      candidates.push_back({mistake, second, version, std::move(steps)});
  };
  for (std::size_t i = 0; i < mistakes.size(); ++i) consider(&mistakes[i], nullptr, i + 1);
  std::size_t version = mistakes.size();
  for (const auto& [i, k] : pairs_in(runs.front().replay)) {
    const Mistake *first = &mistakes.at(i - 1), *second = &mistakes.at(k - 1);
    if (first->equivalent) std::swap(first, second);  // two such are one
    const bool is_one = second->equivalent || second->owner() == first->owner();
    consider(first, is_one ? nullptr : second, ++version);
  }
  const std::vector<Candidate> chosen = choose(std::move(candidates));
  Names named;
  for (const Candidate& each : chosen) named.insert(each.steps.begin(), each.steps.end());
  for (const Candidate& each : chosen) {
    const JudgedPlace* const unknown = unknown_before(each.steps, named, places);
    if (unknown != nullptr && (each.second != nullptr || is_zero(*unknown->student) ||
                               repeats(each.steps, unknown->name, places, tolerance)))
      continue;
    NamedSteps& one = naming.named.emplace_back();
    one.mistake = each.mistake;
    one.second = each.second;
    one.version = each.version;
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
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (!came_nowhere(runs, i + 1))
      partials.push_back(partly_explained(mistakes[i], i + 1, runs, places));
  }
  Names unnamed;
  std::ranges::set_difference(telling, named, std::inserter(unnamed, unnamed.end()));
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
      return (marks_of(runs[run].replay, each.version, place) & gave_the_students) != 0;
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
