#include "grade/grade.hpp"

#include "compile/diagnostics.hpp"
#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "diagnose/advice.hpp"
#include "diagnose/diagnose.hpp"
#include "judge/explain.hpp"
#include "diagnose/property.hpp"
#include "grade/measure.hpp"
#include "judge/judge.hpp"
#include "protocol/wire.hpp"
#include "random/keyed_seed.hpp"
#include "run/runner.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace grader {
namespace {

namespace fs = std::filesystem;

std::vector<Tensor> arguments_of(const Exercise& exercise,
                                 const std::map<std::string, Tensor>& inputs) {
  std::vector<Tensor> arguments;
  for (const std::string& name : exercise.arguments) arguments.push_back(inputs.at(name));
  return arguments;
}

std::vector<Case> checked_cases(const Course& course, const Exercise& exercise) {
  std::vector<Case> cases = load_cases(course, exercise);
  for (const Case& one : cases) {
    const std::string difference = redraw_difference(exercise, one);
    if (!difference.empty()) {
      throw InputError(
          fmt::format("{}: case {}: {}", course.reference(exercise).string(), one.name, difference),
          fmt::format("python3 reference_data/generate/generate.py {}", exercise.folder));
    }
  }
  return cases;
}

/// Fills in what the solution returns and records on `cases` as the expected values.
void expect_solution(const Grader& grader, const Exercise& exercise, const Limits& limits,
                     std::vector<Case>& cases) {
  const fs::path file = grader.course.solution(exercise);
  if (!fs::exists(file)) {
    throw InputError(
        fmt::format("{}: fresh cases need the solution, which is not there", file.string()),
        "grade without --fresh, or in a copy of the course with solutions");
  }
  const Program solution = ProgramBuild(grader.kit, exercise, read_file(file)).finish();
  if (solution.problem) {
    throw GraderFault(fmt::format("{}: {}", file.string(), solution.message),
                      fmt::format("./grade verify {:02}", exercise.number));
  }
  Runner runner(grader.kit);
  for (Case& one : cases) {
    const Outcome outcome =
        runner.run(solution.file.get(), arguments_of(exercise, one.inputs), limits);
    const auto finite = [](double value) { return std::isfinite(value); };
    const auto complete = [&](const SentTensor& result) {
      return result.complete() && std::ranges::all_of(result.values, finite);
    };
    if (outcome.ending != Ending::returned || !std::ranges::all_of(outcome.results, complete)) {
      throw GraderFault(fmt::format("{}: the solution fails on case {}", file.string(), one.name),
                        fmt::format("./grade verify {:02}", exercise.number));
    }
    for (const SentTensor& result : outcome.results) {
      one.expected.push_back({result.shape, result.values});
    }
    for (const SentStep& step : outcome.steps) {
      one.steps.push_back({step.name, {step.tensor.shape, step.tensor.values}});
    }
  }
}

/// Cases drawn for this submission; none where the exercise has none.
std::vector<Case> fresh_cases(const Grader& grader, const Exercise& exercise,
                              const std::string& text, const Limits& limits) {
  if (!exercise.recipe.draws_fresh) return {};
  const GradeOptions& options = grader.options;
  const std::uint64_t seed =
      options.secret.empty() ? options.seed : keyed_seed(options.secret, exercise.folder, text);
  std::vector<Case> cases;
  for (unsigned i = 0; i < options.fresh; ++i) cases.push_back(fresh_case(exercise, seed, i));
  if (!exercise.measures) expect_solution(grader, exercise, limits, cases);
  return cases;
}

/// A case that was run, and what became of it.
struct CaseRun {
  Outcome outcome;
  CaseResult result;
  double seconds = 0;  ///< with what was measured and run once more; 0 for a fresh case
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A program that is linked with references could print their bytes. In a run with a secret, which
/// graders trust, nothing that it prints or throws is told.
void drop_words(Outcome& outcome) {
  outcome.output.clear();
  outcome.output_bytes = 0;
  const bool words = outcome.ending == Ending::exception || outcome.ending == Ending::load_failed ||
                     outcome.ending == Ending::not_implemented;
  if (words)
    outcome.text =
        outcome.ending == Ending::not_implemented ? "a TODO" : "not told in a run with --secret";
}

/// `measures` is the program that measures, where the exercise has one.
CaseRun run_case(const Grader& grader, Runner& runner, int program, int measures,
                 const Exercise& exercise, const Case& one, const Limits& limits) {
  const std::vector<Tensor> arguments = arguments_of(exercise, one.inputs);
  Outcome outcome = runner.run(program, arguments, limits);
  // It had time, but not the processor: perhaps others had. Once more, and then it counts.
  if (outcome.machine_was_busy && outcome.cpu_seconds < 0.5 * limits.cpu_seconds) {
    outcome = runner.run(program, arguments, limits);
  }
  if (!grader.options.secret.empty() && !exercise.references.empty()) drop_words(outcome);
  if (!exercise.measures) {
    CaseResult result = judge(exercise, one, outcome, limits);
    return {std::move(outcome), std::move(result)};
  }
  const Outcome measured = measure(runner, measures, exercise, one, outcome, limits);
  CaseResult result = judge_measured(exercise, one, outcome, measured, limits);
  // What measures record is for pictures.
  std::ranges::copy(measured.steps, std::back_inserter(outcome.steps));
  return {std::move(outcome), std::move(result)};
}

/// What is told of a fresh case: its verdict. The inputs are nobody's to know, and the program
/// could put them into whatever it returns, records, prints, throws, or takes its time for.
CaseRun verdict_alone(const CaseRun& run) {
  CaseRun told;
  told.outcome.ending = run.outcome.ending;
  told.result.name = run.result.name;
  told.result.verdict = run.result.verdict;
  if (run.result.verdict != Verdict::passed) told.result.message = words_of(run.result.verdict);
  return told;
}

/// Whether a case shows that the others will go the same way. Those of an exercise with measures
/// are longer runs of the same.
bool ends_the_run(const Exercise& exercise, const CaseRun& run) {
  const Ending ending = run.outcome.ending;
  return ending == Ending::cpu_limit || ending == Ending::wall_limit ||
         ending == Ending::run_limit ||
         (ending == Ending::out_of_memory && run.outcome.wall_seconds >= 1) ||
         ending == Ending::load_failed || ending == Ending::not_implemented ||
         ending == Ending::grader_fault ||
         (exercise.measures && run.result.verdict != Verdict::passed);
}

/// Why measured results are not drawn from the seed that the case gives; empty when they are.
std::string drawn_elsewhere(Runner& runner, int program, const Exercise& exercise, const Case& one,
                            const Outcome& outcome, const Limits& limits) {
  const auto same = [&](const Outcome& again) {
    return std::ranges::equal(again.results, outcome.results,
                              [](const SentTensor& a, const SentTensor& b) {
                                return a.shape == b.shape && a.values == b.values;
                              });
  };
  const Outcome twice = runner.run(program, arguments_of(exercise, one.inputs), limits, 2);
  if (twice.ending != Ending::returned)
    return "called twice with the same generator, " + explain_ending(twice, limits);
  if (!same(twice)) {
    return "called once more with the same generator it gives other numbers: they come from a "
           "source of your own, such as std::random_device, or from something that is kept between "
           "calls (static or global)";
  }
  std::map<std::string, Tensor> inputs = one.inputs;
  for (double& value : inputs.at(exercise.measures->seed).values) value = value == 1 ? 2 : 1;
  const Outcome other = runner.run(program, arguments_of(exercise, inputs), limits);
  if (same(other))
    return "with another generator it gives the same numbers: they come from one of your own";
  const auto few = std::ranges::find(other.steps, wire::few_draws, &SentStep::name);
  if (few == other.steps.end() || few->tensor.values.size() != 1) return "";
  if (few->tensor.values[0] == 0) {
    return "the generator is as it was before the call, so the next call gives the same numbers "
           "again: draw from it, not from a copy";
  }
  return fmt::format(
      "numbers drawn from the generator: {}, fewer than there are sequences. Draw all "
      "from it, not from a copy or from one of your own",
      number_text(few->tensor.values[0]));
}

/// Runs the cases in order, until one ends the run. `measures` as in `run_case`.
std::vector<CaseRun> run_cases(const Grader& grader, Runner& runner, int program, int measures,
                               const Exercise& exercise, const std::vector<Case>& cases,
                               const Limits& limits) {
  std::vector<CaseRun> runs;
  for (const Case& one : cases) {
    if (grader.kit.tell) {
      grader.kit.tell(
          fmt::format("{}: case {} of {}", exercise.folder, runs.size() + 1, cases.size()));
    }
    const auto start = Clock::now();
    runs.push_back(run_case(grader, runner, program, measures, exercise, one, limits));
    if (one.fresh) runs.back() = verdict_alone(runs.back());
    CaseResult& result = runs.back().result;
    const bool drawn = exercise.measures && !exercise.measures->seed.empty();
    if (drawn && runs.size() == 1 && result.verdict == Verdict::passed) {
      result.message = drawn_elsewhere(runner, program, exercise, one, runs.back().outcome, limits);
      if (!result.message.empty()) result.verdict = Verdict::wrong_value;
    }
    if (!one.fresh) runs.back().seconds = seconds_since(start);
    const bool failed = result.verdict != Verdict::passed;
    if (ends_the_run(exercise, runs.back()) || (failed && grader.options.first_failed)) break;
  }
  return runs;
}

/// Why a program could not be loaded, in its loader's words `text`.
void report_load_problem(const Exercise& exercise, const Limits& limits, const std::string& text,
                         ExerciseResult& result) {
  const std::string symbol = missing_symbol(text);
  result.verdict = Verdict::build_failed;
  if (text.find("failed to map") != std::string::npos ||
      text.find("cannot allocate memory") != std::string::npos) {
    result.verdict = Verdict::memory_limit;
    result.message =
        fmt::format("its global variables need more than {} MiB of memory", limits.memory_mib);
  } else if (symbol.empty()) {
    result.message = "it cannot be loaded: " + cut(one_line(printable(text)), 300);
  } else if (symbol.find("softmark::" + exercise.function + "(") == 0) {
    result.message = fmt::format("the file does not define {} with the parameters that {} declares",
                                 exercise.function, exercise.contract().filename().string());
  } else {
    result.message = fmt::format("it uses {}, which is declared but defined nowhere", symbol);
  }
}

/// The output to show: of the first case that printed something, those that failed first.
std::string output_to_show(const std::vector<Run>& runs, const std::vector<CaseResult>& results) {
  const Outcome* chosen = nullptr;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].outcome->output.empty()) continue;
    const bool failed = results[i].verdict != Verdict::passed;
    if (chosen == nullptr || failed) chosen = runs[i].outcome;
    if (failed) break;
  }
  if (chosen == nullptr) return "";
  constexpr std::size_t most_bytes = 16 * 1024;
  const std::string kept = chosen->output.substr(0, most_bytes);
  std::string shown = printable(kept);
  if (chosen->output_bytes > kept.size())
    shown += fmt::format("\n[{} more bytes left out]\n", chosen->output_bytes - kept.size());
  return shown;
}

/// Fills in what the runs of public cases say: verdict, message, step, mistake, notes. Those of
/// fresh cases come after them in `result`, with their verdicts alone.
void conclude(ExerciseResult& result, const Exercise& exercise, const std::vector<Run>& runs,
              const std::vector<Mistake>& mistakes) {
  const auto failed =
      std::find_if(result.cases.begin(), result.cases.end(),
                   [](const CaseResult& one) { return one.verdict != Verdict::passed; });
  result.student_output = output_to_show(runs, result.cases);
  if (failed == result.cases.end()) {
    result.verdict = Verdict::passed;
    result.score = result.max_score;
    result.message = fmt::format("all {} pass", count_text(result.cases.size(), "case"));
    result.notes = notes_on_steps(runs, mistakes, exercise.tolerance);
    result.records_all_steps = std::ranges::all_of(
        runs, [&](const Run& run) { return records_all_steps(run, exercise.tolerance); });
    return;
  }
  result.verdict = failed->verdict;
  result.message = fmt::format("case {}: {}", failed->name, failed->message);
  if (result.verdict == Verdict::not_started) result.message = failed->message;
  const auto place = static_cast<std::size_t>(failed - result.cases.begin());
  if (place >= runs.size()) {
    result.details.emplace_back(
        "All public cases pass; this one was drawn for this run. Of such a case only the verdict "
        "is "
        "told.");
    return;
  }
  if (exercise.measures) {
    if (const Requirement* missed = first_missed(exercise, *failed)) {
      result.mistake = missed->name;
      result.details.push_back(std::move(result.message));
      result.message = missed->message;
    }
    return;
  }
  const Run& run = runs[place];
  if (const Mistake* mistake = matching_mistake(runs, mistakes, exercise.tolerance)) {
    result.mistake = mistake->name;
    result.details.push_back(std::move(result.message));
    result.message = mistake->message;
  }
  if (const std::optional<WrongStep> step = first_wrong_step(run, exercise.tolerance)) {
    result.first_wrong_step = step->name;
    result.details.push_back(fmt::format("first wrong step: {}{}, {}", step->name,
                                         step->turn ? fmt::format(" (turn {})", *step->turn) : "",
                                         step->explained));
  }
  if (result.mistake) return;
  for (std::string advice :
       {advice_on_nan(runs, run, exercise.tolerance), advice_on_digits(runs)}) {
    if (!advice.empty()) result.details.push_back(std::move(advice));
  }
}

/// The properties that a program lacks, of those that its answers can be asked for: they have the
/// right shape and are finite, or, where that is the property, those to ordinary numbers are.
std::vector<const Property*> lacking(Runner& runner, int program, const Exercise& exercise,
                                     const std::vector<Case>& cases, const Limits& limits) {
  const auto answer = [&](const std::map<std::string, Tensor>& inputs) {
    const Outcome outcome = runner.run(program, arguments_of(exercise, inputs), limits);
    return outcome.results.empty() ? SentTensor{} : outcome.results[0];
  };
  std::optional<bool> ordinary;  // computed only where it is asked for
  std::vector<const Property*> found;
  for (const Property& property : exercise.properties) {
    if (runner.used_up(limits)) break;
    const auto one = std::ranges::find(cases, property.case_name, &Case::name);
    if (one == cases.end()) continue;  // not among those to grade
    const Shape& shape = one->expected[0].shape;
    const auto changed = changed_inputs(property, one->inputs);
    const SentTensor before = answer(one->inputs);
    if (property.relation == Relation::finite) {
      if (before.shape != shape || is_finite(before)) continue;
      if (!ordinary) ordinary = is_finite(answer(cases.front().inputs));
      if (*ordinary) found.push_back(&property);
      continue;
    }
    const SentTensor after = answer(changed);
    if (before.shape != shape || after.shape != shape || !is_finite(before) || !is_finite(after))
      continue;
    if (!holds(property, before, after, changed, exercise.tolerance)) found.push_back(&property);
  }
  return found;
}

/// For numbers that no known mistake gives: the properties that they lack, and the mistake whose
/// steps were recorded. Several mistakes can lack the same, but steps are their own.
void tell_behaviour(const std::vector<const Property*>& lacked, const std::vector<Run>& runs,
                    const std::vector<Mistake>& mistakes, const Tolerance& tolerance,
                    ExerciseResult& result) {
  for (std::size_t i = 0; i < lacked.size() && i < 3; ++i)
    result.details.push_back(lacked[i]->message);
  std::set<std::string> alike;
  for (const Mistake& mistake : mistakes) {
    if (mistake.lacks && records_steps_of(runs, mistake, tolerance)) alike.insert(mistake.message);
  }
  if (alike.size() == 1)
    result.details.push_back("The recorded steps are those of this mistake: " + *alike.begin());
}

/// Whether a failed build may be the machine's fault: a full disk, a damaged or stale kit. The
/// words can stand in a student's code as well, so the stub that was handed out has to fail, too.
void check_machine(const Grader& grader, const Exercise& exercise, const Program& program) {
  bool suspicious = false;
  for (const char* words :
       {"precompiled header", "PCH", "AST file", "No space left", "Input/output error"}) {
    suspicious = suspicious || program.log.find(words) != std::string::npos;
  }
  if (!suspicious || !fs::exists(exercise.original())) return;
  check_room(temporary_base());
  const Program stub = ProgramBuild(grader.kit, exercise, read_file(exercise.original())).finish();
  if (!stub.problem) return;
  throw GraderFault(
      "the stub as it was handed out does not build either: " + stub.message,
      fmt::format("rm -rf {} && ./grade", shell_word(grader.kit.build_folder().string())));
}

/// Keeps a whole compiler log; where that is not possible the digest must do.
void keep_log(const Grader& grader, const Exercise& exercise, const std::string& log,
              ExerciseResult& result) {
  if (grader.options.logs.empty() || log.empty()) return;
  const fs::path file = grader.options.logs / (exercise.folder + ".log");
  std::error_code ignored;
  fs::create_directories(grader.options.logs, ignored);
  try {
    write_file(file, harmless(log));
    result.details.push_back(fmt::format("the compiler's whole output: {}", file.string()));
  } catch (const InputError&) {
  }
}

/// Fills in the result of each case: of those that ran, and of those left out.
void report_cases(const Grader& grader, const std::vector<Case>& cases,
                  const std::vector<CaseRun>& runs, ExerciseResult& result) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (i >= runs.size()) {
      CaseResult skipped;
      skipped.name = cases[i].name;
      if (!cases[i].fresh) skipped.elements = expected_elements(cases[i]);
      result.cases.push_back(std::move(skipped));
      continue;
    }
    if (grader.options.watch) grader.options.watch(cases[i], runs[i].outcome);
    result.cases.push_back(runs[i].result);
    result.run_seconds += runs[i].seconds;
  }
  if (runs.back().outcome.ending == Ending::run_limit && runs.size() < cases.size()) {
    result.details.push_back(fmt::format("not run: {} of {}", cases.size() - runs.size(),
                                         count_text(cases.size(), "case")));
  }
}

/// Leaves only the first case that failed, or the first.
void keep_one(std::vector<Case>& cases, std::vector<CaseRun>& runs) {
  const auto failed = std::ranges::find_if(
      runs, [](const CaseRun& run) { return run.result.verdict != Verdict::passed; });
  const auto place = failed == runs.end() ? 0 : failed - runs.begin();
  cases = {std::move(cases[static_cast<std::size_t>(place)])};
  runs = {std::move(runs[static_cast<std::size_t>(place)])};
}

/// Why a copy of the course without solutions cannot grade an exercise; empty where it can.
std::string missing_references(const Course& course, const Exercise& exercise) {
  std::vector<std::string> names;
  const auto add = [&](const fs::path& source) {
    const std::string folder = source.parent_path().filename().string();
    const std::string name = folder.substr(0, folder.find('_'));
    if (!fs::exists(source) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const Reference& reference : exercise.references) add(reference.source);
  if (exercise.measures) add(exercise.measures_source);
  if (names.empty() || fs::exists(course.root / "solutions")) return "";
  return fmt::format(
      "it is graded with the reference version of {}, and this copy of the course has no solutions",
      fmt::join(names, ", "));
}

void report_problem(ExerciseResult& result, Verdict verdict, std::string message) {
  result.verdict = verdict;
  result.message = std::move(message);
}

/// The limits of an exercise, or those that the options put in their place. All calls together may
/// take ten times as long as one may compute; fresh cases, of which there may be many, add a tenth
/// of that time each.
Limits limits_of(const Exercise& exercise, const GradeOptions& options) {
  Limits limits = exercise.limits;
  limits.cpu_seconds = options.cpu_seconds.value_or(limits.cpu_seconds);
  limits.memory_mib = options.memory_mib.value_or(limits.memory_mib);
  if (limits.run_seconds == 0 || options.cpu_seconds) limits.run_seconds = 10 * limits.cpu_seconds;
  limits.run_seconds += limits.cpu_seconds * options.fresh / 10;
  limits.run_seconds = options.run_seconds.value_or(limits.run_seconds);
  return limits;
}

/// `kit` where a build may take so long, and no longer than the submission has left.
Kit with_build_time(const Grader& grader, double seconds) {
  Kit kit = grader.kit;
  kit.build_wall_seconds = std::min(seconds, grader.options.seconds_left.value_or(seconds));
  return kit;
}

void grade_text(const Grader& grader, const Exercise& exercise, const std::string& text,
                ExerciseResult& result) {
  Limits limits = limits_of(exercise, grader.options);
  const double build_seconds = grader.kit.build_cpu_seconds;
  auto start = Clock::now();
  ProgramBuild build(with_build_time(grader, 1.5 * build_seconds), exercise, text);
  result.prepare_seconds = seconds_since(start);
  // While the compiler works: the reference data are read, the launcher loads.
  std::vector<Case> cases = checked_cases(grader.course, exercise);
  std::vector<Mistake> mistakes;  // one case alone does not tell which was made
  if (!grader.options.first_failed) mistakes = load_mistakes(grader.course, exercise);
  if (!grader.options.only_case.empty())
    std::erase_if(cases, [&](const Case& one) { return one.name != grader.options.only_case; });
  Runner runner(grader.kit);

  Program program = build.finish();
  if (program.problem && program.machine_was_busy) {
    result.compile_seconds = program.seconds;
    program = ProgramBuild(with_build_time(grader, 3 * build_seconds), exercise, text).finish();
  }
  result.compile_seconds += program.seconds;
  if (grader.options.fresh > 0) {
    std::ranges::move(fresh_cases(grader, exercise, text, limits), std::back_inserter(cases));
  }
  if (program.problem) {
    check_machine(grader, exercise, program);
    report_problem(result, *program.problem, program.message);
    result.details = program.details;
    keep_log(grader, exercise, program.log, result);
    return;
  }
  start = Clock::now();
  Descriptor measures;
  if (exercise.measures) measures = opened_program(measures_program(grader.kit, exercise));
  result.prepare_seconds += seconds_since(start);
  if (const auto left = grader.options.seconds_left) {
    const double seconds =
        std::clamp(*left - result.compile_seconds, 1.0, 1.0 * limits.run_seconds);
    limits.run_seconds = static_cast<unsigned>(seconds);
  }
  std::vector<CaseRun> case_runs =
      run_cases(grader, runner, program.file.get(), measures.get(), exercise, cases, limits);
  const bool ended_in_public = !cases[case_runs.size() - 1].fresh;
  if (case_runs.back().outcome.ending == Ending::load_failed && ended_in_public) {
    report_load_problem(exercise, limits, case_runs.back().outcome.text, result);
    return;
  }

  if (grader.options.first_failed) keep_one(cases, case_runs);
  report_cases(grader, cases, case_runs, result);
  std::vector<Run> runs;
  for (std::size_t i = 0; i < case_runs.size() && !cases[i].fresh; ++i)
    runs.push_back({&cases[i], &case_runs[i].outcome});
  conclude(result, exercise, runs, mistakes);
  // A property starts from a case of its own, which need not be the one chosen.
  if (!result.mistake && !grader.options.first_failed &&
      (result.verdict == Verdict::wrong_value || result.verdict == Verdict::not_finite)) {
    start = Clock::now();
    tell_behaviour(lacking(runner, program.file.get(), exercise, cases, limits), runs, mistakes,
                   exercise.tolerance, result);
    result.run_seconds += seconds_since(start);
  }
  if (result.verdict != Verdict::passed) result.warnings = std::move(program.details);
}

/// Cuts what is long: students' code decides of much of it, and a report holds many.
void cut_long_texts(ExerciseResult& result) {
  constexpr std::size_t most_bytes = 4000, most_lines = 60;
  result.message = shortened_to(result.message, most_bytes);
  for (CaseResult& one : result.cases) one.message = shortened_to(one.message, most_bytes);
  for (auto* lines : {&result.notes, &result.details, &result.warnings}) {
    for (std::string& line : *lines) line = shortened_to(line, most_bytes);
    if (lines->size() <= most_lines) continue;
    const std::size_t more = lines->size() - most_lines;
    lines->resize(most_lines);
    lines->push_back(fmt::format("({} left out)", count_text(more, "more line")));
  }
}

}  // namespace

ExerciseResult grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                              Untouched untouched) {
  ExerciseResult result;
  result.number = exercise.number;
  result.name = exercise.name;
  result.title = exercise.title;
  result.file = intake.file.string();
  result.max_score = exercise.points;
  if (intake.problem) {
    report_problem(result, *intake.problem, intake.reason);
  } else if (trimmed(intake.text).empty()) {
    report_problem(result, Verdict::build_failed, "the file is empty");
  } else if (const std::string lack = missing_references(grader.course, exercise); !lack.empty()) {
    report_problem(result, Verdict::skipped, lack);
  } else if (untouched == Untouched::is_not_started && is_original_stub(exercise, intake.text)) {
    report_problem(result, Verdict::not_started, "the stub is as it was handed out");
  } else if (grader.options.seconds_left.value_or(1) <= 0) {
    report_problem(
        result, Verdict::time_limit,
        "not built and not run: the exercises before have used up the submission's time");
  } else {
    try {
      grade_text(grader, exercise, intake.text, result);
    } catch (const GraderFault& fault) {
      report_problem(result, Verdict::internal_error, fault.what());
      if (!fault.fix.empty()) result.details.push_back("fix: " + fault.fix);
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      report_problem(result, Verdict::internal_error, error.what());
    }
  }
  cut_long_texts(result);
  return result;
}

std::vector<std::string> lacking_properties(const Grader& grader, const Exercise& exercise,
                                            const std::string& text) {
  const Program program = ProgramBuild(grader.kit, exercise, text).finish();
  if (program.problem) throw InputError(program.message);
  Runner runner(grader.kit);
  std::vector<std::string> names;
  for (const Property* property : lacking(runner, program.file.get(), exercise,
                                          load_cases(grader.course, exercise), exercise.limits)) {
    names.push_back(property->name);
  }
  return names;
}

void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto worker = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (failure == nullptr) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> threads;
  const std::size_t extra = std::min<std::size_t>(jobs, count);
  for (std::size_t i = 1; i < extra; ++i) threads.emplace_back(worker);
  worker();
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace grader
