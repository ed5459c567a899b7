// batch: grades the submissions of a class.

#include "batch/batch.hpp"
#include "batch/fingerprint.hpp"
#include "batch/shard.hpp"
#include "cli/commands.hpp"
#include "cli/grading.hpp"
#include "staff/late.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "course/words.hpp"
#include "grade/grade.hpp"
#include "submission/archive.hpp"
#include "submission/contents.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
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

void check(const BatchOptions& options) {
  check(options.grading);
  if (options.merge && (!options.only.empty() || !options.resume))
    throw InputError("--merge grades nothing: it excludes --only and --no-resume");
  const bool in_parts = options.merge || !options.shard.empty();
  const GradingOptions& grading = options.grading;
  if (in_parts && grading.fresh > 0 && !grading.seed && grading.secret.empty()) {
    throw InputError("shards need --seed or --secret, so that all have the same fresh cases",
                     "add --seed 1, or any other number");
  }
}

std::optional<std::string> environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

/// The fresh cases of a batch that goes on are those that it began with.
void repeat_seed(const fs::path& out, const GradingOptions& options, GradeOptions& used) {
  if (options.seed || !used.shared_seed()) return;
  if (const auto seed = seed_of_batch(out)) used.seed = *seed;
}

/// Throws InputError for an id that nobody has.
void check_only(const std::vector<std::string>& only, const std::vector<Submitter>& submitters) {
  for (const std::string& id : only) {
    std::vector<std::string> ids;
    for (const Submitter& one : submitters) {
      ids.push_back(one.id);
      ids.insert(ids.end(), one.members.begin(), one.members.end());
    }
    if (std::ranges::find(ids, id) != ids.end()) continue;
    throw InputError(fmt::format("no submission has the id \"{}\"{}", printable_name(id),
                                 did_you_mean(id, ids)));
  }
}

/// Drops what is kept of the submissions that are to be graded anew.
void forget(const Frozen& frozen, const BatchOptions& options, const Store& store) {
  for (const Frozen::Entry& entry : frozen.entries) {
    const auto meant = [&](const std::string& id) { return is_called(entry.submitter, id); };
    if (options.resume && std::ranges::none_of(options.only, meant)) continue;
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

/// Takes in one submission after the other; of archives none stays unpacked.
TakeIn taking_in(const Course& course, const Kit& kit, const fs::path& folder) {
  return [&course, &kit, folder](const Submitter& submitter, const std::vector<Exercise>& all) {
    tell_progress(fmt::format("taking in {}", printable_name(submitter.id)));
    const Contents contents =
        contents_of(submitter.path, submitter.parts, folder, unpacking(kit, course.root));
    std::vector<Intake> intakes;
    for (const Exercise& exercise : all) intakes.push_back(take_in(contents, exercise));
    return intakes;
  };
}

void tell_roster(const Roster& roster) {
  if (roster.platform.empty()) return;
  std::cout << fmt::format("{}: {}\n", roster.platform,
                           count_text(roster.submitters.size(), "submission"))
            << std::flush;
}

ExitCode tell_summary(const BatchSummary& summary, const fs::path& out, bool shortage) {
  std::cout << fmt::format("{}: {} different files, of which {} were kept from before\n",
                           count_text(summary.submissions, "submission"), summary.distinct,
                           summary.reused);
  for (const SlowFile& file : summary.slowest) {
    if (file.seconds >= 1)
      std::cout << fmt::format("slow: {:.1f} s, {}\n", file.seconds, printable_name(file.place));
  }
  std::cout << fmt::format("gradebook: {}\noverview: {}\n", (out / "gradebook.csv").string(),
                           (out / "class.html").string())
            << std::flush;
  if (summary.failures.empty()) return ExitCode::all_passed;
  tell(fmt::format("grade: error: {} could not be graded, by the grader's own fault:\n",
                   count_text(summary.failures.size(), "file")));
  for (const std::string& failure : summary.failures) tell(fmt::format("  {}\n", failure));
  tell("fix: ./grade doctor, then the same command once more: the rest is kept\n");
  return shortage ? ExitCode::try_again : ExitCode::grader_fault;
}

}  // namespace

ExitCode batch_command(const Setup& setup, const BatchOptions& options) {
  check(options);
  const std::optional<Due> due = due_of(options);
  const Course course = load_course(setup.course, options.exercises);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  Roster roster = roster_of(options.folder);
  check_only(options.only, roster.submitters);
  note_times(options, roster.submitters);
  fs::path out = options.out;
  if (!options.shard.empty()) {
    const Shard shard = shard_in(options.shard, environment_variable);
    keep_part(shard, roster.submitters);
    out = shard_folder(out, shard);
  }
  const Kit kit = limited(kit_for(setup, course, walls(options.grading)), options.grading);
  Grader grader{course, kit, grade_options(options.grading)};
  repeat_seed(out, options.grading, grader.options);
  grader.options.whereabouts = Whereabouts::lasting;
  Store store(out, fingerprint(grader, exercises));
  if (const auto seed = grader.options.shared_seed()) store.remember_seed(*seed);

  tell_roster(roster);
  if (due) {
    note_commits(course, kit, roster.submitters);
    tell_late(*due, roster.submitters);
  }
  Frozen frozen = freeze(exercises, std::move(roster.submitters),
                         taking_in(course, kit, options.folder), store);
  forget(frozen, options, store);
  if (options.merge) merge_shards(frozen, store);
  BatchSettings settings;
  settings.jobs = job_count(options.grading.jobs);
  settings.seed = grader.options.shared_seed();
  settings.due = due;
  settings.machine = machine_name(kit);
  settings.tell = tell_progress;
  std::atomic<bool> shortage = false;
  const BatchSummary summary =
      run_batch(frozen, store, settings, [&](const Exercise& exercise, const std::string& text) {
        return grade_file(grader, exercise, text, shortage);
      });
  clear_progress();
  return tell_summary(summary, out, shortage);
}

}  // namespace grader
