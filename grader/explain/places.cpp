#include "explain/places.hpp"

#include "core/given.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace grader {
namespace {

/// Whether the replay ended well, so that it has marks.
bool ended_well(const Outcome& replay) {
  return replay.ending == Ending::returned && replay.results.size() >= 2 &&
         replay.results[0].shape.size() == 2 && replay.results[0].complete() &&
         replay.results[1].complete();
}

/// The arrays of each name, turn by turn.
std::map<std::string_view, std::vector<const NamedTensor*>> by_name(
    const std::vector<NamedTensor>& steps) {
  std::map<std::string_view, std::vector<const NamedTensor*>> turns;
  for (const NamedTensor& step : steps) turns[step.name].push_back(&step);
  return turns;
}

StepVerdict verdict_of(const JudgedPlace& place, const Outcome& replay,
                       const Tolerance& tolerance) {
  if (place.student == nullptr) return StepVerdict::not_recorded;
  if (compare(*place.student, *place.reference, tolerance).matches()) return StepVerdict::right;
  if (!place.column) return StepVerdict::not_judged;
  if (version_matches(replay, 0, place)) return StepVerdict::follows;
  if (!is_finite(*place.given) || rests_on_shape(replay, place)) return StepVerdict::not_judged;
  return place.student->shape == place.given->shape ? StepVerdict::wrong : StepVerdict::not_judged;
}

/// Whether the wrong result is what the program recorded as a step that the reference could return
/// as well: both are the same there.
bool is_a_step(const Places& places, std::size_t steps, const JudgedPlace& result,
               const Tolerance& tolerance) {
  return std::any_of(places.data(), places.data() + steps, [&](const JudgedPlace& step) {
    return step.student != nullptr &&
           compare(*result.student, *step.student, tolerance).matches() &&
           compare(*step.reference, *result.reference, tolerance).matches();
  });
}

/// Makes the places of a run, in order.
class Judge {
 public:
  Judge(const Exercise& exercise, const ReplayedRun& replayed,
        const std::set<std::string>& other_shape)
      : exercise_(exercise), replayed_(replayed), other_shape_(other_shape) {
    if (!ended_well(replayed.replay)) return;
    columns_ = replayed.replay.results[0].shape[1];
    remade_ = by_name(replayed.replay.steps);
  }

  Places places() {
    const Case& one = *replayed_.run.one;
    const Outcome& outcome = *replayed_.run.outcome;
    places_.reserve(one.steps.size() + one.expected.size());
    const auto recorded = recorded_for(one.steps, outcome);
    const auto all = by_name(one.steps);
    for (std::size_t i = 0; i < one.steps.size(); ++i) {
      const auto& turns = all.at(one.steps[i].name);
      const std::size_t turn =
          static_cast<std::size_t>(std::ranges::find(turns, &one.steps[i]) - turns.begin());
      add_step(one.steps[i], turn, turns.size() > 1, recorded[i]);
    }
    for (std::size_t i = 0; i < one.expected.size(); ++i)
      add_result(i, one.expected[i], i < outcome.results.size() ? &outcome.results[i] : nullptr);
    return std::move(places_);
  }

 private:
  void add_step(const NamedTensor& step, std::size_t turn, bool repeated,
                const NamedTensor* recorded) {
    JudgedPlace& place = places_.emplace_back();
    place.name = step.name;
    if (repeated) place.turn = turn;
    place.reference = &step.tensor;
    if (recorded != nullptr) place.student = &recorded->tensor;
    if (const auto made = remade_.find(step.name);
        made != remade_.end() && turn < made->second.size())
      set_given(made->second[turn] - replayed_.replay.steps.data(), made->second[turn]->tensor,
                place);
    if (other_turns_.contains(step.name)) place.column.reset();
    place.verdict = verdict_of(place, replayed_.replay, exercise_.tolerance);
    if (place.verdict == StepVerdict::wrong && other_shape_.contains(step.name))
      place.verdict = StepVerdict::not_judged;
    if (place.verdict != StepVerdict::right && replayed_.misrecorded.contains(step.name)) {
      place.student = nullptr;
      place.verdict = StepVerdict::not_judged;
    }
  }

  void add_result(std::size_t number, const Tensor& expected, const Tensor* returned) {
    JudgedPlace& place = places_.emplace_back();
    place.name = exercise_.result_name(number);
    place.reference = &expected;
    place.student = returned;
    const Outcome& replay = replayed_.replay;
    if (columns_ > 0 && number + 2 < replay.results.size())
      set_given(static_cast<std::ptrdiff_t>(replay.steps.size() + number),
                replay.results[number + 2], place);
    if (returned == nullptr) return;
    place.verdict = verdict_of(place, replay, exercise_.tolerance);
    const std::size_t steps = replayed_.run.one->steps.size();
    if (place.verdict == StepVerdict::wrong &&
        is_a_step(places_, steps, place, exercise_.tolerance))
      place.verdict = StepVerdict::follows;
    // Its shape was asked for.
    if (returned->shape != expected.shape) place.verdict = StepVerdict::wrong;
  }

  void set_given(std::ptrdiff_t column, const Tensor& made, JudgedPlace& place) const {
    if (static_cast<std::size_t>(column) >= columns_) return;
    place.column = static_cast<std::size_t>(column);
    place.given = &made;
  }

  const Exercise& exercise_;
  const ReplayedRun& replayed_;
  const std::set<std::string>& other_shape_;
  std::set<std::string> other_turns_ = steps_of_other_turns(replayed_.run);
  std::size_t columns_ = 0;  ///< of the replay's marks: one for each step, then for each result
  std::map<std::string_view, std::vector<const NamedTensor*>> remade_;
  Places places_;
};

}  // namespace

std::vector<Run> runs_of(const std::vector<ReplayedRun>& replays) {
  std::vector<Run> runs;
  for (const ReplayedRun& each : replays) runs.push_back(each.run);
  return runs;
}

std::vector<const NamedTensor*> recorded_for(const std::vector<NamedTensor>& steps,
                                             const Outcome& outcome) {
  const auto recorded = by_name(outcome.steps), expected = by_name(steps);
  std::map<std::string_view, std::size_t> used;
  std::vector<const NamedTensor*> found;
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

bool records_right_steps(const Outcome& outcome, const std::vector<NamedTensor>& steps,
                         const Tolerance& tolerance) {
  const std::vector<const NamedTensor*> recorded = recorded_for(steps, outcome);
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

unsigned marks_of(const Outcome& replay, std::size_t version, const JudgedPlace& place) {
  if (!place.column || !ended_well(replay)) return 0;
  const Tensor& marks = replay.results[0];
  if (version >= marks.shape[0]) return 0;
  return static_cast<unsigned>(marks.values[version * marks.shape[1] + *place.column]);
}

bool version_matches(const Outcome& replay, std::size_t version, const JudgedPlace& place) {
  return (marks_of(replay, version, place) & matches_student) != 0;
}

bool differs_in(const Outcome& replay, std::size_t version, const JudgedPlace& place) {
  return (marks_of(replay, version, place) & differs_from_solution) != 0;
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

bool rests_on_shape(const Outcome& replay, const JudgedPlace& place) {
  return (marks_of(replay, 0, place) & rests_on_other_shape) != 0;
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
    const std::vector<const NamedTensor*> recorded = recorded_for(run.one->steps, *run.outcome);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      if (recorded[i] != nullptr && recorded[i]->tensor.shape != run.one->steps[i].tensor.shape)
        names.insert(recorded[i]->name);
    }
  }
  return names;
}

Places judge_places(const Exercise& exercise, const ReplayedRun& replayed,
                    const std::set<std::string>& other_shape) {
  return Judge(exercise, replayed, other_shape).places();
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

bool differs_somewhere(const Places& places, const std::string& name) {
  return std::ranges::any_of(
      places, [&](const JudgedPlace& place) { return place.name == name && place.differs(); });
}

bool differs_somewhere(const std::vector<Places>& runs, const std::string& name) {
  return std::ranges::any_of(runs, [&](const Places& run) { return differs_somewhere(run, name); });
}

}  // namespace grader
