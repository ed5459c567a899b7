// verify: holds the course against itself. Stubs must not pass, solutions must, every known mistake
// must be rejected and named.

#include "cli/commands.hpp"

#include "core/copies.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "course/mistakes.hpp"
#include "course/draw.hpp"
#include "diagnose/diagnose.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <set>
#include <vector>

namespace grader {
namespace {

/// One thing to hold true; `run` returns what is wrong, or nothing.
struct Check {
  std::string name;
  std::function<std::string()> run;
};

Graded grade_as(const Grader& grader, const Exercise& exercise, const std::string& text) {
  return grade_exercise(grader, exercise, {exercise.stub(), std::nullopt, {}, text},
                        Untouched::is_compiled);
}

/// What `result` says, for a message about what it should have said.
std::string found(const ExerciseResult& result) {
  return fmt::format("found {}: {}", name_of(result.verdict), result.message());
}

std::string check_files(const Course& course, const Exercise& exercise) {
  const std::string original = read_file(exercise.original());
  if (read_file(exercise.stub()) != original) {
    return fmt::format("{} differs from {}", exercise.stub().string(),
                       exercise.original().string());
  }
  if (original.find("TODO 1") == std::string::npos) return "the stub has no TODO 1";
  if (exercise.hints.empty()) return "exercise.json has no hints";
  if (trimmed(read_file(exercise.statement())).empty()) return "README.md is empty";
  if (original == read_file(course.solution(exercise))) return "the stub is the solution";
  return "";
}

/// What students are handed out may not hold pieces of the solution.
std::string check_copies(const Course& course, const Exercise& exercise) {
  const std::string solution = read_file(course.solution(exercise));
  const std::string stub = read_file(exercise.original());
  // They repeat what the solution does with the exercises that it uses.
  if (!exercise.uses.empty() && std::filesystem::exists(exercise.directory / "measures.cpp"))
    return "measures.cpp of an exercise that uses others belongs beside its solution";
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(course.root / "exercises")) {
    if (!entry.is_regular_file()) continue;
    const std::string piece = piece_of_solution(solution, stub, read_file(entry.path()));
    if (!piece.empty()) {
      return fmt::format("{} holds a piece of the solution: {}", entry.path().string(),
                         cut(piece, 200));
    }
  }
  return "";
}

std::string check_stub(const Grader& grader, const Exercise& exercise) {
  const ExerciseResult result = grade_as(grader, exercise, read_file(exercise.original())).result;
  if (result.verdict != Verdict::not_started) return "expected not_started, " + found(result);
  if (!result.warnings.empty()) return "it compiles with warnings: " + result.warnings.front();
  return "";
}

/// `text` must lack just the properties `expected`, in their order.
std::string check_properties(const Grader& grader, const Exercise& exercise,
                             const std::string& text, const std::vector<std::string>& expected) {
  const std::vector<std::string> found = lacking_properties(grader, exercise, text);
  if (found == expected) return "";
  return fmt::format("expected to lack the properties [{}], found [{}]", fmt::join(expected, ", "),
                     fmt::join(found, ", "));
}

std::string check_solution(const Grader& grader, const Exercise& exercise) {
  const ExerciseResult result =
      grade_as(grader, exercise, read_file(grader.course.solution(exercise))).result;
  if (result.verdict != Verdict::passed) return "expected passed, " + found(result);
  if (!result.notes.empty()) return "it passes with a note: " + result.notes.front();
  if (!result.records_all_steps) return "a step of the reference data is not recorded, or differs";
  if (exercise.properties.empty()) return "";
  return check_properties(grader, exercise, read_file(grader.course.solution(exercise)), {});
}

std::string check_mistake(const Grader& grader, const Exercise& exercise, const Mistake& mistake) {
  const Graded graded =
      grade_as(grader, exercise, apply_mistake(grader.course, exercise, mistake));
  const ExerciseResult& result = graded.result;
  if (mistake.equivalent) {
    if (result.verdict != Verdict::passed)
      return "it is equivalent: expected passed, " + found(result);
    if (result.notes != std::vector{mistake.message}) return "it passes without its note";
    return "";
  }
  if (result.verdict == Verdict::passed) return "it passes";
  const std::string owner = mistake.shares.empty() ? mistake.name : mistake.shares;
  if (result.mistake != owner) {
    return fmt::format("expected the name {}, {} {}", owner, result.mistake.value_or("no name;"),
                       found(result));
  }
  if (!mistake.lacks) return "";
  if (!steps_agree(public_runs(graded), mistake, exercise.tolerance))
    return "it records other steps than the reference data have of it";
  return check_properties(grader, exercise, apply_mistake(grader.course, exercise, mistake),
                          *mistake.lacks);
}

std::string check_cases(const Course& course, const Exercise& exercise) {
  const std::vector<Mistake> mistakes = load_mistakes(course, exercise);
  std::set<std::string> known;
  for (const Mistake& mistake : mistakes) known.insert(mistake.name);
  for (const Case& one : load_cases(course, exercise)) {
    if (const std::string difference = redraw_difference(exercise, one); !difference.empty())
      return difference;
    if (exercise.measures) continue;  // its mistakes are known by the requirements they fail
    std::set<std::string> listed;
    for (const auto& entry : one.mistakes) listed.insert(entry.first);
    if (listed != known)
      return fmt::format("case {} has not just the mistakes of mistakes.md", one.name);
  }
  return "";
}

std::vector<Check> checks_for(const Grader& grader, const Exercise& exercise) {
  const Course& course = grader.course;
  std::vector<Check> checks{
      {"files", [&] { return check_files(course, exercise); }},
      {"copies", [&] { return check_copies(course, exercise); }},
      {"reference data", [&] { return check_cases(course, exercise); }},
      {"stub", [&] { return check_stub(grader, exercise); }},
      {"solution", [&] { return check_solution(grader, exercise); }},
  };
  for (const Mistake& mistake : load_mistakes(course, exercise)) {
    checks.push_back({"mistake " + mistake.name,
                      [&, mistake] { return check_mistake(grader, exercise, mistake); }});
  }
  for (Check& check : checks) check.name = exercise.folder + " " + check.name;
  return checks;
}

}  // namespace

ExitCode verify_command(const Setup& setup, const VerifyOptions& options) {
  const Course course = load_course(setup.course);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  const Kit kit = kit_for(setup, course, Walls::best);
  const Grader grader{course, kit, {}};
  std::vector<Check> checks;
  for (const Exercise& exercise : exercises)
    std::ranges::move(checks_for(grader, exercise), std::back_inserter(checks));

  std::vector<std::string> problems(checks.size());
  std::atomic<std::size_t> done = 0;
  in_parallel(checks.size(), job_count(options.jobs), [&](std::size_t i) {
    check_interrupted();
    try {
      problems[i] = checks[i].run();
    } catch (const InputError& error) {
      problems[i] = error.what();
    }
    show_progress(fmt::format("{} of {} checked", ++done, checks.size()));
  });
  clear_progress();

  std::size_t failed = 0;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (problems[i].empty()) continue;
    ++failed;
    std::cout << harmless(fmt::format("FAIL  {}: {}\n", checks[i].name, problems[i]));
  }
  for (const Exercise& exercise : exercises) {
    const std::size_t mistakes = load_mistakes(course, exercise).size();
    std::cout << fmt::format("      {}: {}\n", exercise.folder,
                             count_text(mistakes, "known mistake"));
  }
  std::cout << fmt::format("{} passed, {} failed\n", checks.size() - failed, failed) << std::flush;
  return failed == 0 ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
