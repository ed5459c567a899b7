#include "grade/grade.hpp"

#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "course/draw.hpp"
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
#include <iterator>
#include <optional>
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

/// Grades one program, from its text to a verdict.
class Grading {
 public:
  Grading(const Grader& grader, const Exercise& exercise)
      : grader_(grader), exercise_(exercise), limits_(limits_of(exercise, grader.options)) {
    graded_.result = ungraded(exercise);
  }

  /// Builds the text and grades the program, in `place` where there is one.
  Graded of_text(const std::string& text, std::unique_ptr<BuildAndRun> place) {
    ExerciseResult& result = graded_.result;
    const auto start = Clock::now();
    if (!place) place = std::make_unique<BuildAndRun>(grader_, exercise_);
    result.prepare_seconds = seconds_since(start);
    place->build.begin(text);
    // While the compiler works: the reference data are read, the launcher loads.
    read_material();
    if (!place->runner) place->make_runner(grader_);
    const Program program = checked(grader_, exercise_, text, place->build.finish());
    result.compile_seconds = program.seconds;
    if (program.problem) {
      report_problem(result, *program.problem, program.message);
      result.place = program.place;
      result.details.assign(program.details.begin(), program.details.end());
      graded_.log = program.log;
      return std::move(graded_);
    }
    add_fresh_cases(text);
    result.warnings = program.details;
    run(calls_to(*place->runner, program.file.get()), text, [&] {
      take_second_look({grader_, exercise_, text, program}, *place->runner);
    });
    if (result.verdict != Verdict::passed && !result.cause) result.warnings = program.details;
    return std::move(graded_);
  }

  /// Grades a program that is built already.
  Graded of_program(Runner& runner, int program) {
    read_material();
    add_fresh_cases("");
    run(calls_to(runner, program), "", [] {});
    return std::move(graded_);
  }

 private:
  void read_material() {
    material_ = grader_.library->of(grader_.course, exercise_);
    graded_.cases = material_->cases;
  }

  void add_fresh_cases(const std::string& text) {
    if (grader_.options.fresh == 0) return;
    std::ranges::move(fresh_cases(grader_, exercise_, text), std::back_inserter(graded_.cases));
  }

  RunContext calls_to(Runner& runner, int program) const {
    return {.runner = runner,
            .program = program,
            .limits = limits_,
            .hide_output = !grader_.options.secret.empty() && !exercise_.references.empty(),
            .reveal_fresh_cases = grader_.options.reveal_fresh_cases,
            .tell = grader_.bench.tell};
  }

  /// Runs the program on all cases and concludes. `look` looks closer at what is concluded from the
  /// public ones.
  template <class Look>
  void run(RunContext calls, const std::string& text, Look look) {
    ExerciseResult& result = graded_.result;
    const auto start = Clock::now();
    Descriptor measures;
    CaughtVersions versions;
    if (exercise_.catches) {
      versions = caught_versions(grader_.bench, grader_.course, *grader_.library, exercise_);
      calls.caught = &versions;
    } else if (exercise_.measures) {
      measures = opened_program(measures_program(grader_.bench, exercise_));
    }
    result.prepare_seconds += seconds_since(start);
    calls.measures = measures.get();
    graded_.runs = run_cases(calls, exercise_, public_cases(graded_));
    graded_.cases.reserve(graded_.cases.size() + 1);
    if (grader_.options.secret.empty()) add_failing_shape(calls, text, graded_.runs);
    if (exercise_.costs) count_costs(calls, text);
    graded_.runs.reserve(graded_.cases.size());  // replays point to them
    const Outcome& last = graded_.runs.back().outcome;
    if (last.ending == Ending::load_failed)
      return report_load_problem(exercise_, limits_, last.text, result);
    Replayer replayer(grader_.bench, grader_.course, exercise_, *material_, calls.runner);
    report_cases(public_cases(graded_), graded_.runs, result);
    conclude(exercise_, public_runs(graded_), result);
    if (!exercise_.measures && grader_.options.explains) explain_public_runs(calls, text, replayer);
    result.score = points_of(exercise_, result, public_cases(graded_), grader_.options);
    look();
    run_fresh_cases(calls, text, replayer);
    result.score = points_of(exercise_, result, graded_.cases, grader_.options);
  }

  /// Has a program that passes so far tried in every shape. The smallest that fails becomes a case
  /// like others, the last of its kind, with its run in `runs`.
  void add_failing_shape(const RunContext& calls, const std::string& text,
                         std::vector<CaseRun>& runs) {
    const bool passes = std::ranges::all_of(
        runs, [](const CaseRun& run) { return run.result.verdict == Verdict::passed; });
    if (!passes || runs.empty() || exercise_.measures || exercise_.catches) return;
    std::vector<Case> shapes = expected_shapes(grader_, exercise_, text, calls.runner);
    const auto failing = first_failing(calls, exercise_, shapes);
    if (!failing) return;
    Case& one = shapes[failing->which];
    std::vector<CaseRun> run = run_cases(calls, exercise_, std::span(&one, 1));
    if (!one.fresh && one.name.starts_with("shape")) {
      std::string sizes;
      for (const auto& [symbol, size] : one.sizes)
        sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", symbol, size);
      run.front().result.message +=
          fmt::format(" ({}: the smallest shape that fails", sizes) +
          (failing->passed > 0
               ? fmt::format("; {} of {} shapes pass)", failing->passed, shapes.size())
               : ")");
    }
    const auto place =
        one.fresh ? graded_.cases.end() : std::ranges::find_if(graded_.cases, &Case::fresh);
    graded_.cases.insert(place, std::move(one));
    runs.push_back(std::move(run.front()));
  }

  /// Counts what a program costs that is right so far, on cases of their own.
  void count_costs(const RunContext& calls, const std::string& text) {
    std::vector<Case> cases = cost_cases(exercise_, 0);
    CostRuns counted;
    if (first_failed() == public_cases(graded_).size()) counted = run_costs(calls, cases);
    graded_.result.costs = std::move(counted.costs);
    if (!counted.runs.empty()) refuse_uncounted(text, counted.runs.back().result);
    graded_.cases.insert(std::ranges::find_if(graded_.cases, &Case::fresh),
                         std::make_move_iterator(cases.begin()),
                         std::make_move_iterator(cases.end()));
    std::ranges::move(counted.runs, std::back_inserter(graded_.runs));
  }

  void refuse_uncounted(const std::string& text, CaseResult& last) {
    const auto code = uncounted_code(text);
    if (!code || last.verdict != Verdict::passed) return;
    graded_.result.place = Place{code->first, 0};
    last.verdict = Verdict::too_costly;
    last.message = fmt::format(
        "line {}: {} is refused where costs are counted: with such code a program can compute or "
        "keep numbers that nobody sees",
        code->first, code->second);
  }

  CostRuns run_costs(const RunContext& calls, std::span<Case> cases) const {
    const Descriptor solution = opened_program(solution_program(grader_.bench, exercise_));
    return run_cost_cases(calls, solution.get(), exercise_, cases);
  }

  /// The first run that failed; the number of runs where none did.
  std::size_t first_failed() const {
    const auto found = std::ranges::find_if(
        graded_.runs, [](const CaseRun& run) { return run.result.verdict != Verdict::passed; });
    return static_cast<std::size_t>(found - graded_.runs.begin());
  }

  /// Notes on a program that passes, or why it failed.
  void explain_public_runs(const RunContext& calls, const std::string& text, Replayer& replayer) {
    ExerciseResult& result = graded_.result;
    if (result.verdict == Verdict::passed) {
      for (const Mistake* each : replayer.recorded(public_runs(graded_), true))
        result.notes.push_back(each->message);
      return;
    }
    if (result.verdict == Verdict::too_costly) return;  // its limit says why
    explain_failure(text, !calls.hide_output, replayer);
    const bool wrong_numbers =
        result.verdict == Verdict::wrong_value || result.verdict == Verdict::not_finite;
    if (result.mistake || !wrong_numbers) return;
    const auto start = Clock::now();
    tell_behaviour(calls);
    result.run_seconds += seconds_since(start);
  }

  Failure failure_in(std::vector<Run> runs) const {
    return {exercise_, std::move(runs), graded_.result.cases, graded_.result.verdict};
  }

  /// Explains a failure by what the program did in the public runs.
  void explain_failure(const std::string& text, bool numbers, Replayer& replayer) {
    ExerciseResult& result = graded_.result;
    const auto start = Clock::now();
    const std::string stub =
        fs::exists(exercise_.original()) ? read_file(exercise_.original()) : "";
    Failure failure = failure_in(public_runs(graded_));
    failure.texts = {stub, text};
    failure.numbers = numbers;
    failure.compiler_says_why = result.warnings_say_why();
    Explained explained = explain(failure, material_->mistakes(), replayer);
    graded_.replays = std::move(explained.replays);
    std::vector<Remark> known = std::exchange(result.details, {});
    static_cast<Explanation&>(result) = std::move(explained.told);
    std::ranges::move(known, std::back_inserter(result.details));
    result.prepare_seconds += replayer.prepare_seconds();
    result.run_seconds += seconds_since(start) - replayer.prepare_seconds();
    if (std::ranges::all_of(graded_.replays, [](const ReplayedRun& each) {
          return each.run.outcome->results.empty();
        }))
      return;
    missed_ = std::move(explained.missed);
    const std::vector<std::string> all = steps_and_results(exercise_, graded_.cases);
    // A case without a replay has not come to any step.
    if (graded_.replays.size() < public_cases(graded_).size())
      missed_->insert(all.begin(), all.end());
    result.follow_through = share_without(*missed_, all);
  }

  /// What the behaviour of a program with wrong numbers tells, where these leave it unexplained.
  void tell_behaviour(const RunContext& calls) {
    const std::size_t failed = first_failed();
    const Case& one = graded_.cases[failed];
    if (judge(exercise_, one, graded_.runs[failed].outcome, limits_).verdict == Verdict::passed)
      return;
    if (changes_between_calls(calls, exercise_, one)) {
      graded_.result.details.emplace_back(
          "Called twice with the same arguments, it gives different results: something is kept "
          "between calls (static or global), is random, was never set, or is written beyond an "
          "array or by two threads.");
    }
  }

  /// Runs the fresh cases, and concludes once more. After them nothing is called of which anything
  /// is told.
  void run_fresh_cases(const RunContext& calls, const std::string& text, Replayer& replayer) {
    const std::size_t count = public_cases(graded_).size();
    const std::span<Case> fresh = std::span(graded_.cases).subspan(count);
    if (fresh.empty()) return;
    // What to say of a program that passes the public cases, should it fail in a fresh one. Asked
    // for before it is known whether it is wanted.
    std::vector<std::string> recorded;
    if (graded_.result.verdict == Verdict::passed && !exercise_.measures) {
      for (const Mistake* mistake : replayer.recorded(public_runs(graded_), false))
        recorded.push_back("The recorded steps are those of this mistake: " + mistake->message);
    }
    std::vector<CaseRun> runs;
    if (graded_.runs.size() == count && !ends_the_run(exercise_, graded_.runs.back()))
      runs = runs_of_fresh(calls, fresh);
    if (!grader_.options.secret.empty() && graded_.result.verdict == Verdict::passed)
      add_failing_shape(calls, text, runs);
    report_cases(std::span(graded_.cases).subspan(count), runs, graded_.result);
    std::ranges::move(runs, std::back_inserter(graded_.runs));
    conclude_fresh(recorded, grader_.options.reveal_fresh_cases, graded_.result);
    count_fresh_steps(replayer);
    for (CaseRun& run : graded_.runs) run.hidden_outcome = {};
  }

  /// Costs are counted where all numbers are right.
  std::vector<CaseRun> runs_of_fresh(const RunContext& calls, std::span<Case> fresh) const {
    const auto ordinary = static_cast<std::size_t>(
        std::ranges::find_if(fresh, [](const Case& one) { return one.costs.has_value(); }) -
        fresh.begin());
    std::vector<CaseRun> runs = run_cases(calls, exercise_, fresh.first(ordinary));
    const bool right =
        graded_.result.verdict == Verdict::passed && std::ranges::all_of(runs, [](const auto& run) {
          return run.result.verdict == Verdict::passed;
        });
    if (right && ordinary < fresh.size())
      std::ranges::move(run_costs(calls, fresh.subspan(ordinary)).runs, std::back_inserter(runs));
    return runs;
  }

  /// Counts as earned what all fresh cases earn, too. They ran last, and nothing is told of them
  /// but which steps that are.
  void count_fresh_steps(Replayer& replayer) {
    ExerciseResult& result = graded_.result;
    const std::size_t count = public_cases(graded_).size();
    if (result.verdict == Verdict::passed || (!missed_ && first_failed() < count)) return;
    const auto start = Clock::now();
    const std::vector<std::string> all = steps_and_results(exercise_, graded_.cases);
    const std::set<std::string> everything(all.begin(), all.end());
    const auto missed_in = [&](std::vector<Run> runs) {
      return missed_steps(failure_in(std::move(runs)), material_->mistakes(), replayer)
          .value_or(everything);
    };
    std::set<std::string> missed = missed_ ? *missed_ : missed_in(public_runs(graded_));
    std::vector<Run> fresh;
    for (std::size_t i = count; i < graded_.runs.size(); ++i)
      fresh.push_back({&graded_.cases[i], &graded_.runs[i].hidden_outcome});
    if (count + fresh.size() < graded_.cases.size()) missed = everything;
    if (missed.size() < all.size()) missed.merge(missed_in(fresh));
    result.follow_through = share_without(missed, all);
    result.run_seconds += seconds_since(start);
    if (grader_.options.marks != Marks::steps) return;
    std::vector<std::string> earned = all;
    std::erase_if(earned, [&](const std::string& name) { return missed.contains(name); });
    result.details.push_back(
        fmt::format("earned in every case, fresh ones too: {}",
                    earned.empty() ? "nothing" : fmt::to_string(fmt::join(earned, ", "))));
  }

  /// Where a program failed, and why; what is wrong with one that passed.
  void take_second_look(const Built& built, LaunchedRunner& runner) {
    ExerciseResult& result = graded_.result;
    if (result.verdict == Verdict::passed) {
      // A variable that is never set may have passed by luck.
      std::erase_if(result.warnings,
                    [](const std::string& line) { return !line.ends_with("[-Wuninitialized]"); });
      fail_on_data_race(built, runner, graded_);
      if (result.verdict != Verdict::passed) return;
      return look_at_passed(built, runner, graded_);
    }
    auto shown = std::ranges::find_if(
        graded_.runs, [](const CaseRun& run) { return run.outcome.ending != Ending::returned; });
    if (shown != graded_.runs.end())
      add_crash_lines(built, *shown, result);
    else
      shown = graded_.runs.begin() + static_cast<std::ptrdiff_t>(first_failed());
    if (shown == graded_.runs.end()) return;
    const auto which = static_cast<std::size_t>(shown - graded_.runs.begin());
    rerun_with_sanitizers(built, runner, graded_.cases[which], shown->outcome, result);
  }

  const Grader& grader_;
  const Exercise& exercise_;
  std::shared_ptr<const Material> material_;
  Limits limits_;
  Graded graded_;
  /// The steps and results that earn nothing in some public case; none where nobody asked.
  std::optional<std::set<std::string>> missed_;
};

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
  Graded graded = Grading(other, exercise).of_text(text, nullptr);
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
                      UnchangedStub untouched, std::unique_ptr<BuildAndRun> ready) {
  Graded graded;
  ExerciseResult& result = graded.result;
  result = ungraded(exercise);
  try {
    if (auto problem = problem_of(grader, exercise, intake, untouched)) {
      std::tie(result.verdict, result.finding) = std::move(*problem);
    } else {
      graded = Grading(grader, exercise).of_text(intake.text, std::move(ready));
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
  return Grading(grader, exercise).of_program(runner, program);
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
