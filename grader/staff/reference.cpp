// reference: checks the reference data, or has the NumPy scripts write them.

#include "cli/commands.hpp"

#include "cli/stub.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "course/mistakes.hpp"
#include "course/words.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

namespace grader {
namespace {

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

ExitCode write_reference(const Setup& setup, const Course& course,
                         const std::vector<Exercise>& exercises) {
  const std::string python = python_with_numpy();
  for (const Exercise& exercise : exercises) write_stub(course, exercise);
  const Grader grader{course, bench_for(setup, course, Walls::best)};
  const std::filesystem::path script =
      script_for(course, std::filesystem::path(grader.bench.kit.harness_include).parent_path());
  for (const Exercise& exercise : exercises) run_script(course, script, python, {exercise.folder});
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
