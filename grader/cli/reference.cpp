#include "cli/commands.hpp"

#include "core/text.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <iostream>

namespace grader {
namespace {

/// Runs the scripts that write reference data: they are the independent implementation, in NumPy.
ExitCode write_reference(const Course& course, const std::vector<Exercise>& exercises) {
  const std::filesystem::path script = course.root / "reference_data" / "generate" / "generate.py";
  if (!std::filesystem::exists(script)) {
    throw InputError(fmt::format("{}: the script is not there", script.string()));
  }
  Command command;
  command.arguments = {"/usr/bin/env", "python3", script.string()};
  for (const Exercise& exercise : exercises) command.arguments.push_back(exercise.folder);
  const Captured end = CapturedProcess(std::move(command)).finish(3600);
  std::cout << end.output << std::flush;
  if (end.exit_code != 0) {
    throw GraderFault(
        fmt::format("{}: the script failed", script.string()),
        "see the messages above; the scripts need NumPy: apt-get install python3-numpy");
  }
  return ExitCode::all_passed;
}

}  // namespace

ExitCode reference_command(const Setup& setup, const ReferenceOptions& options) {
  const Course course = load_course(setup.course);
  const std::vector<Exercise> exercises = find_exercises(course, options.exercises);
  if (options.write) return write_reference(course, exercises);
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
  if (!all_agree) {
    throw InputError("reference data do not follow from their seeds",
                     "python3 reference_data/generate/generate.py");
  }
  return ExitCode::all_passed;
}

}  // namespace grader
