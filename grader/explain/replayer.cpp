#include "explain/replayer.hpp"

#include "compile/program.hpp"
#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "judge/compare.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace grader {
namespace {

/// What the program has to do with the exercise: other steps are left out, and of what the solution
/// records once all but the last.
Recorded recorded_in(const Exercise& exercise, const Run& run) {
  std::set<const Tensor*> wrong;
  const std::set<std::string> other_turns = steps_of_other_turns(run);
  for (const JudgedPlace& place : judge_places(exercise, {run, {}}, {})) {
    if (place.differs() && !other_turns.contains(place.name)) wrong.insert(place.student);
  }
  Recorded recorded;
  recorded.results = run.outcome->results;
  const auto expected = by_name(run.one->steps), found = by_name(run.outcome->steps);
  std::size_t number = 0;
  for (const NamedTensor& step : run.outcome->steps) {
    const auto same = expected.find(step.name);
    const bool recorded_again =
        same != expected.end() && same->second.size() == 1 && found.at(step.name).back() != &step;
    if (!exercise.has_step(step.name) || recorded_again) continue;
    if (wrong.contains(&step.tensor)) recorded.wrong.insert(number);
    ++number;
    recorded.steps.push_back(step);
  }
  for (const Tensor& result : run.outcome->results) {
    if (wrong.contains(&result)) recorded.wrong.insert(number);
    ++number;
  }
  return recorded;
}

}  // namespace

std::vector<Tensor> numbered(std::size_t version, std::vector<Tensor> inputs) {
  inputs.insert(inputs.begin(), {{}, {static_cast<double>(version)}});
  return inputs;
}

Limits own_limits(const Exercise& exercise) {
  Limits limits = exercise.limits;
  limits.run_seconds = 0;
  return limits;
}

/// The program that `make` gives the file of; not open where it gives none, or fails.
template <class Make>
static Descriptor opened(const Make& make) {
  try {
    const std::filesystem::path file = make();
    return file.empty() ? Descriptor() : opened_program(file);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    return {};
  }
}

Descriptor open_versions(const Toolchain& bench, const Course& course, const Exercise& exercise,
                         const Material& material) {
  if (exercise.measures) return {};
  return opened([&] { return replay_program(bench, course, exercise, material.mistakes()); });
}

const std::vector<MergedMistakes>& Replayer::merged() {
  if (merged_) return *merged_;
  merged_.emplace();
  merged_program_ = opened([&] {
    merged_ = merged_mistakes(course_, exercise_, material_.mistakes());
    return merged_program(bench_, course_, exercise_, *merged_);
  });
  if (!merged_program_.open()) merged_->clear();
  return *merged_;
}

bool Replayer::open() {
  if (!std::exchange(asked_, true)) program_ = open_versions(bench_, course_, exercise_, material_);
  return program_.open();
}

std::vector<ReplayedRun> Replayer::replay(const std::vector<Run>& runs, Replays replays) {
  std::vector<ReplayedRun> replayed;
  for (const Run& run : runs) {
    if (!run.outcome->steps.empty() || !run.outcome->results.empty()) replayed.push_back({run, {}});
  }
  if (replayed.empty() || !open()) return {};
  // The first that failed comes first: all versions run on it.
  std::vector<ReplayedRun*> order;
  for (ReplayedRun& each : replayed) order.push_back(&each);
  const auto shown = std::ranges::find_if(order, [&](const ReplayedRun* each) {
    return !all_match(each->run.outcome->results, each->run.one->expected, exercise_.tolerance);
  });
  if (shown != order.end()) std::rotate(order.begin(), shown, shown + 1);
  std::vector<std::vector<Tensor>> inputs;
  Given given{{}, steps_of_other_shape(runs), exercise_.tolerance};
  if (replays == Replays::of_all) {
    given.versions += static_cast<std::uint32_t>(material_.mistakes().size());
    given.most_pairs = 64;
  }
  if (replays == Replays::of_merged) given.versions += static_cast<std::uint32_t>(merged().size());
  const int program = replays == Replays::of_merged ? merged_program_.get() : program_.get();
  for (const ReplayedRun* each : order) {
    inputs.push_back(arguments_of(exercise_, each->run.one->inputs));
    given.cases.push_back(recorded_in(exercise_, each->run));
  }
  std::vector<Outcome> all = outcomes(program, inputs, std::move(given));
  for (std::size_t i = 0; i < order.size(); ++i) order[i]->replay = std::move(all[i]);
  return replayed;
}

/// An outcome for each case: where they cannot be had together, each alone, and where the known
/// mistakes cannot stand a case, that of the solution.
std::vector<Outcome> Replayer::outcomes(int program, const std::vector<std::vector<Tensor>>& inputs,
                                        Given given) {
  std::vector<Outcome> all = runner_.make(program, {inputs, 0, given}, own_limits(exercise_));
  if (all.size() == inputs.size() && all.back().ending == Ending::returned) return all;
  if (inputs.size() > 1) {
    all.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      Given one = given;
      one.cases = {given.cases[i]};
      one.most_pairs = 0;  // others would be found in each case
      all.push_back(std::move(outcomes(program, {inputs[i]}, std::move(one)).front()));
    }
  } else if (given.versions > 1) {
    given.versions = 1;
    all = runner_.make(program, {inputs, 0, given}, own_limits(exercise_));
  }
  return all;
}

std::vector<const Mistake*> Replayer::equivalents(const std::vector<Run>& runs) {
  std::vector<const Mistake*> found;
  const auto is_right = [&](const Run& run) {
    return records_right_steps(*run.outcome, run.one->steps, exercise_.tolerance);
  };
  if (std::ranges::all_of(runs, is_right)) return found;
  for (std::size_t i = 0; i < material_.mistakes().size(); ++i) {
    const Mistake& mistake = material_.mistakes()[i];
    const bool told = std::ranges::any_of(
        found, [&](const Mistake* other) { return other->owner() == mistake.owner(); });
    if (!mistake.equivalent || told || !open()) continue;
    const auto records = [&](const Run& run) {
      const Outcome own =
          runner_.run(program_.get(), numbered(i + 1, arguments_of(exercise_, run.one->inputs)),
                      own_limits(exercise_));
      return records_right_steps(*run.outcome, own.steps, exercise_.tolerance);
    };
    if (std::ranges::all_of(runs, records)) found.push_back(&mistake);
  }
  return found;
}

}  // namespace grader
