// reference: checks the reference data, or writes them. Inputs, expected values and steps come from
// the NumPy scripts; what a known mistake gives comes from running it.

#include "cli/commands.hpp"

#include "cli/stub.hpp"
#include "staff/versions.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "course/mistakes.hpp"
#include "course/patch.hpp"
#include "course/words.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace grader {
namespace {

using nlohmann::ordered_json;

/// The Pythons to try: that of an active virtual environment, then those of the PATH.
std::vector<std::string> pythons() {
  std::vector<std::string> found;
  const char* environment = std::getenv("VIRTUAL_ENV");
  const std::string own = environment == nullptr ? "" : std::string(environment) + "/bin/python3";
  if (!own.empty() && std::filesystem::exists(own)) found.push_back(own);
  for (const std::filesystem::path& python : programs_named("python3")) {
    if (python != own) found.push_back(python.string());
  }
  return found;
}

/// The first of them that has NumPy. Throws InputError with what installs it.
std::string python_with_numpy() {
  const std::vector<std::string> all = pythons();
  for (const std::string& python : all) {
    Command command;
    command.arguments = {python, "-c", "import numpy"};
    if (CapturedProcess(std::move(command)).finish(60).exit_code == 0) return python;
  }
  throw InputError(fmt::format("no Python with NumPy, which computes the reference data; tried {}",
                               all.empty() ? "none" : fmt::format("{}", fmt::join(all, ", "))),
                   "apt-get install python3-numpy, or activate a virtual environment that has it");
}

/// The script that computes reference data: the course's own, else that of the grader in `tool`.
std::filesystem::path script_for(const Course& course, const std::filesystem::path& tool) {
  const std::filesystem::path name = "reference_data/generate/generate.py";
  for (const std::filesystem::path& folder : {course.root, tool}) {
    if (std::filesystem::exists(folder / name)) return folder / name;
  }
  throw InputError(fmt::format("{}: the script is not there", (tool / name).string()),
                   "work in a full copy of the grader, not in a released one");
}

/// Runs the script that writes or checks reference data; it prints what it did.
void run_script(const Course& course, const std::filesystem::path& script,
                const std::string& python, const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = {python, script.string(), "--course", course.root.string()};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  const Captured end = CapturedProcess(std::move(command)).finish(3600);
  std::cout << end.output << std::flush;
  if (end.exit_code != 0)
    throw InputError("the reference data are not complete", "see the messages above");
}

ordered_json json_of(const Tensor& tensor) {
  ordered_json values = ordered_json::array();
  for (const double value : tensor.values) {
    if (std::isfinite(value)) {
      values.push_back(value);
    } else {
      values.push_back(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    }
  }
  return {{"shape", tensor.shape}, {"values", values}};
}

/// What a mistake gave on one case; null where it returned nothing.
ordered_json json_of(const Exercise& exercise, const Mistake& mistake, const Outcome& outcome) {
  if (outcome.ending != Ending::returned) return nullptr;
  ordered_json given;
  if (exercise.results.size() == 1) {
    given["output"] = json_of(outcome.results.at(0));
  } else {
    for (std::size_t i = 0; i < exercise.results.size(); ++i)
      given["output"][exercise.results[i]] = json_of(outcome.results.at(i));
  }
  if (!mistake.equivalent && !mistake.lacks) return given;
  given["steps"] = ordered_json::array();  // it is known by its steps, too
  for (const NamedTensor& step : outcome.steps)
    given["steps"].push_back({{"name", step.name}, {"array", json_of(step.tensor)}});
  return given;
}

InputError cannot_be_run(const Mistake& mistake, const std::string& why) {
  return InputError(
      fmt::format("{}: mistake {} cannot be run: {}", place_of(mistake), mistake.name, why));
}

/// What a mistake gives on each case, by the case's name. Throws InputError where a case could not
/// be run.
ordered_json run_mistake(const Grader& grader, const Exercise& exercise, const Mistake& mistake,
                         Runner& runner, int program) {
  const Graded graded = grade_program(grader, runner, program, exercise);
  if (graded.cases.empty() || graded.result.verdict == Verdict::internal_error) {
    throw cannot_be_run(mistake, graded.result.message());
  }
  ordered_json cases;
  for (std::size_t i = 0; i < graded.cases.size(); ++i) {
    cases[graded.cases[i].name] = i < graded.runs.size()
                                      ? json_of(exercise, mistake, graded.runs[i].outcome)
                                      : ordered_json();
  }
  return cases;
}

/// What all mistakes of an exercise give: by case, then by mistake, in the order of mistakes.md.
ordered_json run_mistakes(const Grader& grader, const Exercise& exercise) {
  const std::vector<Mistake> mistakes = load_mistakes(grader.course, exercise);
  Versions versions(grader, exercise, mistakes);
  std::vector<ordered_json> given(mistakes.size());
  std::atomic<std::size_t> done = 0;
  in_parallel(mistakes.size(), job_count(0), [&](std::size_t i) {
    check_interrupted();
    const std::string problem = versions.with(i, [&](Runner& runner, int program) {
      given[i] = run_mistake(grader, exercise, mistakes[i], runner, program);
    });
    if (!problem.empty()) throw cannot_be_run(mistakes[i], problem);
    show_progress(
        fmt::format("{}: {} of {} mistakes run", exercise.folder, ++done, mistakes.size()));
  });
  clear_progress();
  ordered_json cases = ordered_json::object();
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    for (const auto& [name, values] : given[i].items()) cases[name][mistakes[i].name] = values;
  }
  return cases;
}

ExitCode write_reference(const Setup& setup, const Course& course,
                         const std::vector<Exercise>& exercises) {
  const std::string python = python_with_numpy();
  for (const Exercise& exercise : exercises) write_stub(course, exercise);
  const Grader grader{course, bench_for(setup, course, Walls::best)};
  const std::filesystem::path script =
      script_for(course, std::filesystem::path(grader.bench.kit.harness_include).parent_path());
  const TemporaryFolder folder;
  for (const Exercise& exercise : exercises) {
    run_script(course, script, python, {exercise.folder});
    if (exercise.measures) continue;  // its mistakes are known by the requirements that they fail
    const std::filesystem::path file = folder.path() / "mistakes.json";
    write_file(file, run_mistakes(grader, exercise).dump());
    run_script(course, script, python, {"--mistakes", file.string(), exercise.folder});
  }
  return ExitCode::all_passed;
}

}  // namespace

ExitCode reference_command(const Setup& setup, const ReferenceOptions& options) {
  const Course course = load_course(setup.course, options.exercises);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  if (options.write) return write_reference(setup, course, exercises);
  bool all_agree = true;
  for (const Exercise& exercise : exercises) {
    for (const Case& one : load_cases(course, exercise)) {
      const std::string difference = redraw_difference(exercise, one);
      all_agree = all_agree && difference.empty();
      std::cout << fmt::format(
          "{}  {} {}: {}\n", difference.empty() ? "ok  " : "FAIL", exercise.folder, one.name,
          difference.empty() ? "the inputs are what the seeds give, bit for bit" : difference);
    }
  }
  if (!all_agree)
    throw InputError(
        "reference data do not follow from their seeds",
        fmt::format("./grade reference --write {}", fmt::join(options.exercises, " ")));
  return ExitCode::all_passed;
}

}  // namespace grader
