#include "author/verify.hpp"

#include "student/commands.hpp"
#include "core/text.hpp"
#include "student/mutants.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

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
};

struct Trial {
  fs::path file;  ///< the solution
  fs::path excuses_file = file.parent_path() / "equivalent.md";
  std::vector<Excuse> excuses = {};
  std::vector<Tried> tried = {};

  std::size_t count(Status status) const {
    return static_cast<std::size_t>(std::ranges::count(tried, status, &Tried::status));
  }

  /// Whether the excuse is for a change of these lines.
  static bool fits(const Excuse& excuse, const ChangedLines& lines) {
    return excuse.before == lines.before && excuse.after == lines.after;
  }
};

Status status_of(const Trial& trial, const ChangedLines& lines, const ExerciseResult& result) {
  if (result.verdict != Verdict::passed) return result.mistake ? Status::named : Status::killed;
  const auto fits = [&](const Excuse& excuse) { return Trial::fits(excuse, lines); };
  return std::ranges::any_of(trial.excuses, fits) ? Status::excused : Status::survived;
}

Trial try_exercise(Grader grader, const Exercise& exercise, unsigned jobs) {
  grader.options.cpu_seconds = exercise.measures ? training_seconds : call_seconds;
  Trial trial{grader.course.solution(exercise)};
  const std::string text = read_file(trial.file);
  if (fs::exists(trial.excuses_file))
    trial.excuses = read_excuses(read_file(trial.excuses_file), trial.excuses_file.string());
  for (Mutant& mutant : mutants_of(text))
    trial.tried.push_back({changed_lines(text, mutant), std::move(mutant)});
  Versions versions(grader, exercise, trial.tried.size(),
                    [&](std::size_t i) { return changed_text(text, trial.tried[i].mutant); });
  in_parallel_shown(exercise.folder + ": {} of {} mutants", trial.tried.size(), jobs,
                    [&](std::size_t i) {
                      Tried& tried = trial.tried[i];
                      versions.with(i, [&](Runner& runner, int program) {
                        const Graded graded = grade_program(grader, runner, program, exercise);
                        tried.status = status_of(trial, tried.lines, graded.result);
                      });
                    });
  return trial;
}

/// Returns how many excuses no mutant needs.
std::size_t print_failures(const Trial& trial) {
  for (const Tried& tried : trial.tried) {
    if (tried.status == Status::survived)
      std::cout << fmt::format("FAIL  {}:{}: survives: {}\n      -{}\n      +{}\n",
                               trial.file.string(), tried.lines.first, tried.mutant.kind,
                               tried.lines.before, tried.lines.after);
  }
  std::size_t needless = 0;
  for (const Excuse& excuse : trial.excuses) {
    const bool needed = std::ranges::any_of(trial.tried, [&](const Tried& tried) {
      return tried.status == Status::excused && Trial::fits(excuse, tried.lines);
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
  std::size_t all = 0, survived = 0, needless = 0;
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
    needless += print_failures(trial);
  }
  std::cout << fmt::format("{}, {} survived; {} without a mutant\n", count_text(all, "mutant"),
                           survived, count_text(needless, "excuse"));
  return survived + needless == 0 ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
