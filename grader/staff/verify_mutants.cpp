#include "staff/verify.hpp"

#include "cli/commands.hpp"
#include "compile/program.hpp"
#include "compile/versions.hpp"
#include "core/text.hpp"
#include "course/patch.hpp"
#include "grade/grade.hpp"
#include "judge/compare.hpp"
#include "mutants/mutants.hpp"
#include "staff/versions.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <optional>
#include <string>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// So many mutants make one program. More of them compile faster; fewer keep all processors busy.
constexpr std::size_t together = 50;

/// How many cases with new sizes and seeds a survivor is tried on.
constexpr unsigned fresh_cases = 10;

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
  Mutant mutant;
  ChangedLines lines;
  Status status = Status::does_not_compile;
  std::string told_apart_by;  ///< of a survivor, fresh cases that fail, by their sizes
  std::string name;           ///< the mistake that it is told as
  std::vector<Outcome> runs;  ///< of one with a name, on the public cases
  bool falsely_named = false;
};

/// What is known of an exercise's mutants.
struct Trial {
  const Exercise* exercise = nullptr;
  fs::path file;     ///< the solution
  std::string text;  ///< its text
  std::vector<Excuse> excuses;
  std::vector<Tried> tried;
};

fs::path excuses_file(const Course& course, const Exercise& exercise) {
  return course.solution(exercise).parent_path() / "equivalent.md";
}

Trial trial_of(const Course& course, const Exercise& exercise) {
  Trial trial{&exercise, course.solution(exercise), read_file(course.solution(exercise)), {}, {}};
  const fs::path excuses = excuses_file(course, exercise);
  if (fs::exists(excuses)) trial.excuses = read_excuses(read_file(excuses), excuses.string());
  for (Mutant& mutant : mutants_of(trial.text)) {
    Tried& tried = trial.tried.emplace_back();
    tried.lines = changed_lines(trial.text, mutant);
    tried.mutant = std::move(mutant);
  }
  return trial;
}

bool excuses_change(const Excuse& excuse, const ChangedLines& lines) {
  return excuse.before == lines.before && excuse.after == lines.after;
}

Status status_of(const Trial& trial, const ChangedLines& lines, const ExerciseResult& result) {
  if (result.verdict != Verdict::passed) return result.mistake ? Status::named : Status::killed;
  const bool excused = std::ranges::any_of(
      trial.excuses, [&](const Excuse& excuse) { return excuses_change(excuse, lines); });
  return excused ? Status::excused : Status::survived;
}

/// The sizes of a fresh case that a survivor fails, and how many it fails, or nothing.
std::string failed_fresh_cases(const Grader& grader, Runner& runner, int program,
                               const Exercise& exercise) {
  if (exercise.measures) return "";
  GradeOptions options = grader.options;
  options.fresh = fresh_cases;
  options.unusual = false;  // what would public cases have shown, had they other sizes?
  options.seed = 1;
  const Grader with_fresh{grader.course, grader.bench, options, grader.library};
  const Graded graded = grade_program(with_fresh, runner, program, exercise);
  std::string sizes;
  std::size_t failed = 0;
  for (std::size_t i = 0; i < graded.runs.size(); ++i) {
    if (graded.runs[i].result.verdict == Verdict::passed) continue;
    if (++failed > 1) continue;
    for (const auto& [symbol, size] : graded.cases[i].sizes)
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : ", ", symbol, size);
  }
  return failed == 0 ? ""
                     : fmt::format("{} of {}, such as one with {}", failed, fresh_cases, sizes);
}

/// Builds and grades the mutants of one program, which begin at `first`.
void try_mutants(const Grader& grader, Trial& trial, std::size_t first) {
  const std::size_t end = std::min(trial.tried.size(), first + together);
  std::vector<std::string> texts{trial.text};
  for (std::size_t i = first; i < end; ++i)
    texts.push_back(changed_text(trial.text, trial.tried[i].mutant));
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "mutants.so";
  const std::vector<bool> compile = link_numbered(grader.bench, *trial.exercise, texts, file);
  const Descriptor program = opened_program(file);
  LaunchedRunner runner(grader.bench);
  for (std::size_t i = first; i < end; ++i) {
    check_interrupted();
    const std::size_t version = i - first + 1;
    if (!compile[version]) continue;
    OneVersion one(runner, program.get(), version);
    Tried& tried = trial.tried[i];
    Graded graded = grade_program(grader, one, program.get(), *trial.exercise);
    tried.status = status_of(trial, tried.lines, graded.result);
    if (tried.status == Status::named) {
      tried.name = *graded.result.mistake;
      for (CaseRun& run : graded.runs) tried.runs.push_back(std::move(run.outcome));
    }
    if (tried.status == Status::survived)
      tried.told_apart_by = failed_fresh_cases(grader, one, program.get(), *trial.exercise);
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

/// Runs the mistakes that mutants are named as, and finds the mutants that do not have their
/// numbers.
void check_names(const Grader& grader, Trial& trial) {
  if (trial.exercise->measures) return;  // these are told by requirements
  const auto material = grader.library->of(grader.course, *trial.exercise);
  std::vector<const Mistake*> named;
  std::vector<std::string> texts{trial.text};
  for (const Mistake& mistake : material->mistakes) {
    if (std::ranges::find(trial.tried, mistake.name, &Tried::name) == trial.tried.end()) continue;
    named.push_back(&mistake);
    texts.push_back(apply_mistake(grader.course, *trial.exercise, mistake));
  }
  if (named.empty()) return;
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "mistakes.so";
  link_numbered(grader.bench, *trial.exercise, texts, file);
  const Descriptor program = opened_program(file);
  LaunchedRunner runner(grader.bench);
  for (std::size_t i = 0; i < named.size(); ++i) {
    OneVersion one(runner, program.get(), i + 1);
    const Graded graded = grade_program(grader, one, program.get(), *trial.exercise);
    for (Tried& tried : trial.tried) {
      if (tried.name == named[i]->name)
        tried.falsely_named =
            !has_numbers_of(tried, graded.runs, material->cases, trial.exercise->tolerance);
    }
  }
}

struct Job {
  Trial* trial = nullptr;
  std::size_t first = 0;
};

void run_trials(const Grader& grader, std::vector<Trial>& trials, unsigned jobs) {
  std::vector<Job> all;
  std::size_t count = 0;
  for (Trial& trial : trials) {
    count += trial.tried.size();
    for (std::size_t first = 0; first < trial.tried.size(); first += together)
      all.push_back({&trial, first});
  }
  std::atomic<std::size_t> done = 0;
  in_parallel(all.size(), jobs, [&](std::size_t i) {
    Grader limited = grader;
    limited.options.cpu_seconds =
        all[i].trial->exercise->measures ? training_seconds : call_seconds;
    try_mutants(limited, *all[i].trial, all[i].first);
    done += std::min(together, all[i].trial->tried.size() - all[i].first);
    show_progress(fmt::format("{} of {} mutants", done.load(), count));
  });
  in_parallel(trials.size(), jobs, [&](std::size_t i) {
    check_names(grader, trials[i]);
    show_progress(fmt::format("names: {} of {} exercises", i + 1, trials.size()));
  });
  clear_progress();
}

std::size_t count_of(const Trial& trial, Status status) {
  return static_cast<std::size_t>(std::ranges::count(trial.tried, status, &Tried::status));
}

void print_failures(const Trial& trial) {
  for (const Tried& tried : trial.tried) {
    if (tried.status != Status::survived && !tried.falsely_named) continue;
    const std::string what =
        tried.falsely_named ? "is told as " + tried.name : "survives: " + tried.mutant.kind;
    std::cout << fmt::format("FAIL  {}:{}: {}\n      -{}\n      +{}\n", trial.file.string(),
                             tried.lines.first, what, tried.lines.before, tried.lines.after);
    if (!tried.told_apart_by.empty())
      std::cout << fmt::format("      fresh cases tell it apart: {}\n", tried.told_apart_by);
  }
}

/// Prints the excuses that no mutant needs, and returns their number.
std::size_t print_needless(const Course& course, const Trial& trial) {
  std::size_t needless = 0;
  for (const Excuse& excuse : trial.excuses) {
    const bool needed = std::ranges::any_of(trial.tried, [&](const Tried& tried) {
      return tried.status == Status::excused && excuses_change(excuse, tried.lines);
    });
    if (needed) continue;
    ++needless;
    std::cout << fmt::format("FAIL  {}: no mutant survives that makes\n      +{}\n",
                             excuses_file(course, *trial.exercise).string(), excuse.after);
  }
  return needless;
}

}  // namespace

ExitCode verify_mutants(const Grader& grader, const std::vector<Exercise>& exercises,
                        unsigned jobs) {
  Grader limited = grader;
  limited.bench.tell = nullptr;  // the progress is that of all mutants
  std::vector<Trial> trials;
  for (const Exercise& exercise : exercises) trials.push_back(trial_of(grader.course, exercise));
  run_trials(limited, trials, jobs);
  std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>8}{:>10}{:>12}\n", "", "mutants", "killed",
                           "named", "excused", "survived", "no compile");
  std::size_t all = 0, survived = 0, misnamed = 0, needless = 0;
  for (const Trial& trial : trials) {
    const std::size_t stuck = count_of(trial, Status::does_not_compile);
    const std::size_t mutants = trial.tried.size() - stuck;
    const std::size_t named = count_of(trial, Status::named);
    all += mutants;
    survived += count_of(trial, Status::survived);
    std::cout << fmt::format("{:<28}{:>8}{:>8}{:>8}{:>8}{:>10}{:>12}\n", trial.exercise->folder,
                             mutants, named + count_of(trial, Status::killed), named,
                             count_of(trial, Status::excused), count_of(trial, Status::survived),
                             stuck);
    misnamed +=
        static_cast<std::size_t>(std::ranges::count(trial.tried, true, &Tried::falsely_named));
    print_failures(trial);
    needless += print_needless(grader.course, trial);
  }
  std::cout << fmt::format("{}, {} survived, {} told falsely; {} without a mutant\n",
                           count_text(all, "mutant"), survived, misnamed,
                           count_text(needless, "excuse"));
  return survived + misnamed + needless == 0 ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
