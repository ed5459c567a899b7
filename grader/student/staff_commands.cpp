// In `grade`, the commands of grader/author: it becomes grade_staff, which has them. ./grade builds
// that program when it is first needed, so that no student waits for it. There those of
// grader/author take the place of these, which are weak.

#include "student/commands.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace grader {
namespace {

/// Runs the command line in grade_staff. Returns only by an Error.
ExitCode run_staff(const Setup& setup) {
  const std::filesystem::path program = setup.build_folder() / "grade_staff";
  execv(program.c_str(), setup.command_line);
  throw InputError(
      fmt::format("{}: the program for authors and instructors is not built", program.string()),
      fmt::format("cmake --build {} --target grade_staff",
                  shell_word(setup.build_folder().string())));
}

}  // namespace

[[gnu::weak]] ExitCode batch_command(const Setup& setup, const BatchOptions&) {
  return run_staff(setup);
}
[[gnu::weak]] ExitCode verify_command(const Setup& setup, const VerifyOptions&) {
  return run_staff(setup);
}
[[gnu::weak]] ExitCode reference_command(const Setup& setup, const ReferenceOptions&) {
  return run_staff(setup);
}
[[gnu::weak]] ExitCode new_command(const Setup& setup, const NewOptions&) {
  return run_staff(setup);
}
[[gnu::weak]] ExitCode release_command(const Setup& setup, const ReleaseOptions&) {
  return run_staff(setup);
}
[[gnu::weak]] ExitCode package_command(const Setup& setup, const PackageOptions&) {
  return run_staff(setup);
}

}  // namespace grader
