// verify: checks the course against itself. Stubs must not pass, solutions must pass, and every
// known mistake must be rejected and named.

#include "student/commands.hpp"

#include "author/verify.hpp"
#include "compile/prepared.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "explain/places.hpp"
#include "grade/grade.hpp"
#include "explain/replayer.hpp"
#include "judge/compare.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>

namespace grader {
namespace {

/// What stands wherever an author still has to write.
constexpr const char* to_write = "FILL IN";

/// Whether this is a released copy without the exercise's solution. There, much cannot be checked.
bool keeps_solution_back(const Course& course, const Exercise& exercise) {
  return std::filesystem::exists(course.released()) &&
         !std::filesystem::exists(course.solution(exercise));
}

/// The first line that an author still has to write, with what is wanted there.
std::string open_place(const std::filesystem::path& file) {
  const std::vector<std::string> lines = split_lines(read_file(file));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t place = lines[i].find(to_write);
    if (place == std::string::npos) continue;
    std::string wanted(trimmed(lines[i].substr(place)));
    if (file.extension() == ".json") wanted.resize(std::min(wanted.find('"'), wanted.size()));
    return fmt::format("{}:{}: {}", file.string(), i + 1, wanted);
  }
  return "";
}

/// The first file that is missing or unfinished, or the command that makes it.
std::string missing_file(const Course& course, const Exercise& exercise) {
  const auto missing = [](const std::filesystem::path& file) {
    return !std::filesystem::exists(file);
  };
  std::vector<std::filesystem::path> written{exercise.statement(), exercise.contract()};
  if (!keeps_solution_back(course, exercise))
    written.insert(written.end(), {course.solution(exercise), course.mistakes(exercise)});
  for (const auto& file : written) {
    if (missing(file)) return file.string() + " is missing";
  }
  written.push_back(exercise.directory / "exercise.json");
  for (const auto& file : written) {
    if (std::string open = open_place(file); !open.empty()) return open;
  }
  const auto generator = course.root / "reference_data" / "generate" / (exercise.name + ".py");
  if (!keeps_solution_back(course, exercise) && missing(course.reference(exercise))) {
    if (missing(generator)) return generator.string() + " is missing";
    if (std::string open = open_place(generator); !open.empty()) return open;
  }
  for (const auto& file : {exercise.stub(), exercise.original(), course.reference(exercise)}) {
    if (missing(file)) {
      return fmt::format("{} is missing: ./grade reference --write {} makes it", file.string(),
                         exercise.folder);
    }
  }
  return "";
}

/// The first thing that is wrong with the exercise's files, with the command that mends it if there
/// is one; empty where nothing is wrong.
std::string check_files(const Course& course, const Exercise& exercise) {
  if (const std::string missing = missing_file(course, exercise); !missing.empty()) return missing;
  const std::string original = read_file(exercise.original());
  if (read_file(exercise.stub()) != original) {
    return fmt::format(
        "{} differs from {}: ./grade reference --write {} makes the second of the "
        "first, ./grade reset {} the first of the second",
        exercise.stub().string(), exercise.original().string(), exercise.folder, exercise.folder);
  }
  for (const std::filesystem::path& header : changed_headers(exercise)) {
    return fmt::format("{} differs from {}.original: ./grade reference --write {} hands it out",
                       header.string(), header.filename().string(), exercise.folder);
  }
  if (original.find("TODO 1") == std::string::npos) return "the stub has no TODO 1";
  if (exercise.hints.empty()) return "exercise.json has no hints";
  const std::string number = exercise.folder.substr(0, exercise.folder.find('_'));
  const std::string heading = fmt::format("# {} {}", number, exercise.title);
  if (!(read_file(exercise.statement()) + "\n").starts_with(heading + "\n"))
    return fmt::format("README.md: expected the first line \"{}\"", heading);
  // They call the others as the solution does, which is not to be handed out.
  if (!exercise.uses.empty() && std::filesystem::exists(exercise.directory / "measures.cpp"))
    return "measures.cpp of an exercise that uses others belongs beside its solution";
  if (keeps_solution_back(course, exercise)) return "";
  if (original == read_file(course.solution(exercise))) return "the stub is the solution";
  return "";
}

/// One thing that must be true. `run` returns what is wrong; empty: nothing.
struct Check {
  const Exercise* exercise;
  std::string name;
  std::function<std::string()> run;
};

Graded grade_as(const Grader& grader, const Exercise& exercise, const std::string& text) {
  return grade_exercise(grader, exercise, {exercise.stub(), std::nullopt, {}, text},
                        UnchangedStub::is_compiled);
}

/// What `result` says, for a message about what it should have said.
std::string found(const ExerciseResult& result) {
  return fmt::format("found {}: {}", name_of(result.verdict), result.message());
}

std::string check_stub(const Grader& grader, const Exercise& exercise) {
  const ExerciseResult result = grade_as(grader, exercise, read_file(exercise.original())).result;
  if (result.verdict != Verdict::not_started) return "expected not_started, " + found(result);
  if (!result.warnings.empty()) return "it compiles with warnings: " + result.warnings.front();
  return "";
}

/// The exercise with so many times its limits of costs.
Exercise with_limits(const Exercise& exercise, double factor) {
  Exercise other = exercise;
  if (!other.costs) return other;
  for (CostLimit& limit : other.costs->limits) limit.at_most *= factor;
  return other;
}

/// The solution stays away from its limits, and what breaks one breaks it by far.
constexpr double limit_of_solution = 0.8, limit_of_mistakes = 1.25;

std::string check_solution(const Grader& grader, const Exercise& exercise) {
  const std::string text = read_file(grader.course.solution(exercise));
  const Graded graded = grade_as(grader, exercise, text);
  const ExerciseResult& result = graded.result;
  if (result.verdict != Verdict::passed) return "expected passed, " + found(result);
  if (!result.notes.empty()) return "it passes with a note: " + result.notes.front();
  for (const Counted& one : result.costs) {
    if (one.ratio() <= limit_of_solution * one.at_most) continue;
    return fmt::format(
        "expected {} at most {:.3g} times the reference's, which is {} of the "
        "limit {}; found {:.3g}",
        name_of(one.cost), limit_of_solution * one.at_most, limit_of_solution, one.limit,
        one.ratio());
  }
  for (const Run& run : public_runs(graded)) {
    for (const JudgedPlace& place : judge_places(exercise, {run, {}}, {})) {
      if (place.verdict == StepVerdict::right) continue;
      return fmt::format("case {}: the step {} is {}", run.one->name, place.name,
                         place.student == nullptr ? "not recorded" : "not that of the reference");
    }
  }
  return "";
}

/// `can_be_named`: not where another mistake does not compile.
std::string check_mistake(const Grader& grader, Runner& runner, int program,
                          const Exercise& exercise, const Mistake& mistake, bool can_be_named) {
  const Exercise lenient = with_limits(exercise, mistake.equivalent ? 1 : limit_of_mistakes);
  const Graded graded = grade_program(grader, runner, program, lenient);
  const ExerciseResult& result = graded.result;
  if (mistake.equivalent) {
    if (result.verdict != Verdict::passed)
      return "it is equivalent: expected passed, " + found(result);
    if (can_be_named && result.notes != std::vector{mistake.message})
      return "it passes without its note";
    if (!exercise.recipe.draws_fresh) return "";
    Grader fresh = grader;
    fresh.options.fresh = 3;
    const ExerciseResult other = grade_program(fresh, runner, program, exercise).result;
    return other.verdict == Verdict::passed ? "" : "on fresh inputs: " + found(other);
  }
  if (result.verdict == Verdict::passed) return "it passes";
  const std::string& owner = mistake.owner();
  if (!can_be_named) return "";
  if (result.mistake != owner) {
    return fmt::format("expected the name {}, {} {}", owner, result.mistake.value_or("no name;"),
                       found(result));
  }
  if (exercise.measures && !exercise.catches && !result.further.empty())
    return fmt::format("expected nothing else to be told: {}", result.further.front());
  return "";
}

/// Whether a later step or result of the case has the numbers of the first of this name.
bool found_again(const Case& one, const std::string& name, const Tolerance& tolerance) {
  const auto first = std::ranges::find(one.steps, name, &NamedTensor::name);
  const auto same = [&](const Tensor& other) {
    return compare(other, first->tensor, tolerance).matches();
  };
  return std::any_of(
             first + 1, one.steps.end(),
             [&](const NamedTensor& step) { return step.name != name && same(step.tensor); }) ||
         std::ranges::any_of(one.expected, same);
}

/// Whether other numbers in the steps of a name change another step or a result.
bool others_depend(const Case& one, const std::string& name, const Outcome& replay,
                   const Tolerance& tolerance) {
  if (replay.results.size() != one.expected.size() + 2) return true;  // it throws on them
  for (std::size_t i = 0; i < one.expected.size(); ++i) {
    if (!compare(replay.results[i + 2], one.expected[i], tolerance).matches()) return true;
  }
  for (std::size_t i = 0; i < one.steps.size() && i < replay.steps.size(); ++i) {
    const bool other = one.steps[i].name != name || i > 0;
    if (other && !compare(replay.steps[i].tensor, one.steps[i].tensor, tolerance).matches())
      return true;
  }
  return false;
}

/// What keeps replays of the exercise from judging every step; empty where nothing does: versions
/// that do not compile together, or a step that is recorded after its use, so that other numbers
/// there change nothing. A step whose numbers come once more behind it is excused.
std::string check_replays(const Grader& grader, const Exercise& exercise) {
  if (exercise.measures || exercise.steps.empty()) return "";
  const auto material = grader.library->of(grader.course, exercise);
  try {
    if (replay_program(grader.bench, grader.course, exercise, material->mistakes()).empty())
      return "";
  } catch (const GraderFault& fault) {
    return std::string("the solution and all mistakes in one file: ") + fault.what();
  }
  LaunchedRunner runner(grader.bench);
  Replayer replayer(grader.bench, grader.course, exercise, *material, runner);
  const Case& one = material->cases.front();
  const auto replay = [&](const Outcome& outcome) {
    return replayer.replay({{&one, &outcome}}, Replays::of_solution).front();
  };
  Outcome outcome;
  outcome.steps = one.steps;
  outcome.results = one.expected;
  const ReplayedRun own = replay(outcome);
  for (const JudgedPlace& place : judge_places(exercise, own, {})) {
    if (!exercise.has_step(place.name)) continue;
    if ((place.marks_of(0) & uses_student) != 0) continue;
    return fmt::format(
        "a replay does not go on with the step {}: record a variable that can be assigned to",
        place.name);
  }
  for (const std::string& name : exercise.steps) {
    outcome.steps = one.steps;
    for (NamedTensor& step : outcome.steps) {
      if (step.name != name) continue;
      double factor = 1.5;  // of either sign: else what asks for the order alone would not change
      for (double& value : step.tensor.values) value = (factor = -factor) * value + 0.25;
    }
    if (found_again(one, name, exercise.tolerance) ||
        others_depend(one, name, replay(outcome).replay, exercise.tolerance))
      continue;
    return fmt::format(
        "nothing depends on the step {} once it is recorded: record it before it is used", name);
  }
  return "";
}

struct Tally {
  std::size_t held = 0;
  std::vector<std::string> problems;
  std::set<std::string> wrong;  ///< folders of exercises that failed: they leave later rounds
};

/// Runs the checks in parallel. Problems come in the order of the checks.
void run_checks(const std::vector<Check>& checks, unsigned jobs, Tally& tally) {
  std::vector<std::string> problems(checks.size());
  in_parallel_shown("{} of {} checked", checks.size(), jobs, [&](std::size_t i) {
    try {
      problems[i] = checks[i].run();
    } catch (const InputError& error) {
      problems[i] = error.what();
    }
  });
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (problems[i].empty()) {
      ++tally.held;
      continue;
    }
    tally.problems.push_back(
        fmt::format("{} {}: {}", checks[i].exercise->folder, checks[i].name, problems[i]));
    tally.wrong.insert(checks[i].exercise->folder);
  }
}

std::vector<Check> checks_of_mistakes(const Grader& grader, const Exercise& exercise) {
  std::vector<Check> checks;
  if (keeps_solution_back(grader.course, exercise)) return checks;
  const auto material = grader.library->of(grader.course, exercise);
  const auto versions = std::make_shared<Versions>(grader, exercise, *material);
  for (std::size_t i = 0; i < material->mistakes().size(); ++i) {
    const auto check = [&grader, &exercise, material, versions, i] {
      const Mistake& mistake = material->mistakes()[i];
      std::string found;
      const std::string problem = versions->with(i, [&](Runner& runner, int program) {
        found = check_mistake(grader, runner, program, exercise, mistake,
                              exercise.measures || versions->all_in_replays());
      });
      if (problem.empty()) return found;
      return fmt::format("{}:{}: {}", mistake.file, mistake.line, problem);
    };
    checks.push_back({&exercise, "mistake " + material->mistakes()[i].name, check});
  }
  return checks;
}

/// Makes all checks, in rounds. An exercise that fails in one round leaves the next ones, which
/// rest on it.
Tally verify(const Grader& grader, const std::vector<Exercise>& exercises, unsigned jobs) {
  using Checks = std::vector<Check>;
  Tally tally;
  const std::vector<std::function<Checks(const Exercise&)>> rounds{
      [&](const Exercise& one) {
        return Checks{{&one, "files", [&] { return check_files(grader.course, one); }}};
      },
      [&](const Exercise& one) {
        return Checks{{&one, "reference data", [&] {
                         grader.library->of(grader.course, one);
                         return std::string();
                       }}};
      },
      [&](const Exercise& one) {
        Checks checks{{&one, "stub", [&] { return check_stub(grader, one); }}};
        if (keeps_solution_back(grader.course, one)) return checks;
        checks.push_back({&one, "solution", [&] { return check_solution(grader, one); }});
        return checks;
      },
      [&](const Exercise& one) { return checks_of_mistakes(grader, one); },
      [&](const Exercise& one) {
        if (keeps_solution_back(grader.course, one)) return Checks{};
        return Checks{{&one, "replays", [&] { return check_replays(grader, one); }},
                      {&one, "shapes", [&] { return check_shapes(grader, one, 1); }}};
      },
  };
  for (const auto& checks_of : rounds) {
    std::vector<std::vector<Check>> of_each(exercises.size());
    in_parallel(exercises.size(), jobs, [&](std::size_t i) {  // some build programs for all of them
      if (!tally.wrong.contains(exercises[i].folder)) of_each[i] = checks_of(exercises[i]);
    });
    std::vector<Check> checks;
    for (std::vector<Check>& one : of_each) std::ranges::move(one, std::back_inserter(checks));
    run_checks(checks, jobs, tally);
  }
  return tally;
}

}  // namespace

ExitCode verify_command(const Setup& setup, const VerifyOptions& options) {
  const Course course = load_course(setup.course, options.exercises);
  tell_copies(course);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  const Toolchain bench = bench_for(setup, course, IsolationPolicy::best);
  GradeOptions grading;
  grading.crash_lines = CrashLines::none;
  if (options.mutants)
    return verify_mutants({course, bench, grading}, exercises, job_count(options.jobs));
  const Tally tally = verify({course, bench, grading}, exercises, job_count(options.jobs));
  for (const std::string& problem : tally.problems)
    std::cout << harmless(fmt::format("FAIL  {}\n", problem));
  const auto unchecked = std::ranges::count_if(
      exercises, [&](const Exercise& one) { return keeps_solution_back(course, one); });
  if (unchecked > 0)
    std::cout << fmt::format(
        "not checked of {}, whose solutions this copy does not have: that the solution passes, "
        "and that known mistakes are named\n",
        count_text(static_cast<std::size_t>(unchecked), "exercise"));
  const bool all = tally.problems.empty();
  std::cout << fmt::format("{} passed, {} failed{}\n", tally.held, tally.problems.size(),
                           all ? "" : "; what rests on these was not checked")
            << std::flush;
  return all ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace grader
