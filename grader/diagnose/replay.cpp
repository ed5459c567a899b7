#include "diagnose/replay.hpp"

#include "core/given.hpp"
#include "diagnose/property.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace grader {
namespace {

/// Whether the replay ended well, so that it has marks.
bool ended_well(const Outcome& replay) {
  return replay.ending == Ending::returned && replay.results.size() >= 2 &&
         replay.results[0].shape.size() == 2 && replay.results[0].complete() &&
         replay.results[1].complete();
}

/// What the solution computed, by place, with the column of its marks.
class Recomputed {
 public:
  explicit Recomputed(const Outcome& replay) {
    if (!ended_well(replay)) return;
    columns_ = replay.results[0].shape[1];
    for (const NamedTensor& step : replay.steps) add(step.name, step.tensor);
    for (std::size_t i = 2; i < replay.results.size(); ++i) add("", replay.results[i]);
  }

  /// Fills in what it has for the place that is turn `turn` of `name`.
  void look_up(std::string_view name, std::size_t turn, JudgedPlace& place) const {
    const auto found = turns_.find(name);
    if (found == turns_.end() || turn >= found->second.size()) return;
    place.column = found->second[turn].first;
    place.given = found->second[turn].second;
  }

 private:
  void add(std::string_view name, const Tensor& array) {
    if (count_ < columns_) turns_[name].emplace_back(count_++, &array);
  }

  std::map<std::string_view, std::vector<std::pair<std::size_t, const Tensor*>>> turns_;
  std::size_t count_ = 0, columns_ = 0;
};

StepVerdict verdict_of(const JudgedPlace& place, const Outcome& replay,
                       const Tolerance& tolerance) {
  if (place.student == nullptr) return StepVerdict::not_recorded;
  if (compare(*place.student, *place.reference, tolerance).matches()) return StepVerdict::right;
  if (!place.column) return StepVerdict::not_judged;
  if ((marks_of(replay, 0, place) & gave_the_students) != 0) return StepVerdict::follows;
  if (!is_finite(*place.given) || rests_on_another(replay, place)) return StepVerdict::not_judged;
  return place.student->shape == place.given->shape ? StepVerdict::wrong : StepVerdict::not_judged;
}

/// How often each name is recorded.
std::map<std::string_view, std::size_t> turns_of(const std::vector<NamedTensor>& steps) {
  std::map<std::string_view, std::size_t> turns;
  for (const NamedTensor& step : steps) ++turns[step.name];
  return turns;
}

/// Whether the wrong result is what the program recorded as a step that the reference could return
/// as well: both are the same there.
bool is_a_step(const std::vector<JudgedPlace>& places, std::size_t steps, const JudgedPlace& result,
               const Tolerance& tolerance) {
  return std::any_of(places.data(), places.data() + steps, [&](const JudgedPlace& step) {
    return step.student != nullptr &&
           compare(*result.student, *step.student, tolerance).matches() &&
           compare(*step.reference, *result.reference, tolerance).matches();
  });
}

}  // namespace

std::vector<Run> runs_of(const std::vector<ReplayedRun>& replays) {
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  return runs;
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_in(const Outcome& replay) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (!ended_well(replay)) return pairs;
  const std::vector<double>& numbers = replay.results[1].values;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    pairs.emplace_back(numbers[i], numbers[i + 1]);
  return pairs;
}

unsigned marks_of(const Outcome& replay, std::size_t version, const JudgedPlace& place) {
  if (!place.column || !ended_well(replay)) return 0;
  const Tensor& marks = replay.results[0];
  if (version >= marks.shape[0]) return 0;
  return static_cast<unsigned>(marks.values[version * marks.shape[1] + *place.column]);
}

bool came_nowhere(const std::vector<ReplayedRun>& replays, std::size_t version) {
  return std::ranges::any_of(replays, [&](const ReplayedRun& each) {
    if (!ended_well(each.replay)) return false;
    const Tensor& marks = each.replay.results[0];
    const std::size_t places = marks.shape[1];
    const double* const row = marks.values.data() + version * places;
    return places > 0 && (version >= marks.shape[0] ||
                          std::all_of(row, row + places, [](double mark) { return mark == 0; }));
  });
}

bool differs_in(const Outcome& replay, std::size_t version, const JudgedPlace& place) {
  return (marks_of(replay, version, place) & differs_from_solution) != 0;
}

bool rests_on_another(const Outcome& replay, const JudgedPlace& place) {
  return (marks_of(replay, 0, place) & rests_on_other_shape) != 0;
}

std::set<std::string> steps_of_other_turns(const Run& run) {
  std::set<std::string> names;
  if (run.outcome->results.empty()) return names;
  const auto expected = turns_of(run.one->steps);
  for (const auto& [name, turns] : turns_of(run.outcome->steps)) {
    const auto same = expected.find(name);
    if (same != expected.end() && same->second != turns) names.emplace(name);
  }
  return names;
}

std::set<std::string> steps_of_other_shape(const std::vector<Run>& runs) {
  std::set<std::string> names;
  for (const Run& run : runs) {
    names.merge(steps_of_other_turns(run));
    const std::vector<const NamedTensor*> recorded = recorded_for(run.one->steps, *run.outcome);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      if (recorded[i] != nullptr && recorded[i]->tensor.shape != run.one->steps[i].tensor.shape)
        names.insert(recorded[i]->name);
    }
  }
  return names;
}

std::vector<JudgedPlace> judge_places(const Exercise& exercise, const ReplayedRun& replayed,
                                      const std::set<std::string>& other_shape) {
  const Case& one = *replayed.run.one;
  const Outcome& outcome = *replayed.run.outcome;
  const Recomputed recomputed(replayed.replay);
  const std::vector<const NamedTensor*> recorded = recorded_for(one.steps, outcome);
  const auto all = turns_of(one.steps);
  const std::set<std::string> other_turns = steps_of_other_turns(replayed.run);
  std::map<std::string_view, std::size_t> turns;
  std::vector<JudgedPlace> places;
  places.reserve(one.steps.size() + one.expected.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    const std::string& name = one.steps[i].name;
    JudgedPlace& place = places.emplace_back();
    const std::size_t turn = turns[name]++;
    place.name = name;
    if (all.at(name) > 1) place.turn = turn;
    if (recorded[i] != nullptr) place.student = &recorded[i]->tensor;
    recomputed.look_up(name, turn, place);
    if (other_turns.contains(name)) place.column.reset();
    place.reference = &one.steps[i].tensor;
    place.verdict = verdict_of(place, replayed.replay, exercise.tolerance);
    if (place.verdict == StepVerdict::wrong && other_shape.contains(name))
      place.verdict = StepVerdict::not_judged;
    if (place.verdict != StepVerdict::right && replayed.misrecorded.contains(name)) {
      place.student = nullptr;
      place.verdict = StepVerdict::not_judged;
    }
  }
  for (std::size_t i = 0; i < one.expected.size(); ++i) {
    JudgedPlace& place = places.emplace_back();
    place.name = exercise.result_name(i);
    if (i < outcome.results.size()) place.student = &outcome.results[i];
    recomputed.look_up("", i, place);
    place.reference = &one.expected[i];
    place.verdict = verdict_of(place, replayed.replay, exercise.tolerance);
    if (place.student == nullptr) place.verdict = StepVerdict::not_judged;
    if (place.verdict == StepVerdict::wrong &&
        is_a_step(places, one.steps.size(), place, exercise.tolerance))
      place.verdict = StepVerdict::follows;
    // Its shape was asked for.
    if (place.student != nullptr && place.student->shape != one.expected[i].shape)
      place.verdict = StepVerdict::wrong;
  }
  return places;
}

std::vector<std::vector<JudgedPlace>> judge_places(const Exercise& exercise,
                                                   const std::vector<ReplayedRun>& replays) {
  const std::set<std::string> other_shape = steps_of_other_shape(runs_of(replays));
  std::vector<std::vector<JudgedPlace>> places;
  for (const ReplayedRun& each : replays)
    places.push_back(judge_places(exercise, each, other_shape));
  return places;
}

Case given_its_steps(const Exercise& exercise, const ReplayedRun& replayed) {
  Case given = *replayed.run.one;
  const std::vector<JudgedPlace> places = judge_places(exercise, replayed, {});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t steps = given.steps.size();
    Tensor& array = i < steps ? given.steps[i].tensor : given.expected[i - steps];
    const bool replaced = places[i].verdict != StepVerdict::right && places[i].given != nullptr &&
                          places[i].given->shape == array.shape;
    if (replaced) array = *places[i].given;
  }
  return given;
}

bool differs_somewhere(const std::vector<JudgedPlace>& places, const std::string& name) {
  return std::ranges::any_of(
      places, [&](const JudgedPlace& place) { return place.name == name && place.differs(); });
}

bool differs_somewhere(const std::vector<std::vector<JudgedPlace>>& runs, const std::string& name) {
  return std::ranges::any_of(runs, [&](const auto& run) { return differs_somewhere(run, name); });
}

bool is_right_in_spite(const JudgedPlace& place, const Tolerance& tolerance) {
  return place.verdict == StepVerdict::right && place.given != nullptr && is_finite(*place.given) &&
         !compare(*place.student, *place.given, tolerance).matches();
}

const JudgedPlace* first_wrong(const std::vector<JudgedPlace>& places) {
  const auto found = std::ranges::find(places, StepVerdict::wrong, &JudgedPlace::verdict);
  return found == places.end() ? nullptr : &*found;
}

}  // namespace grader
