#include "explain/places.hpp"

#include "judge/compare.hpp"

#include <span>

namespace grader {
namespace {

/// Whether the replay ended well, so that it has marks.
bool ended_well(const Outcome& replay) {
  return replay.ending == Ending::returned && replay.results.size() >= 2 &&
         replay.results[0].shape.size() == 2 && replay.results[0].complete() &&
         replay.results[1].complete();
}

/// The step that the program recorded for each of `steps`: the n-th of a name for the n-th of that
/// name, the last for one that is there once; null where it recorded none.
Turns recorded_for(const std::vector<NamedTensor>& steps, const Outcome& outcome) {
  const auto recorded = by_name(outcome.steps), expected = by_name(steps);
  std::map<std::string_view, std::size_t> used;
  Turns found;
  for (const NamedTensor& step : steps) {
    const auto turns = recorded.find(step.name);
    const std::size_t turn = used[step.name]++;
    if (turns == recorded.end())
      found.push_back(nullptr);
    else if (expected.at(step.name).size() == 1)
      found.push_back(turns->second.back());
    else
      found.push_back(turn < turns->second.size() ? turns->second[turn] : nullptr);
  }
  return found;
}

StepVerdict verdict_of(const JudgedPlace& place, const Tolerance& tolerance) {
  if (place.student == nullptr) return StepVerdict::not_recorded;
  if (compare(*place.student, *place.reference, tolerance).matches()) return StepVerdict::right;
  if (place.marks == nullptr) return StepVerdict::not_judged;
  if (place.matches(0)) return StepVerdict::follows;
  if (!is_finite(*place.given) || place.rests_on_shape()) return StepVerdict::not_judged;
  return place.student->shape == place.given->shape ? StepVerdict::wrong : StepVerdict::not_judged;
}

/// Whether the wrong result is what the program recorded as a step that the reference could return
/// as well: both are the same there.
bool is_a_step(std::span<const JudgedPlace> steps, const JudgedPlace& result,
               const Tolerance& tolerance) {
  return std::ranges::any_of(steps, [&](const JudgedPlace& step) {
    return step.student != nullptr &&
           compare(*result.student, *step.student, tolerance).matches() &&
           compare(*step.reference, *result.reference, tolerance).matches();
  });
}

}  // namespace

std::map<std::string_view, Turns> by_name(const std::vector<NamedTensor>& steps) {
  std::map<std::string_view, Turns> turns;
  for (const NamedTensor& step : steps) turns[step.name].push_back(&step);
  return turns;
}

std::vector<Run> runs_of(const std::vector<ReplayedRun>& replays) {
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  return runs;
}

bool records_right_steps(const Outcome& outcome, const std::vector<NamedTensor>& steps,
                         const Tolerance& tolerance) {
  const Turns recorded = recorded_for(steps, outcome);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (recorded[i] != nullptr &&
        !compare(recorded[i]->tensor, steps[i].tensor, tolerance).matches())
      return false;
  }
  return true;
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_in(const Outcome& replay) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (!ended_well(replay)) return pairs;
  const std::vector<double>& numbers = replay.results[1].values;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    pairs.emplace_back(numbers[i], numbers[i + 1]);
  return pairs;
}

unsigned JudgedPlace::marks_of(std::size_t version) const {
  if (marks == nullptr || version >= marks->shape[0]) return 0;
  return static_cast<unsigned>(marks->values[version * marks->shape[1] + column]);
}

bool did_not_run(const std::vector<ReplayedRun>& replays, std::size_t version) {
  return std::ranges::any_of(replays, [&](const ReplayedRun& each) {
    if (!ended_well(each.replay)) return false;
    const Tensor& marks = each.replay.results[0];
    const std::size_t places = marks.shape[1];
    const double* const row = marks.values.data() + version * places;
    return places > 0 && (version >= marks.shape[0] ||
                          std::all_of(row, row + places, [](double mark) { return mark == 0; }));
  });
}

std::set<std::string> steps_of_other_turns(const Run& run) {
  std::set<std::string> names;
  if (run.outcome->results.empty()) return names;
  const auto expected = by_name(run.one->steps);
  for (const auto& [name, turns] : by_name(run.outcome->steps)) {
    const auto same = expected.find(name);
    if (same != expected.end() && same->second.size() > 1 && same->second.size() != turns.size())
      names.emplace(name);
  }
  return names;
}

std::set<std::string> steps_of_other_shape(const std::vector<Run>& runs) {
  std::set<std::string> names;
  for (const Run& run : runs) {
    names.merge(steps_of_other_turns(run));
    const Turns recorded = recorded_for(run.one->steps, *run.outcome);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      if (recorded[i] != nullptr && recorded[i]->tensor.shape != run.one->steps[i].tensor.shape)
        names.insert(recorded[i]->name);
    }
  }
  return names;
}

Places judge_places(const Exercise& exercise, const ReplayedRun& replayed,
                    const std::set<std::string>& other_shape) {
  const Case& one = *replayed.run.one;
  const Outcome &outcome = *replayed.run.outcome, &replay = replayed.replay;
  const Tolerance& tolerance = exercise.tolerance;
  // The replay's marks have a column for each step, then for each result.
  const std::size_t columns = ended_well(replay) ? replay.results[0].shape[1] : 0;
  const auto set_given = [&](JudgedPlace& place, std::size_t column, const Tensor& made) {
    if (column >= columns) return;
    place.marks = &replay.results[0];
    place.column = column;
    place.given = &made;
  };
  Places places;
  const Turns recorded = recorded_for(one.steps, outcome);
  const auto expected = by_name(one.steps), remade = by_name(replay.steps);
  const std::set<std::string> other_turns = steps_of_other_turns(replayed.run);
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    const auto& [name, reference] = one.steps[i];
    JudgedPlace& place = places.emplace_back();
    place.name = name;
    place.reference = &reference;
    const std::size_t turn = seen[name]++;
    if (expected.at(name).size() > 1) place.turn = turn;
    if (recorded[i] != nullptr) place.student = &recorded[i]->tensor;
    if (const auto made = remade.find(name); made != remade.end() && turn < made->second.size()) {
      const NamedTensor* const step = made->second[turn];
      set_given(place, static_cast<std::size_t>(step - replay.steps.data()), step->tensor);
    }
    if (other_turns.contains(name)) place.marks = nullptr;
    place.verdict = verdict_of(place, tolerance);
    if (place.verdict == StepVerdict::wrong && other_shape.contains(name))
      place.verdict = StepVerdict::not_judged;
  }
  for (std::size_t i = 0; i < one.expected.size(); ++i) {
    JudgedPlace place;
    place.name = exercise.result_name(i);
    place.reference = &one.expected[i];
    if (i + 2 < replay.results.size())
      set_given(place, replay.steps.size() + i, replay.results[i + 2]);
    if (i < outcome.results.size()) {
      place.student = &outcome.results[i];
      place.verdict = verdict_of(place, tolerance);
      const std::span steps(places.data(), one.steps.size());
      if (place.verdict == StepVerdict::wrong && is_a_step(steps, place, tolerance))
        place.verdict = StepVerdict::follows;
      // Its shape was asked for.
      if (place.student->shape != place.reference->shape) place.verdict = StepVerdict::wrong;
    }
    places.push_back(std::move(place));
  }
  return places;
}

std::vector<Places> judge_places(const Exercise& exercise,
                                 const std::vector<ReplayedRun>& replays) {
  const std::set<std::string> other_shape = steps_of_other_shape(runs_of(replays));
  std::vector<Places> places;
  for (const ReplayedRun& each : replays)
    places.push_back(judge_places(exercise, each, other_shape));
  return places;
}

Case given_its_steps(const Exercise& exercise, const ReplayedRun& replayed) {
  Case given = *replayed.run.one;
  const Places places = judge_places(exercise, replayed, {});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t steps = given.steps.size();
    Tensor& array = i < steps ? given.steps[i].tensor : given.expected[i - steps];
    const bool replaced = places[i].verdict != StepVerdict::right && places[i].given != nullptr &&
                          places[i].given->shape == array.shape;
    if (replaced) array = *places[i].given;
  }
  return given;
}

}  // namespace grader
