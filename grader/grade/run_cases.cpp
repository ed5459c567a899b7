#include "grade/run_cases.hpp"

#include "compile/program.hpp"
#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"
#include "judge/costs.hpp"
#include "judge/judge.hpp"
#include "protocol/wire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace grader {
namespace {

/// Runs the measures on what the student's function returned for a case; in a process of their own,
/// since what came back can be anything.
Outcome measure(Runner& runner, int measures_program, const Exercise& exercise, const Case& one,
                const Outcome& outcome) {
  if (outcome.ending != Ending::returned || outcome.results.size() != exercise.results.size() ||
      !too_large(exercise, outcome).empty()) {
    return {};
  }
  std::map<std::string, Tensor> arrays = one.inputs;
  for (std::size_t i = 0; i < exercise.results.size(); ++i)
    arrays[exercise.results[i]] = outcome.results[i];
  std::vector<Tensor> arguments;
  for (const std::string& name : exercise.measures->arguments) arguments.push_back(arrays.at(name));
  return runner.run(measures_program, arguments, own_limits(exercise));
}

/// A program that is linked with references could print their bytes. In a run with a secret, which
/// graders trust, nothing that it prints or throws is told, nor where.
void redact(Outcome& outcome) {
  outcome.output.clear();
  outcome.output_bytes = 0;
  outcome.frames.clear();
  if (outcome.ending == Ending::signal && outcome.text != reads_too_much) outcome.text.clear();
  if (outcome.ending == Ending::not_implemented) outcome.text = "a TODO";
  if (outcome.ending == Ending::exception || outcome.ending == Ending::load_failed)
    outcome.text = "not told in a run with --secret";
}

/// Whether, and how, the costs of a case are counted.
std::uint32_t conditions_of(const Exercise& exercise, const Case& one) {
  if (!one.costs) return 0;
  const CostSpec& costs = *exercise.costs;
  return conditions::counted | (costs.bounds(Cost::misses) ? conditions::cached : 0) |
         (costs.counts_threads() ? conditions::threads : 0);
}

CaseRun run_case(const RunContext& calls, const Exercise& exercise, const Case& one) {
  const Limits& limits = calls.limits;
  const std::vector<Tensor> arguments = arguments_of(exercise, one.inputs);
  Outcome outcome =
      calls.runner.run(calls.program, arguments, limits, conditions_of(exercise, one));
  if (calls.hide_output) redact(outcome);
  if (!exercise.measures) {
    CaseResult result = judge(exercise, one, outcome, limits);
    // Lengths are numbers, too: as many bytes as there are axes.
    if (calls.hide_output && result.verdict == Verdict::wrong_shape)
      result.message = "a result has the wrong shape";
    return {std::move(outcome), std::move(result)};
  }
  if (exercise.catches) {
    CaseResult result = caught_by(calls, exercise, one, outcome);
    return {std::move(outcome), std::move(result)};
  }
  const Outcome measured = measure(calls.runner, calls.measures, exercise, one, outcome);
  CaseResult result = judge_measured(exercise, one, outcome, measured, limits);
  // What measures record is for pictures.
  std::ranges::copy(measured.steps, std::back_inserter(outcome.steps));
  return {std::move(outcome), std::move(result)};
}

/// What is told of a fresh case: its verdict. The inputs are nobody's to know, and the program
/// could put them into whatever it returns, records, prints, throws, or takes its time for. Once
/// fresh cases are open, the judgement is told, too.
CaseRun fresh_run(CaseRun run, bool open) {
  CaseRun told;
  told.outcome.ending = run.outcome.ending;
  if (open) told.result = run.result;
  told.result.name = run.result.name;
  told.result.verdict = run.result.verdict;
  if (run.result.verdict != Verdict::passed && !open)
    told.result.message = words_of(run.result.verdict);
  told.hidden_outcome = std::move(run.outcome);
  return told;
}

/// How many numbers have to be drawn: a row of the first result takes at least one.
double least_draws(const Exercise& exercise, const Case& one, const Outcome& outcome) {
  const auto least = exercise.measures->draws.find(one.name);
  if (least != exercise.measures->draws.end()) return least->second;
  const Shape& shape = outcome.results.front().shape;
  return shape.empty() ? 1 : static_cast<double>(shape[0]);
}

/// Calls with the inputs of these cases, one after the other in one process.
Outcome called_in_turn(const RunContext& calls, const Exercise& exercise,
                       const std::vector<const Case*>& cases) {
  std::vector<std::vector<Tensor>> inputs;
  for (const Case* one : cases) inputs.push_back(arguments_of(exercise, one->inputs));
  return std::move(calls.runner.make(calls.program, {std::move(inputs)}, calls.limits).front());
}

/// What one of so many calls in a process gave, counted from 0.
std::vector<Tensor> results_of_call(const Outcome& all, std::size_t call, std::size_t calls) {
  const auto each = static_cast<std::ptrdiff_t>(all.results.size() / calls);
  const auto first = all.results.begin() + static_cast<std::ptrdiff_t>(call) * each;
  return {first, first + each};
}

/// Why measured results are not drawn from the seed that the case gives; empty when they are.
std::string seed_problem(const RunContext& calls, const Exercise& exercise, const Case& one,
                         const Outcome& outcome) {
  std::map<std::string, Tensor> inputs = one.inputs;
  for (double& value : inputs.at(exercise.measures->seed).values) value = value == 1 ? 2 : 1;
  // The other one first: a seed that is the time shows in one of the two, whenever a second ends.
  const Outcome other =
      calls.runner.run(calls.program, arguments_of(exercise, inputs), calls.limits);
  const Outcome twice = called_in_turn(calls, exercise, {&one, &one});
  if (twice.ending != Ending::returned)
    return "called twice with the same generator, " + explain_ending(twice, calls.limits);
  if (results_of_call(twice, 1, 2) != outcome.results) {
    return "called once more with the same generator it gives other numbers: they come from a "
           "source of your own, such as std::random_device, or from something that is kept between "
           "calls (static or global)";
  }
  if (other.results == outcome.results)
    return "with another generator it gives the same numbers: they come from a generator of your "
           "own, or from a seed that your program sets";
  // The harness adds its own after all that the program records, by whatever name.
  const auto draws = std::ranges::find(other.steps.rbegin(), other.steps.rend(),
                                       std::string(wire::draws), &NamedTensor::name);
  if (draws == other.steps.rend() || draws->tensor.values.size() != 1) return "";
  const double drawn = draws->tensor.values[0];
  if (drawn == 0) {
    return "the generator is as it was before the call, so the next call gives the same numbers "
           "again: draw from it, not from a copy";
  }
  const double least = least_draws(exercise, one, other);
  if (drawn >= least) return "";
  return fmt::format(
      "numbers drawn from the generator: {}, expected at least {}. Draw everything random from it, "
      "not from a copy or from a generator of your own",
      number_text(drawn), number_text(least));
}

/// Fails a case that passed, where its numbers do not come from its seed.
void check_drawn(const RunContext& calls, const Exercise& exercise, const Case& one, CaseRun& run) {
  run.result.message = seed_problem(calls, exercise, one, run.outcome);
  if (!run.result.message.empty()) run.result.verdict = Verdict::wrong_value;
}

/// Looks at the cases for which the exercise says how much they draw, once all have passed: what
/// the requirements tell says more.
void check_draws(const RunContext& calls, const Exercise& exercise, std::span<const Case> cases,
                 std::vector<CaseRun>& runs) {
  if (!exercise.measures || !all_pass(runs)) return;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (exercise.measures->draws.contains(cases[i].name))
      check_drawn(calls, exercise, cases[i], runs[i]);
  }
}

/// How many elements the results of a run have.
std::size_t elements_of(const CaseRun& run) {
  std::size_t elements = 0;
  for (const Tensor& result : run.outcome.results) elements += element_count(result.shape);
  return elements;
}

/// Which cases are called in one process, so that what is kept between calls shows: the first one
/// twice, then others that have passed, the largest first. No more than a reply can carry; of
/// training, which takes long, the first two.
std::vector<std::size_t> cases_to_repeat_in_one_process(const Exercise& exercise,
                                                        const std::vector<CaseRun>& runs) {
  if (runs[0].result.verdict != Verdict::passed) return {};
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].result.verdict == Verdict::passed && (i == 1 || !exercise.measures))
      order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t i) { return elements_of(runs[i]); });
  const bool was_called_twice = exercise.measures && !exercise.measures->seed.empty();
  order.insert(order.begin(), was_called_twice ? 1 : 2, 0);
  std::size_t results = 0, elements = 0;
  const auto end = std::ranges::find_if(order, [&](std::size_t i) {
    results += runs[i].outcome.results.size();
    elements += elements_of(runs[i]);
    return results > wire::result_limit || elements > wire::results_limit;
  });
  order.erase(end, order.end());
  return order;
}

/// Whether a call gave what is right for a case; of a measured one, what it gave alone.
bool gave_the_same(const RunContext& calls, const Exercise& exercise, const Case& one,
                   const Outcome& alone, std::vector<Tensor> results) {
  if (exercise.measures) return results == alone.results;
  Outcome outcome;
  outcome.ending = Ending::returned;
  outcome.results = std::move(results);
  return judge(exercise, one, outcome, calls.limits).verdict == Verdict::passed;
}

/// Fails a case that passed, where calls before it in the same process change what it gives. What
/// takes too long or too much in one process says nothing.
void check_kept_between_calls(const RunContext& calls, const Exercise& exercise,
                              std::span<const Case> cases, std::vector<CaseRun>& runs) {
  const std::vector<std::size_t> order = cases_to_repeat_in_one_process(exercise, runs);
  if (order.empty()) return;
  std::vector<const Case*> in_turn;
  for (const std::size_t i : order) in_turn.push_back(&cases[i]);
  const auto start = Clock::now();
  Outcome all = called_in_turn(calls, exercise, in_turn);
  // Of calls that break off no result comes: fewer of them show where it begins.
  const auto broken_off = [&] {
    return all.ending == Ending::exception || all.ending == Ending::signal ||
           all.ending == Ending::no_answer;
  };
  while (broken_off() && in_turn.size() > 1) {
    in_turn.pop_back();
    all = called_in_turn(calls, exercise, in_turn);
  }
  runs[0].seconds += seconds_since(start);
  if (all.ending != Ending::returned) return;
  for (std::size_t call = 0; call < order.size(); ++call) {
    const std::size_t i = order[call];
    const bool broke = call == in_turn.size();
    if (!broke && gave_the_same(calls, exercise, cases[i], runs[i].outcome,
                                results_of_call(all, call, in_turn.size())))
      continue;
    runs[i].result.verdict = Verdict::wrong_value;
    runs[i].result.message = fmt::format(
        "called {}, it {}: something is kept between calls (static or global), was never set, or "
        "is written beyond an array",
        i == 0 ? "once more with the same arguments" : "after calls with other arguments",
        broke ? "breaks off" : "gives another result");
    return;
  }
}

/// A case, with what is told of it, and the first one's further checks.
CaseRun checked_run(const RunContext& calls, const Exercise& exercise, const Case& one,
                    bool first) {
  const auto start = Clock::now();
  CaseRun run = run_case(calls, exercise, one);
  if (one.fresh) return fresh_run(std::move(run), calls.reveal_fresh_cases);
  if (first && exercise.measures && !exercise.measures->seed.empty() &&
      !exercise.measures->draws.contains(one.name) && run.result.verdict == Verdict::passed)
    check_drawn(calls, exercise, one, run);
  run.seconds = seconds_since(start);
  return run;
}

}  // namespace

bool all_pass(std::span<const CaseRun> runs) {
  return std::ranges::all_of(
      runs, [](const CaseRun& run) { return run.result.verdict == Verdict::passed; });
}

bool ends_the_run(const Exercise& exercise, const CaseRun& run) {
  const Ending ending = run.outcome.ending;
  return ending == Ending::cpu_limit || ending == Ending::idle_limit ||
         ending == Ending::run_limit ||
         (ending == Ending::out_of_memory && run.outcome.wall_seconds >= 1) ||
         ending == Ending::load_failed || ending == Ending::not_implemented ||
         ending == Ending::grader_fault ||
         (exercise.measures && run.result.verdict != Verdict::passed);
}

std::vector<CaseRun> run_cases(const RunContext& calls, const Exercise& exercise,
                               std::span<const Case> cases) {
  if (cases.empty()) return {};
  std::vector<CaseRun> runs;
  for (const Case& one : cases) {
    if (calls.tell)
      calls.tell(fmt::format("{}: case {} of {}", exercise.folder, runs.size() + 1, cases.size()));
    runs.push_back(checked_run(calls, exercise, one, runs.empty()));
    if (ends_the_run(exercise, runs.back())) break;
  }
  const bool fresh = cases.front().fresh;
  if (!fresh) check_draws(calls, exercise, cases, runs);
  if (!fresh && !cases.front().costs) check_kept_between_calls(calls, exercise, cases, runs);
  return runs;
}

std::optional<FailedShape> first_failing(const RunContext& calls, const Exercise& exercise,
                                         std::span<const Case> cases) {
  CallList all{.inputs = {}, .reply_to_each = true};
  for (const Case& one : cases) all.inputs.push_back(arguments_of(exercise, one.inputs));
  const std::vector<Outcome> together =
      calls.runner.make(calls.program, std::move(all), calls.limits);
  const bool whole = together.size() == cases.size();
  const auto passes = [&](const Case& one, const Outcome& outcome) {
    return judge(exercise, one, outcome, calls.limits).verdict == Verdict::passed;
  };
  std::size_t passed = 0;
  for (std::size_t i = 0; whole && i < cases.size(); ++i) passed += passes(cases[i], together[i]);
  if (passed == cases.size()) return std::nullopt;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (whole && passes(cases[i], together[i])) continue;
    if (!passes(cases[i], calls.runner.run(calls.program, arguments_of(exercise, cases[i].inputs),
                                           calls.limits)))
      return FailedShape{i, passed};
  }
  return std::nullopt;
}

bool changes_between_calls(const RunContext& calls, const Exercise& exercise, const Case& one) {
  const Outcome twice = called_in_turn(calls, exercise, {&one, &one});
  return twice.ending == Ending::returned &&
         !same_bits(results_of_call(twice, 0, 2), results_of_call(twice, 1, 2));
}

namespace {

/// `limits` where costs are counted: what is counted decides, and not how fast the machine counts.
Limits counting_limits(Limits limits) {
  constexpr unsigned counting_time = 3;
  limits.memory_mib += counting_mib;
  limits.cpu_seconds *= counting_time;
  return limits;
}

/// Fills in what the solution gives and costs as what is expected.
void run_solution(Runner& runner, int solution, const Exercise& exercise, Case& one) {
  Outcome outcome = runner.run(solution, arguments_of(exercise, one.inputs),
                               counting_limits(own_limits(exercise)), conditions_of(exercise, one));
  const bool counted = outcome.costs && amount_of(Cost::reads, *outcome.costs) > 0;
  if (outcome.ending != Ending::returned || !counted) {
    throw GraderFault(fmt::format("{}: the solution fails on case {}, or nothing of it is counted",
                                  exercise.folder, one.name),
                      fmt::format("./grade verify {:02}", exercise.number));
  }
  one.expected = std::move(outcome.results);
  one.costs = outcome.costs;
}

}  // namespace

CostRun run_cost_case(RunContext calls, int solution, const Exercise& exercise, Case& one) {
  run_solution(calls.runner, solution, exercise, one);
  calls.limits = counting_limits(calls.limits);
  calls.limits.run_seconds = 0;
  calls.limits.most_reads =
      static_cast<std::uint64_t>(most_reads * amount_of(Cost::reads, *one.costs));
  CostRun all{std::move(run_cases(calls, exercise, {&one, 1}).front()), {}};
  CaseResult& result = all.run.result;
  const Outcome& seen = one.fresh ? all.run.hidden_outcome : all.run.outcome;
  if (seen.text == reads_too_much) judge_stopped(exercise, one, result);
  if (result.verdict == Verdict::passed)
    all.costs = judge_costs(exercise, one, seen.costs.value_or(Costs{}), result);
  if (one.fresh && !calls.reveal_fresh_cases && result.verdict != Verdict::passed) {
    result.missed.clear();
    result.message = words_of(result.verdict);
  }
  return all;
}

namespace {

/// What a version does on each of the inputs: together, or each alone where one ends the process.
std::vector<Outcome> on_inputs(const RunContext& calls, std::size_t version,
                               std::vector<std::vector<Tensor>> inputs) {
  const CaughtVersions& versions = *calls.caught;
  const Limits limits = own_limits(*versions.of);
  for (std::vector<Tensor>& each : inputs) each = numbered(version, std::move(each));
  std::vector<Outcome> outcomes = calls.runner.run_each(versions.program.get(), inputs, limits);
  for (std::size_t i = outcomes.size(); i < inputs.size(); ++i) {
    outcomes.push_back(calls.runner.run(versions.program.get(), inputs[i], limits));
    if (outcomes[i].ending == Ending::grader_fault)
      throw TryAgain("the machine is too busy to run the reference versions");
  }
  return outcomes;
}

/// Which input the reference does not take, and why; empty for none.
std::string reference_problem(const std::vector<Outcome>& outcomes, const Limits& limits) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const bool returned = outcomes[i].ending == Ending::returned;
    if (returned && std::ranges::all_of(outcomes[i].results, is_finite)) continue;
    return fmt::format("input {}: on it the reference version {}", i + 1,
                       returned ? "gives values that are not finite"
                                : "fails: " + explain_ending(outcomes[i], limits));
  }
  return "";
}

}  // namespace

CaughtVersions caught_versions(const Toolchain& bench, const Course& course, Library& library,
                               const Exercise& exercise) {
  CaughtVersions versions;
  versions.of = &*std::ranges::find(course.exercises, exercise.catches->of, &Exercise::name);
  const std::vector<Mistake>& known = library.of(course, *versions.of)->mistakes();
  for (const std::string& name : exercise.catches->mistakes) {
    const auto found = std::ranges::find(known, name, &Mistake::name);
    if (found == known.end())
      throw InputError(fmt::format("{}: catches: {} has no known mistake \"{}\"",
                                   (exercise.directory / "exercise.json").string(),
                                   versions.of->folder, printable(name)));
    versions.numbers.push_back(static_cast<std::size_t>(found - known.begin()) + 1);
  }
  const auto program = replay_program(bench, course, *versions.of, known);
  if (program.empty())
    throw GraderFault(fmt::format("{}: there is no program of its mistakes", versions.of->folder),
                      "use a copy of the course with solutions");
  versions.program = opened_program(program);
  return versions;
}

CaseResult caught_by(const RunContext& calls, const Exercise& exercise, const Case& one,
                     const Outcome& outcome) {
  if (outcome.ending != Ending::returned)
    return judge_measured(exercise, one, outcome, {}, calls.limits);
  const Exercise& of = *calls.caught->of;
  std::vector<CaughtBy> caught;
  if (const std::string problem = inputs_problem(of, outcome); !problem.empty())
    return judge_catches(exercise, one, 0, caught, problem);
  const std::vector<std::vector<Tensor>> inputs = inputs_in(of, outcome);
  const std::vector<Outcome> expected = on_inputs(calls, 0, inputs);
  const std::string problem = reference_problem(expected, of.limits);
  for (const std::size_t number : calls.caught->numbers) {
    if (!problem.empty()) break;
    const std::vector<Outcome> found = on_inputs(calls, number, inputs);
    caught.push_back(0);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!all_match(found[i].results, expected[i].results, of.tolerance))
        caught.back() |= CaughtBy{1} << i;
    }
  }
  return judge_catches(exercise, one, inputs.size(), caught, problem);
}

}  // namespace grader
