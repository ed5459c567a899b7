#include "student/commands.hpp"

#include "core/text.hpp"
#include "grade/crash_lines.hpp"
#include "submission/contents.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// The text of the graded file, and the picture of the failing case. There is none with a secret:
/// it would show what the program gave.
PageExtras beside(const Grader& grader, const Exercise& exercise, const Graded& graded,
                  const std::string& text) {
  PageExtras all;
  if (graded.result.verdict == Verdict::passed) return all;
  all.text = text;
  const auto run = run_of_case(graded, "");
  if (!run || !grader.options.secret.empty()) return all;
  const Verdict shown = graded.runs[*run].result.verdict;
  // Where a fresh case failed, or costs are too high, the numbers of this one are right.
  if (shown == Verdict::passed || shown == Verdict::too_costly) return all;
  const Observation observation = observed(exercise, graded, *run);
  all.case_name = observation.one.name;
  all.picture = picture_for_page(exercise, observation);
  return all;
}

void add_hints(const Course& course, const Exercise& exercise, PageExtras& beside) {
  const Progress progress = load_progress(course);
  const auto entry = progress.find(exercise.folder);
  if (entry == progress.end()) return;
  beside.hints = shown_hints(exercise, entry->second);
  beside.hints_in_all = exercise.hints.size();
}

/// The folder for compiler logs. Each folder that is graded has its own, so that logs do not mix.
fs::path log_folder(const Setup& setup, const Course& course, const RunOptions& options) {
  const fs::path own = course.root / (options.solutions ? "solutions" : "exercises");
  const fs::path graded = options.submission.empty() ? own : fs::canonical(options.submission);
  return setup.build_folder() / "logs" / fmt::format("{:016x}", content_hash(graded.string()));
}

/// Keeps a whole compiler log, and notes where. Where that fails, the digest must do.
void keep_log(const fs::path& folder, const Exercise& exercise, const std::string& log,
              ExerciseResult& result) {
  if (log.empty()) return;
  const fs::path file = folder / (exercise.folder + ".log");
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  try {
    write_file(file, harmless(log));
    result.details.push_back(fmt::format("the compiler's whole output: {}", file.string()));
  } catch (const Error&) {
  }
}

/// Keeps the verdicts as progress. Adds the next commands to the report after a pass, and as long
/// as nothing has passed.
void remember(const Course& course, const std::vector<Exercise>& exercises,
              const std::vector<Intake>& intakes, Report& report) {
  SavedProgress memory = load_saved_progress(course);
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    note_verdict(exercises[i], intakes[i], report.exercises[i], memory);
    if (has_new_stub(course, exercises[i]))
      report.exercises[i].notes.push_back(new_stub_note(exercises[i]));
  }
  if (exercises.size() == 1) memory.current = exercises[0].folder;
  save_progress(course, memory);
  if (exercises.size() == 1 && report.exercises[0].verdict == Verdict::passed)
    report.last_lines = lines_after_pass(course, exercises[0]);
  const bool all = exercises.size() == course.exercises.size() && exercises.size() > 1;
  if (all && count_passed(course, memory.exercises) == 0 && isatty(STDOUT_FILENO) != 0)
    report.last_lines = {"      ./grade watch   grades a file at each save"};
}

void report_broken(const Course& course, Report& report) {
  for (const BrokenExercise& broken : course.broken) {
    ExerciseResult result;
    result.number = broken.number;
    result.name = result.title = broken.name;
    result.verdict = Verdict::internal_error;
    result.finding = broken.reason;
    report.exercises.push_back(std::move(result));
  }
  std::ranges::stable_sort(report.exercises, {}, &ExerciseResult::number);
}

ExitCode exit_code(const Report& report) {
  ExitCode code = ExitCode::all_passed;
  for (const ExerciseResult& result : report.exercises) {
    if (result.verdict == Verdict::internal_error) return ExitCode::grader_fault;
    if (result.verdict != Verdict::passed) code = ExitCode::not_all_passed;
  }
  return code;
}

/// The head of the report: what was graded, and the command that does it again.
Report empty_report(const RunOptions& options, const GradeOptions& used, const Toolchain& bench) {
  Report report;
  report.isolation = name_of(bench.isolation.tier);
  report.again = "./grade run";
  report.verbose = options.verbose;
  report.submission = "exercises";
  if (options.solutions) {
    report.submission = "solutions";
    report.again += " --solutions";
  } else if (!options.submission.empty()) {
    report.submission = options.submission;
    report.again += " --submission " + shell_word(options.submission);
    report.packed = !fs::is_directory(options.submission);
  }
  report.own = !options.solutions && options.submission.empty();
  report.seed = used.shared_seed();
  if (used.marks != Marks::verdict)
    report.again += used.marks == Marks::cases ? " --marks cases" : " --marks steps";
  report.again += fresh_again(options.grading, used);
  return report;
}

std::vector<ExerciseResult> grade_all(const Grader& grader, const RunOptions& options,
                                      const std::vector<Exercise>& exercises,
                                      const std::vector<Intake>& intakes, const fs::path& logs,
                                      AllPageExtras& all_beside) {
  std::vector<ExerciseResult> results(exercises.size());
  if (std::ranges::find(options.outputs, "html", &Output::format) != options.outputs.end()) {
    for (const Exercise& exercise : exercises) all_beside[exercise.number] = {};
  }
  const unsigned jobs = job_count(options.grading.jobs);
  in_parallel_shown("{} of {} graded", exercises.size(), jobs, [&](std::size_t i) {
    Graded graded = grade_exercise(grader, exercises[i], intakes[i], options.untouched());
    keep_log(logs, exercises[i], graded.log, graded.result);
    name_file(as_shown(intakes[i].file).string(), graded.result);
    if (std::string note = name_note(intakes[i].file.string(), exercises[i]); !note.empty())
      graded.result.notes.push_back(std::move(note));
    if (!all_beside.empty())
      all_beside.at(exercises[i].number) = beside(grader, exercises[i], graded, intakes[i].text);
    results[i] = std::move(graded.result);
  });
  return results;
}

/// What is being graded. `report` gets its head first, then its results.
ExitCode grade_into(Report& report, AllPageExtras& beside, const Setup& setup,
                    const RunOptions& options) {
  const OnBrokenExercise broken =
      options.exercises.empty() ? OnBrokenExercise::skip : OnBrokenExercise::refuse;
  const Course course = load_course(setup.course, options.exercises, broken);
  tell_copies(course);
  check(course, options);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  Grader grader = grader_for(course, bench_for(setup, course, options), options.grading);
  if (!options.solutions) grader.options.second_look = second_look_mode(options);
  report = empty_report(options, grader.options, grader.bench);
  const std::vector<Intake> intakes = take_in(grader, options, exercises);
  report.exercises =
      grade_all(grader, options, exercises, intakes, log_folder(setup, course, options), beside);
  for (const Exercise& exercise : exercises) {
    if (report.own && !beside.empty()) add_hints(course, exercise, beside.at(exercise.number));
  }
  if (report.own) remember(course, exercises, intakes, report);
  report_broken(course, report);
  return exit_code(report);
}

}  // namespace

ExitCode run_command(const Setup& setup, const RunOptions& given) {
  RunOptions options = given;
  options.outputs = outputs_of(given.formats, given.files);
  check(options.outputs, options.submission);
  Report report;
  AllPageExtras beside;
  ExitCode code = ExitCode::grader_fault;
  try {
    code = grade_into(report, beside, setup, options);
  } catch (const std::exception& error) {
    clear_progress();
    write_error(options.outputs, report, error.what());
    throw;
  }
  write_outputs(options.outputs, report, beside);
  return code;
}

}  // namespace grader
