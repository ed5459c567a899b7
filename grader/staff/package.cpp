// package: what a platform wants of the course.

#include "cli/commands.hpp"
#include "core/text.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

namespace grader {

namespace fs = std::filesystem;

ExitCode package_command(const Setup& setup, const PackageOptions& options) {
  const fs::path script = setup.course / "integrations" / options.platform / "make_zip";
  if (!fs::exists(script)) {
    throw InputError(fmt::format("{}: it is not there", printable_name(script.string())),
                     "package from the full course");
  }
  Command command;
  command.arguments = {"/usr/bin/env", "python3", fs::absolute(script).string(),
                       fs::absolute(options.file).string()};
  command.arguments.insert(command.arguments.end(), options.exercises.begin(),
                           options.exercises.end());
  command.output = STDERR_FILENO;
  const int status = Process(command).wait().wait_status;
  if (WIFEXITED(status)) return static_cast<ExitCode>(WEXITSTATUS(status));
  throw GraderFault("make_zip was ended from outside");
}

}  // namespace grader
