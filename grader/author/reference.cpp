// reference: checks the reference data, or has the NumPy scripts write them.

#include "student/commands.hpp"

#include "author/stub.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "course/mistakes.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Makes the stub from the solution where it is missing, and NAME.cpp.original its copy. Throws
/// InputError where the stub is not one: without a TODO 1 that throws NotImplemented, somebody has
/// solved it.
void write_stub(const Course& course, const Exercise& exercise) {
  if (!fs::exists(exercise.stub())) {
    const fs::path solution = course.solution(exercise);
    try {
      write_file(exercise.stub(), stub_of(read_file(solution)));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{} is missing, and {} gives none: {}", exercise.stub().string(),
                                   solution.string(), error.what()),
                       "mark what students are to write by comments \"// TODO 1: …\"");
    }
    std::cout << fmt::format("{}: written from the solution\n", exercise.stub().string());
  }
  const std::string stub = read_file(exercise.stub());
  if (fs::exists(exercise.original()) && read_file(exercise.original()) == stub) return;
  if (stub.find("throw NotImplemented(\"TODO 1") == std::string::npos) {
    throw InputError(fmt::format("{} is no stub: nothing in it throws NotImplemented(\"TODO 1…\")",
                                 exercise.stub().string()),
                     fmt::format("./grade reset {}", exercise.folder));
  }
  write_file(exercise.original(), stub);
  std::cout << fmt::format("{}: written, a copy of the stub\n", exercise.original().string());
}

/// Makes NAME.hpp.original of each header: programs are built with these.
void write_headers(const Exercise& exercise) {
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    if (entry.path().extension() != ".hpp") continue;
    const fs::path original = entry.path().string() + ".original";
    const std::string text = read_file(entry.path());
    if (fs::exists(original) && read_file(original) == text) continue;
    write_file(original, text);
    std::cout << fmt::format("{}: written, a copy of the header\n", original.string());
  }
}

/// The first Python of the PATH that has NumPy. Throws InputError with what installs it.
std::string python_with_numpy() {
  std::string tried;
  for (const fs::path& python : programs_named("python3")) {
    Command command;
    command.arguments = {python.string(), "-c", "import numpy"};
    if (CapturedProcess(std::move(command)).finish(60).exit_code == 0) return python.string();
    tried += (tried.empty() ? "" : ", ") + python.string();
  }
  throw InputError(fmt::format("no Python with NumPy, which computes the reference data; tried {}",
                               tried.empty() ? "none" : tried),
                   "apt-get install python3-numpy, or activate a virtual environment that has it");
}

ExitCode write_reference(const Setup& setup, const Course& course,
                         const std::vector<Exercise>& exercises) {
  const std::string python = python_with_numpy();
  for (const Exercise& exercise : exercises) {
    write_stub(course, exercise);
    write_headers(exercise);
  }
  const Grader grader{course, bench_for(setup, course, IsolationPolicy::best)};
  // The course's own, else that of the grader.
  fs::path script = course.root / "reference_data/generate/generate.py";
  if (!fs::exists(script))
    script = fs::path(grader.bench.kit.tool) / "reference_data/generate/generate.py";
  if (!fs::exists(script))
    throw InputError(script.string() + ": the script is not there",
                     "work in a full copy of the grader, not in a released one");
  for (const Exercise& exercise : exercises) {
    Command command;
    command.arguments = {python, script.string(), "--course", course.root.string(),
                         exercise.folder};
    const Captured end = CapturedProcess(std::move(command)).finish(3600);
    std::cout << end.output << std::flush;
    if (end.exit_code != 0)
      throw InputError("the reference data are not complete", "see the messages above");
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
