// In `grade`, the commands of grader/staff: it becomes grade_staff, which has them. ./grade builds that program when one
// of them is first given, so that nobody waits for it before their first verdict.

#include "cli/commands.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace grader {
namespace {

/// Runs the command line in grade_staff. Returns only by an Error.
ExitCode hand_over(const Setup& setup) {
  const std::filesystem::path program = setup.build_folder() / "grade_staff";
  execv(program.c_str(), setup.command_line);
  throw InputError(
      fmt::format("{}: the program for authors and instructors is not built", program.string()),
      fmt::format("cmake --build {} --target grade_staff", shell_word(setup.build_folder().string())));
}

}  // namespace

ExitCode batch_command(const Setup& setup, const BatchOptions&) { return hand_over(setup); }
ExitCode verify_command(const Setup& setup, const VerifyOptions&) { return hand_over(setup); }
ExitCode reference_command(const Setup& setup, const ReferenceOptions&) { return hand_over(setup); }
ExitCode new_command(const Setup& setup, const NewOptions&) { return hand_over(setup); }
ExitCode release_command(const Setup& setup, const ReleaseOptions&) { return hand_over(setup); }
ExitCode package_command(const Setup& setup, const PackageOptions&) { return hand_over(setup); }

}  // namespace grader
