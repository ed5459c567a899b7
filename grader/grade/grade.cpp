#include "grade/grade.hpp"

#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "explain/explain.hpp"
#include "grade/conclude.hpp"
#include "grade/second_look.hpp"
#include "grade/crash_lines.hpp"
#include "judge/costs.hpp"
#include "judge/judge.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Whether a failed build may be the machine's fault: nothing in the text is told as the reason, or
/// the words are those of a full disk, or of a damaged or stale kit.
bool may_be_ours(const Program& program) {
  if (!program.problem || program.unexplained) return program.problem.has_value();
  constexpr const char* words[] = {"precompiled header", "PCH", "AST file", "No space left",
                                   "Input/output error"};
  return std::ranges::any_of(
      words, [&](const char* each) { return program.log.find(each) != std::string::npos; });
}

/// The program; where its build failed and that may be the machine's fault, built once more. Throws
/// GraderFault where the stub that was handed out does not build either.
Program checked(const Grader& grader, const Exercise& exercise, const std::string& text,
                Program program) {
  if (!may_be_ours(program) || !fs::exists(exercise.original())) return program;
  check_room(temporary_base());
  Toolchain bench = grader.bench;
  bench.keeps_programs = false;
  const Program stub = ProgramBuild(bench, exercise, read_file(exercise.original())).finish();
  if (stub.problem) {
    throw GraderFault("the stub as it was handed out does not build either: " + stub.message,
                      fmt::format("rm -rf {} && ./grade, once {} works by itself",
                                  shell_word(grader.bench.kit.build_folder().string()),
                                  grader.bench.kit.compiler));
  }
  Program again = ProgramBuild(bench, exercise, text).finish();
  return again.problem ? std::move(program) : std::move(again);
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

/// The limits of an exercise, or those of the options. All calls together may take 25 times as
/// long as one may compute; each fresh case adds a tenth of that time.
Limits limits_of(const Exercise& exercise, const GradeOptions& options) {
  Limits limits = exercise.limits;
  limits.cpu_seconds = options.cpu_seconds.value_or(limits.cpu_seconds);
  limits.memory_mib = options.memory_mib.value_or(limits.memory_mib);
  const unsigned all_calls = 25 * limits.cpu_seconds + limits.cpu_seconds * options.fresh / 10;
  limits.run_seconds = options.run_seconds.value_or(all_calls);
  return limits;
}

/// What grading one text rests on.
struct Task {
  const Grader& grader;
  const Exercise& exercise;
  const std::string& text;  ///< empty of a program that was built before
  Limits limits;
  std::shared_ptr<const Material> material;
  std::vector<Case> fresh;  ///< for this text
};

Task task_for(const Grader& grader, const Exercise& exercise, const std::string& text) {
  return {grader,
          exercise,
          text,
          limits_of(exercise, grader.options),
          grader.library->of(grader.course, exercise),
          {}};
}

/// The first run that failed; the number of runs where none did.
std::size_t first_failed(const std::vector<CaseRun>& runs) {
  const auto found = std::ranges::find_if(
      runs, [](const CaseRun& run) { return run.result.verdict != Verdict::passed; });
  return static_cast<std::size_t>(found - runs.begin());
}

/// The programs that measure what a program gives, or have the mistakes that it must catch.
struct OtherPrograms {
  Descriptor measures;
  std::optional<CaughtVersions> caught;
};

OtherPrograms other_programs(const Task& task) {
  const Grader& grader = task.grader;
  const Exercise& exercise = task.exercise;
  if (exercise.catches)
    return {{}, caught_versions(grader.bench, grader.course, *grader.library, exercise)};
  if (exercise.measures) return {opened_program(measures_program(grader.bench, exercise)), {}};
  return {};
}

RunContext context_of(const Task& task, const OtherPrograms& others, Runner& runner, int program) {
  const GradeOptions& options = task.grader.options;
  return {.runner = runner,
          .program = program,
          .measures = others.measures.get(),
          .caught = others.caught ? &*others.caught : nullptr,
          .limits = task.limits,
          .hide_output = !options.secret.empty() && !task.exercise.references.empty(),
          .reveal_fresh_cases = options.reveal_fresh_cases,
          .tell = task.grader.bench.tell};
}

/// Cases, and the runs of the first of them.
struct RanCases {
  std::vector<Case> cases;
  std::vector<CaseRun> runs;
};

/// Tries a program that passes so far in every shape. Adds the smallest that fails as a case like
/// others.
void add_failing_shape(const Task& task, const RunContext& context, RanCases& ran) {
  const Exercise& exercise = task.exercise;
  if (!all_pass(ran.runs) || ran.runs.empty() || exercise.measures || exercise.catches) return;
  std::vector<Case> shapes = expected_shapes(task.grader, exercise, task.text, context.runner);
  const auto failing = first_failing(context, exercise, shapes);
  if (!failing) return;
  Case& one = shapes[failing->which];
  CaseRun run = std::move(run_cases(context, exercise, std::span(&one, 1)).front());
  if (!one.fresh && one.name.starts_with("shape"))
    run.result.message += shape_text(one, failing->passed, shapes.size());
  ran.cases.push_back(std::move(one));
  ran.runs.push_back(std::move(run));
}

CostRun run_costs(const Task& task, const RunContext& context, Case& one) {
  const Descriptor solution = opened_program(solution_program(task.grader.bench, task.exercise));
  return run_cost_case(context, solution.get(), task.exercise, one);
}

/// What became of the public cases.
struct PublicRuns : RanCases {
  std::vector<Counted> costs = {};  ///< of a program whose numbers are right
};

/// Counts what a program costs that is right so far, on a case of its own.
void count_costs(const Task& task, const RunContext& context, PublicRuns& ran) {
  Case one = cost_case(task.exercise, 0);
  if (all_pass(ran.runs)) {
    CostRun counted = run_costs(task, context, one);
    ran.costs = std::move(counted.costs);
    ran.runs.push_back(std::move(counted.run));
  }
  ran.cases.push_back(std::move(one));
}

PublicRuns run_public(const Task& task, const RunContext& context) {
  PublicRuns ran{{task.material->cases, {}}};
  ran.runs = run_cases(context, task.exercise, ran.cases);
  if (task.grader.options.secret.empty()) add_failing_shape(task, context, ran);
  if (task.exercise.costs) count_costs(task, context, ran);
  return ran;
}

Failure failure_in(const Task& task, std::vector<Run> runs, const ExerciseResult& result) {
  return {task.exercise, std::move(runs), result.cases, result.verdict};
}

/// Whether a program whose numbers are wrong gives others when it is called twice.
bool changes(const Task& task, const RunContext& context, const Graded& graded) {
  const std::size_t failed = first_failed(graded.runs);
  const Case& one = graded.cases[failed];
  const Verdict verdict =
      judge(task.exercise, one, graded.runs[failed].outcome, task.limits).verdict;
  return verdict != Verdict::passed && changes_between_calls(context, task.exercise, one);
}

/// Explains a failure by what the program did in the public runs.
Explained explain_failure(const Task& task, bool numbers, const Graded& graded,
                          Replayer& replayer) {
  Failure failure = failure_in(task, public_runs(graded), graded.result);
  const fs::path original = task.exercise.original();
  const std::string stub = fs::exists(original) ? read_file(original) : "";
  failure.texts = {stub, task.text};
  failure.numbers = numbers;
  failure.compiler_says_why = graded.result.warnings_say_why();
  return explain(failure, task.material->mistakes(), replayer);
}

/// Adds to `graded` notes on a program that passes, or why it failed. Returns the steps and results
/// that earn nothing in some public case; nothing where no case came to one.
std::optional<std::set<std::string>> explain_public_runs(const Task& task,
                                                         const RunContext& context,
                                                         Replayer& replayer, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (result.verdict == Verdict::passed) {
    const std::vector<Run> runs = public_runs(graded);
    for (const Mistake* each : replayer.equivalents(runs)) result.notes.push_back(each->message);
    if (!result.notes.empty()) return std::nullopt;
    if (std::string note = note_on_steps(task.exercise, runs); !note.empty())
      result.notes.push_back(std::move(note));
    return std::nullopt;
  }
  if (result.verdict == Verdict::too_costly) return std::nullopt;  // its limit says why
  Explained explained = explain_failure(task, !context.hide_output, graded, replayer);
  std::optional<std::set<std::string>> missed;
  if (std::ranges::any_of(explained.replays, [](const ReplayedRun& each) {
        return !each.run.outcome->results.empty();
      })) {
    missed = std::move(explained.missed);
    const std::vector<std::string> all = steps_and_results(task.exercise, graded.cases);
    // A case without a replay has not come to any step.
    if (explained.replays.size() < graded.cases.size()) missed->insert(all.begin(), all.end());
    result.follow_through = share_without(*missed, all);
  }
  graded.replays = std::move(explained.replays);
  add_explanation(std::move(explained.told), result);
  const bool wrong_numbers =
      result.verdict == Verdict::wrong_value || result.verdict == Verdict::not_finite;
  if (!result.mistake && wrong_numbers && changes(task, context, graded)) {
    result.details.emplace_back(
        "Called twice with the same arguments, it gives different results: something is kept "
        "between calls (static or global), is random, was never set, or is written beyond an "
        "array or by two threads.");
  }
  return missed;
}

/// Runs the fresh cases. Costs are counted where all numbers are right.
RanCases run_fresh(const Task& task, const RunContext& context, const Graded& graded) {
  RanCases ran{task.fresh, {}};
  const bool passes = graded.result.verdict == Verdict::passed;
  if (graded.runs.size() == graded.cases.size() &&
      !ends_the_run(task.exercise, graded.runs.back())) {
    const bool counts = !ran.cases.empty() && ran.cases.back().costs;
    ran.runs =
        run_cases(context, task.exercise, std::span(ran.cases).first(ran.cases.size() - counts));
    if (passes && all_pass(ran.runs) && counts)
      ran.runs.push_back(run_costs(task, context, ran.cases.back()).run);
  }
  if (passes && !task.grader.options.secret.empty()) add_failing_shape(task, context, ran);
  return ran;
}

/// Counts as earned what all fresh cases earn, too. They ran last, and nothing is told of them but
/// which steps that are. `missed` are those of the public cases; none where nobody asked.
void count_fresh_steps(const Task& task, Replayer& replayer, const RanCases& fresh,
                       std::optional<std::set<std::string>> missed, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (result.verdict == Verdict::passed || (!missed && !all_pass(graded.runs))) return;
  const std::vector<std::string> all = steps_and_results(task.exercise, graded.cases);
  const std::set<std::string> everything(all.begin(), all.end());
  const auto missed_in = [&](std::vector<Run> runs) {
    return missed_steps(failure_in(task, std::move(runs), result), task.material->mistakes(),
                        replayer)
        .value_or(everything);
  };
  if (!missed) missed = missed_in(public_runs(graded));
  std::vector<Run> runs;
  for (std::size_t i = 0; i < fresh.runs.size(); ++i)
    runs.push_back({&fresh.cases[i], &fresh.runs[i].hidden_outcome});
  if (runs.size() < fresh.cases.size()) missed = everything;
  if (missed->size() < all.size()) missed->merge(missed_in(std::move(runs)));
  result.follow_through = share_without(*missed, all);
  if (task.grader.options.marks != Marks::steps) return;
  std::vector<std::string> earned = all;
  std::erase_if(earned, [&](const std::string& name) { return missed->contains(name); });
  result.details.push_back(
      fmt::format("earned in every case, fresh ones too: {}",
                  earned.empty() ? "nothing" : fmt::to_string(fmt::join(earned, ", "))));
}

/// Where a program failed, and why; what is wrong with one that passed.
void take_second_look(const Built& built, LaunchedRunner& runner, Graded& graded) {
  ExerciseResult& result = graded.result;
  if (result.verdict == Verdict::passed) {
    // A variable that is never set may have passed by luck.
    std::erase_if(result.warnings,
                  [](const std::string& line) { return !line.ends_with("[-Wuninitialized]"); });
    fail_on_data_race(built, runner, graded);
    if (result.verdict == Verdict::passed) look_at_passed(built, runner, graded);
    return;
  }
  auto shown = std::ranges::find_if(
      graded.runs, [](const CaseRun& run) { return run.outcome.ending != Ending::returned; });
  if (shown != graded.runs.end())
    add_crash_lines(built, *shown, result);
  else
    shown = graded.runs.begin() + static_cast<std::ptrdiff_t>(first_failed(graded.runs));
  if (shown == graded.runs.end()) return;
  const auto which = static_cast<std::size_t>(shown - graded.runs.begin());
  rerun_with_sanitizers(built, runner, graded.cases[which], shown->outcome, result);
}

/// Runs a program on all cases and concludes. `begun` has what the build gave. `look` looks closer
/// at what is concluded from the public cases.
Graded graded_runs(const Task& task, Runner& runner, int program, ExerciseResult begun,
                   const std::function<void(Graded&)>& look) {
  const Exercise& exercise = task.exercise;
  const GradeOptions& options = task.grader.options;
  const OtherPrograms others = other_programs(task);
  const RunContext context = context_of(task, others, runner, program);

  PublicRuns ran = run_public(task, context);
  Graded graded{std::move(begun), std::move(ran.cases), std::move(ran.runs), {}, {}};
  ExerciseResult& result = graded.result;
  result.costs = std::move(ran.costs);
  const Outcome& last = graded.runs.back().outcome;
  if (last.ending == Ending::load_failed) {
    report_load_problem(exercise, task.limits, last.text, result);
    return graded;
  }
  Replayer replayer(task.grader.bench, task.grader.course, exercise, *task.material, runner);
  report_cases(graded.cases, graded.runs, result);
  conclude(exercise, public_runs(graded), result);
  std::optional<std::set<std::string>> missed;
  if (!exercise.measures && options.explains)
    missed = explain_public_runs(task, context, replayer, graded);
  result.score = points_of(exercise, result, graded.cases.size(), options);
  look(graded);
  if (task.fresh.empty()) return graded;

  const RanCases fresh = run_fresh(task, context, graded);
  report_cases(fresh.cases, fresh.runs, result);
  conclude_fresh(options.reveal_fresh_cases, result);
  count_fresh_steps(task, replayer, fresh, std::move(missed), graded);
  result.score = points_of(exercise, result, graded.cases.size(), options);
  return graded;
}

/// Builds the text and grades the program, in `place` where there is one.
Graded graded_text(const Grader& grader, const Exercise& exercise, const std::string& text,
                   std::unique_ptr<BuildAndRun> place) {
  ExerciseResult result = ungraded(exercise);
  if (!place) place = std::make_unique<BuildAndRun>(grader, exercise);
  place->build.begin(text);
  // While the compiler works: the reference data are read, the launcher loads.
  Task task = task_for(grader, exercise, text);
  if (!place->runner) place->make_runner(grader);
  const Program program = checked(grader, exercise, text, place->build.finish());
  result.compile_seconds = program.seconds;
  if (program.problem) {
    report_problem(result, *program.problem, program.message);
    result.place = program.place;
    result.details.assign(program.details.begin(), program.details.end());
    return {std::move(result), {}, {}, {}, program.log};
  }
  task.fresh = fresh_cases(grader, exercise, text);
  result.warnings = program.details;
  Graded graded = graded_runs(
      task, *place->runner, program.file.get(), std::move(result), [&](Graded& concluded) {
        take_second_look({grader, exercise, text, program}, *place->runner, concluded);
      });
  if (graded.result.verdict != Verdict::passed && !graded.result.cause)
    graded.result.warnings = program.details;
  return graded;
}

/// Grades with GCC what clang has refused, perhaps for want of a part of C++20. Nothing where that
/// is not why.
std::optional<Graded> graded_by_gcc(const Grader& grader, const Exercise& exercise,
                                    const std::string& text, const Graded& refused) {
  if (!may_lack_a_feature(grader.bench.kit, refused.log)) return std::nullopt;
  const auto bench = with_gcc_kit(grader.bench);
  if (!bench) return std::nullopt;
  Grader other = grader;
  other.bench = *bench;
  if (!missing_references(other, exercise).empty()) return std::nullopt;
  Graded graded = graded_text(other, exercise, text, nullptr);
  const Verdict verdict = graded.result.verdict;
  if (verdict == Verdict::build_failed || verdict == Verdict::build_limit) return std::nullopt;
  graded.result.compile_seconds += refused.result.compile_seconds;
  graded.result.notes.push_back(
      fmt::format("{} lacks a part of C++20 that this program uses: it was graded with g++.",
                  grader.bench.kit.compiler_version));
  return graded;
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

using Problem = std::pair<Verdict, std::string>;

/// Why there is nothing to compile; nothing where there is.
std::optional<Problem> problem_of(const Grader& grader, const Exercise& exercise,
                                  const Intake& intake, UnchangedStub untouched) {
  if (intake.problem) return Problem(*intake.problem, intake.reason);
  if (trimmed(intake.text).empty()) return Problem(Verdict::build_failed, "the file is empty");
  if (is_utf_16(intake.text))
    return Problem(Verdict::build_failed,
                   "it does not compile: the file is UTF-16, which compilers do not read: save it "
                   "as UTF-8");
  if (std::string lack = missing_references(grader, exercise); !lack.empty())
    return Problem(Verdict::skipped, std::move(lack));
  if (untouched == UnchangedStub::counts_as_not_started && is_original_stub(exercise, intake.text))
    return Problem(Verdict::not_started, "the stub is as it was handed out");
  return std::nullopt;
}

std::map<std::filesystem::path, std::string> headers_of(const Exercise& exercise) {
  std::map<std::filesystem::path, std::string> texts;
  for (const std::filesystem::path& header : exercise.headers) texts[header] = read_file(header);
  return texts;
}

}  // namespace

std::vector<Run> public_runs(const Graded& graded) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < graded.runs.size(); ++i)
    runs.push_back({&graded.cases[i], &graded.runs[i].outcome});
  return runs;
}

Graded grade_exercise(const Grader& grader, const Exercise& exercise, const Intake& intake,
                      UnchangedStub untouched, std::unique_ptr<BuildAndRun> ready) {
  Graded graded;
  ExerciseResult& result = graded.result;
  result = ungraded(exercise);
  try {
    if (auto problem = problem_of(grader, exercise, intake, untouched)) {
      std::tie(result.verdict, result.finding) = std::move(*problem);
    } else {
      graded = graded_text(grader, exercise, intake.text, std::move(ready));
      if (!graded.log.empty()) {
        if (auto again = graded_by_gcc(grader, exercise, intake.text, graded))
          graded = std::move(*again);
      }
    }
    for (const fs::path& header : changed_headers(exercise)) {
      result.notes.push_back(
          fmt::format("{0} is not as it was handed out. What is handed in is built with "
                      "{0}.original, and so is "
                      "this.",
                      header.filename().string()));
    }
    if (!result.place) result.place = place_of_verdict(intake.text, exercise, result);
  } catch (const GraderFault& fault) {
    result = ungraded(exercise);  // no word of what a compiler refused before
    report_problem(result, Verdict::internal_error, fault.what());
    if (!fault.fix.empty()) result.details.emplace_back(RemarkKind::fix, "fix: " + fault.fix);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    report_problem(result, Verdict::internal_error, error.what());
  }
  cut_long_texts(result);
  result.file = intake.file.string();
  return graded;
}

Graded grade_program(const Grader& grader, Runner& runner, int program, const Exercise& exercise) {
  Task task = task_for(grader, exercise, "");
  task.fresh = fresh_cases(grader, exercise, "");
  return graded_runs(task, runner, program, ungraded(exercise), [](Graded&) {});
}

void PreparedSandbox::prepare(const Grader& grader, const Exercise& exercise) {
  place_.reset();
  try {
    grader.library->of(grader.course, exercise);
    if (exercise.catches)
      caught_versions(grader.bench, grader.course, *grader.library, exercise);
    else if (exercise.measures)
      measures_program(grader.bench, exercise);
    if (exercise.costs) solution_program(grader.bench, exercise);
    headers_ = headers_of(exercise);
    exercise_ = exercise.folder;
    place_ = std::make_unique<BuildAndRun>(grader, exercise);
    place_->make_runner(grader);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    place_.reset();
  }
}

std::unique_ptr<BuildAndRun> PreparedSandbox::take(const Exercise& exercise) {
  std::unique_ptr<BuildAndRun> place = std::move(place_);
  try {
    if (exercise.folder == exercise_ && headers_of(exercise) == headers_) return place;
  } catch (const Error&) {  // the grading tells of it
  }
  return nullptr;
}

}  // namespace grader
