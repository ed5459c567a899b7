// batch: grades the submissions of a class.

#include "batch/batch.hpp"
#include "batch/fingerprint.hpp"
#include "cli/commands.hpp"
#include "cli/grading.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "grade/grade.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Isolation is required unless the user says otherwise.
Walls walls(const GradingOptions& options) {
  return options.isolation.empty() ? Walls::required : walls_for(options.isolation, {});
}

std::string machine_name(const Kit& kit) {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return fmt::format("{}, {}", name, name_of(kit.isolation.tier));
}

/// The fresh cases of a batch that goes on are those that it began with.
void repeat_seed(const fs::path& out, const GradingOptions& options, GradeOptions& used) {
  if (used.fresh == 0 || options.seed || !used.secret.empty()) return;
  if (const auto seed = seed_of_batch(out)) used.seed = *seed;
}

/// Throws InputError for an id that nobody has.
void check_only(const std::vector<std::string>& only, const std::vector<Submitter>& submitters) {
  for (const std::string& id : only) {
    if (std::ranges::find(submitters, id, &Submitter::id) != submitters.end()) continue;
    std::vector<std::string> ids;
    for (const Submitter& one : submitters) ids.push_back(one.id);
    throw InputError(fmt::format("no submission has the id \"{}\"{}", printable_name(id),
                                 did_you_mean(id, ids)));
  }
}

/// Drops what is kept of the submissions of these ids.
void forget(const Frozen& frozen, const std::vector<std::string>& only, const Store& store) {
  for (const Frozen::Entry& entry : frozen.entries) {
    if (std::ranges::find(only, entry.submitter.id) == only.end()) continue;
    for (const std::uint32_t work : entry.works)
      store.forget(frozen.exercises[frozen.works[work].exercise].folder, frozen.works[work].digest);
  }
}

GradedFile grade_file(const Grader& grader, const Exercise& exercise, const std::string& text,
                      std::atomic<bool>& shortage) {
  GradedFile file;
  try {
    const Intake intake{exercise.stub(), std::nullopt, {}, text};
    Graded graded = grade_exercise(grader, exercise, intake, Untouched::is_not_started);
    file.our_fault = graded.result.verdict == Verdict::internal_error;
    file.kept = {std::move(graded.result), std::move(graded.log)};
  } catch (const TryAgain& error) {
    shortage = true;
    file.our_fault = true;
    file.kept.result.verdict = Verdict::internal_error;
    file.kept.result.finding = error.what();
  }
  return file;
}

ExitCode tell_summary(const BatchSummary& summary, const fs::path& out, bool shortage) {
  std::cout << fmt::format("{}: {} different files, of which {} were kept from before\n",
                           count_text(summary.submissions, "submission"), summary.distinct,
                           summary.reused);
  std::cout << fmt::format("gradebook: {}\n", (out / "gradebook.csv").string()) << std::flush;
  if (summary.failures.empty()) return ExitCode::all_passed;
  tell(fmt::format("grade: error: {} could not be graded, by the grader's own fault:\n",
                   count_text(summary.failures.size(), "file")));
  for (const std::string& failure : summary.failures) tell(fmt::format("  {}\n", failure));
  tell("fix: ./grade doctor, then the same command once more: the rest is kept\n");
  return shortage ? ExitCode::try_again : ExitCode::grader_fault;
}

}  // namespace

ExitCode batch_command(const Setup& setup, const BatchOptions& options) {
  check(options.grading);
  const Course course = load_course(setup.course, options.exercises);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  std::vector<Submitter> submitters = submitters_in(options.folder);
  check_only(options.only, submitters);
  const Kit kit = limited(kit_for(setup, course, walls(options.grading)), options.grading);
  Grader grader{course, kit, grade_options(options.grading)};
  repeat_seed(options.out, options.grading, grader.options);
  Store store(options.out, fingerprint(grader, exercises));
  if (grader.options.fresh > 0 && grader.options.secret.empty())
    store.remember_seed(grader.options.seed);

  const TakeIn take = [&](const Submitter& submitter, const Exercise& exercise) {
    Intake intake = take_in(submitted_file(submitter.path, exercise), submitter.path);
    if (intake.problem == Verdict::missing_file)
      intake.reason = fmt::format("the file is not there: expected {}.cpp", exercise.name);
    return intake;
  };
  show_progress(fmt::format("taking in {}", count_text(submitters.size(), "submission")));
  Frozen frozen = freeze(exercises, std::move(submitters), take, store);
  forget(frozen, options.only, store);
  BatchSettings settings;
  settings.jobs = job_count(options.grading.jobs);
  if (grader.options.fresh > 0 && grader.options.secret.empty())
    settings.seed = grader.options.seed;
  settings.machine = machine_name(kit);
  settings.tell = tell_progress;
  std::atomic<bool> shortage = false;
  const BatchSummary summary =
      run_batch(frozen, store, settings, [&](const Exercise& exercise, const std::string& text) {
        return grade_file(grader, exercise, text, shortage);
      });
  clear_progress();
  return tell_summary(summary, options.out, shortage);
}

}  // namespace grader
