#include "author/verify.hpp"

#include "student/commands.hpp"
#include "core/text.hpp"
#include "judge/compare.hpp"
#include "student/mutants.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr unsigned seeds_of_bounds = 10;

/// Seconds for a call: a mutant that takes longer is in an endless loop.
constexpr unsigned call_seconds = 1;
constexpr unsigned training_seconds = 4;  // a right run takes nearly one

enum class Status {
  does_not_compile,
  named,     ///< it fails, and is told by a known mistake's words
  killed,    ///< it fails
  excused,   ///< it passes, and an excuse says why
  survived,  ///< it passes
};

struct Tried {
  ChangedLines lines;
  Mutant mutant;
  Status status = Status::does_not_compile;
  std::string name = {};           ///< the mistake that it is told as
  std::vector<Outcome> runs = {};  ///< of one with a name, on the public cases
  bool falsely_named = false;
};

struct Trial {
  const Exercise& exercise;
  fs::path file;  ///< the solution
  std::string text = read_file(file);
  fs::path excuses_file = file.parent_path() / "equivalent.md";
  std::vector<Excuse> excuses = {};
  std::vector<Tried> tried = {};

  std::size_t count(Status status) const {
    return static_cast<std::size_t>(std::ranges::count(tried, status, &Tried::status));
  }
};

Trial trial_of(const Course& course, const Exercise& exercise) {
  Trial trial{exercise, course.solution(exercise)};
  if (fs::exists(trial.excuses_file))
    trial.excuses = read_excuses(read_file(trial.excuses_file), trial.excuses_file.string());
  for (Mutant& mutant : mutants_of(trial.text))
    trial.tried.push_back({changed_lines(trial.text, mutant), std::move(mutant)});
  return trial;
}

bool excuses_change(const Excuse& excuse, const ChangedLines& lines) {
  return excuse.before == lines.before && excuse.after == lines.after;
}

Status status_of(const Trial& trial, const ChangedLines& lines, const ExerciseResult& result) {
  if (result.verdict != Verdict::passed) return result.mistake ? Status::named : Status::killed;
  const auto excuses = [&](const Excuse& excuse) { return excuses_change(excuse, lines); };
  return std::ranges::any_of(trial.excuses, excuses) ? Status::excused : Status::survived;
}

void try_mutant(const Grader& grader, const Trial& trial, Runner& runner, int program,
                Tried& tried) {
  Graded graded = grade_program(grader, runner, program, trial.exercise);
  tried.status = status_of(trial, tried.lines, graded.result);
  // Of a mistake that is told beside something else the numbers are not that mistake's alone.
  const bool alone = graded.result.further.empty() &&
                     std::ranges::none_of(graded.result.steps, [](const StepResult& step) {
                       return step.verdict == StepVerdict::wrong && !step.mistake;
                     });
  if (tried.status == Status::named && alone) {
    tried.name = *graded.result.mistake;
    for (CaseRun& run : graded.runs) tried.runs.push_back(std::move(run.outcome));
  }
}

/// Whether both agree, and differ from the solution, in some step or in one of several results.
bool share_a_wrong_step(const Outcome& mutant, const Outcome& mistake, const Case& one,
                        const Tolerance& tolerance) {
  const auto agree = [&](const Tensor& array, const Tensor& other, const Tensor& right) {
    return !compare(array, right, tolerance).matches() &&
           compare(array, other, tolerance).matches();
  };
  for (std::size_t i = 0; i < mutant.results.size(); ++i) {
    if (agree(mutant.results[i], mistake.results[i], one.expected[i])) return true;
  }
  const std::size_t count = std::min({mutant.steps.size(), mistake.steps.size(), one.steps.size()});
  for (std::size_t i = 0; i < count; ++i) {
    if (agree(mutant.steps[i].tensor, mistake.steps[i].tensor, one.steps[i].tensor)) return true;
  }
  return false;
}

/// Whether a mutant has on every public case the results of a mistake, or a wrong step of it.
bool has_numbers_of(const Tried& tried, const std::vector<CaseRun>& mistake,
                    const std::vector<Case>& cases, const Tolerance& tolerance) {
  for (std::size_t i = 0; i < cases.size() && i < tried.runs.size(); ++i) {
    const Outcome& mutant = tried.runs[i];
    const Outcome& other = mistake[i].outcome;
    if (mutant.results.empty() || other.results.empty()) continue;  // one of them was stopped
    if (!all_match(mutant.results, other.results, tolerance) &&
        !share_a_wrong_step(mutant, other, cases[i], tolerance))
      return false;
  }
  return true;
}

/// Runs the mistakes that mutants are named as, with those that share their messages, and finds the
/// mutants that have the numbers of none of them.
void check_names(const Grader& grader, Trial& trial) {
  const Exercise& exercise = trial.exercise;
  if (exercise.measures) return;  // these are told by requirements
  for (Tried& tried : trial.tried) tried.falsely_named = !tried.name.empty();
  const auto material = grader.library->of(grader.course, exercise);
  std::optional<Versions> versions;
  for (std::size_t i = 0; i < material->mistakes().size(); ++i) {
    const std::string& name = material->mistakes()[i].owner();
    if (std::ranges::find(trial.tried, name, &Tried::name) == trial.tried.end()) continue;
    if (!versions) versions.emplace(grader, exercise, *material);
    versions->with(i, [&](Runner& runner, int program) {
      const Graded graded = grade_program(grader, runner, program, exercise);
      for (Tried& tried : trial.tried) {
        if (tried.falsely_named && tried.name == name)
          tried.falsely_named =
              !has_numbers_of(tried, graded.runs, material->cases, exercise.tolerance);
      }
    });
  }
}

Trial try_exercise(Grader grader, const Exercise& exercise, unsigned jobs) {
  grader.options.cpu_seconds = exercise.measures ? training_seconds : call_seconds;
  Trial trial = trial_of(grader.course, exercise);
  Versions versions(grader, exercise, trial.tried.size(),
                    [&](std::size_t i) { return changed_text(trial.text, trial.tried[i].mutant); });
  in_parallel_shown(exercise.folder + ": {} of {} mutants", trial.tried.size(), jobs,
                    [&](std::size_t i) {
                      versions.with(i, [&](Runner& runner, int program) {
                        try_mutant(grader, trial, runner, program, trial.tried[i]);
                      });
                    });
  check_names(grader, trial);
  return trial;
}

void print_failures(const Trial& trial) {
  for (const Tried& tried : trial.tried) {
    if (tried.status != Status::survived && !tried.falsely_named) continue;
    const std::string what =
        tried.falsely_named ? "is told as " + tried.name : "survives: " + tried.mutant.kind;
    std::cout << fmt::format("FAIL  {}:{}: {}\n      -{}\n      +{}\n", trial.file.string(),
                             tried.lines.first, what, tried.lines.before, tried.lines.after);
  }
}

std::size_t print_needless(const Trial& trial) {
  std::size_t needless = 0;
  for (const Excuse& excuse : trial.excuses) {
    const bool needed = std::ranges::any_of(trial.tried, [&](const Tried& tried) {
      return tried.status == Status::excused && excuses_change(excuse, tried.lines);
    });
    if (needed) continue;
    ++needless;
    std::cout << fmt::format("FAIL  {}: no mutant survives that makes\n      +{}\n",
                             trial.excuses_file.string(), excuse.after);
  }
  return needless;
}

}  // namespace

ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs) {
  Grader limited = grader;
  limited.bench.tell = nullptr;  // the progress is that of all mutants
  std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>8}{:>10}{:>12}{:>12}\n", "", "mutants",
                           "killed", "named", "excused", "survived", "no compile", "bounds");
  std::size_t all = 0, survived = 0, misnamed = 0, needless = 0;
  for (const Exercise& exercise : exercises) {
    if (exercise.catches) continue;  // other inputs may be as good
    const Trial trial = try_exercise(limited, exercise, jobs);
    const std::size_t stuck = trial.count(Status::does_not_compile);
    const std::size_t mutants = trial.tried.size() - stuck;
    const std::size_t named = trial.count(Status::named);
    all += mutants;
    survived += trial.count(Status::survived);
    const Coverage coverage = covered_shapes(grader, exercise, seeds_of_bounds);
    survived += coverage.mutants - coverage.killed;
    std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>8}{:>10}{:>12}{:>12}\n", exercise.folder,
                             mutants, named + trial.count(Status::killed), named,
                             trial.count(Status::excused), trial.count(Status::survived), stuck,
                             coverage.bounds());
    if (!coverage.survivor.empty())
      std::cout << fmt::format("FAIL  a program passes that is wrong in {}\n", coverage.survivor);
    misnamed +=
        static_cast<std::size_t>(std::ranges::count(trial.tried, true, &Tried::falsely_named));
    print_failures(trial);
    needless += print_needless(trial);
  }
  std::cout << fmt::format("{}, {} survived, {} told falsely; {} without a mutant\n",
                           count_text(all, "mutant"), survived, misnamed,
                           count_text(needless, "excuse"));
  return survived + misnamed + needless == 0 ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
