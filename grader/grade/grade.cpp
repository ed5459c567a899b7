#include "grade/grade.hpp"

#include "compile/newer_cpp.hpp"
#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "explain/explain.hpp"
#include "explain/properties.hpp"
#include "grade/cases.hpp"
#include "grade/conclude.hpp"
#include "grade/second_look.hpp"
#include "grade/value_place.hpp"
#include "grade/whereabouts.hpp"
#include "judge/judge.hpp"
#include "run/runner.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <span>

namespace grader {
namespace {

namespace fs = std::filesystem;

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
  Workbench bench = grader.bench;
  bench.keeps_programs = false;
  const Program stub = ProgramBuild(bench, exercise, read_file(exercise.original())).finish();
  if (!stub.problem) return;
  throw GraderFault(
      "the stub as it was handed out does not build either: " + stub.message,
      fmt::format("rm -rf {} && ./grade", shell_word(grader.bench.kit.build_folder().string())));
}

/// The first run that failed; the end where none did.
std::vector<CaseRun>::iterator first_failed(std::vector<CaseRun>& runs) {
  return std::ranges::find_if(
      runs, [](const CaseRun& run) { return run.result.verdict != Verdict::passed; });
}

/// Leaves only the first case that failed, or the first.
void keep_one(std::vector<Case>& cases, std::vector<CaseRun>& runs) {
  const auto failed = first_failed(runs);
  const auto place = failed == runs.end() ? 0 : failed - runs.begin();
  cases = {std::move(cases[static_cast<std::size_t>(place)])};
  runs = {std::move(runs[static_cast<std::size_t>(place)])};
}

/// Why a copy of the course without solutions cannot grade an exercise; empty where it can.
std::string missing_references(const Grader& grader, const Exercise& exercise) {
  std::vector<std::string> names;
  for (const fs::path& source : missing_sources(grader.bench.kit, exercise)) {
    const std::string folder = source.parent_path().filename().string();
    const std::string name = folder.substr(0, folder.find('_'));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  const Course& course = grader.course;
  const bool released = fs::exists(course.released());
  if (names.empty() || (fs::exists(course.root / "solutions") && !released)) return "";
  return fmt::format(
      "it is graded with the reference version of {}, and this copy of the course {}",
      fmt::join(names, ", "),
      released ? released_for(grader.bench.kit, exercise) : "has no solutions");
}

void report_problem(ExerciseResult& result, Verdict verdict, std::string finding) {
  result.verdict = verdict;
  result.finding = std::move(finding);
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

void report_build_problem(const Grader& grader, const Exercise& exercise, const Program& program,
                          Graded& graded) {
  check_machine(grader, exercise, program);
  report_problem(graded.result, *program.problem, program.message);
  graded.result.place = program.place;
  graded.result.details.assign(program.details.begin(), program.details.end());
  graded.log = program.log;
}

/// What is left of the time that all calls together may take, in a submission with a limit.
void limit_by_submission(const Grader& grader, const ExerciseResult& result, Limits& limits) {
  const auto left = grader.options.seconds_left;
  if (!left) return;
  const double seconds = std::clamp(*left - result.compile_seconds, 1.0, 1.0 * limits.run_seconds);
  limits.run_seconds = static_cast<unsigned>(seconds);
}

/// What a program that failed is explained from.
Failure failure_in(const Exercise& exercise, const std::vector<Run>& runs,
                   const ExerciseResult& result) {
  return {exercise, runs, result.cases, result.verdict};
}

/// Explains a failure by what the program did in the public runs.
void explain_failure(const Exercise& exercise, const std::string& text, const Selection& selection,
                     bool numbers, const std::vector<Mistake>& mistakes, Replayer& replayer,
                     Graded& graded) {
  ExerciseResult& result = graded.result;
  const auto start = Clock::now();
  const bool all_cases = !selection.one_alone;
  const std::string stub =
      all_cases && fs::exists(exercise.original()) ? read_file(exercise.original()) : "";
  Failure failure = failure_in(exercise, public_runs(graded), result);
  failure.texts = {stub, text};
  failure.numbers = numbers;
  failure.compiler_says_why = result.warnings_say_why();
  Explanation told = explain(failure, mistakes, replayer);
  graded.replays = std::move(told.replays);
  std::set<std::string> missed = std::move(told.missed);
  add_explanation(std::move(told), result);
  result.prepare_seconds += replayer.prepare_seconds();
  result.run_seconds += seconds_since(start) - replayer.prepare_seconds();
  const bool returned = std::ranges::any_of(
      graded.replays, [](const ReplayedRun& each) { return !each.run.outcome->results.empty(); });
  if (!all_cases || !returned) return;
  const std::vector<std::string> all = steps_and_results(exercise, graded.cases);
  // A case without a replay has not come to any step.
  if (graded.replays.size() < public_cases(graded).size()) missed.insert(all.begin(), all.end());
  result.follow_through = share_without(missed, all, exercise);
  graded.missed = std::move(missed);
}

/// What the behaviour of a program with wrong numbers tells, where these leave it unexplained.
std::vector<Remark> behaviour_of_failed(const Calls& calls, const Exercise& exercise,
                                        const Graded& graded) {
  // A property starts from a case of its own, which need not be the one that failed.
  const auto failed = std::ranges::find_if(
      graded.runs, [](const CaseRun& run) { return run.result.verdict != Verdict::passed; });
  const Case& one = graded.cases[static_cast<std::size_t>(failed - graded.runs.begin())];
  if (judge(exercise, one, failed->outcome, calls.limits).verdict == Verdict::passed) return {};
  if (changes_between_calls(calls, exercise, one)) {
    // What a property says of two calls would be said of two that differ anyway.
    return {Remark(
        "Called twice with the same arguments, it gives different results: something is kept "
        "between calls (static or global), is random, was never set, or is written beyond an "
        "array.")};
  }
  std::vector<Remark> remarks;
  for (std::string& words :
       words_on(lacking(exercise, public_cases(graded), calls.runner, calls.program, calls.limits)))
    remarks.emplace_back(RemarkKind::property, std::move(words));
  return remarks;
}

/// Concludes from the public runs, and explains.
void conclude_and_explain(const Calls& calls, const Exercise& exercise, const std::string& text,
                          const Selection& selection, const std::vector<Mistake>& mistakes,
                          Replayer& replayer, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (selection.one_alone) keep_one(graded.cases, graded.runs);
  report_cases(public_cases(graded), graded.runs, result);
  const std::vector<Run> runs = public_runs(graded);
  conclude(exercise, runs, result);
  if (exercise.measures || runs.empty()) return;
  if (result.verdict == Verdict::passed) {
    if (selection.one_alone) return;
    for (const Mistake* each : replayer.recorded(runs, true)) result.notes.push_back(each->message);
    return;
  }
  explain_failure(exercise, text, selection, !calls.wordless, mistakes, replayer, graded);
  if (selection.one_alone) {
    if (!graded.replays.empty()) graded.given = given_its_steps(exercise, graded.replays.front());
    return;
  }
  const bool wrong_numbers =
      result.verdict == Verdict::wrong_value || result.verdict == Verdict::not_finite;
  if (result.mistake || !wrong_numbers) return;
  const auto start = Clock::now();
  std::ranges::move(behaviour_of_failed(calls, exercise, graded),
                    std::back_inserter(result.details));
  result.run_seconds += seconds_since(start);
}

/// What to say of a program that passes the public cases, should it fail in a fresh one: which
/// properties it lacks, and of which mistake it recorded the steps, since several mistakes can lack
/// the same ones.
std::vector<std::string> behaviour_of_passed(const Calls& calls, const Exercise& exercise,
                                             Replayer& replayer, const Graded& graded) {
  std::vector<std::string> words =
      words_on(lacking(exercise, public_cases(graded), calls.runner, calls.program, calls.limits));
  for (const Mistake* mistake : replayer.recorded(public_runs(graded), false))
    words.push_back("The recorded steps are those of this mistake: " + mistake->message);
  return words;
}

/// Counts as earned what all fresh cases earn, too. They ran last, and nothing is told of them but
/// which steps that are.
void count_fresh_steps(const GradeOptions& options, const Exercise& exercise,
                       const std::vector<Mistake>& mistakes, Replayer& replayer, Graded& graded) {
  ExerciseResult& result = graded.result;
  const std::size_t count = public_cases(graded).size();
  const bool public_pass = std::ranges::all_of(
      result.cases.begin(), result.cases.begin() + static_cast<std::ptrdiff_t>(count),
      [](const CaseResult& one) { return one.verdict == Verdict::passed; });
  if (result.verdict == Verdict::passed || (!graded.missed && !public_pass)) return;
  const auto start = Clock::now();
  const std::vector<std::string> all = steps_and_results(exercise, graded.cases);
  const std::set<std::string> everything(all.begin(), all.end());
  const auto missed_in = [&](const std::vector<Run>& runs) {
    return missed_steps(failure_in(exercise, runs, result), mistakes, replayer)
        .value_or(everything);
  };
  std::set<std::string> missed =
      graded.missed ? std::move(*graded.missed) : missed_in(public_runs(graded));
  std::vector<Run> fresh;
  for (std::size_t i = count; i < graded.runs.size(); ++i)
    fresh.push_back({&graded.cases[i], &graded.runs[i].untold});
  if (count + fresh.size() < graded.cases.size()) missed = everything;
  if (missed.size() < all.size()) missed.merge(missed_in(fresh));
  result.follow_through = share_without(missed, all, exercise);
  result.run_seconds += seconds_since(start);
  if (options.marks != Marks::steps) return;
  std::vector<std::string> earned = all;
  std::erase_if(earned, [&](const std::string& name) { return missed.contains(name); });
  result.details.push_back(
      fmt::format("right or following in every case, fresh ones too: {}",
                  earned.empty() ? "nothing" : fmt::to_string(fmt::join(earned, ", "))));
}

/// Runs the fresh cases, and concludes once more. After them nothing is called of which anything is
/// told.
void run_fresh_cases(const GradeOptions& options, const Calls& calls, const Exercise& exercise,
                     const std::vector<Mistake>& mistakes, Replayer& replayer, Graded& graded) {
  const std::size_t count = public_cases(graded).size();
  const std::span<const Case> fresh = std::span<const Case>(graded.cases).subspan(count);
  if (fresh.empty()) return;
  std::vector<std::string> behaviour;  // asked for before it is known whether it is wanted
  if (graded.result.verdict == Verdict::passed && !exercise.measures)
    behaviour = behaviour_of_passed(calls, exercise, replayer, graded);
  std::vector<CaseRun> runs;
  if (graded.runs.size() == count && !ends_the_run(exercise, graded.runs.back()))
    runs = run_cases(calls, exercise, fresh);
  report_cases(fresh, runs, graded.result);
  std::ranges::move(runs, std::back_inserter(graded.runs));
  conclude_fresh(behaviour, graded.result);
  count_fresh_steps(options, exercise, mistakes, replayer, graded);
  for (CaseRun& run : graded.runs) run.untold = {};
}

/// What runs a program, and the program as each opens it.
struct Runners {
  Runner& runner;
  int program;
  Runner* twin = nullptr;
  int twin_program = -1;
};

/// Runs a program, built of `text`, on the cases of `graded`, and concludes. `look` looks closer at
/// what is concluded from the public ones.
template <class Look>
void run_program(const Grader& grader, const Exercise& exercise, const std::string& text,
                 const Runners& runners, Limits limits, const Selection& selection, Graded& graded,
                 Look look) {
  ExerciseResult& result = graded.result;
  const auto start = Clock::now();
  Descriptor measures;
  if (exercise.measures) measures = opened_program(measures_program(grader.bench, exercise));
  result.prepare_seconds += seconds_since(start);
  limit_by_submission(grader, result, limits);
  const Calls calls{.runner = runners.runner,
                    .program = runners.program,
                    .twin = runners.twin,
                    .twin_program = runners.twin_program,
                    .measures = measures.get(),
                    .limits = limits,
                    .until_failed = selection.one_alone,
                    .wordless = !grader.options.secret.empty() && !exercise.references.empty(),
                    .tell = grader.bench.tell};
  graded.runs = run_cases(calls, exercise, public_cases(graded));
  graded.runs.reserve(graded.cases.size());  // replays point to them
  const Outcome& last = graded.runs.back().outcome;
  if (last.ending == Ending::load_failed)
    return report_load_problem(exercise, limits, last.text, result);
  const auto material = grader.library->of(grader.course, exercise);
  const std::vector<Mistake> none;
  const std::vector<Mistake>& mistakes = selection.one_alone ? none : material->mistakes;
  Replayer replayer(grader.bench, grader.course, exercise, *material, runners.runner);
  conclude_and_explain(calls, exercise, text, selection, mistakes, replayer, graded);
  result.score = points_of(result, public_cases(graded), grader.options);
  look();
  run_fresh_cases(grader.options, calls, exercise, mistakes, replayer, graded);
  result.score = points_of(result, graded.cases, grader.options);
}

/// The public cases of `selection`.
std::vector<Case> chosen_cases(const Grader& grader, const Exercise& exercise,
                               const Selection& selection) {
  std::vector<Case> cases = grader.library->of(grader.course, exercise)->cases;
  if (!selection.name.empty())
    std::erase_if(cases, [&](const Case& one) { return one.name != selection.name; });
  return cases;
}

void add_fresh_cases(const Grader& grader, const Exercise& exercise, const std::string& text,
                     const Limits& limits, Graded& graded) {
  if (grader.options.fresh == 0) return;
  std::ranges::move(fresh_cases(grader, exercise, text, limits), std::back_inserter(graded.cases));
}

/// Runs a program on all cases, fresh ones among them where the options ask for some.
void run_all_cases(const Grader& grader, const Exercise& exercise, Runner& runner, int program,
                   Graded& graded) {
  const Limits limits = limits_of(exercise, grader.options);
  graded.cases = chosen_cases(grader, exercise, {});
  add_fresh_cases(grader, exercise, "", limits, graded);
  run_program(grader, exercise, "", {runner, program}, limits, {}, graded, [] {});
}

/// Where a program failed, and why; what is wrong with one that passed.
void take_second_look(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, LaunchedRunner& runner, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (result.verdict == Verdict::passed) {
    // A variable that is never set may have passed by luck.
    std::erase_if(result.warnings,
                  [](const std::string& line) { return !line.ends_with("[-Wuninitialized]"); });
    return look_at_passed(grader, exercise, text, program, runner, graded);
  }
  auto failed = std::ranges::find_if(
      graded.runs, [](const CaseRun& run) { return run.outcome.ending != Ending::returned; });
  if (failed != graded.runs.end()) {
    tell_whereabouts(grader, exercise, text, program, *failed, result);
  } else {
    failed = first_failed(graded.runs);
  }
  if (failed != graded.runs.end()) {
    const auto which = static_cast<std::size_t>(failed - graded.runs.begin());
    look_again(grader, exercise, text, program, runner, graded.cases[which], failed->outcome,
               result);
  }
}

void grade_text(const Grader& grader, const Exercise& exercise, const std::string& text,
                const Selection& selection, std::unique_ptr<Workplace> place, Graded& graded);

/// Grades with GCC what clang has refused, perhaps for want of a part of C++20. Whether GCC
/// compiles it; else `graded` stays as it was.
bool graded_by_gcc(const Grader& grader, const Exercise& exercise, const std::string& text,
                   const Selection& selection, const Program& refused, Graded& graded) {
  if (!may_lack_a_feature(grader.bench.kit, refused.log)) return false;
  const auto bench = with_gcc_kit(grader.bench);
  if (!bench) return false;
  Grader other = grader;
  other.bench = *bench;
  if (!missing_references(other, exercise).empty()) return false;
  if (auto& left = other.options.seconds_left) *left -= refused.seconds;
  Graded again;
  again.result = graded.result;
  grade_text(other, exercise, text, selection, nullptr, again);
  const Verdict verdict = again.result.verdict;
  if (verdict == Verdict::build_failed || verdict == Verdict::build_limit) return false;
  again.result.compile_seconds += refused.seconds;
  again.result.notes.push_back(
      fmt::format("{} lacks a part of C++20 that this program uses: it was graded with g++.",
                  grader.bench.kit.compiler_version));
  graded = std::move(again);
  return true;
}

void grade_text(const Grader& grader, const Exercise& exercise, const std::string& text,
                const Selection& selection, std::unique_ptr<Workplace> place, Graded& graded) {
  ExerciseResult& result = graded.result;
  const auto start = Clock::now();
  if (!place) place = std::make_unique<Workplace>(grader, exercise);
  result.prepare_seconds = seconds_since(start);
  place->build.begin(text);
  // While the compiler works: the reference data are read, the launcher loads.
  graded.cases = chosen_cases(grader, exercise, selection);
  if (!place->runner) place->make_runner(grader);
  Program program = place->build.finish(grader.options.seconds_left);
  result.compile_seconds = program.seconds;
  if (program.problem) {
    if (!graded_by_gcc(grader, exercise, text, selection, program, graded))
      report_build_problem(grader, exercise, program, graded);
    return;
  }
  const Limits limits = limits_of(exercise, grader.options);
  add_fresh_cases(grader, exercise, text, limits, graded);
  Descriptor again;
  if (place->twin) again = opened_again(program.file.get());
  result.warnings = program.details;
  run_program(grader, exercise, text,
              {*place->runner, program.file.get(), place->twin.get(), again.get()}, limits,
              selection, graded,
              [&] { take_second_look(grader, exercise, text, program, *place->runner, graded); });
  if (result.verdict != Verdict::passed && !result.cause) result.warnings = program.details;
}

/// Whether a text is UTF-16: by its byte order mark, or since every other byte of its beginning is
/// 0, as it is of ASCII characters.
bool is_utf_16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  std::size_t zeros[2] = {};
  const std::size_t looked_at = std::min<std::size_t>(text.size(), 256);
  for (std::size_t i = 0; i < looked_at; ++i) zeros[i % 2] += text[i] == 0 ? 1 : 0;
  return std::min(zeros[0], zeros[1]) == 0 && 4 * std::max(zeros[0], zeros[1]) > looked_at;
}

/// Whether there is something to compile; else the result says why not.
bool gradable(const Grader& grader, const Exercise& exercise, const Intake& intake,
              Untouched untouched, ExerciseResult& result) {
  if (intake.problem) {
    report_problem(result, *intake.problem, intake.reason);
  } else if (trimmed(intake.text).empty()) {
    report_problem(result, Verdict::build_failed, "the file is empty");
  } else if (is_utf_16(intake.text)) {
    report_problem(result, Verdict::build_failed,
                   "it does not compile: the file is UTF-16, which compilers do not read: save it "
                   "as UTF-8");
  } else if (const std::string lack = missing_references(grader, exercise); !lack.empty()) {
    report_problem(result, Verdict::skipped, lack);
  } else if (untouched == Untouched::is_not_started && is_original_stub(exercise, intake.text)) {
    report_problem(result, Verdict::not_started, "the stub is as it was handed out");
  } else if (grader.options.seconds_left.value_or(1) <= 0) {
    report_problem(
        result, Verdict::time_limit,
        "not built and not run: the exercises before have used up the submission's time");
  } else {
    return true;
  }
  return false;
}

/// Does `work`, and reports faults of ours in the result.
template <class Work>
void guarded(ExerciseResult& result, Work work) {
  try {
    work();
  } catch (const GraderFault& fault) {
    report_problem(result, Verdict::internal_error, fault.what());
    if (!fault.fix.empty()) result.details.emplace_back(RemarkKind::fix, "fix: " + fault.fix);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    report_problem(result, Verdict::internal_error, error.what());
  }
  cut_long_texts(result);
}

}  // namespace

Workplace::Workplace(const Grader& grader, const Exercise& exercise)
    : build(grader.bench, exercise) {}

Workplace::~Workplace() {
  if (runner) runner->end();
}

void Workplace::make_runner(const Grader& grader) {
  runner.emplace(grader.bench);
  twin = runner->twin();
}

std::span<const Case> public_cases(const Graded& graded) {
  const auto fresh = std::ranges::find_if(graded.cases, &Case::fresh);
  return {graded.cases.begin(), fresh};
}

std::vector<Run> public_runs(const Graded& graded) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < graded.runs.size() && !graded.cases[i].fresh; ++i)
    runs.push_back({&graded.cases[i], &graded.runs[i].outcome});
  return runs;
}

Graded grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                      Untouched untouched, const Selection& selection,
                      std::unique_ptr<Workplace> ready) {
  Graded graded;
  graded.result = ungraded(exercise);
  graded.result.file = intake.file.string();
  guarded(graded.result, [&] {
    if (!gradable(grader, exercise, intake, untouched, graded.result)) return;
    grade_text(grader, exercise, intake.text, selection, std::move(ready), graded);
    const Verdict verdict = graded.result.verdict;
    const bool of_value = verdict == Verdict::wrong_value || verdict == Verdict::wrong_shape ||
                          verdict == Verdict::not_finite;
    if (of_value && !graded.result.place)
      graded.result.place = place_of_value(intake.text, exercise, graded.result.first_wrong_step);
  });
  return graded;
}

Graded grade_program(const Grader& grader, Runner& runner, int program, const Exercise& exercise) {
  Graded graded;
  graded.result = ungraded(exercise);
  run_all_cases(grader, exercise, runner, program, graded);
  return graded;
}

std::vector<std::string> lacking_properties(const Grader& grader, Runner& runner, int program,
                                            const Exercise& exercise) {
  const auto material = grader.library->of(grader.course, exercise);
  std::vector<std::string> names;
  for (const Property* property :
       lacking(exercise, material->cases, runner, program, exercise.limits))
    names.push_back(property->name);
  return names;
}

}  // namespace grader
