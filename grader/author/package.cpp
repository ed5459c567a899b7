// package: what a platform wants of the course.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Before minutes of work: whether the zip can be written. Throws InputError.
void check_place(const std::string& file) {
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  std::error_code error;
  if (fs::exists(fs::symlink_status(file, error))) {
    throw InputError(fmt::format("{}: it is there already", printable_name(file)),
                     "name another file, or remove this one first");
  }
  if (access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw InputError(
      fmt::format("{}: cannot be written there: {}", printable_name(file), std::strerror(errno)),
      "use a folder that you can write to");
}

}  // namespace

ExitCode package_command(const Setup& setup, const PackageOptions& options) {
  const fs::path script = setup.course / "integrations" / options.platform / "make_zip";
  if (!fs::exists(script)) {
    throw InputError(fmt::format("{}: it is not there", printable_name(script.string())),
                     "package from the full course");
  }
  check_place(options.file);
  const Course course = load_course(setup.course, options.exercises);
  std::vector<std::string> numbers;
  for (const Exercise& exercise : find_exercises(course, options.exercises))
    numbers.push_back(std::to_string(exercise.number));
  Command command;
  command.arguments = {"/usr/bin/env", "python3", fs::absolute(script).string(),
                       fs::absolute(options.file).string()};
  if (!options.exercises.empty())
    command.arguments.insert(command.arguments.end(), numbers.begin(), numbers.end());
  command.output = STDERR_FILENO;
  const int status = Process(command).wait().wait_status;
  if (!WIFEXITED(status)) throw GraderFault("make_zip was ended from outside");
  if (WEXITSTATUS(status) != 0) return static_cast<ExitCode>(WEXITSTATUS(status));
  std::cout << fmt::format("{}: written, with {}: to upload as the autograder\n", options.file,
                           count_text(numbers.size(), "exercise"))
            << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
