#include "explain/naming.hpp"

#include "judge/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace grader {
namespace {

using Names = std::set<std::string>;

/// Whether one explains less simply than another that explains as much.
std::pair<bool, std::size_t> cost_of(const NamedSteps& one) {
  return {one.second != nullptr,
          one.mistake->cost + (one.second != nullptr ? one.second->cost : 0)};
}

/// Whose messages are told: of one mistake or of two.
Names owners_of(const NamedSteps& one) {
  Names names{one.mistake->owner()};
  if (one.second != nullptr) names.insert(one.second->owner());
  return names;
}

bool any_in(const std::vector<std::string>& steps, const Names& names) {
  return std::ranges::any_of(steps, [&](const std::string& name) { return names.contains(name); });
}

/// Whether some element is a number, or an infinity, where the solution has another number.
bool differs_in_a_number(const JudgedPlace& place, const Tolerance& tolerance) {
  if (place.given == nullptr) return false;
  const Tensor &student = *place.student, &given = *place.given;
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

/// The steps of which a version changes, in all runs, each wrong place into just what the student
/// has. None where it changes another place, too.
Names explained_by(std::size_t version, const Evidence& evidence) {
  Names explained, unexplained;
  for (const Places& places : evidence.places) {
    bool lacks_a_size = false;
    for (const JudgedPlace& place : places) {
      if (place.student == nullptr || place.marks == nullptr) continue;
      const bool changed = changes_place(place.marks_of(version)), same = place.matches(version);
      const bool rests = place.rests_on_shape();
      if (changed && !same) return {};
      // So does a wrong step that is returned in place of what the solution returns, and what is
      // right in spite of wrong steps before it.
      const bool of_another = !place.differs() && !place.matches(0);
      if ((place.differs() && !(rests && lacks_a_size)) || (of_another && changed))
        (changed ? explained : unexplained).insert(place.name);
      lacks_a_size =
          lacks_a_size || (!same && place.student->values.size() != place.reference->values.size());
    }
  }
  for (const std::string& name : unexplained) explained.erase(name);
  return explained;
}

/// The candidates that explain most, and of these the simplest, each step by one message alone.
std::vector<NamedSteps> choose(std::vector<NamedSteps> candidates) {
  const auto rank = [](const NamedSteps& each) {
    return std::pair(-static_cast<long>(each.steps.size()), cost_of(each));
  };
  std::ranges::stable_sort(candidates, {}, rank);
  std::vector<NamedSteps> chosen;
  Names taken;
  for (const NamedSteps& each : candidates) {
    if (any_in(each.steps, taken)) continue;
    const Names steps(each.steps.begin(), each.steps.end());
    const bool disputed = std::ranges::any_of(candidates, [&](const NamedSteps& other) {
      return rank(other) == rank(each) && owners_of(other) != owners_of(each) &&
             any_in(other.steps, steps) && !any_in(other.steps, taken);
    });
    taken.insert(steps.begin(), steps.end());
    if (!disputed) chosen.push_back(each);
  }
  return chosen;
}

/// Whether in some run a wrong step that is none of `named` comes before all of these: it may be
/// why they have their numbers.
bool behind_unknown(const NamedSteps& steps, const Names& named, const std::vector<Places>& runs) {
  for (const Places& places : runs) {
    bool unknown = false;
    for (const JudgedPlace& place : places) {
      if (!place.differs()) continue;
      if (steps.has(place.name) && unknown) return true;
      if (steps.has(place.name)) break;
      unknown = unknown || (place.verdict == StepVerdict::wrong && !named.contains(place.name));
    }
  }
  return false;
}

/// The wrong steps that tell something. NaN alone may come from anything; it tells something where
/// the step is right in the first run, which has ordinary numbers.
Names telling_steps(const std::vector<Places>& places, const Tolerance& tolerance) {
  Names in_first, names;
  for (const JudgedPlace& place : places.front())
    if (place.differs()) in_first.insert(place.name);
  for (const Places& run : places) {
    for (const JudgedPlace& place : run) {
      if (place.differs() &&
          (differs_in_a_number(place, tolerance) || !in_first.contains(place.name)))
        names.insert(place.name);
    }
  }
  return names;
}

/// These names in the order of the places.
std::vector<std::string> in_order(const Names& names, const Places& places) {
  std::vector<std::string> ordered;
  for (const JudgedPlace& place : places) {
    if (names.contains(place.name) && std::ranges::find(ordered, place.name) == ordered.end())
      ordered.push_back(place.name);
  }
  return ordered;
}

}  // namespace

std::string first_changed(const Places& places, std::size_t version) {
  const auto changed = std::ranges::find_if(places, [&](const JudgedPlace& place) {
    return place.marks != nullptr && changes_place(place.marks_of(version));
  });
  return changed == places.end() ? "" : changed->name;
}

bool NamedSteps::has(const std::string& step) const {
  return std::ranges::find(steps, step) != steps.end();
}

const NamedSteps* Evidence::mistake_at(const std::string& step) const {
  const auto found =
      std::ranges::find_if(named, [&](const NamedSteps& each) { return each.has(step); });
  return found == named.end() ? nullptr : &*found;
}

Evidence weigh(const Exercise& exercise, std::vector<ReplayedRun> runs,
               const std::vector<Version>& versions) {
  Evidence evidence{std::move(runs), {}, {}, {}};
  if (evidence.runs.empty()) return evidence;
  evidence.places = judge_places(exercise, evidence.runs);
  const Places& first = evidence.places.front();
  const Names telling = telling_steps(evidence.places, exercise.tolerance);
  std::vector<NamedSteps> candidates, of_nan;
  const auto consider = [&](const Mistake* mistake, const Mistake* second, std::size_t version) {
    if (mistake == nullptr || did_not_run(evidence.runs, version)) return;
    const Names explained = explained_by(version, evidence);
    std::vector<std::string> steps = in_order(explained, first);
    const bool tells_something = any_in(steps, telling);
    if (!tells_something && (second != nullptr || steps.empty())) return;
    if (second == nullptr && tells_something) evidence.fitting.insert(mistake);
    (tells_something ? candidates : of_nan).push_back({mistake, second, version, std::move(steps)});
  };
  for (std::size_t i = 0; i < versions.size(); ++i)
    consider(versions[i].mistake, versions[i].second, i + 1);
  std::size_t version = versions.size();
  for (const auto& [i, k] : pairs_in(evidence.runs.front().replay)) {
    const Mistake *one = versions.at(i - 1).mistake, *second = versions.at(k - 1).mistake;
    if (one->equivalent) std::swap(one, second);  // two such are one
    ++version;
    // What both change is no longer right in spite of the equivalent one.
    const auto both_change = [&, i = i, k = k](const JudgedPlace& place) {
      return place.differs_in(i) && place.differs_in(k);
    };
    if (second->equivalent && any_place(evidence.places, both_change)) continue;
    consider(one, second->owner() == one->owner() ? nullptr : second, version);
  }
  // NaN alone is told where all that is known to give it is one mistake.
  const auto as_the_first = [&](const NamedSteps& each) {
    return owners_of(each) == owners_of(of_nan.front());
  };
  if (candidates.empty() && std::ranges::all_of(of_nan, as_the_first)) candidates = of_nan;
  const std::vector<NamedSteps> chosen = choose(std::move(candidates));
  Names named;
  for (const NamedSteps& each : chosen) named.insert(each.steps.begin(), each.steps.end());
  std::ranges::copy_if(chosen, std::back_inserter(evidence.named), [&](const NamedSteps& each) {
    return !behind_unknown(each, named, evidence.places);
  });
  std::ranges::sort(evidence.named, {}, [&](const NamedSteps& one) {
    return std::ranges::find(first, one.steps.front(), &JudgedPlace::name);
  });
  return evidence;
}

std::set<std::string> unexplained_in(const Evidence& evidence, const Tolerance& tolerance) {
  Names unexplained;
  for (const Places& places : evidence.places) {
    for (const JudgedPlace& place : places) {
      if (place.differs()) unexplained.insert(place.name);
      // Right though it does not follow from what was recorded before it?
      if (place.verdict != StepVerdict::right || place.given == nullptr ||
          !is_finite(*place.given) || compare(*place.student, *place.given, tolerance).matches())
        continue;
      const bool made = std::ranges::any_of(
          evidence.named, [&](const NamedSteps& each) { return place.matches(each.version); });
      const bool differs = any_place(evidence.places, [&](const JudgedPlace& each) {
        return each.name == place.name && each.differs();
      });
      if (!made && !differs) unexplained.insert(place.name);
    }
  }
  for (const NamedSteps& each : evidence.named) {
    for (const std::string& name : each.steps) unexplained.erase(name);
  }
  return unexplained;
}

namespace {

bool records_something(const Exercise& exercise, const std::vector<Run>& runs) {
  return std::ranges::any_of(runs, [&](const Run& run) {
    return std::ranges::any_of(
        run.outcome->steps, [&](const NamedTensor& step) { return exercise.has_step(step.name); });
  });
}

/// What the runs did, without what they recorded of a step, or of any where that is empty.
std::vector<Outcome> outcomes_without(const std::string& step, const std::vector<Run>& runs) {
  std::vector<Outcome> outcomes;
  for (const Run& run : runs) {
    outcomes.push_back(*run.outcome);
    std::erase_if(outcomes.back().steps,
                  [&](const NamedTensor& one) { return step.empty() || one.name == step; });
  }
  return outcomes;
}

std::vector<Run> with_outcomes(std::vector<Run> runs, const std::vector<Outcome>& outcomes) {
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].outcome = &outcomes[i];
  return runs;
}

/// The steps that differ in some run, in the solution's order.
std::vector<std::string> differing_steps(const Exercise& exercise, const Evidence& evidence) {
  Names names;
  for (const Places& run : evidence.places)
    for (const JudgedPlace& place : run)
      if (place.differs() && exercise.has_step(place.name)) names.insert(place.name);
  return names.empty() ? std::vector<std::string>() : in_order(names, evidence.places.front());
}

}  // namespace

Found search(const Exercise& exercise, const std::vector<Run>& runs,
             const std::vector<Mistake>& mistakes, Replayer& replayer) {
  const auto all_explained = [&](const Evidence& evidence) {
    return unexplained_in(evidence, exercise.tolerance).empty();
  };
  std::vector<Version> single;
  for (const Mistake& mistake : mistakes) single.push_back({&mistake, nullptr});
  /// What one mistake, or two at different steps, explain; else two at one step, if that is all.
  const auto weighed = [&](const std::vector<Run>& some) {
    Evidence evidence = weigh(exercise, replayer.replay(some, Replays::of_all), single);
    if (evidence.runs.empty() || all_explained(evidence)) return evidence;
    std::vector<Version> merged;
    for (const auto& [first, second, text] : replayer.merged()) {
      const Mistake *one = &mistakes.at(first), *other = &mistakes.at(second);
      const bool needed = !evidence.fitting.contains(one) && !evidence.fitting.contains(other);
      merged.push_back({needed ? one : nullptr, other});
    }
    if (merged.empty()) return evidence;
    Evidence both = weigh(exercise, replayer.replay(some, Replays::of_merged), merged);
    return std::move(all_explained(both) ? both : evidence);  // its places point into its runs
  };
  Found found{weighed(runs)};
  const bool explained = all_explained(found.evidence);
  const bool in_doubt = found.evidence.named.size() > 1 &&
                        std::ranges::any_of(found.evidence.named, [](const NamedSteps& each) {
                          return each.mistake->equivalent;
                        });
  if ((explained && !in_doubt) || !records_something(exercise, runs)) return found;
  // Most often one record stands too early or too late, and mistakes explain all but it.
  const bool all_returned = std::ranges::all_of(
      runs, [](const Run& run) { return run.outcome->ending == Ending::returned; });
  std::vector<std::string> doubtful;
  if (!explained && all_returned) doubtful = differing_steps(exercise, found.evidence);
  for (const std::string& step : doubtful) {
    std::vector<Outcome> others = outcomes_without(step, runs);
    Evidence evidence =
        weigh(exercise, replayer.replay(with_outcomes(runs, others), Replays::of_all), single);
    if (evidence.named.empty() || !all_explained(evidence)) continue;
    return {std::move(evidence), std::move(others), step};
  }
  // One mistake that has all results says more than several that have a step each.
  const std::vector<Outcome> bare = outcomes_without("", runs);
  const Evidence evidence = weighed(with_outcomes(runs, bare));
  const bool named = all_explained(evidence) && evidence.named.size() == 1;
  found.harmful = explained && !(named && evidence.named.front().second == nullptr);
  if (explained || !named) return found;
  found.by_results = evidence.named.front();
  found.step = first_changed(evidence.places.front(), found.by_results.version);
  return found;
}

}  // namespace grader
